/** Work side by side, committed in order: what a failure lets through, and whom it reaches. */
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { InOrder } from '../../src/pipeline/in-order.js';

const never = new Promise<never>(() => undefined);

describe('InOrder', () => {
  it('commits what came before work that fails, nothing behind it, and says why', async () => {
    const order = new InOrder(2);
    const committed: number[] = [];
    let finish: (result: number) => void = () => undefined;
    const commit = (result: number): void => void committed.push(result);
    order.add(() => new Promise<number>((resolve) => (finish = resolve)), commit);
    order.add(() => Promise.reject(new Error('the second')), commit);
    order.add(() => Promise.resolve(3), commit);
    const done = order.done().catch((error: unknown) => [String(error), ...committed]);
    await turn();
    finish(1);
    expect(await done).toEqual(['Error: the second', 1]);
    await order.settled();
    expect(committed).toEqual([1]);
  });

  it('tells a reader that waits of work that fails', async () => {
    const order = new InOrder(1);
    order.add(
      () => turn(1),
      () => Promise.reject(new Error('no room')),
    );
    await expect(order.orFailure(never)).rejects.toThrow('no room');
  });

  it('lets a reader have what it waits for while work goes on, or is done', async () => {
    const order = new InOrder(1);
    expect(await order.orFailure(turn('first'))).toBe('first');
    order.add(
      () => never,
      () => undefined,
    );
    expect(await order.orFailure(turn('second'))).toBe('second');
    await expect(order.orFailure(Promise.reject(new Error('cut off')))).rejects.toThrow('cut off');
  });
});
