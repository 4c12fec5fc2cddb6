/**
 * One game of the sample, from its seed and number alone: opening, players and every choice come from the game's own random
 * stream and from an engine that was just made to forget, so that game 700 can be played again without the 699 before it.
 * chess.js keeps the rules and writes the SAN.
 */
import { Chess, type Move } from 'chess.js';
import type { Engine } from './engine.js';
import type { Opening } from './openings.js';
import { LAPSE_SPREAD, OPENING_SPREAD, PERSONAS, type Persona, choose, pair } from './personas.js';
import { type Random, makeRandom, shuffled } from './random.js';

/** Longer games are mostly two weak players who walk about. */
const PLY_CAP = 200;

/** A lead, in centipawns, that an arbiter calls a win at the ply cap. */
const WINNING = 400;

/** At most this many plies are chosen freely after the table's line, so that no two games share more than an opening. */
const FREE_PLIES = 4;

/** Streams below this are for things that concern the whole sample, e.g. the order of the openings. */
const FIRST_GAME_STREAM = 1;

export type Result = '1-0' | '0-1' | '1/2-1/2';

export interface SampleGame {
  number: number;
  white: Persona;
  black: Persona;
  opening: Opening;
  san: string[];
  result: Result;
  /** In words: checkmate, stalemate, ... */
  ending: string;
  /** The PGN tag: `normal`, or `adjudication` at the ply cap. */
  termination: 'normal' | 'adjudication';
}

function endingOf(chess: Chess): { result: Result; ending: string } | undefined {
  if (chess.isCheckmate()) return { result: chess.turn() === 'w' ? '0-1' : '1-0', ending: 'checkmate' };
  if (chess.isStalemate()) return { result: '1/2-1/2', ending: 'stalemate' };
  if (chess.isInsufficientMaterial()) return { result: '1/2-1/2', ending: 'insufficient material' };
  if (chess.isThreefoldRepetition()) return { result: '1/2-1/2', ending: 'threefold repetition' };
  if (chess.isDrawByFiftyMoves()) return { result: '1/2-1/2', ending: 'fifty moves' };
  return undefined;
}

async function adjudicate(engine: Engine, moves: string[], chess: Chess): Promise<Result> {
  const [best] = await engine.think(moves, { depth: 10, nodes: 20_000 });
  const score = best === undefined ? 0 : best.mate === undefined ? best.cp : best.mate > 0 ? WINNING : -WINNING;
  if (Math.abs(score) < WINNING) return '1/2-1/2';
  return score > 0 === (chess.turn() === 'w') ? '1-0' : '0-1';
}

async function pick(engine: Engine, moves: string[], chess: Chess, player: Persona, random: Random): Promise<string> {
  const chance = random.unit();
  if (chance < player.slip) {
    // Sorted, lest the order in which chess.js generates moves decide.
    const legal = chess.moves().sort();
    return legal[random.below(legal.length)]!;
  }
  const lapse = chance < player.slip + player.lapse;
  const lines = await engine.think(moves, { depth: lapse ? 1 : player.depth, nodes: player.nodes });
  return choose(lines, lapse ? Math.max(player.spread, LAPSE_SPREAD) : player.spread, random).uci;
}

/**
 * Plays game `number` (from 1) of the sample with this seed. The openings come round by rounds, each round in an order of its own,
 * so that all are used equally often.
 */
export async function playGame(
  engine: Engine,
  openings: readonly Opening[],
  seed: number,
  number: number,
): Promise<SampleGame> {
  const round = Math.floor((number - 1) / openings.length);
  const order = shuffled(openings.length, makeRandom(seed ^ 0x5eed0000, round));
  const opening = openings[order[(number - 1) % openings.length]!]!;
  const random = makeRandom(seed, FIRST_GAME_STREAM + number);
  const [white, black] = pair(random);

  const chess = new Chess();
  const san: string[] = [];
  const moves: string[] = [];
  const play = (move: string): void => {
    const made: Move = chess.move(move);
    san.push(made.san);
    moves.push(made.lan);
  };

  await engine.newGame();
  for (const move of opening.san) play(move);
  const middling = PERSONAS[3]!;
  for (let left = random.below(FREE_PLIES + 1); left > 0 && !chess.isGameOver(); left--) {
    play(choose(await engine.think(moves, middling), OPENING_SPREAD, random).uci);
  }

  for (;;) {
    const end = endingOf(chess);
    if (end) return { number, white, black, opening, san, ...end, termination: 'normal' };
    if (san.length >= PLY_CAP) {
      const result = await adjudicate(engine, moves, chess);
      return { number, white, black, opening, san, result, ending: 'ply cap', termination: 'adjudication' };
    }
    play(await pick(engine, moves, chess, chess.turn() === 'w' ? white : black, random));
  }
}
