import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, open, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf } from './bytes.ts';
import { createLocalStore, type FileStore } from './store.ts';

const NOW = new Date();
let folder: string;
let store: FileStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kreide-files-'));
  store = await createLocalStore(folder, NOW);
});
afterAll(() => rm(folder, { recursive: true }));

async function* chunks(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

/** The connection breaks after the first part. */
async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('first');
  throw new Error('connection lost');
}

describe('local file store', () => {
  it('takes no file that is gone before it is read, and the process goes on', async () => {
    const uncaught: unknown[] = [];
    const hear = (error: unknown) => void uncaught.push(error);
    process.on('uncaughtException', hear);
    const path = join(folder, 'let-go-of');
    await writeFile(path, 'chalk');
    await rm(path);
    const content = bytesOf(path);
    // As long as a stream takes to find out.
    await expect(open(path)).rejects.toMatchObject({ code: 'ENOENT' });
    await setImmediate();
    await expect(store.put(randomUUID(), content, 100)).rejects.toMatchObject({ code: 'ENOENT' });
    process.off('uncaughtException', hear);
    expect(uncaught).toEqual([]);
  });

  it('keeps a content under two levels of folders and tells size and hash', async () => {
    const uuid = randomUUID();
    const stored = await store.put(uuid, chunks('chalk', '', ' and board'), 100);
    expect(stored).toEqual({ size: 15, sha256: createHash('sha256').update('chalk and board').digest() });
    expect(await readdir(join(folder, uuid.slice(0, 2), uuid.slice(2, 4)))).toEqual([uuid]);
    expect(await text(await store.open(uuid))).toBe('chalk and board');
    expect(await text(await store.open(uuid, { start: 6, end: 8 }))).toBe('and');
    await store.remove(uuid);
    await store.remove(uuid);
    expect(await store.has(uuid)).toBe(false);
    await expect(store.open(uuid)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('what is too large or breaks off leaves nothing behind, and the old content stays', async () => {
    const uuid = randomUUID();
    await store.put(uuid, chunks('old'), 100);
    await expect(store.put(uuid, chunks('12345', '6'), 5)).rejects.toMatchObject({ code: 'too_large' });
    await expect(store.put(uuid, broken(), 100)).rejects.toThrow('connection lost');
    expect(await text(await store.open(uuid))).toBe('old');
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  });

  it('holds exactly as many bytes as allowed, binary or empty', async () => {
    const [full, empty] = [randomUUID(), randomUUID()];
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
    expect(
      (
        await store.put(
          full,
          (async function* () {
            yield bytes;
          })(),
          256,
        )
      ).size,
    ).toBe(256);
    expect(new Uint8Array(await buffer(await store.open(full)))).toEqual(bytes);
    expect((await store.put(empty, chunks(), 0)).size).toBe(0);
    expect(await store.has(empty)).toBe(true);
  });

  it.each(['../../etc/passwd', '', 'ABCDEF00-0000-4000-8000-000000000000', `${randomUUID()}/..`])(
    'nothing but a uuid becomes a path: %s',
    async (uuid) => {
      await expect(store.put(uuid, chunks('x'), 10)).rejects.toMatchObject({ code: 'not_found' });
      await expect(store.open(uuid)).rejects.toMatchObject({ code: 'not_found' });
      expect(await store.has(uuid)).toBe(false);
    },
  );

  it('lists contents and nothing else, without one that goes meanwhile', async () => {
    const own = await mkdtemp(join(tmpdir(), 'kreide-listed-'));
    const some = await createLocalStore(own, NOW);
    // In one folder, so that both are read at once.
    const [first, second] = ['1', '2'].map((end) => `abcd0000-0000-4000-8000-00000000000${end}`) as [string, string];
    for (const uuid of [first, second]) await some.put(uuid, chunks('chalk'), 5);
    await writeFile(join(own, 'ab', 'cd', '.nfs0001'), 'x');
    await writeFile(join(own, 'installation'), 'x');
    const listed = [];
    for await (const content of some.list()) {
      listed.push(content);
      await some.remove(second);
    }
    expect(listed).toEqual([{ uuid: first, size: 5 }]);
    await some.check();
    await rm(own, { recursive: true });
    await expect(some.check()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('a new start clears uploads that a crash left a day ago, not those of a neighbour process', async () => {
    const incoming = join(folder, 'incoming');
    await writeFile(join(incoming, 'old'), 'x');
    await writeFile(join(incoming, 'new'), 'x');
    for (const [name, minutes] of [
      ['old', 24 * 60 + 1],
      ['new', 24 * 60 - 1],
    ] as const) {
      const at = new Date(NOW.getTime() - minutes * 60_000);
      await utimes(join(incoming, name), at, at);
    }
    await createLocalStore(folder, NOW);
    expect(await readdir(incoming)).toEqual(['new']);
    await rm(join(incoming, 'new'));
  });
});
