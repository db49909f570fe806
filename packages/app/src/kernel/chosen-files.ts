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
