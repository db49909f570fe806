import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { listToCall } from './queries/clouds.ts';
import type { CloudView } from './queries/entries.ts';

/** Calls the devices of people since files came into a cloud, in the caller's transaction. */
export type UploadTeller = (
  db: Kysely<DB>,
  told: { readonly school_id: number; readonly channel_id: number; readonly people: readonly number[] },
  now: Date,
) => Promise<void>;

/**
 * Tells those of a channel who see what came and let it ring, apart from who brought it (C-7.124). Of what is handed in those
 * alone hear who review it: nobody else may know of it.
 */
export async function tellOfFiles(
  db: Kysely<DB>,
  { school_id, channel_id, user_id }: CloudView,
  isHandIn: boolean,
  tell: UploadTeller,
  now: Date,
): Promise<void> {
  const people = await listToCall(db, { school_id, channel_id }, { except: user_id, isHandIn });
  await tell(db, { school_id, channel_id, people }, now);
}
