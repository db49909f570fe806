import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** Of which channels, and for whom: null for somebody who reviews what was handed in there. */
export interface HandInReader {
  readonly school_id: number;
  readonly channel_ids: readonly number[];
  readonly reader: number | null;
}

/**
 * The numbers of what lies below hand-in folders and is not for a reader: what others brought, unless it was given back
 * to them. A folder of somebody else in
 * which something of the reader lies is on the way to it, and therefore not among them.
 */
export const hiddenFrom = ({ school_id, channel_ids, reader }: HandInReader): RawBuilder<{ id: number }> => sql`(
  with recursive inside(id, parent_id, user_id, return_id) as (
    select c.id, c.parent_id, c.user_id, c.return_id from cloud_files h join cloud_files c on c.parent_id = h.id
    where h.school_id = ${school_id} and h.channel_id = any(${channel_ids}::bigint[]) and h.upload_limited_at is not null
      and c.school_id = ${school_id} and c.deleted_at is null and ${reader}::bigint is not null
    union
    select c.id, c.parent_id, c.user_id, c.return_id from inside join cloud_files c on c.parent_id = inside.id
    where c.school_id = ${school_id} and c.deleted_at is null),
  shown(id, parent_id) as (
    select inside.id, inside.parent_id from inside where inside.user_id = ${reader}::bigint or inside.return_id in (
      select r.id from cloud_returns r where r.school_id = ${school_id} and r.user_id = ${reader}::bigint)
    union
    select inside.id, inside.parent_id from shown join inside on inside.id = shown.parent_id)
  select id from inside where id not in (select id from shown))`;

/** What of some clouds is not for a reader: its bytes, files and folders. */
export async function countHidden(db: Kysely<DB>, reader: HandInReader) {
  return db
    .with('hidden', () => hiddenFrom(reader))
    .selectFrom('cloud_files as entry')
    .innerJoin('hidden', 'hidden.id', 'entry.id')
    .select('entry.channel_id')
    .select((eb) => [
      eb.cast<number>(eb.fn.sum('entry.size'), 'bigint').as('size'),
      eb.fn.count<number>('entry.file_id').as('files_count'),
      eb.fn.countAll<number>().as('entries_count'),
    ])
    .where('entry.school_id', '=', reader.school_id)
    .groupBy('entry.channel_id')
    .execute();
}

/** Is an entry kept from a reader? */
export async function isHidden(db: Kysely<DB>, reader: HandInReader, id: number): Promise<boolean> {
  const row = await db
    .with('hidden', () => hiddenFrom(reader))
    .selectFrom('hidden')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
