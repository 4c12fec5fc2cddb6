/** Limits against archives that unpack to more than anybody meant. */

export interface ArchiveLimits {
  /** Decompressed bytes of one entry. Default 1 TB: a Lichess month has a quarter of it. */
  maxEntryBytes: number;
  /** Decompressed bytes for one compressed byte, judged beyond `ratioFromBytes`. Default 1000; PGN packs 3 to 10 times. */
  maxRatio: number;
  /** Below as many decompressed bytes no ratio is suspicious. Default 64 MB. */
  ratioFromBytes: number;
  /** Entries of a zip. Default 100,000; their names and places are held in memory. */
  maxEntries: number;
}

const DEFAULTS: ArchiveLimits = {
  maxEntryBytes: 2 ** 40,
  maxRatio: 1000,
  ratioFromBytes: 64 * 2 ** 20,
  maxEntries: 100_000,
};

export function completeLimits(limits: Partial<ArchiveLimits> = {}): ArchiveLimits {
  const complete = { ...DEFAULTS, ...limits };
  for (const [name, value] of Object.entries(complete)) {
    if (!(value > 0)) throw new RangeError(`${name} must be positive, not ${String(value)}`);
  }
  return complete;
}
