import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { ApiError } from '@kreide/core/kernel';

export interface StoredFile {
  /** Bytes. */
  readonly size: number;
  readonly sha256: Buffer;
}

/** First and last byte, both included, as HTTP counts them. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A content of a store. */
export interface StoredContent {
  readonly uuid: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * Where contents are stored. A driver knows uuids and bytes; names, schools and rights are in the database. Each call fails with
 * `not_ready` while a service that holds them is out of reach.
 */
export interface FileStore {
  /**
   * Stores a content. It is complete and on disk when this resolves, or not there at all.
   * Fails with `too_large` as soon as more than `maxBytes` have arrived.
   */
  put(uuid: string, content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StoredFile>;
  /** The bytes; fails with `not_found`. */
  open(uuid: string, range?: ByteRange): Promise<Readable>;
  has(uuid: string): Promise<boolean>;
  /** Does nothing when there is none. */
  remove(uuid: string): Promise<void>;
  /** Every content, by uuid. One that comes or goes meanwhile may be among them or not. */
  list(): AsyncIterable<StoredContent>;
  /** Resolves while it can be reached. */
  check(): Promise<void>;
}

/** A content that is listed, to be read; null: it was removed since. */
export async function openListed(store: FileStore, { uuid }: StoredContent): Promise<Readable | null> {
  return store.open(uuid).catch((thrown: unknown) => {
    if (thrown instanceof ApiError && thrown.code === 'not_found') return null;
    throw thrown;
  });
}

/** What a content may be called: no driver makes a path or a key of anything else. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Leftovers of an interrupted upload may be removed after this time. */
export const LEFTOVER_MS = 24 * 60 * 60 * 1000;

/**
 * Contents in a folder: `ab/cd/abcd….`, written under a temporary name and renamed. Removes leftovers of crashed
 * uploads.
 */
export async function createLocalStore(folder: string, now: Date): Promise<FileStore> {
  const incoming = join(folder, 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await removeLeftovers(incoming, now);

  function pathOf(uuid: string): string {
    // The uuid becomes a path here: nothing but a uuid may pass.
    if (!UUID.test(uuid)) throw new ApiError({ code: 'not_found' });
    return join(folder, uuid.slice(0, 2), uuid.slice(2, 4), uuid);
  }

  return {
    async put(uuid, content, maxBytes) {
      const path = pathOf(uuid);
      const temporary = join(incoming, `${uuid}.${randomUUID()}`);
      try {
        const stored = await write(temporary, content, maxBytes);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(temporary, path);
        await syncFolder(dirname(path));
        return stored;
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async open(uuid, range) {
      const handle = await open(pathOf(uuid), 'r').catch((error: unknown) => {
        throw isMissing(error) ? new ApiError({ code: 'not_found', cause: error }) : error;
      });
      return createReadStream('', { fd: handle, ...range });
    },
    async has(uuid) {
      return UUID.test(uuid) && (await stat(pathOf(uuid)).then(() => true, ifMissing(false)));
    },
    async remove(uuid) {
      await rm(pathOf(uuid), { force: true });
    },
    async *list() {
      for (const first of await readHex(folder))
        for (const second of await readHex(join(folder, first)))
          for (const uuid of (await readdir(join(folder, first, second))).sort()) {
            // Removed meanwhile.
            const size = UUID.test(uuid) ? await stat(pathOf(uuid)).then((found) => found.size, ifMissing(null)) : null;
            if (size !== null) yield { uuid, size };
          }
    },
    async check() {
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    },
  };
}

/** The folders by which contents are told apart; others are no contents. */
async function readHex(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^[0-9a-f]{2}$/.test(name)).sort();
}

async function write(path: string, content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StoredFile> {
  const hash = createHash('sha256');
  let size = 0;
  await using file = await open(path, 'wx', 0o600);
  for await (const chunk of content) {
    size += chunk.length;
    if (size > maxBytes) throw new ApiError({ code: 'too_large', params: { max: maxBytes } });
    hash.update(chunk);
    await file.writeFile(chunk);
  }
  await file.sync();
  return { size, sha256: hash.digest() };
}

/**
 * A new name is durable only when its folder is synced; some systems cannot sync folders, then syncing the file has to
 * do.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}

async function removeLeftovers(incoming: string, now: Date): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const changed = await stat(path).then(({ mtimeMs }) => mtimeMs, ifMissing(Number.POSITIVE_INFINITY));
    if (now.getTime() - changed > LEFTOVER_MS) await rm(path, { force: true });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function ifMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (isMissing(error)) return value;
    throw error;
  };
}
