/** Limits against archives that unpack to more than anybody meant. */

export interface ArchiveLimits {
  /** Decompressed bytes of one entry. Default 64 GB: a Lichess month has 200 GB only since 2021, and comes as zstd. */
  maxEntryBytes: number;
  /** Decompressed bytes for one compressed byte, judged beyond `ratioFromBytes`. Default 1000; PGN packs 3 to 10 times. */
  maxRatio: number;
  /** Below as many decompressed bytes no ratio is suspicious. Default 64 MB. */
  ratioFromBytes: number;
}

const DEFAULTS: ArchiveLimits = {
  maxEntryBytes: 64 * 2 ** 30,
  maxRatio: 1000,
  ratioFromBytes: 64 * 2 ** 20,
};

export function completeLimits(limits: Partial<ArchiveLimits> = {}): ArchiveLimits {
  const complete = { ...DEFAULTS, ...limits };
  for (const [name, value] of Object.entries(complete)) {
    if (!(value > 0)) throw new RangeError(`${name} must be positive, not ${String(value)}`);
  }
  return complete;
}
