import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import { listJoined } from './joining.ts';

/** How somebody signs in, without what it is proven by. */
export const signInData: PersonalData = {
  sessions: (db, { school_id, user_id }) =>
    db
      .selectFrom('sessions')
      .select(['kind', 'user_agent as device', 'created_at', 'last_used_at', 'refresh_expires_at as expires_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute(),
  known_senders: (db, { school_id, user_id }) =>
    db
      .selectFrom('known_senders')
      .select(['kind', 'last_at as last_used_at', 'trusted_until as expires_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('last_at')
      .execute(),
  second_factors: async (db, { school_id, user_id }) => {
    const row = await db
      .selectFrom('second_factors')
      .select(['totp_key', 'recovery_hashes'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .executeTakeFirst();
    return row ? [{ has_app: row.totp_key !== null, recovery_codes: row.recovery_hashes.length }] : [];
  },
  passkeys: (db, { school_id, user_id }) =>
    db
      .selectFrom('passkeys')
      .select(['name', 'created_at', 'last_used_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute(),
  joined_accounts: async (db, { school_id, user_id }) =>
    (await listJoined(db, { school_id, id: user_id })).map(
      ({ name, firstname, lastname, joined_at, last_used_at }) => ({
        school: name,
        name: `${firstname} ${lastname}`,
        created_at: joined_at,
        last_used_at,
      }),
    ),
  app_passwords: (db, { school_id, user_id }) =>
    db
      .selectFrom('app_passwords')
      .select(['name', 'created_at', 'last_used_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute(),
  password_resets: (db, { school_id, user_id }) =>
    db
      .selectFrom('password_resets')
      .select(['created_at', 'expires_at', 'used_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute(),
};
