/** Every format is read back by somebody else's reader, row by row, and every line is played through by a referee. */
import { Chess } from 'chess.js';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import pgnParser from 'pgn-parser';
import { describe, expect, it } from 'vitest';
import { ANKI_COLUMNS } from '../../src/export/anki.js';
import { COLUMNS } from '../../src/export/lichess-csv.js';
import { PARQUET_COLUMNS } from '../../src/export/parquet.js';
import { archiveName } from '../../src/export/text.js';
import { UNRULY } from '../../src/pgn/shown.js';
import type { Puzzle } from '../../src/store/puzzles.js';
import { makeTactics } from '../../src/tactics/record.js';
import { exported, hostile, idOf, itemsOf, PUZZLES, synthesized } from './fixture.js';

/** Moves that real puzzles make seldom: en passant, both castlings, promotions to all pieces. */
const RARE: Puzzle[] = [
  rare(0, 'rnbqkbnr/pppp1ppp/8/4P3/8/8/PPP1PPPP/RNBQKBNR b KQkq - 0 3', 'd7d5', ['e5d6']),
  rare(1, 'r3k2r/pppp1ppp/8/8/8/8/PPPP1PPP/R3K2R b KQkq - 0 10', 'e8c8', ['e1g1']),
  rare(2, 'r3k2r/pppp1ppp/8/8/8/8/PPPP1PPP/R3K2R w KQkq - 0 10', 'e1g1', ['e8c8']),
  rare(3, '7k/P6p/8/8/8/8/8/K7 b - - 0 50', 'h7h6', ['a7a8n']),
  rare(4, '7k/P6p/8/8/8/8/p7/7K b - - 0 50', 'a2a1b', ['a7a8r', 'h8g7', 'a8a1']),
];

function rare(number: number, before: string, mistake: string, line: string[]): Puzzle {
  const chess = new Chess(before);
  chess.move({ from: mistake.slice(0, 2), to: mistake.slice(2, 4), promotion: mistake.slice(4) || 'q' });
  return { ...PUZZLES[number]!, id: idOf(1000 + number), before, mistake, line, fen: chess.fen(), mate: false };
}

const ALL: readonly Puzzle[] = [...PUZZLES, ...RARE, ...hostile(), ...synthesized(200)];

/** Plays UCI moves by the referee; throws where one is not legal. @returns the game */
function play(fen: string, moves: readonly string[]): Chess {
  const chess = new Chess(fen);
  for (const move of moves) {
    chess.move({ from: move.slice(0, 2), to: move.slice(2, 4), ...(move.length > 4 && { promotion: move.slice(4) }) });
  }
  return chess;
}

/** Python's `splitlines` cuts at these. */
const LINE_ENDS = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/;

const rows = (text: Buffer, options = {}): string[][] => parse(text, options);

describe('lichess-csv', () => {
  it('has the header of the Lichess database, and every puzzle in its columns', async () => {
    const { bytes, report } = await exported(ALL, 'lichess-csv');
    const text = bytes['all']!.toString();
    expect(text.slice(0, text.indexOf('\n'))).toBe(
      'PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags',
    );
    const [head, ...body] = rows(bytes['all']!);
    expect(head).toEqual([...COLUMNS]);
    expect(report.counts.puzzles).toBe(ALL.length);
    expect(body.length).toBe(ALL.length);
    const items = await itemsOf(ALL);
    for (const [index, row] of body.entries()) {
      const { puzzle, themes, rating } = items[index]!;
      const [id, fen, moves, stars, deviation, popularity, plays, tags] = row;
      expect([id, fen, moves]).toEqual([puzzle.id, puzzle.before, [puzzle.mistake, ...puzzle.line].join(' ')]);
      expect([stars, deviation, popularity, plays]).toEqual([String(rating), '500', '0', '0']);
      expect(tags).toBe(themes.join(' '));
      const [mistake = '', ...line] = moves!.split(' ');
      expect(play(fen!, [mistake]).fen().split(' ').slice(0, 2)).toEqual(puzzle.fen.split(' ').slice(0, 2));
      expect(play(fen!, [mistake, ...line]).isCheckmate()).toBe(puzzle.mate);
    }
  });

  it('names a Lichess game as Lichess does, seen by who made the mistake, and other games by their address', async () => {
    const base = PUZZLES.find(({ fen }) => fen.includes(' w '))!;
    const other = PUZZLES.find(({ fen }) => fen.includes(' b '))!;
    const sites: [Puzzle, string | null, string][] = [
      [base, 'https://lichess.org/abcdEFGH', `https://lichess.org/abcdEFGH/black#${base.ply - 1}`],
      [other, 'https://lichess.org/abcdEFGH/white', `https://lichess.org/abcdEFGH#${other.ply - 1}`],
      // from a position of move 9 on: Lichess counts on from there
      [
        { ...base, ply: base.ply - 16 },
        'https://lichess.org/abcdEFGH',
        `https://lichess.org/abcdEFGH/black#${base.ply - 1}`,
      ],
      [
        { ...other, ply: other.ply - 17 },
        'https://lichess.org/abcdEFGH',
        `https://lichess.org/abcdEFGH#${other.ply - 1}`,
      ],
      [base, 'https://www.chess.com/game/live/1234', 'https://www.chess.com/game/live/1234'],
      [base, 'Riga', ''],
      [base, '=cmd|x', ''],
      [base, 'https://example.org/ "x"', ''],
      [base, 'javascript:alert(1)', ''],
      [base, null, ''],
    ];
    const puzzles = sites.map(([puzzle, site], index) => ({
      ...puzzle,
      id: idOf(index),
      game: { ...puzzle.game, site },
    }));
    const [, ...body] = rows((await exported(puzzles, 'lichess-csv')).bytes['all']!);
    expect(body.map((row) => row[8])).toEqual(sites.map(([, , url]) => url));
  });
});

describe('jsonl', () => {
  it('holds everything of every puzzle', async () => {
    const { bytes } = await exported(ALL, 'jsonl');
    // many readers split at every line end that Unicode knows
    const lines = bytes['all']!.toString().trimEnd().split(LINE_ENDS);
    expect(lines.length).toBe(ALL.length);
    const items = await itemsOf(ALL);
    for (const [index, line] of lines.entries()) {
      const { puzzle, story, rating, themes } = items[index]!;
      const object = JSON.parse(line) as Record<string, unknown> & { game: Record<string, unknown> };
      expect(object).toMatchObject({
        ...{ id: puzzle.id, fen_before: puzzle.before, mistake: puzzle.mistake, fen: puzzle.fen, line: puzzle.line },
        ...{ gain: puzzle.gain, is_mate: puzzle.mate, margin: puzzle.margin, ply: puzzle.ply, rating, themes },
        color: story.white ? 'white' : 'black',
        tactics: makeTactics(puzzle.records, puzzle.fen, true),
        game: { digest: puzzle.game.digest, white: puzzle.game.white, site: puzzle.game.site, eco: puzzle.game.eco },
        source: { archive: archiveName(puzzle.game.archive), offset: puzzle.game.offset },
        engine: { version: '9.9', signature: 'fixture' },
      });
      const chess = play(puzzle.before, [puzzle.mistake, ...puzzle.line]);
      expect([object['mistake_san'], ...(object['line_san'] as string[])]).toEqual(chess.history());
    }
  });
});

describe('pgn', () => {
  it('is read by chess.js and by pgn-parser, game by game, with the same moves', async () => {
    const { bytes } = await exported(ALL, 'pgn');
    const text = bytes['all']!.toString();
    const games = text.trimEnd().split(/\n\n(?=\[Event )/);
    expect(games.length).toBe(ALL.length);
    for (const [index, game] of games.entries()) {
      const puzzle = ALL[index]!;
      const chess = new Chess();
      chess.loadPgn(game);
      const expected = play(puzzle.before, [puzzle.mistake, ...puzzle.line]);
      expect(chess.history()).toEqual(expected.history());
      expect(chess.fen()).toBe(expected.fen());
      const headers = chess.getHeaders();
      expect(headers).toMatchObject({ SetUp: '1', FEN: puzzle.before, PuzzleId: puzzle.id });
      const won = expected.turn() === 'b' ? '1-0' : '0-1';
      expect(headers['Result']).toBe(puzzle.mate ? won : '*');
      const [parsed, ...more] = pgnParser.parse(game) as {
        headers: { name: string; value: string }[];
        moves: { move: string }[];
      }[];
      expect(more).toEqual([]);
      expect(parsed!.moves.map(({ move }) => move)).toEqual(expected.history());
      expect(parsed!.headers.find(({ name }) => name === 'PuzzleId')?.value).toBe(puzzle.id);
    }
  });

  it('shows the evidence behind the move at which the pattern stands, and not before', async () => {
    const fork = PUZZLES.find(({ id }) => id === '0On5xqgfS2V')!;
    const text = (await exported([fork], 'pgn')).bytes['all']!.toString();
    const movetext = text.slice(text.indexOf('\n\n') + 2).replaceAll('\n', ' ');
    expect(movetext.trim()).toBe(
      '32... f6 { White to move and win. } 33. Nf7+ { fork [%csl Gf7,Rd8,Rh6] [%cal Rf7d8,Rf7h6] } ' +
        '33... Ke8 34. Nxh6 { wins 4 points of material } *',
    );
  });

  it('keeps what the last move wins apart from the pattern that stands at it', async () => {
    const puzzles = ALL.filter(({ mate, line }) => !mate && line.length === 1);
    const text = (await exported(puzzles, 'pgn')).bytes['all']!.toString().replaceAll('\n', ' ');
    expect(text).toMatch(/\{ wins [\d.]+ points of material; [a-z]/);
    expect(text).not.toMatch(/points of material [a-z]/);
  });
});

describe('epd', () => {
  it('gives position, best move, mate and id', async () => {
    const { bytes } = await exported(ALL, 'epd');
    const lines = bytes['all']!.toString().trimEnd().split('\n');
    expect(lines.length).toBe(ALL.length);
    for (const [index, line] of lines.entries()) {
      const puzzle = ALL[index]!;
      const [, position = '', operations = ''] = /^((?:\S+ ){4})(.*)$/.exec(line) ?? [];
      const chess = new Chess(`${position}0 1`);
      const fields = new Map(
        operations
          .split(';')
          .map((operation) => operation.trim())
          .filter((operation) => operation !== '')
          .map((operation): [string, string] => {
            const blank = operation.indexOf(' ');
            return [operation.slice(0, blank), operation.slice(blank + 1)];
          }),
      );
      expect(fields.get('id')).toBe(`"${puzzle.id}"`);
      expect(fields.get('dm')).toBe(puzzle.mate ? String((puzzle.line.length + 1) / 2) : undefined);
      const move = chess.move(fields.get('bm')!);
      expect(move.lan).toBe(puzzle.line[0]);
      chess.undo();
      for (const san of fields.get('pv')!.split(' ')) chess.move(san);
      expect(chess.isCheckmate()).toBe(puzzle.mate);
      expect([...fields.keys()].sort()).toEqual(['bm', 'c0', 'c1', ...(puzzle.mate ? ['dm'] : []), 'id', 'pv']);
    }
  });
});

describe('a name with signs that need an escape', () => {
  it.each([
    ['epd', `"The 'Elephant' / Keeper, x - `],
    ['pgn', `[White "The 'Elephant' / Keeper; x"]`],
  ])('is written without in %s, as docs/puzzles.md says', async (format, words) => {
    const [puzzle] = PUZZLES;
    const named = { ...puzzle!, game: { ...puzzle!.game, white: 'The "Elephant" \\ Keeper; x' } };
    expect((await exported([named], format)).bytes['all']!.toString()).toContain(words);
  });
});

describe('a back-rank mate', () => {
  it.each(['pgn', 'anki'])('is called so in %s, as everywhere', async (format) => {
    const mate = PUZZLES.find(({ id }) => id === '06J1l8Q9LCE')!;
    expect((await exported([mate], format)).bytes['all']!.toString()).toContain('back-rank mate');
  });
});

describe('anki', () => {
  it('has the headers that Anki reads, and a row of as many fields for every puzzle', async () => {
    const { bytes } = await exported(ALL, 'anki');
    const text = bytes['all']!.toString();
    const headers = text.split('\n').filter((line) => line.startsWith('#'));
    expect(headers).toEqual([
      ...['#separator:tab', '#html:true', '#notetype:Basic', '#deck:Motif puzzles'],
      '#columns:Id\tFront\tBack\tFEN\tToMove\tAnswer\tTags',
      ...['#guid column:1', '#tags column:7'],
    ]);
    const body = rows(Buffer.from(text.split('\n').slice(headers.length).join('\n')), { delimiter: '\t' });
    expect(body.length).toBe(ALL.length);
    for (const [index, row] of body.entries()) {
      const puzzle = ALL[index]!;
      expect(row.length).toBe(ANKI_COLUMNS.length);
      const [id, front, back, fen, toMove, answer, tags] = row as [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      expect([id, fen]).toEqual([puzzle.id, puzzle.fen]);
      expect(toMove).toBe(puzzle.fen.includes(' w ') ? 'White to move' : 'Black to move');
      expect(new Chess(fen).move(answer).lan).toBe(puzzle.line[0]);
      expect(front).toContain('<svg');
      expect(front.match(/<use /g)?.length).toBe(puzzle.fen.split(' ')[0]!.replace(/[^a-z]/gi, '').length);
      expect(back).toContain(answer);
      expect(tags).toMatch(/^motif [\w ]+$/);
      // only our own elements: nothing that a name brought along
      const elements = new Set([...(front + back).matchAll(/<\/?([a-z]+)/gi)].map(([, name]) => name));
      for (const element of elements) {
        expect(['svg', 'title', 'defs', 'path', 'g', 'use', 'text', 'p', 'b', 'small', 'a']).toContain(element);
      }
    }
  });
});

describe('parquet', () => {
  it('is read by hyparquet with every field of every row, in groups', async () => {
    const many = [...ALL, ...synthesized(10_500)];
    const { bytes } = await exported(many, 'parquet');
    const file = Uint8Array.from(bytes['all']!).buffer;
    const metadata = parquetMetadata(file);
    expect(Number(metadata.num_rows)).toBe(many.length);
    expect(metadata.row_groups.length).toBe(Math.ceil(many.length / 10_000));
    expect(metadata.key_value_metadata).toContainEqual({ key: 'motif.signature', value: 'fixture' });
    expect(metadata.key_value_metadata).toContainEqual({ key: 'motif.version', value: '9.9' });
    const objects = await parquetReadObjects({ file });
    expect(objects.length).toBe(many.length);
    const items = await itemsOf(many);
    const context = { engine: { version: '9.9', signature: 'fixture' }, split: null };
    for (const [index, object] of objects.entries()) {
      for (const column of PARQUET_COLUMNS) {
        const written = column.value(items[index]!, context);
        if (JSON.stringify(object[column.name] ?? null, big) !== JSON.stringify(written ?? null, big)) {
          expect({ index, [column.name]: object[column.name] as unknown }).toEqual({ index, [column.name]: written });
        }
      }
      if (index < ALL.length)
        play(String(object['fen_before']), [String(object['mistake']), ...(object['line'] as string[])]);
    }
  });

  it('has every tag of the game in the column that is called so', async () => {
    const tags = {
      ...{ white: 'Tal', black: 'Smyslov', event: 'Candidates', site: 'Bled', date: '1959.09.08', round: '2' },
      ...{ result: '1-0', eco: 'B10', archive: 'a.zip', entry: 'e.pgn' },
    };
    const game = { ...PUZZLES[0]!.game, ...tags, whiteElo: 2600, blackElo: 2500, timeControl: '300+3', offset: 7 };
    const { bytes } = await exported([{ ...PUZZLES[0]!, gain: 310, margin: 250, game }], 'parquet');
    const [row] = await parquetReadObjects({ file: Uint8Array.from(bytes['all']!).buffer });
    expect(row).toMatchObject({
      ...{ ...tags, white_elo: 2600, black_elo: 2500, time_control: '300+3', offset: 7n },
      ...{ game: game.digest, ply: PUZZLES[0]!.ply, gain: 310, margin: 250, split: null },
    });
  });
});

function big(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

describe('any text at all in the tags of a game', () => {
  const names = fc.array(fc.string({ unit: 'binary', maxLength: 30 }), { minLength: 1, maxLength: 4 });
  const of = (texts: string[]): Puzzle[] =>
    texts.map((text, index) => {
      const puzzle = PUZZLES[index]!;
      const free = { white: text, black: text, event: text, site: text, date: text, round: text, eco: text };
      return { ...puzzle, game: { ...puzzle.game, ...free, result: text, archive: text, entry: text } };
    });

  it('leaves every format with as many puzzles as went in', async () => {
    await fc.assert(
      fc.asyncProperty(names, async (texts) => {
        const puzzles = of(texts);
        const ids = puzzles.map(({ id }) => id);
        const read = async (format: string): Promise<Buffer> => (await exported(puzzles, format)).bytes['all']!;
        expect(rows(await read('lichess-csv')).slice(1).map(([id]) => id)).toEqual(ids); // prettier-ignore
        const cards = (await read('anki')).toString().split('\n').slice(7).join('\n');
        expect(rows(Buffer.from(cards), { delimiter: '\t' }).map(([id]) => id)).toEqual(ids);
        const lines = (text: Buffer): string[] => text.toString().trimEnd().split('\n');
        expect(lines(await read('jsonl')).map((line) => (JSON.parse(line) as Puzzle).id)).toEqual(ids);
        expect(lines(await read('epd')).map((line) => / id "(\w+)";/.exec(line)?.[1])).toEqual(ids);
        const games = pgnParser.parse((await read('pgn')).toString()) as {
          headers: { name: string; value: string }[];
        }[];
        expect(games.map(({ headers }) => headers.find(({ name }) => name === 'PuzzleId')?.value)).toEqual(ids);
      }),
      { numRuns: 60 },
    );
  });
});

describe('what is not known of a game', () => {
  const NAMES = ['white', 'black', 'event', 'site', 'date', 'round', 'eco'];
  const puzzles = ['?', '-', '', ' ', '????.??.??', null].map((text, index) => {
    const puzzle = PUZZLES[index]!;
    const unknown = Object.fromEntries(NAMES.map((name) => [name, text]));
    return { ...puzzle, game: { ...puzzle.game, ...unknown, timeControl: '?' } };
  });

  it('is null in data, left out of EPD and cards, and in PGN stands in the tags alone that every game has to have', async () => {
    const read = async (format: string): Promise<Buffer> => (await exported(puzzles, format)).bytes['all']!;
    const none = puzzles.map(() => [...NAMES, 'time_control'].map(() => null));
    const valuesOf = (row: Record<string, unknown>): unknown[] =>
      [...NAMES, 'time_control'].map((name) => row[name] ?? null);
    const lines = (await read('jsonl')).toString().trimEnd().split('\n');
    const games = lines.map((line) => (JSON.parse(line) as { game: Record<string, unknown> }).game);
    expect(games.map(valuesOf)).toEqual(none);
    const columns = await parquetReadObjects({ file: Uint8Array.from(await read('parquet')).buffer });
    expect(columns.map(valuesOf)).toEqual(none);
    const text = (await read('pgn')).toString();
    expect(text).not.toMatch(/\[(?:ECO|TimeControl) /);
    for (const name of ['Event', 'Site', 'Round', 'White', 'Black'])
      expect(text.match(new RegExp(`\\[${name} "\\?"\\]`, 'g'))).toHaveLength(puzzles.length);
    expect(text.match(/\[Date "\?{4}\.\?\?\.\?\?"\]/g)).toHaveLength(puzzles.length);
    expect((await read('epd')).toString().match(/ c1 "\? - \?";/g)).toHaveLength(puzzles.length);
    expect((await read('anki')).toString().match(/<small>\? - \?<\/small>/g)).toHaveLength(puzzles.length);
  });

  it('stays as it is where it is known, a day in part too, and that there was no clock', async () => {
    const [puzzle] = PUZZLES;
    const tags = { eco: 'B33', round: '1.2', date: '1620.??.??', timeControl: '-' };
    const known = { ...puzzle!, game: { ...puzzle!.game, ...tags } };
    const [line = ''] = (await exported([known], 'jsonl')).bytes['all']!.toString().split('\n');
    const { timeControl, ...rest } = tags;
    expect(JSON.parse(line)).toMatchObject({ game: { ...rest, time_control: timeControl } });
  });
});

describe('a damaged puzzle', () => {
  it('is named', async () => {
    const puzzle = { ...PUZZLES[1]!, line: ['a1a8'] };
    await expect(exported([puzzle], 'epd')).rejects.toThrow(/puzzle 0On5xqgfS2V cannot be played through.*damaged/);
  });
});

describe('spreadsheets', () => {
  it.each(['lichess-csv', 'anki'])('find no formula in %s, whatever players are called', async (format) => {
    const delimiter = format === 'anki' ? '\t' : ',';
    const text = (await exported(hostile(), format)).bytes['all']!.toString();
    const body = text.split('\n').filter((line) => !line.startsWith('#'));
    for (const row of rows(Buffer.from(body.join('\n')), { delimiter })) {
      for (const field of row) expect(field).not.toMatch(/^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/);
    }
  });
});

it.each(['pgn', 'epd', 'anki'])('no name turns the direction of text, or breaks lines, in %s', async (format) => {
  const turning = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff';
  const name = `one${turning}two\u2028three`;
  const [puzzle] = PUZZLES;
  const game = { ...puzzle!.game, white: name, event: name, site: name, archive: name };
  const text = (await exported([{ ...puzzle!, game }], format)).bytes['all']!.toString();
  expect(text).toContain('one two three');
  expect(text.replace(/[\n\t]/g, '').match(UNRULY)).toBe(null);
});
