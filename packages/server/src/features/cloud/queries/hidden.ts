import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { membersPart } from '../../channels/index.ts';
import { parenthood } from '../../users/index.ts';

/** Whose hand-ins a reader sees in a channel: their own, and those of their children. */
export interface SeenOwner {
  readonly channel_id: number;
  readonly user_id: number;
}

/** Of which channels, and whose hand-ins are seen there; null for somebody who reviews all of them. */
export interface HandInReader {
  readonly school_id: number;
  readonly channel_ids: readonly number[];
  readonly owners: readonly SeenOwner[] | null;
}

/** The children of somebody who are in some channels now, in each of them. */
export async function listChildrenIn(
  db: Kysely<DB>,
  { school_id, user_id }: { readonly school_id: number; readonly user_id: number },
  channelIds: readonly number[],
): Promise<SeenOwner[]> {
  return db
    .selectFrom(membersPart(db).as('child'))
    .select(['child.channel_id', 'child.user_id'])
    .where('child.school_id', '=', school_id)
    .where('child.channel_id', '=', sql<number>`any(${channelIds}::bigint[])`)
    .where((eb) => parenthood(eb.val(school_id), eb.val(user_id), eb.ref('child.user_id')))
    .orderBy('child.user_id')
    .execute();
}

/** Whose hand-ins somebody who reviews none sees in some channels. */
export async function listSeenOwners(
  db: Kysely<DB>,
  reader: { readonly school_id: number; readonly user_id: number },
  channelIds: readonly number[],
): Promise<SeenOwner[]> {
  const own = channelIds.map((channel_id) => ({ channel_id, user_id: reader.user_id }));
  return [...own, ...(await listChildrenIn(db, reader, channelIds))];
}

const arrayOf = (numbers: readonly number[]) => sql`${numbers}::bigint[]`;

/**
 * The numbers of what lies below hand-in folders and is not for a reader: what others than those whom they see brought, unless
 * it was given back to one of these. A folder of somebody else in which something of them lies is on the way to it, and
 * therefore not among them.
 */
export const hiddenFrom = ({ school_id, channel_ids, owners }: HandInReader): RawBuilder<{ id: number }> => sql`(
  with recursive owner(channel_id, user_id) as (
    select * from unnest(${arrayOf(owners?.map((one) => one.channel_id) ?? [])}, ${arrayOf(owners?.map((one) => one.user_id) ?? [])})),
  inside(id, parent_id, channel_id, user_id, return_id) as (
    select c.id, c.parent_id, c.channel_id, c.user_id, c.return_id from cloud_files h join cloud_files c on c.parent_id = h.id
    where h.school_id = ${school_id} and h.channel_id = any(${arrayOf(channel_ids)}) and h.upload_limited_at is not null
      and c.school_id = ${school_id} and c.deleted_at is null and ${owners !== null}::boolean
    union
    select c.id, c.parent_id, c.channel_id, c.user_id, c.return_id from inside join cloud_files c on c.parent_id = inside.id
    where c.school_id = ${school_id} and c.deleted_at is null),
  shown(id, parent_id) as (
    select inside.id, inside.parent_id from inside where (inside.channel_id, inside.user_id) in (select * from owner)
      or inside.return_id in (select r.id from cloud_returns r join owner on owner.user_id = r.user_id
        where r.school_id = ${school_id} and owner.channel_id = inside.channel_id)
    union
    select inside.id, inside.parent_id from shown join inside on inside.id = shown.parent_id)
  select id from inside where id not in (select id from shown))`;

/** The contents of some clouds that a reader may not see: their bytes, files and folders. */
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
