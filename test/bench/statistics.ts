/** The little statistics that benchmarks need. */

/** Spearman's rank correlation, ties given the mean of their ranks; NaN for fewer than two values. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  return pearson(ranks(a), ranks(b));
}

/** The rank of each value, from 1; equal values share the mean of theirs. */
export function ranks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => values[a]! - values[b]!);
  const result = new Array<number>(values.length).fill(0);
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && values[order[end]!] === values[order[start]!]) end++;
    for (let at = start; at < end; at++) result[order[at]!] = (start + end + 1) / 2;
    start = end;
  }
  return result;
}

function pearson(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [a, b].map((list) => list.reduce((sum, value) => sum + value, 0) / list.length) as [
    number,
    number,
  ];
  let [ab, aa, bb] = [0, 0, 0];
  for (let index = 0; index < a.length; index++) {
    const [x, y] = [a[index]! - meanA, b[index]! - meanB];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return ab / Math.sqrt(aa * bb);
}

/**
 * The weights with the least sum of squared errors, by the normal equations; a whisper of a penalty keeps twins apart.
 * @param rows of equal length, a constant 1 among them where a base is wanted
 */
export function leastSquares(rows: readonly (readonly number[])[], targets: readonly number[]): number[] {
  const size = rows[0]?.length ?? 0;
  const system = Array.from({ length: size }, () => new Array<number>(size + 1).fill(0));
  for (const [index, row] of rows.entries()) {
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) system[i]![j]! += row[i]! * row[j]!;
      system[i]![size]! += row[i]! * targets[index]!;
    }
  }
  for (let i = 0; i < size; i++) system[i]![i]! += 1e-6;
  return solve(system);
}

/** Gauss with pivots. */
function solve(system: number[][]): number[] {
  const size = system.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column; row < size; row++) {
      if (Math.abs(system[row]![column]!) > Math.abs(system[pivot]![column]!)) pivot = row;
    }
    [system[column], system[pivot]] = [system[pivot]!, system[column]!];
    for (let row = 0; row < size; row++) {
      if (row === column) continue;
      const factor = system[row]![column]! / system[column]![column]!;
      for (let at = column; at <= size; at++) system[row]![at]! -= factor * system[column]![at]!;
    }
  }
  return system.map((row, index) => row[size]! / row[index]!);
}
