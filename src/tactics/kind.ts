/**
 * What a value of the wrong type is, for the message that refuses it: `null`, `number`, or an object's class, such as `Promise` (an `await`
 * was forgotten) or `Buffer`.
 */
export function kindOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  const { constructor: maker } = value as { constructor?: unknown };
  return typeof maker === 'function' && maker.name !== '' ? maker.name : 'object';
}
