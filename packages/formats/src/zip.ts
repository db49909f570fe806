import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';

/** Bytes that may still be unpacked, and how many there were. */
interface Budget {
  left: number;
  readonly limit: number;
}

/** How much an archive may hold. */
export interface ZipLimits {
  readonly entries: number;
  /** Bytes unpacked; what an entry announces is taken off before it is inflated, over all archives that share it. */
  readonly budget: Budget;
}

/** Exports of schools unpack to 45 times their size at most, bombs to a thousand times. */
const RATIO = 100;
/** An archive may always unpack to this, bytes: lists of the same few rows are small and pack better than exports. */
const ALWAYS = 32 * 1024 * 1024;

/** Why an archive is not read; texts are those of the features that take archives. */
export class ZipRefusal extends Error {
  readonly reason: 'too_many_entries' | 'unpacked_too_large' | 'zip_encrypted' | 'zip_broken';
  readonly params: Record<string, number>;
  constructor(reason: ZipRefusal['reason'], params: Record<string, number> = {}) {
    super(reason);
    this.name = 'ZipRefusal';
    this.reason = reason;
    this.params = params;
  }
}

/** Begins like a zip archive: a local file, or an empty archive. */
export function isZip(bytes: Uint8Array): boolean {
  return (
    bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6))
  );
}

/** One file of an archive; its path is not to be trusted. */
export interface ZipEntry {
  readonly path: string;
  /** Inflates it; throws `ZipRefusal`. */
  read(): Promise<Uint8Array>;
}

function take(bytes: number, budgets: readonly Budget[]): void {
  for (const { left, limit } of budgets)
    if (bytes > left) throw new ZipRefusal('unpacked_too_large', { limit_mb: Math.round(limit / 1024 / 1024) });
  for (const budget of budgets) budget.left -= bytes;
}

async function readEntry(zip: ZipFile, entry: Entry, budgets: readonly Budget[]): Promise<Uint8Array> {
  if (entry.isEncrypted()) throw new ZipRefusal('zip_encrypted');
  // What an archive says of itself is enough to refuse it, never to trust it: the library holds it to its word.
  take(entry.uncompressedSize, budgets);
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const content = Buffer.concat(chunks);
  if (crc32(content) !== entry.crc32) throw new ZipRefusal('zip_broken');
  return new Uint8Array(content.buffer, content.byteOffset, content.length);
}

/** The files of an archive, folders left out. Other errors than `ZipRefusal` say that it is broken. */
export async function* readZip(bytes: Uint8Array, limits: ZipLimits): AsyncGenerator<ZipEntry, void, void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  // More bytes of an entry than it announces end its stream with an error.
  const zip = await fromBufferPromise(buffer, { decodeStrings: false, lazyEntries: true, validateEntrySizes: true });
  if (zip.entryCount > limits.entries)
    throw new ZipRefusal('too_many_entries', { limit: limits.entries, count: zip.entryCount });
  const most = Math.max(ALWAYS, RATIO * bytes.length);
  const budgets = [limits.budget, { left: most, limit: most }];
  for await (const entry of zip.eachEntry()) {
    const path = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
    if (!path.endsWith('/')) yield { path, read: () => readEntry(zip, entry, budgets) };
  }
}
