/**
 * E-mail: through the operator's SMTP server, or, where there is none, into the log, so that everything can be tried on a laptop.
 */
import { createTransport } from 'nodemailer';

export interface Letter {
  to: string;
  subject: string;
  text: string;
  /** The link that the text is about. */
  link: string;
}

export interface Mailer {
  /** Whether letters reach anybody but the operator. */
  readonly delivers: boolean;
  /** @throws {MailError} it could not be handed over */
  send(letter: Letter): Promise<void>;
  close(): void;
}

/** The mail server did not take a letter. Its `cause` says why, for the log. */
export class MailError extends Error {
  override readonly name = 'MailError';
}

/** Milliseconds: a person is waiting. */
const TIMEOUTS = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 15_000 };

/**
 * @param url `smtp://user:password@mail.example:587`, `smtps://...`
 * @param from `Motif <motif@example.org>`
 */
export function smtpMailer(url: string, from: string): Mailer {
  // a pool: connections are kept, at most so many at a time
  const transport = createTransport({ url, pool: true, maxConnections: 3, ...TIMEOUTS });
  return {
    delivers: true,
    async send({ to, subject, text }) {
      try {
        // as an object, so that nothing in an address is taken for a second one
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
      } catch (cause) {
        throw new MailError('the mail server did not take a letter', { cause });
      }
    },
    close: () => transport.close(),
  };
}

/** @param log takes what would have been sent */
export function logMailer(log: (letter: Letter) => void): Mailer {
  return {
    delivers: false,
    send: (letter) => {
      log(letter);
      return Promise.resolve();
    },
    close: () => undefined,
  };
}

/** As people type it -> as accounts are found by it; null where it is no address. Stricter than the standard, as mail servers are. */
export function readEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  const known =
    /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
  return email.length <= 254 && known.test(email) ? email : null;
}
