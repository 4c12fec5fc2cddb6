/** A mail server of as few words as will do: takes every letter, keeps it, and lets a test wait for the next one. */
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface Mailbox {
  /** `smtp://127.0.0.1:40125` */
  url: string;
  /** Whole letters, headers too, as they came; the oldest first. */
  letters: string[];
  /** The path of the sign-in link in the letter that comes next, or has come since the last call: `/sign-in#...`. */
  nextLink(): Promise<string>;
  close(): Promise<void>;
}

export async function openMailbox(): Promise<Mailbox> {
  const letters: string[] = [];
  const waiting: (() => void)[] = [];
  const sockets = new Set<Socket>();
  let read = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    let text = '';
    let inLetter = false;
    socket.write('220 test\r\n');
    socket.on('data', (data) => {
      text += data.toString();
      for (;;) {
        const end = inLetter ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n');
        if (end < 0) return;
        const line = text.slice(0, end);
        text = text.slice(end + (inLetter ? 5 : 2));
        if (inLetter) {
          letters.push(line);
          inLetter = false;
          socket.write('250 kept\r\n');
          waiting.splice(0).forEach((tell) => tell());
        } else if (/^DATA/i.test(line)) {
          inLetter = true;
          socket.write('354 go on\r\n');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letters,
    async nextLink() {
      while (letters.length <= read) await new Promise<void>((resolve) => waiting.push(resolve));
      // long lines come folded: "=" ends a line that goes on, and =3D is one
      const letter = letters[read++]!.replaceAll('=\r\n', '').replaceAll('=3D', '=');
      const [link] = /\/sign-in#[\w-]{43}/.exec(letter) ?? [];
      if (link === undefined) throw new Error(`there is no link in it:\n${letter}`);
      return link;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
