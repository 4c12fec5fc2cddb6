/**
 * What `import ... from 'motif'` gives: the calls, the objects that they answer with, and the errors that they throw. What is not
 * here is the house's own, and may change with any commit; package.json exports nothing else.
 */
export { ArchiveError, type ArchiveErrorCode } from './archive/errors.js';
export { loadEngine, type Engine } from './library/engine.js';
export { readGames, type ArchiveGame, type ReadOptions } from './library/games.js';
export type { RawGame } from './pgn/splitter.js';
export { analyzeGame, analyzePosition, annotateGame } from './tactics/analyze.js';
export {
  IllegalMoveError,
  InvalidFenError,
  InvalidPatternError,
  InvalidPgnError,
  type PgnFault,
} from './tactics/errors.js';
export {
  PATTERNS,
  type AnnotateOptions,
  type Color,
  type Depth,
  type GameAnalysis,
  type GameMode,
  type GameOptions,
  type GameTactic,
  type Pattern,
  type PositionAnalysis,
  type PositionOptions,
  type Tactic,
  type Target,
} from './tactics/types.js';
export { ENGINE } from './tactics/version.js';
