import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import { leaveJoined } from './joining.ts';

/** Nothing of how somebody signed in stays. */
export async function eraseSignIns(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await leaveJoined(db, { school_id, id: user_id });
  for (const table of [
    'sessions',
    'app_passwords',
    'password_resets',
    'known_senders',
    'second_factors',
    'second_steps',
    'passkeys',
  ] as const)
    await db.deleteFrom(table).where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
}
