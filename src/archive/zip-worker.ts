/**
 * The entry of the thread in which node-stream-zip lists zips, one after the other: see `listing.ts`, which judges what comes of it.
 */
import { parentPort } from 'node:worker_threads';
import StreamZip from 'node-stream-zip';
import { FLAG, labelOf } from './directory.js';
import { ListingDigest, type ListReply, type ListRequest } from './listing.js';

if (parentPort === null) throw new Error('zip-worker.js runs in a worker thread only');
const port = parentPort;

/** The most that is read at once. Left to itself the package takes 1 KB for small archives, and refuses longer names. */
const PIECE = 128 << 10;
const MORE = new Error('more entries than expected');

port.on('message', ({ path, expected }: ListRequest) => {
  const digest = new ListingDigest();
  let entries = 0;
  const zip = new StreamZip({ file: path, storeEntries: false, skipEntryNameValidation: true, chunkSize: PIECE });
  // closed first: the next archive begins with nothing of this one under way
  const answer = (reply: ListReply): void => zip.close(() => port.postMessage(reply));
  zip.on('entry', ({ name, offset, size, compressedSize, crc, method, flags }) => {
    const encrypted = (flags & FLAG.encrypted) !== 0;
    digest.add({ name: labelOf(name), offset, size, compressedSize, crc, method, encrypted });
    // thrown here, it ends the package's reading
    if (++entries > expected) throw MORE;
  });
  zip.on('ready', () => answer({ digest: digest.end() }));
  zip.on('error', (error: unknown) => {
    if (error === MORE) answer({ digest: digest.end() });
    else answer({ refusal: error instanceof Error ? error.message : String(error) });
  });
});
port.postMessage({ ready: true } satisfies ListReply);
