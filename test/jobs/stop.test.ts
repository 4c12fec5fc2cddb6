/** The two steps of stopping. */
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { listenForStop, type Stop } from '../../jobs/stop.js';

interface Scene {
  stop: Stop;
  /** Sends a signal at a time in milliseconds. */
  send: (name: 'SIGINT' | 'SIGTERM', at: number) => void;
  exits: number[];
  said: string[];
}

function scene(): Scene {
  const emitter = new EventEmitter();
  const exits: number[] = [];
  const said: string[] = [];
  let time = 0;
  const source = {
    on: (name: string, listener: () => void) => emitter.on(name, listener),
    exit: (code: number) => exits.push(code),
    stderr: { write: (text: string) => said.push(text) },
  };
  const stop = listenForStop(source, 'tidying up', () => time);
  const send = (name: string, at: number): void => {
    time = at;
    emitter.emit(name);
  };
  return { stop, send, exits, said };
}

test('without a signal there is nothing to say', () => {
  const { stop, exits } = scene();
  expect(stop.exitCode()).toBeUndefined();
  expect(stop.signal.aborted).toBe(false);
  expect(exits).toEqual([]);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('the first %s asks to stop, and the job ends with %i', (name, code) => {
  const { stop, send, exits, said } = scene();
  send(name, 100);
  expect(stop.signal.aborted).toBe(true);
  expect(stop.exitCode()).toBe(code);
  expect(exits).toEqual([]);
  expect(said.join('')).toContain(`${name}: tidying up`);
});

test('an echo of the first does not count, the second one ends at once', () => {
  const { send, exits, said } = scene();
  send('SIGINT', 100);
  send('SIGINT', 110);
  send('SIGINT', 600);
  expect(exits).toEqual([]);
  expect(said.length).toBe(1);
  send('SIGINT', 601);
  expect(exits).toEqual([130]);
});

test('the second one may be another', () => {
  const { stop, send, exits } = scene();
  send('SIGINT', 100);
  send('SIGTERM', 5000);
  expect(exits).toEqual([143]);
  expect(stop.exitCode()).toBe(130);
});
