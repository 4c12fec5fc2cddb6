/** Numbers as people read them. */

/** `1,234` */
export function number(value: number): string {
  return value.toLocaleString('en');
}

/** `1,234`, `45k`, `2.4M`: for small places. */
export function shortNumber(value: number): string {
  if (value < 10_000) return number(value);
  if (value < 999_500) return `${Math.round(value / 1_000)}k`;
  return `${(value / 1_000_000).toFixed(1)}M`;
}

/** `37 %`; of nothing, nothing. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '' : `${Math.round((100 * part) / whole)} %`;
}

/** Two figures that mean something: for estimates. */
export function about(value: number): string {
  if (value < 100) return number(value);
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  return number(Math.round(value / unit) * unit);
}
