import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/**
 * An account at another school for the same person, with the same name, address and password. Of the rights that it had
 * only those of its kind go along: what else somebody may do is decided there. Answers its id.
 */
export async function copyAccount(
  db: Kysely<DB>,
  from: { school_id: number; user_id: number },
  schoolId: number,
  now: Date,
): Promise<number> {
  const columns = [
    'username',
    'email',
    'firstname',
    'lastname',
    'title',
    'sex',
    'phone',
    'type',
    'state',
    'locale',
    'password_hash',
    'is_locked',
    'is_trackable',
    'is_tfa_enabled',
    'tfa_mode',
    'expire_at',
  ] as const;
  const { id } = await db
    .insertInto('users')
    .columns(['school_id', 'role', 'created_at', ...columns])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([sql<number>`${schoolId}::bigint`.as('new_school_id'), 'type as role'])
        .select(sql<string>`${now.toISOString()}::timestamptz`.as('created_at'))
        .select(columns)
        .where('school_id', '=', from.school_id)
        .where('id', '=', from.user_id),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
