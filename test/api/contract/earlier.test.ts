/** The earlier form, chosen by its header (the interface's section 4.4). */
import { expect } from 'vitest';
import type { GameAnalysis } from '../../../src/tactics/types.js';
import { FORK_GAME, IMMORTAL_GAME, PUZZLE_000PW } from '../app.js';
import { game, health, ok, POSITION, position, refusal, sentences, timeless } from './world.js';

const EARLIER = { 'content-type': 'application/json', 'accept-version': '3.0' };

sentences([
  [
    '4.4',
    'POST /extract accepts either fen or pgn.',
    async () => {
      expect((await ok(POSITION, { fen: PUZZLE_000PW }, EARLIER)).count).toBe(2);
      expect((await ok(POSITION, { pgn: FORK_GAME }, EARLIER)).count).toBeGreaterThan(0);
    },
  ],
  [
    '4.4',
    'With fen: fields fen (required) and patterns (optional).',
    async () => {
      const { tactics: found } = await ok(POSITION, { fen: PUZZLE_000PW, patterns: ['fork'] }, EARLIER);
      expect(found.map(({ pattern }) => pattern)).toEqual(['fork']);
      expect(found).toEqual((await position({ patterns: ['fork'] })).tactics);
    },
  ],
  [
    '4.4',
    'With pgn: fields pgn (required), mode (optional, "played" default or "available") and patterns (optional).',
    async () => {
      for (const options of [{}, { mode: 'played' }, { mode: 'available' }, { mode: 'available', patterns: ['pin'] }]) {
        const earlier = await ok<GameAnalysis>(POSITION, { pgn: IMMORTAL_GAME, ...options }, EARLIER);
        expect(earlier.tactics).toEqual((await game(options)).tactics);
      }
      await refusal(POSITION, { pgn: FORK_GAME, mode: 'all' }, `'mode' must be "played" or "available"`, EARLIER);
    },
  ],
  [
    '4.4',
    'No depth or with_sequence parameters and no depth field in the response are described for this form.',
    async () => {
      const plain = await ok(POSITION, { fen: PUZZLE_000PW }, EARLIER);
      const asked = await ok(POSITION, { fen: PUZZLE_000PW, depth: 7, with_sequence: 'yes' }, EARLIER);
      expect(timeless(asked)).toEqual(timeless(plain));
      expect(plain).not.toHaveProperty('depth');
    },
  ],
  [
    '4.4',
    'Its response has tactics, count, performance_ms and fen',
    async () => {
      for (const body of [{ fen: PUZZLE_000PW }, { pgn: FORK_GAME }]) {
        const answer = await ok(POSITION, body, EARLIER);
        expect(Object.keys(answer)).toEqual(['tactics', 'count', 'performance_ms', 'fen']);
      }
    },
  ],
  [
    '4.4',
    'with pgn each tactic adds ply and status ("played" or "existing", mode "played" only)',
    async () => {
      const played = await ok<GameAnalysis>(POSITION, { pgn: FORK_GAME }, EARLIER);
      for (const tactic of played.tactics)
        expect(Object.keys(tactic)).toEqual(expect.arrayContaining(['ply', 'status']));
      const available = await ok<GameAnalysis>(POSITION, { pgn: FORK_GAME, mode: 'available' }, EARLIER);
      for (const tactic of available.tactics) {
        expect(tactic).toHaveProperty('ply');
        expect(tactic).not.toHaveProperty('status');
      }
    },
  ],
  [
    '4.4',
    'Its GET /health returns status ("ok"), version (string), patterns (integer count, 10) and engine (string: an engine label followed by version 2.5).',
    async () => {
      const answer = await health({ 'accept-version': '3.0' });
      expect(answer).toEqual({ status: 'ok', version: '3.0', patterns: 10, engine: 'Motif 2.5' });
    },
  ],
  [
    '4.4',
    'Its errors are those of section 7, without the 401 row.',
    async () => {
      await refusal(POSITION, {}, "Missing 'fen' or 'pgn' field", EARLIER);
      await refusal(POSITION, { fen: 'x' }, 'Invalid FEN', EARLIER);
      await refusal(POSITION, { pgn: 'x' }, 'Invalid PGN', EARLIER);
      await refusal(POSITION, { pgn: FORK_GAME, patterns: ['x'] }, 'Invalid pattern: x', EARLIER);
    },
  ],
  [
    '4.4',
    'the form is chosen by Accept-Version: 3.0 alone',
    async () => {
      for (const version of ['3', '3.0', '3.x', '3.0.0', ' 3.0 ']) {
        expect(await health({ 'accept-version': version })).toHaveProperty('version', '3.0');
      }
      for (const version of ['1.0', '2.5', '3.1', '30', '*', '']) {
        expect(await health({ 'accept-version': version })).toHaveProperty('api_version', '1.0');
      }
    },
  ],
  [
    '4.4',
    'without the header, /extract given a pgn answers as /extract_game',
    async () => {
      for (const options of [{}, { mode: 'available', with_sequence: true }, { depth: 'l1', patterns: ['fork'] }]) {
        const here = await ok<GameAnalysis>(POSITION, { pgn: IMMORTAL_GAME, ...options });
        expect(timeless(here)).toEqual(timeless(await game(options)));
      }
      await refusal(POSITION, { pgn: 7 }, "'pgn' must be a string");
      await refusal(POSITION, { pgn: FORK_GAME, mode: 'all' }, `'mode' must be "played" or "available"`);
    },
  ],
]);
