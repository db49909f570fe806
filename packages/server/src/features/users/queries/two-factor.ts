import type { TfaMode } from '@kreide/core/features/users';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

interface User {
  school_id: number;
  id: number;
}

/** How a person signs in besides the password. */
export async function findTwoFactor(db: Kysely<DB>, user: User) {
  return db
    .selectFrom('users')
    .select([
      'school_id',
      'id',
      'uuid',
      'username',
      'email',
      'role',
      'locale',
      'is_locked',
      'expire_at',
      'is_tfa_enabled',
    ])
    .select('tfa_mode')
    .$narrowType<{ tfa_mode: TfaMode }>()
    .where('school_id', '=', user.school_id)
    .where('id', '=', user.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function setTwoFactor(
  db: Kysely<DB>,
  user: User,
  values: { tfa_mode: TfaMode; is_tfa_enabled: boolean },
): Promise<void> {
  await db.updateTable('users').set(values).where('school_id', '=', user.school_id).where('id', '=', user.id).execute();
}
