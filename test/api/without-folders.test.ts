import { expect, it } from 'vitest';
import { foldersOf, withoutFolders } from '../../src/api/pages/without-folders.js';
import { processorTime, slowness } from '../processor.js';

it.each([
  ['is a copy of /srv/a b/c.zip', 'is a copy of c.zip'],
  ["is a copy of /home/o'neill/my games/c.zip", 'is a copy of c.zip'],
  ["is a copy of /srv/the 'best' games/c.zip", 'is a copy of c.zip'],
  ["see '/etc/x/y' (10/20 done)", "see 'y' (10/20 done)"],
  ['is a copy of C:\\Users\\me\\c.zip', 'is a copy of c.zip'],
  ['is a copy of club/2024/c.zip', 'is a copy of c.zip'],
  ['is a copy of club/d.zip, 1/2 read', 'is a copy of d.zip, 1/2 read'],
])('%s -> %s', (message, told) => {
  const folders = ['club/x.zip', 'club/2024/c.zip', "/srv/the 'best' games/c.zip", 'y.zip', '/z.zip'].map(foldersOf);
  expect(withoutFolders(message, folders)).toBe(told);
});

it('tells the first faults of very many, and cuts between two', () => {
  const fault = '(a.pgn): is damaged';
  const told = withoutFolders(Array<string>(20_000).fill(fault).join('; '));
  expect(told.length).toBeLessThan(1_100);
  expect(told.replaceAll(`${fault}; `, '')).toBe('and more');
  expect(withoutFolders(`/srv/${'x'.repeat(2_000)}/c.zip`)).toBe('too long to be shown here');
});

it('takes no time to speak of, whatever stands in a message', () => {
  const messages = [' /'.repeat(500), '/ '.repeat(500), "'/'a".repeat(250), '/a'.repeat(500), `/${"'a".repeat(499)}`];
  const start = processorTime();
  for (const message of messages) for (let i = 0; i < 200; i++) withoutFolders(message, ['club/', 'club/2024/']);
  expect(processorTime() - start).toBeLessThan(2_000 * slowness());
});
