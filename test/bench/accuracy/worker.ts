/** The entry of a thread of the accuracy benchmark (`threads.ts`): rows in, as many verdicts out. */
import { parentPort } from 'node:worker_threads';
import { loadEngine } from '../../../src/tactics/kernel.js';
import { judge } from './judge.js';
import type { BadRow, Puzzle } from './puzzles.js';
import type { Refusal } from './threads.js';
import { Tree } from './tree.js';

const port = parentPort;
if (port === null) throw new Error('worker.js runs in a worker thread only');
const engine = await loadEngine();
const tree = await Tree.load();
port.on('message', (rows: (Puzzle | BadRow)[]) => {
  port.postMessage(
    rows.map((row) => {
      if ('reason' in row) return { refused: `line ${row.line}: ${row.reason}` } satisfies Refusal;
      return (
        judge(engine, tree, row) ?? ({ refused: `puzzle ${row.id}: its moves cannot be played` } satisfies Refusal)
      );
    }),
  );
});
