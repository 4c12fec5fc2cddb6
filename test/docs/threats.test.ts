/** The threat model names tests: they are there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../src/paths.js';

const text = readFileSync(join(ROOT, 'docs', 'threats.md'), 'utf8');
const named = [...new Set([...text.matchAll(/`(test\/[\w./-]+)`/g)].map(([, path = '']) => path))];

it('names a dozen tests at least', () => expect(named.length).toBeGreaterThanOrEqual(12));

it.each(named)('%s is there', (path) => expect(existsSync(join(ROOT, path))).toBe(true));
