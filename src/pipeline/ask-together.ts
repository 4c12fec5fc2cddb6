/**
 * Work that goes to the threads in batches, whatever becomes of a thread: one that dies takes its batch with it, and one item of that is to
 * blame. So its items go out again one by one, and those that did no harm lose nothing but time.
 */
import { WithdrawnError } from './pool.js';

/**
 * @param ask what threads answer to some of the items, in their order
 * @param blame what the one item comes to on which a thread fails; throws again what is no item's fault
 * @returns an outcome for each item; undefined where not all were taken up before the run was asked to stop
 */
export async function askTogether<Item, Outcome>(
  items: readonly Item[],
  ask: (items: readonly Item[]) => Promise<readonly Outcome[]>,
  blame: (error: unknown) => Outcome,
): Promise<readonly Outcome[] | undefined> {
  try {
    return await ask(items);
  } catch (error) {
    if (error instanceof WithdrawnError) return undefined;
    const failed = blame(error);
    if (items.length === 1) return [failed];
  }
  const outcomes: Outcome[] = [];
  for (const item of items) {
    const its = await askTogether([item], ask, blame);
    if (its === undefined) return undefined;
    outcomes.push(...its);
  }
  return outcomes;
}
