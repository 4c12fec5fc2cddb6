/** Closes one of the things that were opened. */
export type Closer = () => Promise<void> | void;

/**
 * Closes all of them once, what was opened last first; one that fails leaves none of the others open.
 * @param closers in the order in which things were opened; empty afterwards
 * @throws what the last that fails throws
 */
export async function closeAll(closers: Closer[]): Promise<void> {
  const closer = closers.pop();
  if (closer === undefined) return;
  try {
    await closer();
  } finally {
    await closeAll(closers);
  }
}
