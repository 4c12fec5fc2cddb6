/** Some thousand broken archives: no crash, no hang, no growth, and never another error than one that says what to do. */
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../src/archive/open.js';
import { Random } from '../fuzz/random.js';
import { chunked } from './makers.js';
import { makeSpecimens, mutate, readMutant, type Specimen } from './mutants.js';

let specimens: Specimen[];
beforeAll(async () => {
  specimens = await makeSpecimens();
});

/** Bytes of this thread: other tests run in the same process. `npm run fuzz` looks at the whole. */
function ownMemory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it('the archives are whole before anything happens to them', async () => {
  for (const { name, bytes } of specimens) {
    const { archive, entries } = await readMutant(bytes);
    expect([archive, ...new Set(entries)], name).toEqual(name === 'empty zip' ? ['ok'] : ['ok', 'ok']);
  }
});

it('broken ones never do harm', { timeout: 120_000 }, async () => {
  const CASES = 3000;
  const outcomes = new Map<string, number>();
  let warm = 0;
  let slowest = 0;
  for (let index = 0; index < CASES; index++) {
    const random = new Random(20_261_121, index);
    const bytes = mutate(specimens, random);
    const started = performance.now();
    try {
      const { archive, entries } = await readMutant(bytes, 1 + random.below(1 << (4 + random.below(10))));
      for (const code of [archive, ...entries]) outcomes.set(code, (outcomes.get(code) ?? 0) + 1);
    } catch (error) {
      throw new Error(`case ${index}: ${bytes.toString('base64')}`, { cause: error });
    }
    slowest = Math.max(slowest, performance.now() - started);
    if (index === CASES / 5) warm = ownMemory();
  }
  expect(slowest).toBeLessThan(5000);
  expect((ownMemory() - warm) / 1e6).toBeLessThan(100);
  // the cases get somewhere: each kind of fault is met, and much is read in spite of all
  expect(outcomes.get('ok')).toBeGreaterThan(CASES / 4);
  for (const code of ['truncated', 'corrupt', 'bad_checksum', 'bad_size', 'unsupported_method']) {
    expect(outcomes.get(code), code).toBeGreaterThan(0);
  }
});

describe('a cut gives a beginning of what was in it', () => {
  it('wherever it is', async () => {
    for (const { name, bytes, content } of specimens) {
      if (content === null) continue;
      for (let length = 0; length < bytes.length; length += 1 + Math.floor(bytes.length / 150)) {
        const archive = await openArchive('-', {}, chunked(bytes.subarray(0, length), 300));
        // so little that it cannot be told what it is
        if (name !== 'plain' && archive.kind === 'plain') continue;
        const parts: Uint8Array[] = [];
        let code = 'ok';
        try {
          for await (const entry of archive.entries()) for await (const part of entry.open()) parts.push(part);
        } catch (error) {
          code = (error as { code: string }).code;
        }
        const got = Buffer.concat(parts);
        expect(content.subarray(0, got.length).equals(got), `${name} cut at ${length}`).toBe(true);
        expect(['ok', 'truncated'], `${name} cut at ${length}`).toContain(code);
        // nothing is missed in silence but where one unit has ended and the next has not begun
        if (code === 'ok' && !/frames|members|streams|plain/.test(name)) expect(got).toEqual(content);
      }
    }
  });
});
