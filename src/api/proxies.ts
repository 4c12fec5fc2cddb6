/**
 * Whose `X-Forwarded-For` is believed, and which client an address counts as.
 *
 * Anybody can send that header, so by default nobody's is believed: the client is the other end of the socket. Behind a reverse
 * proxy that would be the proxy, one client for all the world; its address is then named, and the client is the last address in
 * the header that is not a trusted proxy's own.
 */
import { isIP, isIPv4 } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';

/** Names for ranges of addresses, as the framework knows them. */
const RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/** Bits of an IPv6 address that are one client: a household or a machine is given at least so many to choose from. */
const IPV6_SUBNET = 64;

/** The networks of IPv6 addresses that were seen last: taking an address apart costs more than all the rest of letting a request in. */
const networks = new LRUCache<string, string>({ max: 10_000 });

/** All that is no address is one client: a proxy that passes on nonsense must not make everybody who sends some a new one. */
const NO_ADDRESS = 'unknown';

/**
 * `10.0.0.7, 192.168.0.0/16, loopback` -> a list for the framework.
 * @throws {RangeError} with what is wrong
 */
export function parseTrustedProxies(text: string): string[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (entries.length === 0) throw new RangeError('Give at least one address.');
  for (const entry of entries) {
    if (!RANGES.includes(entry)) checkRange(entry);
  }
  return entries;
}

function checkRange(entry: string): void {
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  if (version === 0 || rest.length > 0 || (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > most))) {
    throw new RangeError(`"${entry}" is not an address, a range (10.0.0.0/8) or one of ${RANGES.join(', ')}.`);
  }
  if (bits !== undefined && Number(bits) === 0) {
    throw new RangeError(`"${entry}" would trust everybody, and anybody could then pass for any client.`);
  }
}

/**
 * The client that an address counts as: IPv4 as it is, also where it comes written as IPv6; IPv6 by its first 64 bits.
 * @param address of the socket, or as a trusted proxy wrote it: some add a port, some brackets, some a zone. A socket whose other end has
 * hung up has none.
 */
export function clientOf(address: string | undefined): string {
  if (address === undefined) return NO_ADDRESS;
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  const bare = mapped ?? address;
  if (isIPv4(bare)) return bare;
  const plain = (/^\[(.*)\](?::\d+)?$/.exec(bare)?.[1] ?? /^([\d.]+):\d+$/.exec(bare)?.[1] ?? bare).replace(/%.*$/, '');
  if (isIP(plain) === 0) return NO_ADDRESS;
  const known = networks.get(plain);
  if (known !== undefined) return known;
  const network = normalizeIP(plain, IPV6_SUBNET);
  networks.set(plain, network);
  return network;
}
