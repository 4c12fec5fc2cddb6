/** What the file system says where a night cannot write: its own words often name neither the place nor what to do. */

/** An error of the file system with the place and what to do; any other as it is. */
export function namingPlace(error: unknown, place: string): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const full = code === 'ENOSPC' || code === 'EDQUOT';
  const advice = full ? 'free some space; the next night continues' : 'correct this; the next night continues';
  return new Error(`${place} could not be written (${message}): ${advice}`, { cause: error });
}
