/** Errors of one stream: whoever reads it says what is wrong, not where. */
import { ArchiveError, fileError, type ArchiveErrorCode } from './errors.js';

/** Makes the errors of one stream. */
export interface Blame {
  (code: ArchiveErrorCode, reason: string, cause?: unknown): ArchiveError;
  /** The end is missing. */
  truncated(): ArchiveError;
  /** Something that is not of the format follows its end. */
  garbage(): ArchiveError;
}

export function blameFor(path: string, entry?: string): Blame {
  const blame = (code: ArchiveErrorCode, reason: string, cause?: unknown): ArchiveError =>
    new ArchiveError(code, reason, path, entry, cause);
  return Object.assign(blame, {
    truncated: () => blame('truncated', 'breaks off in the middle; everything before that was read; download it again'),
    garbage: () => blame('corrupt', 'has data after its end that cannot be read; everything before that was read'),
  });
}

/** An error of zlib or the file system in our words. */
export function streamError(error: unknown, blame: Blame, path: string, entry?: string): ArchiveError {
  if (error instanceof ArchiveError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR') return blame.truncated();
  if (code.startsWith('Z_')) return blame('corrupt', 'is damaged: it cannot be unpacked; download it again', error);
  return fileError(error, path, entry);
}
