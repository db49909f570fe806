import type { Readable } from 'node:stream';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { toFileName } from './index.ts';

/** A file of an archive: its text, or where its bytes come from. */
export interface ArchiveEntry {
  readonly name: string;
  readonly content: string | (() => Promise<Readable>);
}

/** Names below `files/`, each once. */
export function toEntryNames(names: readonly string[]): string[] {
  return names.map((name, index) => `files/${index + 1}-${toFileName(name)}`);
}

/** A ZIP, piece by piece, as fast as it is taken; nothing of the files is kept in memory. */
export async function* writeArchive(entries: readonly ArchiveEntry[], now: Date): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, piece) => {
    if (error) failure = error;
    else pieces.push(piece);
  });
  function* taken() {
    if (failure) throw failure;
    yield* pieces.splice(0);
  }
  for (const { name, content } of entries) {
    // Files are mostly pictures and documents that are compressed already.
    const file = typeof content === 'string' ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name);
    file.mtime = now;
    zip.add(file);
    if (typeof content === 'string') file.push(new TextEncoder().encode(content), true);
    else {
      for await (const piece of await content()) {
        file.push(new Uint8Array(piece as Buffer));
        yield* taken();
      }
      file.push(new Uint8Array(), true);
    }
    yield* taken();
  }
  zip.end();
  yield* taken();
}
