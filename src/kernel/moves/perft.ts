/** Perft: the count of legal lines of a given length, the classic proof that generator and make/unmake are exact. */
import { LIST_BYTES, MOVE_LISTS } from '../memory';
import { makeMove, unmakeMove } from '../board/position';
import { EVERY_MOVE, generate } from './generate';

/** The last ply is counted, not made. */
export function perftBulk(depth: i32): u64 {
  if (depth == 0) return 1;
  const start = MOVE_LISTS + <usize>depth * LIST_BYTES;
  const end = generate(start, EVERY_MOVE);
  if (depth == 1) return <u64>((end - start) >> 2);
  let nodes: u64 = 0;
  for (let at = start; at < end; at += 4) {
    const move = load<i32>(at);
    makeMove(move);
    nodes += perftBulk(depth - 1);
    unmakeMove(move);
  }
  return nodes;
}
