import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UPLOAD_PIECE_BYTES } from '@kreide/core/features/files';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Is it the name of an upload, as this server gives them? */
export const isUuid = (name: string): boolean => UUID.test(name);

/** The prints of a file that has arrived: of the whole, and of its pieces. */
export interface Prints {
  readonly sha256: Buffer;
  /** SHA-256 of the SHA-256 of each piece, in hexadecimal digits: a browser cannot take that of a large file as a whole. */
  readonly pieces: string;
}

/** What has come of files that arrive in parts. It is as long as what was received; the database knows whose it is. */
export interface PartialFolder {
  pathOf(uuid: string): string;
  /** Makes an empty file for an upload. */
  begin(uuid: string): Promise<void>;
  /** The bytes that are there; null: nothing was begun, or it was removed. */
  lengthOf(uuid: string): Promise<number | null>;
  /** Writes what comes behind what is there; what was written is on disk when this resolves, also where the sender breaks off. */
  append(uuid: string, content: Readable, offset: number): Promise<number>;
  printsOf(uuid: string): Promise<Prints>;
  /** Notes that the pieces of a whole file are those that its sender means: its bytes may change when it becomes a file. */
  confirm(uuid: string, pieces: string): Promise<void>;
  /** The pieces that were confirmed; null: none were. */
  confirmedOf(uuid: string): Promise<string | null>;
  remove(uuid: string): Promise<void>;
  /** The uuids of all files. */
  list(): Promise<string[]>;
}

export function partialFolder(folder: string): PartialFolder {
  function pathOf(uuid: string): string {
    if (!isUuid(uuid)) throw new Error('an upload is named by its uuid');
    return join(folder, uuid);
  }
  const noteOf = (uuid: string) => `${pathOf(uuid)}.pieces`;
  const lengthOf = (uuid: string) =>
    stat(pathOf(uuid)).then(
      ({ size }) => size,
      () => null,
    );
  return {
    pathOf,
    lengthOf,
    async begin(uuid) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await using _file = await open(pathOf(uuid), 'wx', 0o600);
    },
    async append(uuid, content, offset) {
      const path = pathOf(uuid);
      try {
        await pipeline(content, createWriteStream(path, { flags: 'r+', start: offset }));
      } finally {
        await using file = await open(path, 'r+');
        await file.sync();
      }
      return (await lengthOf(uuid)) ?? offset;
    },
    async printsOf(uuid) {
      const whole = createHash('sha256');
      const pieces = createHash('sha256');
      let piece = createHash('sha256');
      let room = UPLOAD_PIECE_BYTES;
      for await (const chunk of createReadStream(pathOf(uuid)) as AsyncIterable<Buffer>) {
        whole.update(chunk);
        for (let at = 0; at < chunk.length; ) {
          const part = chunk.subarray(at, at + room);
          piece.update(part);
          at += part.length;
          room -= part.length;
          if (room > 0) continue;
          pieces.update(piece.digest());
          piece = createHash('sha256');
          room = UPLOAD_PIECE_BYTES;
        }
      }
      if (room < UPLOAD_PIECE_BYTES) pieces.update(piece.digest());
      return { sha256: whole.digest(), pieces: pieces.digest('hex') };
    },
    async confirm(uuid, pieces) {
      await writeFile(noteOf(uuid), pieces, { mode: 0o600 });
    },
    confirmedOf: (uuid) => readFile(noteOf(uuid), 'latin1').catch(() => null),
    async remove(uuid) {
      await rm(noteOf(uuid), { force: true });
      await rm(pathOf(uuid), { force: true });
    },
    async list() {
      const names = await readdir(folder).catch(() => []);
      return [...new Set(names.map((name) => name.replace(/\.pieces$/, '')))].filter(isUuid);
    },
  };
}
