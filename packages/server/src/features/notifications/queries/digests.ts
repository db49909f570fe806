import { type Digest, nextDigest } from '@kreide/core/features/notifications';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';

/** The schools in which a digest is due. */
export async function listSchoolsWithDigests(db: Kysely<DB>, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('notification_settings')
    .select('school_id')
    .distinct()
    .where('digest', '!=', 'off')
    .where('digest_next_at', '<=', now.toISOString())
    .execute();
  return rows.map(({ school_id }) => school_id);
}

/** Whose digest is due, for this transaction alone: nobody else is told of them meanwhile. */
export async function takeDueDigests(db: Kysely<DB>, schoolId: number, now: Date) {
  const rows = await db
    .selectFrom('notification_settings')
    .select(['user_id', 'digest', 'digest_seq as after_seq'])
    .where('school_id', '=', schoolId)
    .where('digest', '!=', 'off')
    .where('digest_next_at', '<=', now.toISOString())
    .orderBy('user_id')
    .forUpdate()
    .skipLocked()
    .execute();
  return rows as { user_id: number; digest: Exclude<Digest, 'off'>; after_seq: number }[];
}

/** When the next digest of somebody is due, and up to which message they have been told. */
export interface DigestMark {
  user_id: number;
  next_at: string;
  /** Null: as before. */
  seq: number | null;
}

/** Writes how it goes on, in one statement. */
export async function markDigests(db: Kysely<DB>, schoolId: number, marks: readonly DigestMark[]): Promise<void> {
  await sql`update notification_settings set digest_next_at = (value ->> 'next_at')::timestamptz,
      digest_seq = coalesce((value ->> 'seq')::bigint, notification_settings.digest_seq)
    from jsonb_array_elements(${toJsonText(marks)}::jsonb) as m(value)
    where notification_settings.school_id = ${schoolId} and notification_settings.user_id = (value ->> 'user_id')::bigint`.execute(
    db,
  );
}

/** Sets when the digests of a school go, and moves everybody's next one there. */
export async function moveDigests(
  db: Kysely<DB>,
  schoolId: number,
  { at, zone }: { at: string; zone: string },
  now: Date,
): Promise<void> {
  const [daily, weekly] = (['daily', 'weekly'] as const).map((one) => nextDigest(one, at, now, zone).toISOString());
  await sql`update notification_settings
    set digest_next_at = case digest when 'daily' then ${daily}::timestamptz else ${weekly}::timestamptz end
    where school_id = ${schoolId} and digest <> 'off'`.execute(db);
}
