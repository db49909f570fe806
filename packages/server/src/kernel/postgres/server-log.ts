import { constants } from 'node:fs';
import { copyFile, type FileHandle, open, stat } from 'node:fs/promises';

/** A log that is longer is put aside as `….1`, bytes. */
export const LOG_MAX_BYTES = 4 * 1024 * 1024;

/** Opens the log of the database for writing at its end. */
export async function openLog(path: string): Promise<FileHandle> {
  await rotateLog(path);
  // The folder belongs to the account: a link there must not make root write elsewhere.
  return open(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
}

/**
 * Puts a long log aside and empties it. PostgreSQL may be writing it: the file stays the same one, and whoever appends to
 * it goes on at its new end.
 */
export async function rotateLog(path: string, maxBytes = LOG_MAX_BYTES): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found || found.size < maxBytes) return;
  const log = await open(path, constants.O_RDWR | constants.O_NOFOLLOW);
  try {
    await copyFile(path, `${path}.1`);
    await log.truncate(0);
  } finally {
    await log.close();
  }
}
