/** What the kernel's thread answers, asked in Node: the same code as in the page, and the same tactics as the service's. */
import { beforeAll, describe, expect, it } from 'vitest';
import { annotateGame } from '../../src/tactics/analyze.js';
import { answerPosition } from '../../src/tactics/answer.js';
import type { Engine } from '../../src/tactics/engine.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { readGame } from '../../src/tactics/pgn.js';
import { makeUci } from '../../src/tactics/record.js';
import { settle } from '../../src/tactics/options.js';
import { answer } from '../../src/web/engine/answer.js';
import type { Question, Reply, ShownTactic } from '../../src/web/engine/messages.js';
import { chancesOf, weightOf } from '../../src/web/playground/chances.js';
import { FORK_GAME, IMMORTAL_GAME, PUZZLE_000PW } from '../api/app.js';

/** A pin that wins, and others that do not. */
const MANY_PINS = '6k1/4qr1p/6pP/2pB1p2/1p3P2/2Q5/5P1K/8 w - - 0 44';

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

async function replies(question: Question): Promise<Reply[]> {
  const all: Reply[] = [];
  for await (const reply of answer(engine, question)) all.push(reply);
  return all;
}

/** What comes behind the text's list of games. */
async function gameReplies(question: Question): Promise<Reply[]> {
  const [text, ...rest] = await replies(question);
  expect(text?.kind).toBe('text');
  return rest;
}

async function only(question: Question): Promise<Reply> {
  const all = await replies(question);
  expect(all).toHaveLength(1);
  return all[0]!;
}

describe('a position', () => {
  it('has the tactics that the service answers with, and what l1 offers beside them', async () => {
    const reply = await only({ kind: 'position', fen: PUZZLE_000PW, depth: 'l2' });
    if (reply.kind !== 'position') throw new Error(reply.kind);
    const { tactics } = answerPosition(engine, PUZZLE_000PW, settle({ with_sequence: true }));
    expect(reply.tactics.map(({ trigger_san: _san, sequence_san: _sans, ...published }) => published)).toEqual(tactics);
    expect(reply.tactics[0]?.sequence_san).toEqual(['Ne2+', 'Kg2', 'Nxc3', 'bxc3', 'Qxc3']);
    expect(new Set(reply.candidates.map(({ trigger_move }) => trigger_move))).toEqual(new Set(['d4f3', 'e5e1']));
    expect(reply.candidates.every(({ gain_confirmed }) => !gain_confirmed)).toBe(true);
    expect(reply.moves).toContain('d4e2');
  });

  it('has as candidates all that l1 offers and the forcing tree does not bear out, also of patterns that it has found', async () => {
    const reply = await only({ kind: 'position', fen: MANY_PINS, depth: 'l2' });
    if (reply.kind !== 'position') throw new Error(reply.kind);
    const namesOf = (tactics: readonly ShownTactic[]) => tactics.map((one) => `${one.pattern} ${one.trigger_move}`);
    const l1 = namesOf(answerPosition(engine, MANY_PINS, settle({ depth: 'l1' })).tactics);
    const found = namesOf(reply.tactics);
    expect(namesOf(reply.candidates)).toEqual(l1.filter((name) => !found.includes(name)));
    expect(reply.candidates.map(({ pattern }) => pattern)).toContain(reply.tactics[0]?.pattern);
    const shallow = await only({ kind: 'position', fen: MANY_PINS, depth: 'l1' });
    expect(shallow).toMatchObject({ candidates: [] });
  });

  it('that is none is refused in words', async () => {
    expect(await only({ kind: 'position', fen: 'x', depth: 'l1' })).toMatchObject({ kind: 'fault', input: 'fen' });
  });
});

it('a line has its positions', async () => {
  const reply = await only({ kind: 'line', fen: PUZZLE_000PW, moves: ['d4e2', 'g1g2'] });
  expect(reply).toMatchObject({ kind: 'line', sans: ['Ne2+', 'Kg2'] });
  expect(reply.kind === 'line' && reply.fens.map((fen) => fen.split(' ').slice(1).join(' '))).toEqual([
    'b - - 3 37',
    'w - - 4 38',
    'b - - 5 38',
  ]);
});

it('a line has its positions also where it promotes to more pieces than a FEN may have', async () => {
  const reply = await only({ kind: 'line', fen: '6rk/P5pp/8/8/8/QQQQQ3/QQQP3K/8 w - - 0 1', moves: ['a7a8q'] });
  expect(reply).toMatchObject({
    kind: 'line',
    sans: ['a8=Q'],
    fens: [/^6rk/, /^Q5rk/].map((board) => expect.stringMatching(board) as string),
  });
});

describe('a game', () => {
  it('comes with its moves first, then with the tactics before each', async () => {
    const [head, ...rest] = await gameReplies({ kind: 'game', pgn: IMMORTAL_GAME, depth: 'l2', index: 0 });
    if (head?.kind !== 'game') throw new Error(head?.kind);
    expect(head.sans.slice(0, 3)).toEqual(['e4', 'e5', 'f4']);
    expect(head.fens).toHaveLength(46);
    const tactics = rest.flatMap((reply) => (reply.kind === 'plies' ? reply.tactics : []));
    expect(tactics).toHaveLength(46);
    // each piece says where it belongs
    let from = 0;
    for (const reply of rest) {
      if (reply.kind !== 'plies') throw new Error(reply.kind);
      expect(reply.from).toBe(from);
      from += reply.tactics.length;
    }
    expect(rest.at(-1)).toMatchObject({ kind: 'plies', ms: expect.any(Number) as number });
    tactics.forEach((found, index) => {
      const expected = answerPosition(engine, head.fens[index] ?? '', settle()).tactics;
      expect(found.map(({ pattern, trigger_move }) => [pattern, trigger_move])).toEqual(
        expected.map(({ pattern, trigger_move }) => [pattern, trigger_move]),
      );
    });
  });

  it('is given up for the next one that is asked for', async () => {
    const first = answer(engine, { kind: 'game', pgn: IMMORTAL_GAME, depth: 'l2', index: 0 });
    const told: Reply[] = [];
    for (let count = 0; count < 3; count++) told.push((await first.next()).value as Reply);
    expect(told.map(({ kind }) => kind)).toEqual(['text', 'game', 'plies']);
    expect(told[2]).toMatchObject({ ms: null });
    await gameReplies({ kind: 'game', pgn: FORK_GAME, depth: 'l1', index: 0 });
    expect(await first.next()).toEqual({ value: undefined, done: true });
  });

  it('tells played chances from missed ones', async () => {
    const [head, ...rest] = await gameReplies({ kind: 'game', pgn: FORK_GAME, depth: 'l2', index: 0 });
    if (head?.kind !== 'game') throw new Error(head?.kind);
    const tactics = rest.flatMap((reply) => (reply.kind === 'plies' ? reply.tactics : []));
    expect(chancesOf(tactics, head.moves, [])[0]).toMatchObject({ became: 'played', best: { pattern: 'fork' } });
    expect(chancesOf(tactics, ['e5e1', ...head.moves.slice(1)], [])[0]).toMatchObject({ became: 'missed' });
    expect(chancesOf(tactics, head.moves, ['skewer'])[0]).toBeNull();
    // what was played speaks for a chance, though something better was there
    const [best, other] = [tactics[0]![0]!, { ...tactics[0]![0]!, pattern: 'pin', trigger_move: 'e5e1' } as const];
    const [chance] = chancesOf([[best, other]], ['e5e1'], []);
    expect(chance).toMatchObject({ became: 'played', best: other });
    expect(chancesOf([undefined], ['e5e1'], [])).toEqual([null]);
  });

  it('of several is the one that was asked for', async () => {
    const pgn = `${FORK_GAME}\n{between them}\n${IMMORTAL_GAME}\n[White "A"]\n\n1. e4 Ke3 *\n`;
    const [text, head] = await replies({ kind: 'game', pgn, depth: 'l1', index: 1 });
    expect(text).toMatchObject({
      kind: 'text',
      titles: ['1. ? - ?', '2. Adolf Anderssen - Lionel Kieseritzky', '3. (cannot be read)'],
    });
    if (text?.kind !== 'text' || head?.kind !== 'game') throw new Error(head?.kind);
    // the service reads as one game what the page says is the chosen one's own text
    expect(Array.from(readGame(engine, text.own).moves, makeUci)).toEqual(head.moves);
    expect(head.moves).toHaveLength(45);
  });

  it('of a text that has fewer than the address says is the last one', async () => {
    const [text] = await replies({ kind: 'game', pgn: `1. e4 *\n\n${FORK_GAME}`, depth: 'l1', index: 9 });
    expect(text).toMatchObject({ own: FORK_GAME.trim() });
  });

  it('of very many can be one of the first 500, and how many there are is told', async () => {
    const pgn = '1. e4 * '.repeat(502);
    const [text] = await replies({ kind: 'game', pgn, depth: 'l1', index: 0 });
    if (text?.kind !== 'text') throw new Error(text?.kind);
    expect([text.titles.length, text.games]).toEqual([500, 502]);
  });

  it('of several that cannot be read is refused beside the others', async () => {
    const pgn = `1. e4 Ke3 *\n\n${IMMORTAL_GAME}`;
    const [text, fault] = await replies({ kind: 'game', pgn, depth: 'l1', index: 0 });
    expect(text).toMatchObject({
      own: '1. e4 Ke3 *',
      titles: ['1. (cannot be read)', expect.stringMatching(/^2. Adolf/)],
    });
    expect(fault).toMatchObject({ kind: 'fault', input: 'pgn', line: 1 });
  });

  it('that cannot be read is refused with its place, and a text without any as well', async () => {
    const [, fault] = await replies({ kind: 'game', pgn: '1. e4 e5 2. Ke3', depth: 'l2', index: 0 });
    expect(fault).toMatchObject({
      kind: 'fault',
      input: 'pgn',
      line: 1,
      column: 13,
    });
    expect(await only({ kind: 'game', pgn: 'hello', depth: 'l2', index: 0 })).toMatchObject({
      kind: 'fault',
      detail: 'there is no game in the text',
    });
    const [, atomic] = await replies({ kind: 'game', pgn: '[Variant "Atomic"]\n\n1. e4 *', depth: 'l2', index: 0 });
    expect(atomic).toMatchObject({
      kind: 'fault',
      detail: 'the game is Atomic; only standard chess is analysed',
    });
  });
});

it('an annotated game is what the library writes, of the patterns that are shown', async () => {
  const pgn = IMMORTAL_GAME;
  expect(await only({ kind: 'annotated', pgn, patterns: [] })).toEqual({
    kind: 'annotated',
    text: await annotateGame(pgn),
  });
  expect(await only({ kind: 'annotated', pgn, patterns: ['pin'] })).toEqual({
    kind: 'annotated',
    text: await annotateGame(pgn, { patterns: ['pin'] }),
  });
  expect(await only({ kind: 'annotated', pgn: '1. Ke3', patterns: [] })).toMatchObject({ kind: 'fault', line: 1 });
  expect(await only({ kind: 'annotated', pgn: '', patterns: [] })).toMatchObject({ kind: 'fault', input: 'pgn' });
});

it('a chance stands the higher the more it wins, and none as high as a mate', () => {
  const heights = [-50, 0, 100, 300, 900, 5_000].map((gain) => weightOf({ gain, is_mate: false } as ShownTactic));
  expect(heights).toEqual(heights.toSorted((a, b) => a - b));
  expect(heights[0]).toBeGreaterThan(0);
  expect(heights[2]).toBeLessThan(heights[3]!);
  expect(heights.at(-1)).toBeLessThan(weightOf({ gain: 0, is_mate: true } as ShownTactic));
  expect(weightOf({ gain: 0, is_mate: true } as ShownTactic)).toBe(1);
});
