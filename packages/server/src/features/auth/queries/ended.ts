import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { leaveJoined } from './joining.ts';

/**
 * An account has the name and password of another one from now on: whoever was signed in with those of before, or could come back
 * without any, is not and cannot any more. Passkeys stay, for they are the owner's own.
 */
export async function endSignIns(db: Kysely<DB>, { school_id, id }: { school_id: number; id: number }): Promise<void> {
  await leaveJoined(db, { school_id, id });
  for (const table of ['sessions', 'app_passwords', 'password_resets', 'known_senders', 'second_steps'] as const)
    await db.deleteFrom(table).where('school_id', '=', school_id).where('user_id', '=', id).execute();
}
