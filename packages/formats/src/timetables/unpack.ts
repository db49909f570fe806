import type { SourceFile } from '@kreide/core/features/timetable-import';
import { isZip, readZip, type ZipLimits, ZipRefusal } from '../zip.ts';
import { unreadable } from './findings.ts';
import { UNPACK_LIMITS, type UnpackLimits } from './limits.ts';
import { UnreadableFile } from './parser.ts';

/** Files that operating systems leave in archives. */
const LEFTOVERS = /(^|\/)(__MACOSX\/|\.(?!\.?\/)|Thumbs\.db$|desktop\.ini$)/i;

/** The last part of a path with either kind of slash; without control characters. */
function toBaseName(path: string): string {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  return name.replace(/\p{Cc}/gu, '').slice(-200) || 'file';
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

async function unpackArchive(file: SourceFile, limits: ZipLimits): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for await (const { path, read } of readZip(file.bytes, limits)) {
    if (LEFTOVERS.test(path)) continue;
    if (/^(xl|word|ppt)\//.test(path)) throw unreadable(file.name, 'spreadsheet');
    const bytes = await read();
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
 * Bytes are counted before they are inflated, over all archives. Throws `UnreadableFile`: `file_too_large`,
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
      unpacked.push(...(await unpackArchive(file, { entries: limits.entries, budget })));
    } catch (error) {
      if (error instanceof UnreadableFile) throw error;
      if (error instanceof ZipRefusal) throw unreadable(file.name, error.reason, error.params);
      // The messages of yauzl and zlib about broken archives help nobody at a school.
      throw unreadable(file.name, 'zip_broken');
    }
  }
  return nameApart(unpacked);
}
