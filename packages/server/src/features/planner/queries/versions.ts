import { type Kysely, sql, type Updateable } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { yearsPart } from '../../structure/index.ts';
import type { VersionKey } from '../stored.ts';

/** Versions with the name of their school year and the number of their lessons. */
function versionsOf(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('planner_versions')
    .innerJoin(yearsPart(db).as('year'), (join) =>
      join
        .onRef('year.school_id', '=', 'planner_versions.school_id')
        .onRef('year.id', '=', 'planner_versions.school_year_id'),
    )
    .selectAll('planner_versions')
    .select('year.name')
    .select(
      sql<number>`(select count(*)::int from planner_lessons l
        where l.school_id = planner_versions.school_id and l.planner_version_id = planner_versions.id)`.as('lessons'),
    )
    .where('planner_versions.school_id', '=', schoolId)
    .where('planner_versions.deleted_at', 'is', null);
}

export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number];

/** The versions of a school, the newest school year and in it the newest version first. */
export async function listVersions(db: Kysely<DB>, schoolId: number) {
  return versionsOf(db, schoolId).orderBy('year.name', 'desc').orderBy('planner_versions.number', 'desc').execute();
}

export async function findVersion(
  db: Kysely<DB>,
  schoolId: number,
  key: { id: number } | { uuid: string },
): Promise<VersionRow | undefined> {
  const versions = versionsOf(db, schoolId);
  return 'id' in key
    ? versions.where('planner_versions.id', '=', key.id).executeTakeFirst()
    : versions.where('planner_versions.uuid', '=', key.uuid).executeTakeFirst();
}

/** Takes the lock of a version for the rest of the transaction: one push, pop or publication at a time. */
export async function lockVersion(db: Kysely<DB>, schoolId: number, uuid: string): Promise<void> {
  await sql`select 1 from planner_versions where school_id = ${schoolId} and uuid = ${uuid} for update`.execute(db);
}

interface NewVersion {
  school_id: number;
  school_year_id: number;
  note: string;
  plan_version_id: number | null;
  created_by: number | null;
  created_at: string;
  changed_at: string;
}

/** Stores a version behind the others of its school year, whose lock the caller has; returns its id. */
export async function insertVersion(db: Kysely<DB>, version: NewVersion): Promise<number> {
  const { last } = await db
    .selectFrom('planner_versions')
    .select((eb) => eb.fn.coalesce(eb.fn.max('number'), sql<number>`0`).as('last'))
    .where('school_id', '=', version.school_id)
    .where('school_year_id', '=', version.school_year_id)
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('planner_versions')
    .values({ ...version, number: last + 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateVersion(
  db: Kysely<DB>,
  key: VersionKey,
  values: Updateable<DB['planner_versions']>,
): Promise<void> {
  await db
    .updateTable('planner_versions')
    .set(values)
    .where('school_id', '=', key.school_id)
    .where('id', '=', key.id)
    .execute();
}

/** A version that was removed after a moment, and can be restored. */
export async function findRemoved(db: Kysely<DB>, schoolId: number, id: number, since: Date) {
  return db
    .selectFrom('planner_versions')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('deleted_at', '>=', since.toISOString())
    .executeTakeFirst();
}

/** Removes for good what was removed before a moment; returns the number of versions. */
export async function pruneVersions(db: Kysely<DB>, before: Date): Promise<number> {
  await sql`delete from planner_lessons l using planner_versions v
    where v.deleted_at < ${before.toISOString()} and l.school_id = v.school_id and l.planner_version_id = v.id`.execute(
    db,
  );
  const result = await db
    .deleteFrom('planner_versions')
    .where('deleted_at', '<', before.toISOString())
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
