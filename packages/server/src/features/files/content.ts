import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { FILE_MAXIMUM_BYTES } from '@kreide/core/features/files';
import { ApiError } from '@kreide/core/kernel';
import {
  bytesOf,
  canTellPlace,
  durationOf,
  isFilm,
  SNIFF_BYTES,
  stripFilmFile,
  stripMetadata,
} from '../../kernel/files/index.ts';
import type { ReceivedFile } from '../../kernel/http/context.ts';

/** The stored facts about a received file. */
export interface StoredContent extends Pick<ReceivedFile, 'size' | 'sha256'> {
  /** The first bytes. */
  readonly head: Uint8Array;
  /** The source for measuring a picture: its file or its bytes. */
  readonly source: string | Buffer;
  /** How long a film or a recording lasts, whole seconds; null: it is none, or does not say it. */
  readonly duration_in_seconds: number | null;
  open(): AsyncIterable<Uint8Array>;
}

/**
 * A file as it is stored: pictures without the place, the device and the time that cameras write into them, whatever the app of
 * whoever brings them has done. Null: a picture that is damaged, of which nobody can say what it tells. A large film is changed in its
 * file; fails with `too_large` for a picture that is larger than one is read into memory.
 */
export async function toContent({ path, size, sha256 }: ReceivedFile): Promise<StoredContent | null> {
  const head = await readHead(path);
  const plain = { size, head, source: path, open: () => bytesOf(path) };
  if (!canTellPlace(head)) return { ...plain, sha256, duration_in_seconds: null };
  if (size > FILE_MAXIMUM_BYTES) {
    if (!isFilm(head)) throw new ApiError({ code: 'too_large', params: { maximum: FILE_MAXIMUM_BYTES } });
    const film = await stripFilmFile(path).catch((error: unknown) => {
      if (error instanceof RangeError) return null;
      throw error;
    });
    return film && { ...plain, ...film, sha256: await hashOf(path) };
  }
  const bytes = stripMetadata(await readFile(path));
  return (
    bytes && {
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      head: bytes.subarray(0, SNIFF_BYTES),
      source: bytes,
      duration_in_seconds: durationOf(bytes),
      open: () => Readable.from([bytes]),
    }
  );
}

async function readHead(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

async function hashOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of bytesOf(path)) hash.update(chunk);
  return hash.digest();
}
