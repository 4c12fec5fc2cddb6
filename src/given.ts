/** The fields that have a value. A field that was not given is then absent, as optional ones have to be, and not there as `undefined`. */
export function given<const T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
