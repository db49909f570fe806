import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import type { SourceFile } from '@kreide/core/features/timetable-import';
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { unreadable } from '../findings.ts';
import { UnreadableFile } from '../parser.ts';

/** Limits of an upload, bytes. */
export interface UnpackLimits {
  /** One uploaded file as it arrived. */
  file_bytes: number;
  /** Everything unpacked from all archives of one upload. */
  unpacked_bytes: number;
  /** Entries of one archive. */
  entries: number;
}

/** The limits of an upload (docs/imports.md). */
export const UNPACK_LIMITS: UnpackLimits = {
  file_bytes: 64 * 1024 * 1024,
  unpacked_bytes: 512 * 1024 * 1024,
  entries: 200,
};

/** Files that operating systems leave in archives. */
const LEFTOVERS = /(^|\/)(__MACOSX\/|\.(?!\.?\/)|Thumbs\.db$|desktop\.ini$)/i;

/** Begins like a zip archive: a local file, or an empty archive. */
export function isZip(bytes: Uint8Array): boolean {
  return (
    bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6))
  );
}

/** The last part of a path with either kind of slash; without control characters. */
function toBaseName(path: string): string {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  return name.replace(/\p{Cc}/gu, '').slice(-200) || 'file';
}

function readName(entry: Entry): string {
  return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
}

async function readEntry(zip: ZipFile, entry: Entry, archive: string, budget: { left: number; limit: number }) {
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    const bytes = chunk as Buffer;
    budget.left -= bytes.length;
    // Leaving the loop destroys the stream, so a bomb stops inflating here.
    if (budget.left < 0) throw unreadable(archive, 'unpacked_too_large', { limit_mb: toMegabytes(budget.limit) });
    chunks.push(bytes);
  }
  const content = Buffer.concat(chunks);
  if (crc32(content) !== entry.crc32) throw unreadable(archive, 'zip_broken');
  return new Uint8Array(content.buffer, content.byteOffset, content.length);
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

async function unpackArchive(
  file: SourceFile,
  limits: UnpackLimits,
  budget: { left: number; limit: number },
): Promise<SourceFile[]> {
  const buffer = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.length);
  const zip = await fromBufferPromise(buffer, { decodeStrings: false, lazyEntries: true });
  if (zip.entryCount > limits.entries) {
    throw unreadable(file.name, 'too_many_entries', { limit: limits.entries, count: zip.entryCount });
  }
  const files: SourceFile[] = [];
  for await (const entry of zip.eachEntry()) {
    const path = readName(entry);
    if (path.endsWith('/') || LEFTOVERS.test(path)) continue;
    if (/^(xl|word|ppt)\//.test(path)) throw unreadable(file.name, 'spreadsheet');
    if (entry.isEncrypted()) throw unreadable(file.name, 'zip_encrypted');
    const bytes = await readEntry(zip, entry, file.name, budget);
    const name = toBaseName(path);
    if (isZip(bytes)) throw unreadable(file.name, 'nested_zip', { entry: name });
    files.push({ name, bytes });
  }
  if (files.length === 0) throw unreadable(file.name, 'empty');
  return files;
}

/** Files of the same name in different folders would make messages ambiguous. */
function nameApart(files: SourceFile[]): SourceFile[] {
  const used = new Map<string, number>();
  return files.map((file) => {
    const count = (used.get(file.name) ?? 0) + 1;
    used.set(file.name, count);
    return count === 1 ? file : { name: `${file.name} (${count})`, bytes: file.bytes };
  });
}

/**
 * The files of an upload with every zip archive replaced by its content. Folders are dropped, names are base names.
 * Inflated bytes are counted while inflating, over all archives. Throws `UnreadableFile`: `file_too_large`,
 * `unpacked_too_large`, `too_many_entries`, `nested_zip`, `zip_encrypted`, `zip_broken`, `spreadsheet`, `empty`,
 * `no_files`.
 */
export async function unpack(
  files: readonly SourceFile[],
  limits: UnpackLimits = UNPACK_LIMITS,
): Promise<SourceFile[]> {
  if (files.length === 0) throw unreadable('', 'no_files');
  const budget = { left: limits.unpacked_bytes, limit: limits.unpacked_bytes };
  const unpacked: SourceFile[] = [];
  for (const file of files) {
    if (file.bytes.length > limits.file_bytes) {
      throw unreadable(file.name, 'file_too_large', { limit_mb: toMegabytes(limits.file_bytes) });
    }
    if (!isZip(file.bytes)) {
      unpacked.push({ name: toBaseName(file.name), bytes: file.bytes });
      continue;
    }
    try {
      unpacked.push(...(await unpackArchive(file, limits, budget)));
    } catch (error) {
      if (error instanceof UnreadableFile) throw error;
      // The messages of yauzl and zlib about broken archives help nobody at a school.
      throw unreadable(file.name, 'zip_broken');
    }
  }
  return nameApart(unpacked);
}
