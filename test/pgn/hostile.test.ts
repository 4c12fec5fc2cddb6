/**
 * Texts that were made to hurt, each between two good games: a clear reason, bounded memory and time, the games around unharmed.
 *
 * A line without end is 64 MB here; with MOTIF_HUGE=1024 it is as many MB (some 2 s a GB, and no more memory).
 */
import { describe, expect, it } from 'vitest';
import { readPacket, type Outcome } from '../../src/pipeline/packet.js';
import { Performer } from '../../src/pipeline/perform.js';
import type { BatchResult } from '../../src/pipeline/tasks.js';
import { GameSplitter, MAX_GAME_BYTES, splitGames, type RawGame } from '../../src/pgn/splitter.js';
import { readTags, TAGS_MAX, VALUE_MAX } from '../../src/pgn/tags.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { bufferBytes } from '../collect.js';
import { processorTime, slowness } from '../processor.js';
import { bytesOf } from './helpers.js';

const MB = 1 << 20;
const LINE_MB = Number(process.env['MOTIF_HUGE'] ?? 64);
/** Milliseconds of processor time that a megabyte, and a game, may cost, splitting, reading and explaining together, on a machine that is no slower than usual. */
const SLOWEST = { megabyte: 400, game: 1 };

const good = (name: string): string =>
  `[Event "Good"]\n[White "${name}"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0`;
const performer = await Performer.create(() => loadEngine());

async function outcomesOf(games: readonly RawGame[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { bytes, offset, line, fault } of games) {
    const task = {
      bytes,
      bounds: Uint32Array.of(0, bytes.length),
      offsets: Float64Array.of(offset),
      lines: Float64Array.of(line),
      tooLarge: Uint8Array.of(fault === undefined ? 0 : 1),
    };
    outcomes.push(...readPacket((await performer.perform({ kind: 'batch', depth: 'l1', ...task })) as BatchResult));
  }
  return outcomes;
}

/** What became of a game: its plies, or why it was set aside. */
function say(outcome: Outcome): string {
  if (outcome.kind === 'scanned') return `${outcome.game.moves.length / 2} plies`;
  return outcome.kind === 'quarantined' ? `${outcome.fault.reason}: ${outcome.fault.message}` : outcome.kind;
}

/** Reads the text between two good games; what becomes of the games that lie between them. */
async function between(text: string | Uint8Array): Promise<string[]> {
  const parts = [bytesOf(good('First') + '\n\n'), typeof text === 'string' ? bytesOf(text) : text];
  const input = Buffer.concat([...parts, bytesOf('\n\n' + good('Last') + '\n')]);
  const started = processorTime();
  const splitter = new GameSplitter();
  const games: RawGame[] = [];
  for (let at = 0; at < input.length; at += 65_536) games.push(...splitter.push(input.subarray(at, at + 65_536)));
  games.push(...splitter.end());
  const said = (await outcomesOf(games)).map(say);
  const ms = processorTime() - started;
  const most = 1000 + SLOWEST.megabyte * (input.length / MB) + SLOWEST.game * games.length;
  // asked for only where it is needed: there are hundreds of texts
  if (ms > most) expect(ms).toBeLessThan(most * slowness());
  expect(games.map((game) => readTags(game.bytes).tags.get('White')).filter(Boolean)).toEqual(['First', 'Last']);
  expect([said.shift(), said.pop()]).toEqual(['6 plies', '6 plies']);
  return said;
}

describe('a line without end', () => {
  async function* endless(head: string, unit: string): AsyncGenerator<Uint8Array> {
    yield bytesOf(good('First') + '\n\n' + head);
    const chunk = Buffer.alloc(MB, unit);
    for (let i = 0; i < LINE_MB; i++) yield await Promise.resolve(chunk);
    yield bytesOf('\n\n' + good('Last') + '\n');
  }

  it.each([
    ['moves', '[Event "E"]\n\n1. e4 ', 'Nf3 Nf6 ', 1],
    ['numbers', '[Event "E"]\n\n', '1.', 1],
    ['a comment', '[Event "E"]\n\n1. e4 { ', 'a word ', 1],
    ['a tag', '[Event "', 'a word ', 1],
    ['tags', '', '[Event "x"]', 1],
    ['parentheses', '1. e4 ', '(', 1],
    ['nothing in particular', '', 'x', 0],
    ['NUL bytes', '1. e4 ', '\0', 1],
  ])(
    'of %s',
    async (_, head, unit, cut) => {
      const games: RawGame[] = [];
      let most = 0;
      for await (const game of splitGames(endless(head, unit))) {
        games.push(game);
        most = Math.max(most, bufferBytes());
      }
      expect(games).toHaveLength(2 + cut);
      const said = (await outcomesOf(games)).map(say);
      const larger = `too_large: the game is larger than ${MAX_GAME_BYTES / MB} MB; only its beginning was kept`;
      expect(said).toEqual(['6 plies', ...Array.from({ length: cut }, () => larger), '6 plies']);
      for (const game of games) expect(game.bytes.length).toBeLessThanOrEqual(MAX_GAME_BYTES);
      expect(most).toBeLessThan(100 * MB);
    },
    120_000,
  );
});

describe('variations', () => {
  it('may be 5,000 deep', async () => {
    const nested = '(1. d4 '.repeat(5000) + ')'.repeat(5000);
    expect(await between(`[Event "E"]\n\n1. e4 ${nested} 1... e5 *`)).toEqual(['2 plies']);
  });

  it('that are never closed are told where they begin', async () => {
    const said = await between(`[Event "E"]\n\n1. e4 ${'(1. d4 '.repeat(5000)} *`);
    expect(said).toEqual(['unterminated_variation: a variation is opened with ( and never closed']);
    expect(await between(`1. e4 ${'('.repeat(1_000_000)}`)).toEqual(said);
  });

  it('that are closed a million times more than opened do no harm', async () => {
    expect(await between(`1. e4 ${')'.repeat(1_000_000)} e5 *`)).toEqual(['2 plies']);
  });
});

describe('a game', () => {
  it('of 100,000 plies is set aside where it becomes too long', async () => {
    const said = await between(`[Event "E"]\n\n${'Nf3 Nf6 Ng1 Ng8 '.repeat(25_000)} *`);
    expect(said).toEqual(['too_many_plies: the game has more half-moves than can be stored (at ply 32769)']);
  });

  it('of 16 MB is cut', async () => {
    const said = await between(`[Event "E"]\n\n1. e4 {${'long '.repeat((16 * MB) / 5)}} e5 *`);
    expect(said).toEqual(['too_large: the game is larger than 4 MB; only its beginning was kept']);
  });

  it('just below the limit is read', async () => {
    const comment = 'x'.repeat(MAX_GAME_BYTES - 100);
    expect(await between(`[Event "E"]\n\n1. e4 {${comment}} e5 *`)).toEqual(['2 plies']);
  });

  it('may have a million move numbers, glyphs or comments', async () => {
    expect(await between(`1. e4 ${'1. '.repeat(MB)} e5 *`)).toEqual(['2 plies']);
    expect(await between(`1. e4 ${'$1 '.repeat(MB)} e5 *`)).toEqual(['2 plies']);
    expect(await between(`1. e4 ${'{}'.repeat(MB)} e5 *`)).toEqual(['2 plies']);
    expect(await between(`1. e4 ${'!'.repeat(MB)} e5 *`)).toEqual(['2 plies']);
    expect(await between(`1. e4 ${';\n'.repeat(MB)} e5 *`)).toEqual(['2 plies']);
    expect(await between(`1. e4 ${'%\n'.repeat(MB)} e5 *`)).toEqual([
      'bad_token: "%" at ply 2 is neither a move nor anything else that PGN knows; pgn-parser stops at "%"',
    ]);
    expect(await between(`1. e4 \n${'%\n'.repeat(MB)} e5 *`)).toEqual(['2 plies']);
  });
});

describe('tags', () => {
  it.each([
    ['a line each', '\n'],
    ['on one line', ''],
    ['a blank line each', '\n\n'],
  ])('may be as many as a game holds, %s', async (_, end) => {
    const many = Array.from({ length: 250_000 }, (__, i) => `[T${i} "v"]`).join(end);
    expect(await between(`${many}\n\n1. e4 *`)).toEqual(['1 plies']);
    expect(readTags(bytesOf(many)).tags.size).toBe(TAGS_MAX);
  });

  it('a million times', async () => {
    expect(await between(`${'[T "v"]\n'.repeat(1_000_000)}\n1. e4 *`)).toEqual([
      'too_large: the game is larger than 4 MB; only its beginning was kept',
    ]);
  });

  it('keep the beginning of a value of megabytes', async () => {
    const text = `[Event "${'v'.repeat(3 * MB)}"]\n\n1. e4 *`;
    expect(await between(text)).toEqual(['1 plies']);
    expect(readTags(bytesOf(text)).tags.get('Event')).toBe('v'.repeat(VALUE_MAX));
  });
});

describe('a heap of', () => {
  const UNITS = [
    '[',
    '(',
    '{',
    '1.',
    ']',
    ')',
    '"',
    '\\',
    '1',
    '0',
    '-',
    '*',
    '<',
    '>',
    ';',
    '%',
    '\n',
    '\r',
    '\0',
    ' ',
    '½',
    '.',
  ];
  const LONGER = [
    '[A "',
    '[ ',
    '[Event "x"]\n',
    '{\n\n[A "x"]}',
    '1-0 ',
    '0-0 ',
    '1 - ',
    '[A',
    '<br',
    '\ufeff',
    '\u00ff',
  ];
  const heap = (unit: string, size: number): string => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

  it.each(UNITS.slice(0, 4))('10 MB of %j', async (unit) => {
    expect((await between(heap(unit, 10 * MB))).length).toBeLessThan(2);
  });

  it.each([...UNITS, ...LONGER])('%j, alone and in a game', async (unit) => {
    // What lies between the good games is a game that is set aside, many, or none: the good ones are what matters.
    for (const head of ['', '[Event "E"]\n\n1. e4 e5 ', '[Event "E"]\n\n1. e4 { ', '[Event "']) {
      for (const one of new Set(await between(head + heap(unit, MB / 2)))) {
        expect(one).toMatch(/^(\d+ plies|[a-z_]+: [^\n]+)$/);
      }
    }
  });

  it('comments that are not closed, each with a tag pair in it', async () => {
    const said = await between(heap('{\n\n[Site "x"]', 130_000));
    expect(said.length).toBeGreaterThan(9000);
    expect(new Set(said)).toEqual(new Set([said[0], '0 plies']));
    expect(said[0]).toMatch(/^unterminated_comment/);
  });
});

it('NUL bytes between all letters of a game leave nothing to read, and do no harm', async () => {
  const spread = Array.from('[Event "E"]\n\n1. e4 e5 *').join('\0');
  const said = await between(spread);
  expect(said.every((one) => one.startsWith('bad_token') || one.startsWith('no_moves') || one.endsWith('plies'))).toBe(
    true,
  );
});
