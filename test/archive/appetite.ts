/** A process of its own that reads archives, one after the other, and says what it took: `node appetite.js FILE...`. */
import { ArchiveError, openArchive } from '../../src/archive/open.js';

export interface Appetite {
  /** How each archive ended: `ok` or the code of the error. */
  codes: string[];
  /** The most that the process had behind any chunk, megabytes. */
  peakMb: number;
}

const appetite: Appetite = { codes: [], peakMb: 0 };

/** The system's own maximum would count what the parent had when it started us. */
function measure(): void {
  appetite.peakMb = Math.max(appetite.peakMb, process.memoryUsage.rss() / 1e6);
}

for (const path of process.argv.slice(2)) {
  let code = 'ok';
  try {
    const archive = await openArchive(path);
    for await (const entry of archive.entries())
      for await (const chunk of entry.open()) code = chunk.length > 0 ? 'ok' : code;
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    code = error.code;
  }
  appetite.codes.push(code);
  measure();
}
process.stdout.write(JSON.stringify(appetite));
