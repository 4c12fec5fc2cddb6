/** Answers that nobody reads take so much memory, and no more. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { UnreadAnswers } from '../../src/api/unread.js';

const MEGABYTE = 1_000_000;

/** A client that asks, and reads nothing until it is resumed. */
async function ask(answer: (response: ServerResponse) => void): Promise<Socket> {
  const server = createServer((_request, response) => answer(response)).listen(0);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const client = connect((server.address() as AddressInfo).port).pause();
  client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await once(server, 'request');
  return client;
}

/** What is larger than any buffer of the network. */
const LARGE = 'x'.repeat(50 * MEGABYTE);

it.each([
  ['read', (client: Socket) => void client.resume()],
  ['left by a client that hangs up', (client: Socket) => void client.destroy()],
])('an answer counts until it is %s', async (_what, end) => {
  const unread = new UnreadAnswers(MEGABYTE);
  const refused: unknown[] = [];
  const client = await ask((response) => {
    unread.add('a', LARGE.length, response); // the only one has room, whatever its size
    response.end(LARGE);
    for (const other of ['a', 'b']) {
      try {
        unread.add(other, 1, response);
      } catch (error) {
        refused.push(error);
      }
    }
  });
  expect(refused).toEqual([expect.objectContaining({ code: 'busy', statusCode: 503, retryAfter: 5 })]);
  expect(unread.clients).toBe(2);
  end(client);
  await expect.poll(() => unread.clients).toBe(0);
});

it('an answer that is read leaves the others of its client counted', async () => {
  const unread = new UnreadAnswers(LARGE.length);
  const answers: ServerResponse[] = [];
  const answer = (response: ServerResponse): void => {
    unread.add('a', LARGE.length / 2, response);
    answers.push(response.end(LARGE));
  };
  const [first, second] = [await ask(answer), await ask(answer)];
  first.resume();
  await once(answers[0]!, 'close');
  expect(unread.clients).toBe(1);
  expect(() => unread.add('a', LARGE.length, answers[1]!)).toThrow('busy');
  second.destroy();
  await expect.poll(() => unread.clients).toBe(0);
});
