/** A place for nights: a folder of archives, a database, and where the reports go. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '../../pipeline/fixture.js';
import { run, type Ended } from '../run.js';

export interface Place {
  folder: string;
  db: string;
  out: string;
  /** Runs a night here, at l1 and without a wait. */
  night: (...flags: string[]) => Promise<Ended>;
  flags: string[];
}

export function place(files: Record<string, string | Uint8Array> = {}): Place {
  const home = tempFolder();
  const [folder, db, out] = [join(home, 'archives'), join(home, 'motif.db'), join(home, 'out')];
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const flags = ['--archives', folder, '--db', db, '--out', out, '--settle', '0', '--depth', 'l1', '--workers', '1'];
  return { folder, db, out, flags, night: (...more) => run('nightly', instead(flags, '--quiet', ...more)) };
}

/** Pairs of flags and values with others in their place. */
export function instead(flags: readonly string[], ...more: string[]): string[] {
  return [...flags.filter((_, index) => !more.includes(flags[index - (index % 2)] ?? '')), ...more];
}

/** The last line of standard output, as an object. */
export function numbers({ stdout }: Ended): Record<string, unknown> {
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
}
