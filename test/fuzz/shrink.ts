/** A failing case -> a smaller one that fails too: halves, quarters and so on are left out as long as it still fails. */

/** @param milliseconds how long it may take at most */
export async function shrink(
  bytes: Uint8Array,
  fails: (bytes: Uint8Array) => Promise<boolean>,
  milliseconds = 10_000,
): Promise<Uint8Array> {
  const end = performance.now() + milliseconds;
  let best = bytes;
  for (let size = Math.max(1, best.length >> 1); size >= 1;) {
    let smaller = false;
    for (let at = 0; at < best.length && performance.now() < end;) {
      const attempt = new Uint8Array(Buffer.concat([best.subarray(0, at), best.subarray(at + size)]));
      if (await fails(attempt)) {
        best = attempt;
        smaller = true;
      } else at += size;
    }
    if (performance.now() >= end) return best;
    if (!smaller || size > best.length) {
      if (size === 1) return best;
      size = Math.max(1, size >> 1);
    }
  }
  return best;
}
