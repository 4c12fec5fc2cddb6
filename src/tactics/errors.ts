/**
 * What a caller can do wrong. Each error says in words what is wrong with the input (`detail`); each door turns the class into its
 * own form: the REST service into the published message, the command line into a JSON line, the library lets it through.
 */
import { quoted, shown } from '../pgn/shown.js';
import { PATTERNS } from './types.js';

/** The text is not a FEN, or holds a position that cannot arise (kings, checks, pawns, castling, en passant). */
export class InvalidFenError extends Error {
  override readonly name = 'InvalidFenError';

  /** @param detail what is wrong with it, in words: `White has no king` */
  constructor(readonly detail: string) {
    super(`Invalid FEN: ${detail}`);
  }
}

/** Where in a PGN text the fault lies, as far as it is known. */
export interface PgnFault {
  /** Machine-readable: `illegal_move`, `bad_token`, `no_game`, `several_games`, ... */
  reason: string;
  /** In words: `ply 5: illegal move "Nf6"`. */
  detail: string;
  /** 1-based half-move that could not be read. */
  ply?: number;
  /** 1-based line and column in the text that was given; in the game's first line the column counts from where the game begins. */
  line?: number;
  column?: number;
  /** 0-based byte offset in the text that was given. */
  offset?: number;
}

/** The text is not one complete game of standard chess. */
export class InvalidPgnError extends Error {
  override readonly name = 'InvalidPgnError';

  constructor(readonly fault: PgnFault) {
    super(`Invalid PGN: ${fault.detail}`);
  }

  get detail(): string {
    return this.fault.detail;
  }
}

/** A move of a line is none, or not legal where it stands. */
export class IllegalMoveError extends Error {
  override readonly name = 'IllegalMoveError';

  /**
   * @param move as it was given, in UCI
   * @param ply 1-based half-move of the line
   */
  constructor(
    readonly move: string,
    readonly ply: number,
  ) {
    super(`Illegal move: ${quoted(move)} at ply ${ply}`);
  }
}

/** A name in the `patterns` filter is not one of the ten. */
export class InvalidPatternError extends Error {
  override readonly name = 'InvalidPatternError';

  constructor(readonly pattern: string) {
    super(`Invalid pattern: ${shown(pattern, 80)}; the patterns are ${PATTERNS.join(', ')}`);
  }
}
