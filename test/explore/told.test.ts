import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toldName } from '../../src/explore/told.js';
import { openStore } from '../../src/store/open.js';
import { batch, entry, FEN_1, found, game, tactic, tempFolder } from '../store/fixture.js';

it.each([
  ['/srv/chess/january.zip', 'january.zip'],
  ['club/2024/january.zip', 'january.zip'],
  ['C:\\Users\\somebody\\january.zip', 'january.zip'],
  ['january.zip', 'january.zip'],
  ["/home/o'neill/a b/x\u202ey.pgn", 'x y.pgn'],
])('of %s strangers are told the file name', (path, name) => {
  expect(toldName(path)).toBe(name);
});

it.each(['in/jan.pgn', 'in/two  blanks.pgn', ' first.pgn', 'in/turned\u200e.pgn', 'in/\u202e.pgn', 'a\tb\n c.pgn'])(
  'an archive is found by what strangers are told of it: %j',
  (path) => {
    const store = openStore(join(tempFolder(), 'motif.db'));
    const { archive, ...rest } = entry(1);
    const from = { ...rest, archive: { ...archive, path } };
    store.writeBatch(batch([game(1, [found(1, FEN_1, tactic('fork'))])], { entry: from }));
    expect(store.search.count({ archiveFile: toldName(path) })).toBe(1);
    expect(store.search.count({ archiveFile: 'games of nobody' })).toBe(0);
    store.close();
  },
);
