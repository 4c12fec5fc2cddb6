/** A question and an engine -> the answers, one after the other. Runs in the kernel's thread; knows of no page, so tests run it in Node. */
import { annotate } from '../../tactics/annotate.js';
import type { Engine } from '../../tactics/engine.js';
import { InvalidFenError, InvalidPgnError } from '../../tactics/errors.js';
import { withExtras } from '../../tactics/extras.js';
import { given } from '../../given.js';
import { settleNotes } from '../../tactics/options.js';
import { makeTactics, makeUci } from '../../tactics/record.js';
import { faultInWords, replayRaw, type NotReplayed, type Replayed } from '../../tactics/replay.js';
import type { Depth, Pattern } from '../../tactics/types.js';
import { moveOfUci } from '../../tactics/uci.js';
import { GameSplitter, type RawGame } from '../../pgn/splitter.js';
import type { FaultReply, Question, Reply, ShownTactic } from './messages.js';

/** Games of a text that can be chosen from. */
const MOST_GAMES = 500;
/** Milliseconds of a game's analysis between two looks at what else is asked. */
const STRIDE = 12;

/** Counts the games that were asked for: the last one is wanted, the others are not any more. */
let games = 0;

export async function* answer(engine: Engine, question: Question): AsyncGenerator<Reply> {
  try {
    switch (question.kind) {
      case 'position':
        yield position(engine, question.fen, question.depth);
        break;
      case 'line':
        yield line(engine, question.fen, question.moves);
        break;
      case 'game':
        yield* game(engine, question.pgn, question.depth, question.index);
        break;
      case 'annotated':
        yield await annotated(engine, question.pgn, question.patterns);
        break;
    }
  } catch (error) {
    yield faultOf(error);
  }
}

function faultOf(error: unknown): FaultReply {
  if (error instanceof InvalidFenError) return { kind: 'fault', input: 'fen', detail: error.detail };
  if (!(error instanceof InvalidPgnError)) throw error;
  const { detail, line, column } = error.fault;
  return {
    kind: 'fault',
    input: 'pgn',
    detail,
    ...given({ line, column }),
  };
}

function tacticsOf(engine: Engine, fen: string, depth: Depth): ShownTactic[] {
  return withExtras(engine, makeTactics(engine.analyze(fen, depth), fen, true));
}

function position(engine: Engine, fen: string, depth: Depth): Reply {
  const start = performance.now();
  const tactics = tacticsOf(engine, fen, depth);
  const ms = performance.now() - start;
  const candidates = depth === 'l1' ? [] : tacticsOf(engine, fen, 'l1').filter((other) => !tactics.some(isSame(other)));
  return { kind: 'position', tactics, candidates, moves: engine.legalMoves(fen), ms };
}

function isSame(one: ShownTactic): (other: ShownTactic) => boolean {
  return (other) => other.pattern === one.pattern && other.trigger_move === one.trigger_move;
}

function line(engine: Engine, fen: string, moves: readonly string[]): Reply {
  const sans = engine.sanLine(fen, moves);
  const packed = Uint16Array.from(moves, moveOfUci);
  const fens = [...moves, null].map((_, made) => engine.positionAfter(fen, packed.subarray(0, made)));
  return { kind: 'line', sans, fens };
}

async function* game(engine: Engine, pgn: string, depth: Depth, wanted: number): AsyncGenerator<Reply> {
  const own = ++games;
  const start = performance.now();
  const all = split(pgn);
  const found = all.slice(0, MOST_GAMES);
  const raw = found[Math.min(wanted, found.length - 1)];
  if (raw === undefined) throw noGame();
  yield {
    kind: 'text',
    titles: found.map((each, index) => titleOf(engine, each, index)),
    games: all.length,
    own: new TextDecoder().decode(raw.bytes),
  };
  const replayed = replayRaw(engine, raw);
  if ('fault' in replayed) throw await explained(raw, replayed);
  const { moves, fens } = replayed.game;
  yield {
    kind: 'game',
    tags: [...replayed.tags],
    moves: Array.from(moves, makeUci),
    sans: sansOf(engine, replayed),
    fens,
  };

  let from = 0;
  let batch: ShownTactic[][] = [];
  let breath = performance.now();
  for (const fen of fens) {
    batch.push(tacticsOf(engine, fen, depth));
    if (performance.now() - breath < STRIDE) continue;
    yield { kind: 'plies', from, tactics: batch, ms: null };
    from += batch.length;
    batch = [];
    await othersTurn();
    if (own !== games) return;
    breath = performance.now();
  }
  yield { kind: 'plies', from, tactics: batch, ms: performance.now() - start };
}

async function annotated(engine: Engine, pgn: string, patterns: readonly Pattern[]): Promise<Reply> {
  const [raw] = split(pgn);
  if (raw === undefined) throw noGame();
  const replayed = replayRaw(engine, raw);
  if ('fault' in replayed) throw await explained(raw, replayed);
  return { kind: 'annotated', text: annotate(engine, raw, replayed.game, settleNotes({ patterns })) };
}

function noGame(): InvalidPgnError {
  return new InvalidPgnError({ reason: 'no_game', detail: 'there is no game in the text' });
}

function split(pgn: string): RawGame[] {
  const splitter = new GameSplitter();
  return [...splitter.push(new TextEncoder().encode(pgn)), ...splitter.end()];
}

/** The slower readers, which know where the fault lies, come over the wire only now; where they do not come, the fault is told without them. */
async function explained(raw: RawGame, { fault, movetext }: NotReplayed): Promise<InvalidPgnError> {
  const readers = await import('../../tactics/pgn.js').catch(() => null);
  if (readers === null) return new InvalidPgnError({ reason: fault.reason, detail: faultInWords(fault) });
  return readers.faultOf(raw, fault, 'careful', movetext);
}

function titleOf(engine: Engine, raw: RawGame, index: number): string {
  try {
    const replayed = replayRaw(engine, raw);
    if ('fault' in replayed) return `${index + 1}. (cannot be read)`;
    const { tags } = replayed;
    return `${index + 1}. ${tags.get('White') ?? '?'} - ${tags.get('Black') ?? '?'}`;
  } catch (error) {
    if (error instanceof InvalidPgnError) return `${index + 1}. (${error.detail})`;
    throw error;
  }
}

/** SAN of each move; null moves are `--`. */
function sansOf(engine: Engine, { game: { moves, fens } }: Replayed): string[] {
  return Array.from(moves, (move, index) => engine.san(fens[index] ?? '', makeUci(move)) ?? makeUci(move));
}

/** Lets what was asked meanwhile be answered first. */
function othersTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
