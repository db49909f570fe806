import { createHash } from 'node:crypto';
import { openAsBlob, statSync } from 'node:fs';
import { basename, sep } from 'node:path';
import { UPLOAD_FILE_MAXIMUM, UPLOAD_FILES_MAXIMUM } from '@kreide/core/features/timetable-import';
import type { UploadFile } from '@kreide/core/kernel';
import { globSync } from 'tinyglobby';
import type { Cli } from '../cli.ts';
import { wrongUse } from '../failures.ts';

/** A file to upload and the hash of its content. */
export interface ExportFile extends UploadFile {
  /** SHA-256 of the content, hex. */
  hash: string;
}

const MEGABYTE = 1024 * 1024;

/** The paths of the arguments; on Windows the shell does not expand `*.txt`. */
export function toPaths(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (!/[*?]/.test(name) || statSync(name, { throwIfNoEntry: false })) return [name];
    const found = globSync(name.replaceAll(sep, '/')).sort();
    return found.length > 0 ? found : [name];
  });
}

/** Opens the files of one upload; throws for a file that cannot be sent before anything is. */
export async function openExport(cli: Cli, paths: readonly string[]): Promise<ExportFile[]> {
  const { t } = cli;
  if (paths.length > UPLOAD_FILES_MAXIMUM)
    throw wrongUse(t('files.tooMany', { count: paths.length, maximum: UPLOAD_FILES_MAXIMUM }));
  const names = new Set<string>();
  for (const path of paths) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) throw wrongUse(t('files.missing', { path }), path);
    if (!stat.isFile()) throw wrongUse(t(stat.isDirectory() ? 'files.folder' : 'files.noFile', { path }), path);
    if (stat.size > UPLOAD_FILE_MAXIMUM) {
      const size = Math.ceil(stat.size / MEGABYTE);
      throw wrongUse(t('files.tooLarge', { path, size, maximum: UPLOAD_FILE_MAXIMUM / MEGABYTE }), path);
    }
    const name = basename(path);
    if (names.has(name)) throw wrongUse(t('files.sameName', { name }));
    names.add(name);
  }
  return Promise.all(
    paths.map(async (path) => {
      // Read from disk while sending: a change meanwhile breaks the request instead of mixing two exports.
      const content = await openAsBlob(path);
      const hash = createHash('sha256');
      for await (const chunk of content.stream()) hash.update(chunk);
      return { name: basename(path), content, hash: hash.digest('hex') };
    }),
  );
}

/**
 * The Idempotency-Key of an upload, shaped as a UUID: the same school, content, options and day give the same key, so a
 * broken upload is resumed (D-3.12). `place` is who runs the command where, and for what: what one of two people does with
 * an upload, or a dry run, never touches another's. `generation` is the newest finished upload of this person: after it
 * the same files are a new upload.
 */
export function toUploadKey(about: {
  school: string;
  place: readonly string[];
  files: readonly Pick<ExportFile, 'name' | 'hash'>[];
  fields: Readonly<Record<string, unknown>>;
  day: string;
  generation: number;
}): string {
  const files = about.files.map(({ name, hash }) => [name, hash]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  const fields = Object.entries(about.fields)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return toKey(['upload', about.school, about.place, files, fields, about.day, about.generation]);
}

/** A UUID (version 8) from the content of a call. */
export function toKey(about: unknown): string {
  const hex = createHash('sha256').update(JSON.stringify(about)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
