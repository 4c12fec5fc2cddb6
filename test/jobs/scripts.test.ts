/** The scripts of package.json, which start what people use on whatever Node they have. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../src/paths.js';

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

test('name only flags of node that its documentation has: others go with the next version, and it starts no more', () => {
  const calls = Object.values(scripts).filter((line) => line.startsWith('node '));
  const flags = calls.flatMap((line) => [...line.matchAll(/ (--[a-z-]+)/g)].map(([, flag = '']) => flag));
  expect(calls.length).toBeGreaterThan(10);
  expect(flags.length).toBeGreaterThan(2);
  for (const flag of flags) expect(process.allowedNodeEnvironmentFlags, flag).toContain(flag);
});
