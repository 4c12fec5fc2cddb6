/** What is refused, and in which words (the interface's section 7). */
import { FORK_GAME, PUZZLE_000PW } from '../app.js';
import { GAME, POSITION, refusal, sentences } from './world.js';

sentences([
  [
    '7',
    'Error responses are JSON objects with an "error" field holding a message string.',
    () => refusal(POSITION, '{', 'Request body is not valid JSON'),
  ],
  [
    '7',
    "400 Missing 'fen' or 'pgn' field: No input provided",
    async () => {
      for (const url of [POSITION, GAME]) await refusal(url, {}, "Missing 'fen' or 'pgn' field");
    },
  ],
  ['7', '400 Invalid FEN: Malformed FEN string', () => refusal(POSITION, { fen: '8/8/8 w' }, 'Invalid FEN')],
  ['7', '400 Invalid PGN: Malformed PGN', () => refusal(GAME, { pgn: '1. e4 e5 2. Qz9' }, 'Invalid PGN')],
  [
    '7',
    '400 Invalid pattern: <name>: <name> is the offending name',
    async () => {
      await refusal(POSITION, { fen: PUZZLE_000PW, patterns: ['windmill'] }, 'Invalid pattern: windmill');
      await refusal(GAME, { pgn: FORK_GAME, patterns: ['pin', 'x-ray'] }, 'Invalid pattern: x-ray');
    },
  ],
]);
