/**
 * The zip of the sample, byte for byte the same from the same texts. A zip records when and by whom each file was written, so time
 * and mode are fixed, and only the DOS time is stored: its fields carry no time zone, while the extended field does. The deflate
 * stream is zlib's: another zlib may pack the same texts into other bytes.
 */
import yazl from 'yazl';

export interface Entry {
  name: string;
  data: Buffer;
}

const WRITTEN = new Date(2026, 0, 1);

/** The zip's bytes, entries in the order given. */
export async function pack(entries: readonly Entry[]): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const { name, data } of entries) {
    zip.addBuffer(data, name, {
      mtime: WRITTEN,
      mode: 0o100644,
      compress: true,
      compressionLevel: 9,
      forceDosTimestamp: true,
    });
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
