/** What the tests of `npm run analyze` give it, and a folder for its files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

export const FORK = '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37';
export const QUIET = '8/8/4k3/8/8/3K4/8/8 w - - 0 1';
export const LEGAL = '1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0';
export const NO_BOARD = 'the board is not eight ranks of eight squares, from "pnbrqkPNBRQK" and digits';

export let folder: string;

/** For all tests of a file: one folder, empty at first and gone behind them. */
export function freshFolder(): void {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'motif-analyze-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
}

/** What the library answers, as JSON has it, without the time that it took. */
export function timeless(answer: object): Record<string, unknown> {
  const { performance_ms: _, ...rest } = JSON.parse(JSON.stringify(answer)) as Record<string, unknown>;
  return rest;
}
