import type { SharedLink } from '@kreide/core/features/links';
import type { Kysely } from 'kysely';
import type { DB } from '../../packages/server/src/kernel/data/database.generated.ts';

/** A link of a school. */
export async function buildLink(
  db: Kysely<DB>,
  school_id: number,
  values: Partial<Pick<SharedLink, 'title' | 'address' | 'about'>> & { place?: number; deleted_at?: string } = {},
): Promise<SharedLink> {
  return db
    .insertInto('school_links')
    .values({ school_id, title: 'Mensa', address: 'https://mensa.example', place: 1, ...values })
    .returning(['id', 'title', 'address', 'about', 'updated_at'])
    .executeTakeFirstOrThrow();
}
