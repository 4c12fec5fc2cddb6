/** What the log may not hold. */
import { describe, expect, it } from 'vitest';
import { makeKey } from '../../../src/api/key.js';
import { BUILT_IN_PLANS } from '../../../src/api/plans.js';
import { addKey } from '../doors.js';
import { app, FEN, freshDoors, open, PAID, post, statuses, store } from './world.js';

freshDoors();

describe('the log', () => {
  it('never holds a key, whatever way it came', async () => {
    let log = '';
    await open({ log: (line) => (log += line), plans: { ...BUILT_IN_PLANS, refusedKeysPerMinute: 8 } });
    const { id, key } = addKey(store);
    const wrong = makeKey(id);
    const secrets = [key, wrong].map((each) => each.slice(15));
    await post(PAID, { key });
    for (const header of [`Bearer ${wrong}`, wrong, `Basic ${wrong}`, `Bearer ${wrong}x`]) await post(PAID, { header });
    await post(`${PAID}?key=${key}`, { key });
    await app.inject({ url: `/v1/${key}` });
    await post(PAID, { key, body: { fen: key } });
    await post('/v1/extract_game', { key, body: { pgn: `1. e4 ${key} *` } });
    await post(PAID, { key, body: { fen: FEN, patterns: [key] } });
    await statuses(10, PAID, { key: wrong });
    expect(log).toContain('incoming request');
    expect(log).toContain('request refused');
    expect(log).toContain(`motif_${id}_[hidden]`);
    for (const secret of secrets) {
      expect(log).not.toContain(secret);
      expect(log).not.toContain(secret.slice(0, 12));
    }
  });

  it('holds what strangers send so that it says nothing to a terminal, and ends no line', async () => {
    const lines: string[] = [];
    await open({ log: (line) => void lines.push(line) });
    const { key } = addKey(store);
    for (const sign of ['\u009b', '\u202e', '\u2028']) await post(PAID, { key, body: { fen: `${sign}31m` } });
    expect(lines.join('')).not.toMatch(/[\x7f-\x9f\u2028\u202e]/);
    for (const line of lines) expect(line.indexOf('\n')).toBe(line.length - 1);
    const details = lines.map((line) => (JSON.parse(line) as { detail?: string }).detail).filter(Boolean);
    expect(details.map((detail) => /"([^"])"/u.exec(detail!)?.[1])).toEqual(['\u009b', '\u202e', '\u2028']);
  });
});
