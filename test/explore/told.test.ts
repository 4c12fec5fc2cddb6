import { expect, it } from 'vitest';
import { toldName } from '../../src/explore/told.js';

it.each([
  ['/srv/chess/january.zip', 'january.zip'],
  ['club/2024/january.zip', 'january.zip'],
  ['C:\\Users\\somebody\\january.zip', 'january.zip'],
  ['january.zip', 'january.zip'],
  ["/home/o'neill/a b/x\u202ey.pgn", 'x y.pgn'],
])('of %s strangers are told the file name', (path, name) => {
  expect(toldName(path)).toBe(name);
});
