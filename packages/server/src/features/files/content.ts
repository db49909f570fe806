import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { canTellPlace, SNIFF_BYTES, stripMetadata } from '../../kernel/files/index.ts';
import type { ReceivedFile } from '../../kernel/http/context.ts';

/** The stored facts about a received file. */
export interface StoredContent extends Pick<ReceivedFile, 'size' | 'sha256'> {
  /** The first bytes. */
  readonly head: Uint8Array;
  /** The source for measuring a picture: its file or its bytes. */
  readonly source: string | Buffer;
  open(): Readable;
}

/**
 * A file as it is stored: pictures without the place, the device and the time that cameras write into them, whatever the app of
 * whoever brings them has done. Null: a picture that is damaged, of which nobody can say what it tells.
 */
export async function toContent({ path, size, sha256 }: ReceivedFile): Promise<StoredContent | null> {
  const head = await readHead(path);
  if (!canTellPlace(head)) return { size, sha256, head, source: path, open: () => createReadStream(path) };
  const bytes = stripMetadata(await readFile(path));
  return (
    bytes && {
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      head: bytes.subarray(0, SNIFF_BYTES),
      source: bytes,
      open: () => Readable.from([bytes]),
    }
  );
}

async function readHead(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}
