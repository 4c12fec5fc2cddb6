/**
 * The address at which people reach the service: for links in e-mails, and to come back to from the payment page.
 *
 * It comes from the operator, or else from where the service listens; never from a request, whose Host header is whatever its sender
 * likes: a link in an e-mail that leads to the sender's own server would bring the sign-in there.
 */
import { isIP } from 'node:net';

/**
 * `https://motif.example/` -> `https://motif.example`.
 * @throws {RangeError} with what is wrong
 */
export function parsePublicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new RangeError(`"${text}" is not an address, which looks like https://motif.example.`);
  }
  if (url.username !== '' || url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new RangeError(
      `"${text}" has more than scheme, name and port: the pages lie at the root, as in https://motif.example.`,
    );
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new RangeError(`"${text}": keys and sign-in links need https; plain http is for this machine only.`);
  }
  return url.origin;
}

/** Where a service that listens here is reached from its own machine. @param listening `http://0.0.0.0:3000` */
export function urlFromListening(listening: string): string {
  const url = new URL(listening);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (host === '0.0.0.0' || host === '::') url.hostname = '127.0.0.1';
  return url.origin;
}

/** Whether a name or an address is this machine's own. @param host without port, IPv6 with or without brackets */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (bare === 'localhost' || bare.endsWith('.localhost')) return true;
  return isIP(bare) === 4 ? bare.startsWith('127.') : bare === '::1' || bare.startsWith('::ffff:127.');
}
