/**
 * pgn-parser, loaded when it is first asked: it works out its grammar as it loads, which takes longer than all else that a command or a
 * thread needs to start, and it is asked about broken games alone. (`build-web.ts` puts another in its place.)
 */
import { createRequire } from 'node:module';
import type PgnParser from 'pgn-parser';

const require = createRequire(import.meta.url);

/** @throws {PgnSyntaxError} at the first thing that the grammar does not know */
export function parse(text: string): unknown[] {
  return (require('pgn-parser') as typeof PgnParser).parse(text);
}
