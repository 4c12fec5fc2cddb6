/** A filter that cannot be meant: what is wrong with it, and what one looks like. */
export class FilterError extends Error {
  override readonly name = 'FilterError';
}
