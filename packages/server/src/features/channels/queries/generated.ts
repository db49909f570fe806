import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** Settles who is in the channels of classes and courses whose members changed with one of the last days. */
export async function markDays(db: Kysely<DB>): Promise<void> {
  await sql`select kreide_mark_days()`.execute(db);
}
