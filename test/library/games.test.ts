/** Games of an archive for programs: what `readGames` gives, and whom it tells of what it cannot read; the engine that they go to. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import {
  ArchiveError,
  IllegalMoveError,
  InvalidFenError,
  InvalidPgnError,
  analyzeGame,
  analyzePosition,
  loadEngine,
  readGames,
  type ArchiveGame,
  type ReadOptions,
} from '../../src/index.js';
import { pack } from '../../jobs/sample/pack.js';

const folder = mkdtempSync(join(tmpdir(), 'motif-library-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FORK = '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37';
const FORK_GAME = `[White "M\xfcller"]\n[FEN "${FORK}"]\n\n37... Ne2+ 38. Kg2 Nxc3 39. bxc3 Qxc3 0-1\n`;
const SHORT = '[White "B"]\n\n1. e4 e5 1-0\n';

async function zipOf(name: string, entries: Record<string, string>): Promise<string> {
  const path = join(folder, name);
  writeFileSync(
    path,
    await pack(Object.entries(entries).map(([name, text]) => ({ name, data: Buffer.from(text, 'latin1') }))),
  );
  return path;
}

async function all(path: string, options?: ReadOptions): Promise<ArchiveGame[]> {
  const games: ArchiveGame[] = [];
  for await (const game of readGames(path, options)) games.push(game);
  return games;
}

describe('readGames', () => {
  it('numbers the games through the entries, with their places, tags and text', async () => {
    const games = await all(await zipOf('two.zip', { 'a.pgn': FORK_GAME + SHORT, 'b.pgn': SHORT }));
    expect(games.map(({ entry, number, line }) => [entry, number, line])).toEqual([
      ['a.pgn', 1, 1],
      ['a.pgn', 2, 5],
      ['b.pgn', 3, 1],
    ]);
    expect(games[0]?.tags.get('White')).toBe('Müller');
    expect(games[0]?.pgn).toContain('[White "Müller"]');
    expect(games[1]?.pgn).toBe(SHORT.trimEnd());
  });

  it('tells at the end what was skipped', async () => {
    const path = await zipOf('inner.zip', { 'a.pgn': SHORT, 'pictures.zip': 'PK\x03\x04', 'b.pgn': SHORT });
    const told: string[] = [];
    expect(await all(path, { onWarning: (warning) => told.push(warning) })).toHaveLength(2);
    expect(told).toEqual([expect.stringContaining('pictures.zip')]);
    expect(await all(path)).toHaveLength(2);
  });

  it('gives games that are analysed as their text is', async () => {
    const [game] = await all(await zipOf('one.zip', { 'a.pgn': FORK_GAME }));
    const fromGame = await analyzeGame(game!, { with_sequence: true });
    const fromText = await analyzeGame(game!.pgn, { with_sequence: true });
    expect(fromGame.tactics).toEqual(fromText.tactics);
    expect(fromGame.tactics[0]).toMatchObject({ pattern: 'fork', gain: 700 });
  });

  it('gives broken games too: analysing them says where in the file they are broken', async () => {
    const path = join(folder, 'broken.pgn');
    writeFileSync(path, `${SHORT}\n[White "C"]\n\n1. e4 e5 2. Ke4 *\n\n${SHORT}`);
    const games = await all(path);
    expect(games).toHaveLength(3);
    await expect(analyzeGame(games[1]!)).rejects.toMatchObject({ fault: { reason: 'illegal_move', ply: 3, line: 7 } });
  });

  it('takes a game beyond the limit for what it is, not for its beginning', async () => {
    const path = join(folder, 'large.pgn');
    writeFileSync(path, `[White "D"]\n\n1. e4 e5 {${'x'.repeat(5 << 20)}} 2. Nf3 *\n`);
    const [game] = await all(path);
    await expect(analyzeGame(game!)).rejects.toMatchObject({ fault: { reason: 'too_large' } });
  });

  it('throws what an entry lacks behind its whole games, or tells it and reads the others', async () => {
    const path = await zipOf('bad.zip', { 'a.pgn': SHORT, 'b.pgn': SHORT });
    const bytes = Buffer.from(await pack([{ name: 'a.pgn', data: Buffer.from(SHORT) }, { name: 'b.pgn', data: Buffer.from(SHORT) }])); // prettier-ignore
    // the checksum of a.pgn, in its own header and in the directory
    const checksum = bytes.subarray(14, 18);
    const inDirectory = bytes.indexOf(checksum, bytes.indexOf('PK\x01\x02', 'latin1'));
    for (const at of [14, inDirectory]) bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    writeFileSync(path, bytes);

    await expect(all(path)).rejects.toThrow(ArchiveError);
    const faults: ArchiveError[] = [];
    const games = await all(path, { onFault: (fault) => faults.push(fault) });
    expect(faults.map(({ code, entry }) => [code, entry])).toEqual([['bad_checksum', 'a.pgn']]);
    expect(games.at(-1)?.entry).toBe('b.pgn');
  });

  it('tells of much that was passed over, and of what holds no game at all', async () => {
    const [mixed, letter, quiet] = ['mixed.pgn', 'letter.pgn', 'quiet.pgn'].map((name) => join(folder, name));
    const wide = Buffer.from(SHORT.repeat(400), 'utf16le');
    writeFileSync(mixed!, Buffer.concat([Buffer.from(`${SHORT}\n`), wide, Buffer.from(`\n${SHORT}`)]));
    writeFileSync(letter!, 'a letter to the editor\n');
    writeFileSync(quiet!, `${SHORT}\na note\n\n${SHORT}`);
    const told: string[] = [];
    const onWarning = (warning: string) => void told.push(warning);
    expect(await all(mixed!, { onWarning })).toHaveLength(2);
    expect(told.splice(0)).toEqual([
      expect.stringMatching(/^mixed\.pgn: has \d+ KB after line 5 that cannot be read as PGN/),
    ]);
    expect(await all(letter!, { onWarning })).toEqual([]);
    expect(told.splice(0)).toEqual([`${letter}: does not look like PGN: there is no game in it`]);
    expect(await all(quiet!, { onWarning })).toHaveLength(2);
    expect(told).toEqual([]);
  });

  it('tells one thing of what holds no game: that it is none, or why it cannot be read', async () => {
    const [strange, cut] = ['strange.pgn', 'letter.pgn.gz'].map((name) => join(folder, name));
    writeFileSync(strange!, Buffer.concat([Buffer.from('a letter\n'), Buffer.from(SHORT.repeat(400), 'utf16le')]));
    const letters = Array.from({ length: 50_000 }, (_, n) => `a letter, ${(n * 7919) % 10_007}\n`).join('');
    writeFileSync(cut!, gzipSync(letters).subarray(0, -1000));
    const told: string[] = [];
    const options = {
      onWarning: (warning: string) => void told.push(warning),
      onFault: ({ code }: ArchiveError) => void told.push(code),
    };
    expect(await all(strange!, options)).toEqual([]);
    expect(told.splice(0)).toEqual([`${strange}: does not look like PGN: there is no game in it`]);
    expect(await all(cut!, options)).toEqual([]);
    expect(told).toEqual(['truncated']);
  });

  it('throws at once where there is no archive, whoever is there to be told', async () => {
    const path = join(folder, 'nowhere.pgn');
    await expect(all(path, { onFault: () => undefined })).rejects.toMatchObject({ code: 'not_found', path });
  });

  it('takes a path for a path, and nothing else', async () => {
    const url = pathToFileURL(join(folder, 'nowhere.pgn')) as unknown as string;
    await expect(all(url)).rejects.toThrow(
      new TypeError('a path must be a string, not URL; fileURLToPath makes one of it'),
    );
    await expect(all('')).rejects.toThrow(
      new TypeError('a path must not be empty: name a file, or - for standard input'),
    );
    // in place of the fault that the listener was to be told
    for (const [options, words] of [
      [null, 'options must be an object'],
      [[], 'options must be an object'],
      [{ onFault: true }, "'onFault' must be a function"],
      [{ onWarning: 'x' }, "'onWarning' must be a function"],
      [{ onfault: () => undefined }, "'onfault' is no option; the options are onFault, onWarning"],
    ] as [unknown, string][])
      await expect(all(join(folder, 'no.zip'), options as ReadOptions)).rejects.toThrow(new TypeError(words));
    await expect(all(undefined as unknown as string)).rejects.toThrow('a path must be a string, not undefined');
    await expect(all(null as unknown as string)).rejects.toThrow(new TypeError('a path must be a string, not null'));
  });

  it('may be left early, with nothing open', async () => {
    for await (const game of readGames(await zipOf('left.zip', { 'a.pgn': SHORT + SHORT }))) {
      expect(game.number).toBe(1);
      break;
    }
  });
});

describe('loadEngine', async () => {
  const engine = await loadEngine();

  it('answers at once what the calls answer', async () => {
    const options = { with_sequence: true } as const;
    expect(engine.analyzePosition(FORK, options).tactics).toEqual((await analyzePosition(FORK, options)).tactics);
    expect(engine.analyzeGame(FORK_GAME).tactics).toEqual((await analyzeGame(FORK_GAME)).tactics);
  });

  it('writes lines as people do, and knows the legal moves', () => {
    expect(engine.sanLine(FORK, ['d4e2', 'g1g2', 'e2c3'])).toEqual(['Ne2+', 'Kg2', 'Nxc3']);
    expect(engine.legalMoves(FORK)).toContain('d4e2');
    // a tactic has no sequence unless it is asked for
    expect(() => engine.sanLine(FORK, null as unknown as string[])).toThrow(
      'a line must be an array of moves in UCI, not null',
    );
  });

  it('throws what is wrong with the input', () => {
    expect(() => engine.analyzePosition('nonsense')).toThrow(InvalidFenError);
    expect(() => engine.analyzeGame('1. e4 e5 2. Ke4 *')).toThrow(InvalidPgnError);
    for (const move of ['e2c4', 'Nxc3']) {
      const line = (): unknown => engine.sanLine(FORK, ['d4e2', 'g1g2', move]);
      expect(line).toThrow(IllegalMoveError);
      expect(line).toThrow(expect.objectContaining({ move, ply: 3, message: `Illegal move: "${move}" at ply 3` }));
    }
    const long = (): unknown => engine.sanLine(FORK, ['x'.repeat(4_000_000)]);
    expect(long).toThrow(expect.objectContaining({ message: `Illegal move: "${'x'.repeat(80)}…" at ply 1` }));
    expect(() => engine.analyzePosition(FORK, { patterns: ['x'.repeat(4_000_000) as 'fork'] })).toThrow(
      new RegExp(`^Invalid pattern: x{80}…; the patterns are fork,`),
    );
    expect(() => engine.analyzePosition(FORK, { depth: 'l'.repeat(4_000_000) as 'l2' })).toThrow(/not "l{80}…"$/);
    expect(() => engine.analyzePosition(FORK, { depth: 'l3' as 'l2' })).toThrow(RangeError);
  });
});
