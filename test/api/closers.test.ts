import { expect, it } from 'vitest';
import { closeAll, type Closer } from '../../src/api/closers.js';

it('closes what was opened last first, each once', async () => {
  const closed: string[] = [];
  const closers: Closer[] = [
    () => void closed.push('store'),
    () => Promise.resolve().then(() => void closed.push('app')),
  ];
  await closeAll(closers);
  await closeAll(closers);
  expect(closed).toEqual(['app', 'store']);
});

it('closes the others where one fails, and says what failed', async () => {
  const closed: string[] = [];
  const closers: Closer[] = [
    () => void closed.push('store'),
    () => Promise.reject(new Error('stuck')),
    () => void closed.push('app'),
  ];
  await expect(closeAll(closers)).rejects.toThrow('stuck');
  expect(closed).toEqual(['app', 'store']);
});
