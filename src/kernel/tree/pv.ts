/** Principal variations: for each ply of the search the best line from there, in a row of MAX_PLY moves, u16 each. */
import { MAX_PLY, PV_LENGTHS, PV_TABLE } from '../memory';

/** Moves of the line that starts at `ply`. */
export function pvLength(ply: i32): i32 {
  return <i32>load<u8>(<usize>ply, PV_LENGTHS);
}

/** Move `index` of the line that starts at `ply`. */
export function pvMove(ply: i32, index: i32): i32 {
  return <i32>load<u16>(PV_TABLE + ((<usize>(ply * MAX_PLY + index)) << 1));
}

/** Begins a node's line: nothing yet. */
export function cutPv(ply: i32): void {
  store<u8>(<usize>ply, 0, PV_LENGTHS);
}

/** Makes `move` and the line behind it the node's. */
export function setPv(ply: i32, move: i32): void {
  const rest = min(pvLength(ply + 1), MAX_PLY - 4);
  const row = PV_TABLE + ((<usize>(ply * MAX_PLY)) << 1);
  const behind = PV_TABLE + ((<usize>((ply + 1) * MAX_PLY)) << 1);
  store<u16>(row, <u16>move);
  // Lines are short: four moves at a time, all within the row, are sooner copied than a copy is called for.
  for (let i: usize = 0; i < (<usize>rest) << 1; i += 8) store<u64>(row + i, load<u64>(behind + i), 2);
  store<u8>(<usize>ply, <u8>(rest + 1), PV_LENGTHS);
}
