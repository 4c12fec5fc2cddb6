/** What can be wrong with an archive. Every message says what to do, for the operator reads it in the morning. */

export type ArchiveErrorCode =
  | 'not_found'
  | 'not_readable' // permissions, a device error
  | 'not_a_file' // a folder or a device where a file is wanted
  | 'unsupported_format' // a known container or compression that is not read yet
  | 'unsupported_method' // a zip entry packed in a way that is not read
  | 'encrypted'
  | 'truncated' // the end is missing
  | 'corrupt' // the structure contradicts itself
  | 'bad_checksum'
  | 'bad_size' // more or fewer bytes than the directory promises
  | 'too_large' // over a limit: possibly a decompression bomb
  | 'closed'; // read after `close`

export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
  readonly code: ArchiveErrorCode;
  readonly path: string;
  /** What is wrong, in words that follow the path. */
  readonly reason: string;
  /** The entry at fault; absent when it is the archive itself. */
  readonly entry?: string;

  /** @param reason words without the path, which is put before them. */
  constructor(code: ArchiveErrorCode, reason: string, path: string, entry?: string, cause?: unknown) {
    super(`${path}${entry === undefined ? '' : ` (${entry})`}: ${reason}`, cause === undefined ? {} : { cause });
    this.code = code;
    this.path = path;
    this.reason = reason;
    if (entry !== undefined) this.entry = entry;
  }
}

/** An error of the file system in our words. */
export function fileError(error: unknown, path: string, entry?: string): ArchiveError {
  if (error instanceof ArchiveError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new ArchiveError('not_found', 'there is no such file; check the path', path, entry, error);
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return new ArchiveError('not_readable', 'may not be read by this user; check its permissions', path, entry, error);
  }
  if (code === 'ELOOP') {
    const reason = 'is a link that leads back to itself; name the file that is meant';
    return new ArchiveError('not_found', reason, path, entry, error);
  }
  if (code === 'ENAMETOOLONG') {
    const reason = 'is not the name of a file: it is longer than the file system allows';
    return new ArchiveError('not_found', reason, path, entry, error);
  }
  // no file system knows such a name: Node refuses it before any is asked
  if (path.includes('\0')) {
    return new ArchiveError('not_found', 'is not the name of a file: it holds a NUL character', path, entry, error);
  }
  const words = error instanceof Error ? error.message : String(error);
  return new ArchiveError('not_readable', `could not be read (${words}); check the disk`, path, entry, error);
}
