/**
 * `npm run bench:search`: how long searches take in a store of millions of tactics, made for it in a temporary folder. Each is measured twice:
 * as the first one that asks so, and again.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Argument } from 'commander';
import { EXIT, newCommand, runCommand, wholeNumber } from '../../jobs/cli.js';
import { openStore } from '../../src/store/open.js';
import type { Order, Wish } from '../../src/store/search/wish.js';
import { maskOf } from '../../src/tactics/types.js';
import { fillStore } from './search/synthetic.js';

const ASKED: [name: string, wish: Wish, order?: Order][] = [
  ['the finest', {}],
  ['forks of 300 and more', { patterns: maskOf(['fork']), minGain: 300 }],
  ['smothered mates of a player', { patterns: maskOf(['smothered_mate']), player: 'Kalin' }],
  ['a player, finest first', { player: 'Kalinber' }],
  ['a player, latest first', { player: 'Kalinber' }, 'date'],
  ['a common syllable, finest first', { player: 'ka' }],
  ['a player who is not there', { player: 'Nobody' }],
  ['played forks, latest first', { patterns: maskOf(['fork']), outcome: 'played' }, 'date'],
  ['missed mates of 2400 and more', { mate: true, outcome: 'missed', minElo: 2400 }],
  ['one month', { since: 20030401, until: 20030430 }, 'date'],
  ['an opening, as scanned', { eco: 'B90' }, 'store'],
  ['smothered mates, as scanned', { patterns: maskOf(['smothered_mate']) }, 'store'],
  ['pins, as scanned', { patterns: maskOf(['pin']) }, 'store'],
  ['an archive, finest first', { archive: 'archives/7.pgn.zst' }],
];

const HELP = `
The store is made anew in a temporary folder, and removed: 300,000 games take some minutes and half a gigabyte.

Examples:
  $ npm run bench:search
  $ npm run bench:search -- 20000

Exit codes: 0 done, 1 failed, 2 wrong command line`;

const command = newCommand('bench:search', 'Measures searches in a large store.', HELP).addArgument(
  new Argument('[games]', 'games in the store').default(300_000).argParser(wholeNumber(1, 100_000_000)),
);

function measure(games: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'motif-bench-'));
  try {
    const file = join(folder, 'motif.db');
    const tactics = fillStore(file, { games });
    const mb = statSync(file).size / 1e6;
    console.log(`${games.toLocaleString('en')} games, ${tactics.toLocaleString('en')} tactics, ${mb.toFixed(0)} MB\n`);
    console.log('| search for 50 | first ms | again ms | 50 from the 500th, ms | found up to 10,000 | counted in ms |');
    console.log('| --- | --- | --- | --- | --- | --- |');
    const store = openStore(file, { readonly: true, cache: 64 });
    const { search } = store;
    for (const [name, wish, order = 'gain'] of ASKED) {
      const [first] = timed(() => search.page(wish, { order }));
      const [again] = timed(() => search.page(wish, { order }));
      const { next } = search.page(wish, { order, limit: 500 });
      const [deeper] = next === null ? ['-'] : timed(() => search.page(wish, { order, after: next }));
      const [counting, count] = timed(() => search.count(wish, 10_000));
      console.log(`| ${name} | ${first} | ${again} | ${deeper} | ${count} | ${counting} |`);
    }
    for (const seconds of [0.3, 1.5]) {
      const [ms, { share }] = timed(() => search.tally({}, seconds * 1000));
      console.log(`\nadded up in ${ms} ms: ${(100 * share).toFixed(1)} % of the store`);
    }
    store.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function timed<T>(work: () => T): [ms: string, result: T] {
  const start = performance.now();
  const result = work();
  return [(performance.now() - start).toFixed(1), result];
}

await runCommand(command, () => {
  measure(command.processedArgs[0] as number);
  return Promise.resolve(EXIT.ok);
});
