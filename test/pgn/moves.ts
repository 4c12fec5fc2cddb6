/** The moves that the engine reads in a movetext. It is loaded for whatever file imports this. */
import { beforeAll } from 'vitest';
import type { Engine } from '../../src/tactics/engine.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { makeUci } from '../../src/tactics/record.js';
import { bytesOf } from './helpers.js';

export let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

/** In UCI notation; or why they cannot be read. */
export function moves(text: string | Uint8Array): string {
  const found = engine.mainLine(typeof text === 'string' ? bytesOf(text) : text, null);
  return found instanceof Uint16Array
    ? Array.from(found, makeUci).join(' ')
    : `${found.reason} at ply ${found.ply}: ${found.token}`;
}
