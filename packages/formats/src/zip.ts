import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';

/** How much an archive may hold. */
export interface ZipLimits {
  readonly entries: number;
  /** Bytes unpacked; taken off while inflating, over all archives that share it. */
  readonly budget: { left: number; readonly limit: number };
}

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

async function readEntry(zip: ZipFile, entry: Entry, { budget }: ZipLimits): Promise<Uint8Array> {
  if (entry.isEncrypted()) throw new ZipRefusal('zip_encrypted');
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    const bytes = chunk as Buffer;
    budget.left -= bytes.length;
    // Leaving the loop destroys the stream, so a bomb stops inflating here.
    if (budget.left < 0)
      throw new ZipRefusal('unpacked_too_large', { limit_mb: Math.round(budget.limit / 1024 / 1024) });
    chunks.push(bytes);
  }
  const content = Buffer.concat(chunks);
  if (crc32(content) !== entry.crc32) throw new ZipRefusal('zip_broken');
  return new Uint8Array(content.buffer, content.byteOffset, content.length);
}

/** The files of an archive, folders left out. Other errors than `ZipRefusal` say that it is broken. */
export async function* readZip(bytes: Uint8Array, limits: ZipLimits): AsyncGenerator<ZipEntry, void, void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const zip = await fromBufferPromise(buffer, { decodeStrings: false, lazyEntries: true });
  if (zip.entryCount > limits.entries)
    throw new ZipRefusal('too_many_entries', { limit: limits.entries, count: zip.entryCount });
  for await (const entry of zip.eachEntry()) {
    const path = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
    if (!path.endsWith('/')) yield { path, read: () => readEntry(zip, entry, limits) };
  }
}
