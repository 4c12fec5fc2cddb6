/** An archive is known again by its content. */
import fc from 'fast-check';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { identify } from '../../src/archive/fingerprint.js';
import { tempFolder } from '../pipeline/fixture.js';

describe('a fingerprint', () => {
  const MB = 1024 * 1024;

  async function fingerprint(content: Uint8Array): Promise<string> {
    const path = join(tempFolder(), 'x');
    writeFileSync(path, content);
    return Buffer.from((await identify(path)).fingerprint).toString('hex');
  }

  test.each([0, 1, 1000, MB, MB + 1, 2 * MB, 2 * MB + 5, 5 * MB])(
    'of %i bytes is that of the content, not of the name',
    async (size) => {
      const content = Buffer.alloc(size, 'games');
      expect(await fingerprint(content)).toBe(await fingerprint(content));
      expect(await fingerprint(content)).toMatch(/^[0-9a-f]{32}$/);
      expect(await fingerprint(Buffer.concat([content, Buffer.from('x')]))).not.toBe(await fingerprint(content));
    },
  );

  test.each([
    ['the first byte', 0],
    ['the last of the first megabyte', MB - 1],
    ['in the middle', MB], // the first sample begins here
    ['the first of the last megabyte', 9 * MB],
    ['the last byte', 10 * MB - 1],
  ])('notices another byte: %s', async (_, at) => {
    const content = Buffer.alloc(10 * MB, 'games');
    const before = await fingerprint(content);
    content[at] = 0;
    expect(await fingerprint(content)).not.toBe(before);
  });

  test('notices any other byte in a file of up to two megabytes', async () => {
    const content = Buffer.alloc(2 * MB - 1, 'games');
    const before = await fingerprint(content);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: content.length - 1 }), async (at) => {
        const byte = content[at] ?? 0;
        content[at] = byte ^ 1;
        const after = await fingerprint(content);
        content[at] = byte;
        expect(after).not.toBe(before);
      }),
      { numRuns: 20 },
    );
  });

  test.skipIf(process.platform === 'win32')(
    'is not taken of a device or a pipe, and says how a pipe is read',
    async () => {
      await expect(identify('/dev/null')).rejects.toMatchObject({
        code: 'not_a_file',
        reason: 'is not a regular file; pass a pipe as standard input (-)',
      });
    },
  );
});
