import type { Kysely } from 'kysely';
import type { DB } from '../data/database.generated.ts';
import type { FileStore, StoredFile } from './store.ts';

/** How long a content may wait for the row that owns it, ms: far longer than any request takes. */
const WAIT_MS = 24 * 60 * 60 * 1000;

interface Unowned {
  readonly uuid: string;
  readonly content: AsyncIterable<Uint8Array>;
  readonly maxBytes: number;
  readonly now: Date;
}

/**
 * Stores a content before the row that owns it is written. Whoever writes that row calls `own` in the same transaction; a
 * content that nobody owns, because the request failed or the process ended in between, is removed a day later.
 */
export async function putUnowned(
  kysely: Kysely<DB>,
  store: FileStore,
  { uuid, content, maxBytes, now }: Unowned,
): Promise<StoredFile> {
  await kysely.insertInto('unowned_contents').values({ uuid, stored_at: now.toISOString() }).execute();
  return store.put(uuid, content, maxBytes);
}

/** From now on a row knows of these contents and says when they go; in the transaction that writes it. */
export async function own(trx: Kysely<DB>, uuids: readonly string[]): Promise<void> {
  if (uuids.length > 0) await trx.deleteFrom('unowned_contents').where('uuid', 'in', uuids).execute();
}

/** Removes contents that nobody came to own, each before it is forgotten; returns their number. */
export async function pruneUnowned(kysely: Kysely<DB>, store: Pick<FileStore, 'remove'>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - WAIT_MS).toISOString();
  const left = await kysely.selectFrom('unowned_contents').select('uuid').where('stored_at', '<', before).execute();
  for (const { uuid } of left) await store.remove(uuid);
  const uuids = left.map(({ uuid }) => uuid);
  if (uuids.length > 0) await kysely.deleteFrom('unowned_contents').where('uuid', 'in', uuids).execute();
  return left.length;
}
