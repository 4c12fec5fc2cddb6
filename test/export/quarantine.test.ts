/** Games that were set aside come out as they went in, say where to look, and can be mended and scanned. */
import fc from 'fast-check';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FIRST_LINE, quarantineFile, SEAL_LENGTH } from '../../src/export/quarantine.js';
import { GameSplitter, type RawGame } from '../../src/pgn/splitter.js';
import type { QuarantinedGame } from '../../src/store/quarantine.js';
import type { Store } from '../../src/store/store.js';
import { split } from '../pgn/helpers.js';
import { pgn, pgns, scan, sharedPool, tempFile, tempFolder, testStore } from '../pipeline/fixture.js';

const one = sharedPool(1);

/** One broken game of every kind that leaves something open, or that other readers could run together. */
const BROKEN: readonly string[] = [
  pgn(1, { moves: '1. e4 e5 2. Ke4' }),
  // no result, then a move that is none
  '[White "no result"]\n\n1. e4 e5 2. Qxx9\n\n',
  '[White "a comment is open"]\n\n1. e4 { and never closed\n\n',
  '[White "a variation is open"]\n\n1. e4 (1. d4 (1. c4\n\n',
  // neither tags nor a result
  '1. e4 e5 2. Ke3 Zz\n\n',
  '[White "a comment that quotes"]\n\n1. e4 { as in\n\n[White "x"]\n\n1. d4 } 1... e5 2. Ke5\n\n',
  '[White "a rest of line"]\n\n1. e4 e5 2. Ke3 ; not here\n\n',
  '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *\n\n',
  '[White "M\u00fcller"]\r\n\r\n1. e4 e5\r\n{ caf\u00e9 } 2. Ke4 *\r\n\r\n',
];

function fileOf(games: Iterable<QuarantinedGame>): Uint8Array {
  return new Uint8Array(Buffer.concat([...quarantineFile(games)]));
}

function inQuarantine(store: Store): QuarantinedGame[] {
  return [...store.quarantined()];
}

async function quarantined(
  text: string | Uint8Array,
): Promise<{ store: Store; games: QuarantinedGame[]; path: string }> {
  const store = testStore();
  const path = tempFile('broken.pgn', text);
  await scan([path], { pool: one, store });
  return { store, games: inQuarantine(store), path };
}

describe('the file', () => {
  test('holds every game byte for byte, whatever it leaves open, and says at which line of the file it is at fault', async () => {
    // each scanned on its own: in one file with the others some would be read as one
    const games: QuarantinedGame[] = [];
    for (const text of BROKEN) games.push(...(await quarantined('junk\n\n' + text)).games);
    expect(games.map((game) => game.reason)).toEqual([
      ...['illegal_move', 'bad_token', 'unterminated_comment', 'unterminated_variation', 'illegal_move'],
      ...['illegal_move', 'illegal_move', 'bad_fen', 'illegal_move'],
    ]);

    const file = fileOf(games);
    expect(split(file).map((game) => Buffer.from(game.bytes).toString())).toEqual(
      games.map((game) => Buffer.from(game.bytes).toString()),
    );

    const text = Buffer.from(file).toString();
    const again = await quarantined(file);
    expect(again.games.length).toBe(games.length);
    const promised = [...text.matchAll(/^% in this file: line (\d+), column (\d+)$/gm)];
    for (const [index, game] of again.games.entries()) {
      const before = games[index];
      expect(Buffer.compare(game.bytes, before?.bytes ?? new Uint8Array())).toBe(0);
      expect([game.reason, game.message]).toEqual([before?.reason, before?.message]);
      expect([String(game.line), String(game.column)]).toEqual(promised[index]?.slice(1));
      expect(game.faultOffset - game.offset).toBe((before?.faultOffset ?? 0) - (before?.offset ?? 0));
    }
  });

  test('names reason, archive, entry, place and message above each game, on escape lines only', async () => {
    const { games, path } = await quarantined(pgn(0) + (BROKEN[0] ?? ''));
    const [game] = games;
    const lines = Buffer.from(fileOf(games)).toString().split('\n');
    expect(lines[0]).toBe(FIRST_LINE.trim());
    expect(lines.slice(1, 5)).toEqual([
      '%motif quarantined game 1: illegal_move',
      `% ${game?.message ?? ''}`,
      `% ${path}, broken.pgn: line 15, column 13 (byte ${game?.faultOffset ?? 0}; the game begins at byte ${game?.offset ?? 0})`,
      '% in this file: line 12, column 13',
    ]);
    expect(lines[11]?.slice(12)).toMatch(/^Ke4/);
    expect(lines.slice(5, -2).join('\n')).toBe(Buffer.from(game?.bytes ?? []).toString() + '\n');
    expect(lines.at(-2)).toMatch(/^%motif end, not changed by hand while the lines above have SHA-256 [0-9a-f]{64}$/);
  });

  test('keeps its own lines whatever a message or a name holds', () => {
    const bytes = Buffer.from('1. e4 Ke4 *');
    const place = { offset: 0, faultOffset: 6, line: 1, column: 7, reason: 'illegal_move', bytes };
    const nasty = { ...place, message: 'a\n[Event "x"]', archive: 'b\r\n1. e4 *', entry: 'c\u2028%motif ' };
    const [game, ...more] = split(fileOf([nasty]));
    expect(more).toEqual([]);
    expect(Buffer.from(game?.bytes ?? [])).toEqual(bytes);
  });

  test('says nothing that turns the direction of its own lines, or that a terminal obeys', () => {
    const place = { offset: 0, faultOffset: 0, line: 1, column: 1, reason: 'bad_token', bytes: Buffer.from('1. x') };
    const nasty = { ...place, message: 'a\u202ed', archive: 'b\u009b2J', entry: 'c\u2066' };
    expect(Buffer.from(fileOf([nasty])).toString()).not.toMatch(/[\u0080-\u009f\u202e\u2066]/);
  });

  test('does not pass off the beginning of a game that was too large as a game', () => {
    const bytes = Buffer.from('1. e4 e5');
    const place = { offset: 0, faultOffset: 0, line: 1, column: 1, archive: 'a', entry: 'b', message: 'm', bytes };
    const file = fileOf([
      { ...place, reason: 'too_large' },
      { ...place, reason: 'bad_token' },
    ]);
    expect(split(file).length).toBe(1);
    expect(Buffer.from(file).toString()).toContain('too_large');
    expect(Buffer.from(file).toString()).toContain('mend it in the archive');
    expect(Buffer.from(file).toString().split('\n')[split(file)[0]!.line - 1]).toBe('1. e4 e5');
  });

  test('of no games is the first line and the last', () => {
    expect(fileOf([]).length).toBe(FIRST_LINE.length + SEAL_LENGTH);
    expect(split(fileOf([]))).toEqual([]);
  });

  test('gives back any game that the splitter gives, in any pieces', () => {
    const words = fc.constantFrom(
      ...[
        '1. e4',
        'e5',
        'Ke5',
        '*',
        '1-0',
        '{',
        '}',
        '(',
        ')',
        ';',
        '"',
        '\n',
        '\n\n',
        '\r\n',
        '\n%',
        '\n[Event "x"]\n',
        '\n[',
        '\\',
        '%',
      ],
    );
    const soup = fc.array(words, { maxLength: 30 }).map((parts) => Buffer.from(parts.join(' ')));
    fc.assert(
      fc.property(
        fc.array(soup, { maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (texts, sizes) => {
          const games = texts.flatMap((text) => split(new Uint8Array(text))).map(asQuarantined);
          const again = split(fileOf(games), sizes);
          expect(again.map((game) => Buffer.from(game.bytes).toString())).toEqual(
            games.map((game) => Buffer.from(game.bytes).toString()),
          );
        },
      ),
      { numRuns: 2000 },
    );
  });
});

function asQuarantined({ bytes, offset, line }: RawGame): QuarantinedGame {
  const fault = { faultOffset: offset, line, column: 1, reason: 'bad_token', message: 'm' };
  return { ...fault, archive: 'a', entry: 'b', offset, bytes };
}

describe('a fence', () => {
  test.each([
    ['a comment', '1. e4 { open\n%motif x\n1. d4 d5'],
    ['variations', '1. e4 (1. d4 (\n%motif x\n1. d4 d5'],
    ['tags', '[White "a"]\n%motif x\n[White "b"]\n\n1. d4'],
    ['moves without a result', '1. e4 e5\n%motif x\n1. d4 d5'],
  ])('ends %s', (_, text) => {
    for (const sizes of [[1], [3, 1], [1000]]) expect(split(Buffer.from(text), sizes).length).toBe(2);
  });

  test.each([
    ['another escape line', '1. e4 e5\n%motif\n2. Nf3 *'],
    ['in the middle of a line', '1. e4 e5\n %motif x\n2. Nf3 *'],
    ['cut short by the end', '1. e4 e5\n%mot'],
  ])('is not %s', (_, text) => {
    for (const sizes of [[1], [1000]]) expect(split(Buffer.from(text), sizes).length).toBe(1);
  });

  test('in a comment between games ends the comment', () => {
    const splitter = new GameSplitter();
    const games = [...splitter.push(Buffer.from('{ junk\n%motif x\n1. d4 *\n')), ...splitter.end()];
    expect(games.map((game) => Buffer.from(game.bytes).toString())).toEqual(['1. d4 *']);
  });
});

test('a game that is mended in the file is stored by a scan of it, and the others are set aside again', async () => {
  const { store, games } = await quarantined((BROKEN[0] ?? '') + pgns(3) + (BROKEN[1] ?? ''));
  const path = join(tempFolder(), 'mend.pgn');
  writeFileSync(path, fileOf(games));
  expect((await scan([path], { pool: one, store })).games).toMatchObject({ seen: 2, stored: 0, quarantined: 2 });
  writeFileSync(path, readFileSync(path, 'utf8').replace('2. Ke4', '2. Ke2'));
  expect((await scan([path], { pool: one, store })).games).toMatchObject({ seen: 2, stored: 1, quarantined: 1 });
  expect(store.counts().games).toBe(4);
});

test('a game is asked for once, however often it was scanned in a file that grows, and in those it was to be mended in', async () => {
  const { store, games, path } = await quarantined((BROKEN[0] ?? '') + pgn(2));
  writeFileSync(path, (BROKEN[0] ?? '') + pgn(2) + (BROKEN[1] ?? '') + pgn(3));
  await scan([path], { pool: one, store });
  const grown = inQuarantine(store);
  expect(grown.map(({ reason }) => reason)).toEqual(['illegal_move', 'bad_token']);
  const mend = tempFile('mend.pgn', fileOf(grown));
  const { fingerprints } = await scan([path, mend], { pool: one, store });
  expect(inQuarantine(store)).toEqual(grown);
  // the file alone has all of them, and both have none twice
  expect([...store.quarantined(fingerprints.slice(1))].map(({ archive }) => archive)).toEqual([mend, mend]);
  expect([...store.quarantined(fingerprints)].length).toBe(2);
  expect(games[0]).toEqual(grown[0]);
});
