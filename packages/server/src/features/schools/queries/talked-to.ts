import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

const facts = (db: Kysely<DB>) =>
  db
    .selectFrom('schools')
    .select(['id', 'uuid', 'slink', 'name', 'street', 'postal_code', 'city', 'country', 'type', 'locale', 'state'])
    .select(['app_branding', 'contact_name', 'contact_email', 'contact_phone']);

export type TalkedTo = Awaited<ReturnType<typeof listTalkedTo>>[number];

/** Schools that the operator only talks to (`LEAD`), behind one of them. */
export async function listTalkedTo(db: Kysely<DB>, behind: number, limit: number) {
  return facts(db).where('state', '=', 'LEAD').where('id', '>', behind).orderBy('id').limit(limit).execute();
}

/** A school in whatever state, for those who sell the product. */
export async function findTalkedTo(db: Kysely<DB>, uuid: string): Promise<TalkedTo | undefined> {
  return facts(db).where('uuid', '=', uuid).executeTakeFirst();
}

/** What schools are called, by their ids. */
export async function namesOfSchools(db: Kysely<DB>, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>();
  const rows = await db.selectFrom('schools').select(['id', 'uuid', 'name', 'slink']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, ...school }) => [id, school]));
}
