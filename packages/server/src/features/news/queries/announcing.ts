import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { membersPart } from '../../channels/index.ts';
import type { Receivers } from './receivers.ts';

interface NewsKey {
  readonly school_id: number;
  readonly id: number;
}

/** Says whether the receivers of an item are still to be told of it; false when that was so before, or it is gone. */
export async function setToAnnounce(
  db: Kysely<DB>,
  { school_id, id }: NewsKey,
  is_to_announce: boolean,
): Promise<boolean> {
  const changed = await db
    .updateTable('news')
    .set({ is_to_announce })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('is_to_announce', '!=', is_to_announce)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/**
 * Whom a device may ring for: everybody who is named, and the members of the channels apart from those who muted each
 * channel through which it reaches them (C-7.123).
 */
export async function listRung(
  db: Kysely<DB>,
  school_id: number,
  { channels, user_ids }: Receivers,
  author_id: number | null,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`select receiving.user_id from (
      select member.user_id from ${membersPart(db).where('school_id', '=', school_id)} as member
      where member.channel_id = any(${channels}::bigint[]) and not member.is_muted
      union select unnest(${user_ids}::bigint[])) as receiving
    where receiving.user_id is distinct from ${author_id}::bigint order by receiving.user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
