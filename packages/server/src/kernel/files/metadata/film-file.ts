import { type FileHandle, open } from 'node:fs/promises';
import { typeAt } from './boxes.ts';
import { lengthOf } from './duration.ts';
import { emptyTracks, holdsTracks, isOfFilm } from './film.ts';

/** A film of hours has tables of some megabytes; what claims more is no film, bytes. */
const TABLES_MAXIMUM = 64 * 1024 * 1024;
const ZEROS = Buffer.alloc(1024 * 1024);

async function empty(file: FileHandle, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += ZEROS.length) await file.write(ZEROS, 0, Math.min(ZEROS.length, to - at), at);
}

/**
 * Takes what a film says of itself out of its file, in place: the same as `stripFilm` does with one in memory, whatever its size. Answers
 * how long it lasts, whole seconds, null: it does not say it. Throws RangeError for one whose tables lead out of it.
 */
export async function stripFilmFile(path: string): Promise<{ duration_in_seconds: number | null }> {
  await using file = await open(path, 'r+');
  const { size } = await file.stat();
  const read = async (at: number, length: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  };
  let duration_in_seconds: number | null = null;
  let at = 0;
  while (at + 8 <= size) {
    const head = await read(at, 16);
    const type = typeAt(head, 4);
    const short = head.readUInt32BE(0);
    const isLong = short === 1 && head.length === 16;
    const length = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short;
    const body = at + (isLong ? 16 : 8);
    const end = Math.min(at + length, size);
    if (end < body) break;
    if (!isOfFilm(type)) {
      await file.write(Buffer.from('free', 'latin1'), 0, 4, at + 4);
      await empty(file, body, end);
    } else if (holdsTracks(type)) {
      if (end - body > TABLES_MAXIMUM) throw new RangeError('the tables of a film are too large');
      const tables = await read(body, end - body);
      const whole = { body: 0, end: tables.length };
      if (type === 'moov') duration_in_seconds = lengthOf(tables, whole);
      const spans = emptyTracks(tables, whole, size);
      await file.write(tables, 0, tables.length, body);
      for (const [from, to] of spans) await empty(file, from, to);
    }
    at = end;
  }
  await empty(file, at, size);
  return { duration_in_seconds };
}
