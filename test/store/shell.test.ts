import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { dbFlag, quoted } from '../../src/store/shell.js';

/** The words that a shell makes of a command's end. */
function wordsOf(end: string): string[] {
  const text = execFileSync('sh', ['-c', `printf '%s\\0' scan ${end}`], { encoding: 'utf8' });
  return text.split('\0').slice(1, -1);
}

const NAMES = [
  'my.db',
  'a b.db',
  "O'Neil.db",
  '$HOME.db',
  '`x`.db',
  '~/x.db',
  'a;b&c|d.db',
  '*.db',
  'ü/棋.db',
  '-x.db',
  '!1 "x"\\.db',
];

describe.runIf(process.platform !== 'win32')('a database in a command that a message advises', () => {
  it.each(NAMES)('reaches it whole: %s', (name) => {
    expect(wordsOf(dbFlag(name))).toEqual(['--db', name]);
    expect(wordsOf(quoted(name))).toEqual([name]);
  });
});

describe('a database', () => {
  it('stands as it is where it needs no quotes, and not at all where commands take it unasked', () => {
    expect(dbFlag('/srv/chess/motif-2.db')).toBe(' --db /srv/chess/motif-2.db');
    expect(dbFlag('data/motif.db')).toBe('');
  });
});
