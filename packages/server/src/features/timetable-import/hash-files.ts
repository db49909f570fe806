import { createHash } from 'node:crypto';
import type { ReceivedFile } from '../../kernel/http/context.ts';

/** The same for the same files with the same choices, in whatever order they came. */
export function hashFiles(files: readonly ReceivedFile[], options: Record<string, unknown>): Buffer {
  const all = files.map(({ name, sha256 }) => `${sha256.toString('hex')} ${name}`).toSorted();
  return createHash('sha256')
    .update(JSON.stringify([all, options]))
    .digest();
}
