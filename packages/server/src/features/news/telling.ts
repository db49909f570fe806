import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Audience } from '../../kernel/realtime/audience.ts';
import { listReaders, type Receivers } from './queries/receivers.ts';

/** Who hears of an item: its receivers and, whether or not they are among them, its author and whoever changes it. */
export async function audienceOf(
  db: Kysely<DB>,
  schoolId: number,
  receivers: Receivers,
  others: readonly (number | null)[],
): Promise<Audience> {
  const readers = await listReaders(db, schoolId, receivers);
  return { users: [...new Set([...readers.map(({ id }) => id), ...others.flatMap((id) => id ?? [])])] };
}
