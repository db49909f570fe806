import type { Digest, QuietRule } from '@kreide/core/features/notifications';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** Stands for the school in place of a person. */
export const OF_SCHOOL = 0;

/** What people, and the school under `OF_SCHOOL`, have set. */
export async function listSettings(db: Kysely<DB>, schoolId: number, userIds: readonly number[]) {
  const rows = await db
    .selectFrom('notification_settings')
    .select(['user_id', 'has_quiet', 'begins_at', 'ends_at', 'weekends', 'holidays', 'muted_kinds', 'paused_until'])
    .select(['digest', 'digest_at', 'digest_next_at', 'reminder_mail'])
    .where('school_id', '=', schoolId)
    .where('user_id', '=', sql<number>`any(${[OF_SCHOOL, ...userIds]}::bigint[])`)
    .execute();
  return new Map(
    rows.map(
      ({
        user_id,
        has_quiet,
        muted_kinds,
        paused_until,
        digest,
        digest_at,
        digest_next_at,
        reminder_mail,
        ...quiet
      }) => {
        const ofDigest = { digest: digest as Digest, digest_at, digest_next_at };
        return [user_id, { quiet: has_quiet ? quiet : null, muted_kinds, paused_until, reminder_mail, ...ofDigest }];
      },
    ),
  );
}

/** Which of some people let nothing ring now. */
export async function listPaused(
  db: Kysely<DB>,
  schoolId: number,
  userIds: readonly number[],
  now: Date,
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('notification_settings')
    .select('user_id')
    .where('school_id', '=', schoolId)
    .where('user_id', '=', sql<number>`any(${userIds}::bigint[])`)
    .where('paused_until', '>', now.toISOString())
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

interface Values {
  quiet?: QuietRule | null;
  muted_kinds?: readonly string[];
  paused_until?: string | null;
  /** When the next one is due, and up to which message nobody needs to be told any more; left out: as it was. */
  digest?: { rhythm: Digest; next_at?: string; seq?: number };
  digest_at?: string;
  reminder_mail?: boolean | undefined;
}

/** Sets what is given and leaves the rest. */
export async function saveSettings(db: Kysely<DB>, schoolId: number, userId: number, values: Values): Promise<void> {
  const { quiet, muted_kinds, paused_until, digest, digest_at, reminder_mail } = values;
  const columns = {
    ...(quiet === undefined ? {} : { has_quiet: quiet !== null, ...(quiet ?? {}) }),
    ...(muted_kinds === undefined ? {} : { muted_kinds: [...muted_kinds] }),
    ...(paused_until === undefined ? {} : { paused_until }),
    ...(digest === undefined ? {} : { digest: digest.rhythm, digest_next_at: digest.next_at ?? null }),
    ...(digest?.seq === undefined ? {} : { digest_seq: digest.seq }),
    ...(digest_at === undefined ? {} : { digest_at }),
    ...(reminder_mail === undefined ? {} : { reminder_mail }),
  };
  await db
    .insertInto('notification_settings')
    .values({ school_id: schoolId, user_id: userId, ...columns })
    .onConflict((conflict) => conflict.columns(['school_id', 'user_id']).doUpdateSet(columns))
    .execute();
}
