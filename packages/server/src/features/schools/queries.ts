import { type PublicAccess, SCHOOL_SEARCH_LIMIT } from '@kreide/core/features/schools';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { DB } from '../../kernel/database.generated.ts';

export type SchoolRow = Selectable<DB['schools']>;

/** Schools as a part of another feature's query. */
export function schoolsPart(db: Kysely<DB>) {
  return db.selectFrom('schools').select(['id', 'uuid', 'slink', 'state', 'time_zone', 'is_locked']);
}

const FINDABLE = ['ACTIVE', 'ONBOARDING'] as const;

export async function findSchools(db: Kysely<DB>, keyword: string) {
  const pattern = `%${keyword.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return db
    .selectFrom('schools')
    .select(['uuid', 'name', 'city', 'slink'])
    .where('state', 'in', FINDABLE)
    .where((eb) =>
      eb.or([
        eb(eb.fn('lower', ['name']), 'like', pattern),
        eb(eb.fn('lower', ['city']), 'like', pattern),
        eb('slink', 'like', pattern),
      ]),
    )
    .orderBy(sql`lower(name) like ${pattern.slice(1)} desc`)
    .orderBy('name')
    .limit(SCHOOL_SEARCH_LIMIT)
    .execute();
}

export async function findSchoolBySlink(db: Kysely<DB>, slink: string): Promise<SchoolRow | null> {
  const row = await db
    .selectFrom('schools')
    .selectAll()
    .where('slink', '=', slink)
    .where('state', '!=', 'DEACTIVATED')
    .executeTakeFirst();
  return row ?? null;
}

export async function findSchoolByUuid(db: Kysely<DB>, uuid: string): Promise<SchoolRow | null> {
  const row = await db
    .selectFrom('schools')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('state', '!=', 'DEACTIVATED')
    .executeTakeFirst();
  return row ?? null;
}

export async function getSchool(db: Kysely<DB>, id: number): Promise<SchoolRow> {
  return db.selectFrom('schools').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Sets what the public may see of a school. */
export async function updatePublicAccess(db: Kysely<DB>, id: number, access: PublicAccess): Promise<void> {
  await db
    .updateTable('schools')
    .set({
      public_monitor: access.monitor,
      public_timetable: access.timetable,
      public_news: access.news,
      public_teacher_names: access.teacher_names,
      public_absent_teachers: access.absent_teachers,
    })
    .where('id', '=', id)
    .execute();
}
