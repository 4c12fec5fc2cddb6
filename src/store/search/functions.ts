/**
 * What searches need to ask inside SQLite and SQL has no words for. Each call from SQL costs some 0.3 us, so they stand behind the cheap
 * questions.
 */
import type { Database } from 'better-sqlite3';
import { fileName } from '../file-name.js';
import { readDate } from '../../pgn/filter/dates.js';
import { fold, spell } from '../../pgn/filter/spelling.js';
import { onOneLine } from '../../pgn/shown.js';
import { parseUci } from '../../tactics/uci.js';
import { SearchTimeError } from './wish.js';

/** How long the search that runs on a connection may take; `performance.now` at its end. */
export interface Deadline {
  at: number;
}

/** Makes `fold_text`, `spell_text`, `one_line`, `file_name`, `date_fits`, `move_hex` and `in_time` known to a connection. */
export function installFunctions(db: Database, deadline: Deadline): void {
  const pure = { deterministic: true, directOnly: true };
  db.function('fold_text', pure, (text: unknown) => (typeof text === 'string' ? fold(text) : null));
  db.function('spell_text', pure, (text: unknown) => (typeof text === 'string' ? spell(text) : null));

  db.function('one_line', pure, (text: unknown) => (typeof text === 'string' ? onOneLine(text) : null));
  db.function('file_name', pure, (path: unknown) => (typeof path === 'string' ? fileName(path) : null));

  db.function('date_fits', pure, (date: unknown, since: unknown, until: unknown) => {
    const span = typeof date === 'string' ? readDate(date) : null;
    return span !== null && Number(since) <= span.first && span.last <= Number(until) ? 1 : 0;
  });

  // the bytes of games.moves for a move in UCI, as hex() writes them
  db.function('move_hex', pure, (uci: unknown) => {
    const move = parseUci(String(uci)) ?? 0;
    return Buffer.of(move & 255, move >> 8)
      .toString('hex')
      .toUpperCase();
  });

  // of a column of the outermost table, so that it is asked once for each of its rows: a long search ends, whether it finds anything or not
  db.function('in_time', { deterministic: false, directOnly: true }, (_row: unknown) => {
    if (performance.now() > deadline.at) throw new SearchTimeError('the search took longer than it was given');
    return 1;
  });
}
