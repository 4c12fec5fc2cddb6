/**
 * A worker whose engine has faults, for the tests of what becomes of them. It is the project's own worker, but for games whose
 * movetext holds one of these words in a comment (or positions and stored games whose FEN holds one):
 *
 *     THROW  the engine throws, on every try       ONCE  it throws, but a fresh engine does not
 *     EXIT   the thread ends                       HANG  it never comes back
 */
import { parentPort, workerData } from 'node:worker_threads';
import { serveTasks } from '../../src/pipeline/serve.js';
import type { Engine } from '../../src/tactics/engine.js';
import { loadEngine } from '../../src/tactics/kernel.js';

let loads = 0;

async function loadBadEngine(): Promise<Engine> {
  const { module } = workerData as { module: WebAssembly.Module };
  const engine = await loadEngine(module);
  const fresh = ++loads > 1;

  function misbehave(text: string): void {
    if (text.includes('THROW') || (text.includes('ONCE') && !fresh)) throw new Error('unreachable');
    if (text.includes('EXIT')) process.exit(7);
    while (text.includes('HANG'));
  }
  return new Proxy(engine, {
    get(target, name) {
      if (name === 'scanGame') {
        return (movetext: Uint8Array, ...rest: [string | null, 'l1' | 'l2']) => {
          misbehave(Buffer.from(movetext).toString('latin1'));
          return target.scanGame(movetext, ...rest);
        };
      }
      if (name === 'scanMoves') {
        return (moves: Uint16Array, startFen: string | null, ...rest: ['l1' | 'l2']) => {
          misbehave(startFen ?? '');
          return target.scanMoves(moves, startFen, ...rest);
        };
      }
      if (name === 'positionAfter') {
        return (startFen: string | null, moves: Uint16Array) => {
          misbehave(startFen ?? '');
          return target.positionAfter(startFen, moves);
        };
      }
      if (name === 'analyze') {
        return (fen: string, ...rest: ['l1' | 'l2', number?]) => {
          misbehave(fen);
          return target.analyze(fen, ...rest);
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

if (parentPort === null) throw new Error('runs in a worker thread only');
await serveTasks(parentPort, loadBadEngine);
