/** A batch whose thread dies: one item of it is to blame, and the others lose nothing. */
import { describe, expect, test } from 'vitest';
import { askTogether } from '../../src/pipeline/ask-together.js';
import { WithdrawnError } from '../../src/pipeline/pool.js';

/** @param fails what an item comes to, in the first, second ... batch that is asked; null: an answer */
function asker(fails: (item: number, batch: number) => Error | null) {
  const asked: number[][] = [];
  const ask = (items: readonly number[]): Promise<string[]> => {
    asked.push([...items]);
    const fault = items.map((item) => fails(item, asked.length)).find((error) => error !== null);
    return fault ? Promise.reject(fault) : Promise.resolve(items.map((item) => `answer ${item}`));
  };
  return { asked, ask };
}

const blame = (error: unknown): string => (error as Error).message;

describe('a batch', () => {
  test('is asked once where nothing fails', async () => {
    const { asked, ask } = asker(() => null);
    expect(await askTogether([1, 2, 3], ask, blame)).toEqual(['answer 1', 'answer 2', 'answer 3']);
    expect(asked).toEqual([[1, 2, 3]]);
  });

  test('goes out again one by one where a thread fails, in its order', async () => {
    const { asked, ask } = asker((item) => (item === 2 ? new Error('dies of 2') : null));
    expect(await askTogether([1, 2, 3], ask, blame)).toEqual(['answer 1', 'dies of 2', 'answer 3']);
    expect(asked).toEqual([[1, 2, 3], [1], [2], [3]]);
  });

  test('of one is not asked twice', async () => {
    const { asked, ask } = asker(() => new Error('dies'));
    expect(await askTogether([7], ask, blame)).toEqual(['dies']);
    expect(asked).toEqual([[7]]);
  });

  test('ends without outcomes where it is withdrawn, also on its second way', async () => {
    expect(await askTogether([1, 2], asker(() => new WithdrawnError()).ask, blame)).toBeUndefined();
    const { asked, ask } = asker((item, batch) => {
      if (batch === 1) return new Error('dies');
      return item === 2 ? new WithdrawnError() : null;
    });
    expect(await askTogether([1, 2, 3], ask, blame)).toBeUndefined();
    expect(asked).toEqual([[1, 2, 3], [1], [2]]);
  });

  test('fails with what is no item’s fault, and asks no more', async () => {
    const { asked, ask } = asker(() => new Error('no thread can be started'));
    const passOn = (error: unknown): never => {
      throw error;
    };
    await expect(askTogether([1, 2], ask, passOn)).rejects.toThrow('no thread can be started');
    expect(asked).toEqual([[1, 2]]);
  });
});
