/** Zips made in the test, whole and broken. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ZipFile } from 'yazl';
import type { Archive } from '../../src/archive/open.js';
import { ArchiveError } from '../../src/archive/open.js';
import { splitGames } from '../../src/pgn/splitter.js';

/** A folder of its own for each test file; `remove` when done. */
export function scratch(): { file(name: string, bytes: Uint8Array | string): string; path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'motif-archive-'));
  return {
    path,
    file(name, bytes) {
      const full = join(path, name);
      writeFileSync(full, bytes);
      return full;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

export interface Item {
  name: string;
  data: string | Uint8Array;
  stored?: boolean;
  zip64?: boolean;
}

export async function makeZip(items: Item[], options: { zip64?: boolean; comment?: string } = {}): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, data, stored, zip64 } of items) {
    if (name.endsWith('/')) {
      zip.addEmptyDirectory(name);
      continue;
    }
    zip.addBuffer(Buffer.from(data), name, {
      compress: stored !== true,
      forceZip64Format: zip64 ?? false,
      mtime: new Date(2000, 0, 1),
    });
  }
  zip.end({ forceZip64Format: options.zip64 ?? false, comment: options.comment ?? '' });
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Where the directory's header of the n-th entry begins. */
export function directoryHeader(zip: Buffer, index = 0): number {
  let at = -1;
  for (let i = 0; i <= index; i++) at = zip.indexOf('PK\x01\x02', at + 1, 'latin1');
  return at;
}

export function manyGames(count: number): string {
  let text = '';
  for (let i = 1; i <= count; i++) text += `[Event "E"]\n[Round "${i}"]\n\n1. e4 e5 ${i % 2 ? 'Nf3' : 'Nc3'} Nc6 *\n\n`;
  return text;
}

/** Games that pack no better than real ones: each has a comment of its own. */
export function variedGames(count: number): string {
  let text = '';
  let seed = 1;
  for (let i = 1; i <= count; i++) {
    let comment = '';
    for (let n = 0; n < 6; n++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      comment += seed.toString(36);
    }
    text += `[Event "E"]\n[Round "${i}"]\n\n1. e4 {${comment}} e5 ${i % 2 ? 'Nf3' : 'Nc3'} Nc6 *\n\n`;
  }
  return text;
}

/** `name games`, or `name games CODE` where the entry's stream threw. */
export async function report(archive: Archive): Promise<string[]> {
  const lines: string[] = [];
  for await (const entry of archive.entries()) {
    let games = 0;
    let fault = '';
    try {
      for await (const game of splitGames(entry.open())) games += game.bytes.length > 0 ? 1 : 0;
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      fault = ` ${error.code}`;
    }
    lines.push(`${entry.name} ${games}${fault}`);
  }
  return lines;
}

export async function contentOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}
