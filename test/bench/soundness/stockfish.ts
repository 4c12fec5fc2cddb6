/** Where the referee is. */
import { existsSync } from 'node:fs';
import { findStockfish } from '../../../jobs/sample/engine.js';

/** The engine's path; undefined, and said aloud, where there is none. */
export function lookForStockfish(): string | undefined {
  const named = process.env['STOCKFISH'];
  if (named !== undefined && named !== '' && !existsSync(named)) throw new Error(`STOCKFISH=${named}: no such file`);
  const path = findStockfish(named === '' ? undefined : named);
  if (path === undefined) {
    process.stderr.write(
      'SKIPPED: nothing was measured, for there is no Stockfish.\n' +
        'Install it (`apt-get install stockfish`; .ci/packages does so), or name it: STOCKFISH=path/to/stockfish\n',
    );
  }
  return path;
}
