import { hasAllowedExtension } from '@kreide/core/features/files';

const MEGABYTE = 1024 * 1024;

/** What an upload takes: files at once, and bytes of each. */
export interface FileLimits {
  readonly files: number;
  readonly bytes: number;
}

/** Whole megabytes, for words. */
export const toMegabytes = (bytes: number): number => Math.floor(bytes / MEGABYTE);

/** What is wrong with the chosen files. */
export interface FilesProblem {
  rule: 'tooLarge' | 'tooMany' | 'sameName';
  params: { name: string; maximum: number };
}

/** The files so far and the added ones, unless something is wrong with them. */
export function addFiles(
  files: readonly File[],
  added: readonly File[],
  limits: FileLimits,
): { files: readonly File[]; problem: FilesProblem | null } {
  const fail = (rule: FilesProblem['rule'], name: string, maximum: number) => ({
    files,
    problem: { rule, params: { name, maximum } },
  });
  const names = new Set(files.map(({ name }) => name));
  for (const file of added) {
    if (file.size > limits.bytes) return fail('tooLarge', file.name, toMegabytes(limits.bytes));
    if (names.has(file.name)) return fail('sameName', file.name, 0);
    names.add(file.name);
  }
  if (names.size > limits.files) return fail('tooMany', '', limits.files);
  return { files: [...files, ...added], problem: null };
}

/**
 * Which of the added files a field takes that is limited to some extensions; `fileValid` is false where one of them ends with
 * another (T-5.20), and `refused` names it, so that the field can say so.
 */
export function toAllowed(added: readonly File[], extensions: readonly string[]) {
  const taken = added.filter(({ name }) => hasAllowedExtension(name, extensions));
  const refused = added.find((file) => !taken.includes(file))?.name ?? null;
  return { fileValid: refused === null, taken, refused };
}

/** The extensions as a chooser of files wants them; none: it offers all files. */
export const toAccepted = (extensions: readonly string[]): readonly string[] => extensions.map((one) => `.${one}`);
