import type { RailList, RailSettings } from '@kreide/core/features/planner';
import type { RailPlace } from '@kreide/core/features/planner/rails';
import { type Kysely, type SqlBool, sql, type Updateable } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';
import { usersPart } from '../../users/index.ts';
import type { VersionKey } from '../stored.ts';

/** Runs whose version is there. */
function runsOf(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('planner_rails')
    .innerJoin('planner_versions as base', (join) =>
      join
        .onRef('base.school_id', '=', 'planner_rails.school_id')
        .onRef('base.id', '=', 'planner_rails.planner_version_id'),
    )
    .selectAll('planner_rails')
    .where('planner_rails.school_id', '=', schoolId)
    .where('base.deleted_at', 'is', null);
}

const newestOf = (db: Kysely<DB>, { school_id, id }: VersionKey, most: number) =>
  db
    .selectFrom('planner_rails as newest')
    .select('newest.id')
    .where('newest.school_id', '=', school_id)
    .where('newest.planner_version_id', '=', id)
    .orderBy('newest.id', 'desc')
    .limit(most);

export type RailsRow = Awaited<ReturnType<typeof listRuns>>[number];

/** The newest runs of a version, and those before whose pupils are enrolled: they can be withdrawn. */
export function listRuns(db: Kysely<DB>, { school_id, id }: VersionKey, most: number) {
  return runsOf(db, school_id)
    .where('planner_rails.planner_version_id', '=', id)
    .where((eb) =>
      eb.or([
        eb('planner_rails.enrolled_at', 'is not', null),
        eb('planner_rails.id', 'in', newestOf(db, { school_id, id }, most)),
      ]),
    )
    .orderBy('planner_rails.id', 'desc')
    .execute();
}

export function findRun(db: Kysely<DB>, { school_id, id }: VersionKey): Promise<RailsRow | undefined> {
  return runsOf(db, school_id).where('planner_rails.id', '=', id).executeTakeFirst();
}

/** Takes the lock of a run for the rest of the transaction. */
export async function lockRun(db: Kysely<DB>, { school_id, id }: VersionKey): Promise<void> {
  await sql`select 1 from planner_rails where school_id = ${school_id} and id = ${id} for update`.execute(db);
}

/** Stores what was asked for; null: the school looks for rails already. */
export async function insertRun(
  db: Kysely<DB>,
  version: VersionKey,
  { settings, created_by, created_at }: { settings: RailSettings; created_by: number; created_at: string },
): Promise<number | null> {
  const row = await db
    .insertInto('planner_rails')
    .values({
      school_id: version.school_id,
      planner_version_id: version.id,
      settings: toJsonText(settings),
      state: 'WAITING',
      created_by,
      created_at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Runs of a version that nobody sees any more go, but for those whose pupils are enrolled. */
export async function dropOldRuns(db: Kysely<DB>, { school_id, id }: VersionKey, kept: number): Promise<void> {
  await db
    .deleteFrom('planner_rails')
    .where('school_id', '=', school_id)
    .where('planner_version_id', '=', id)
    .where('enrolled_at', 'is', null)
    .where('id', 'not in', newestOf(db, { school_id, id }, kept))
    .execute();
}

/** Keeps what pupils gave up besides for the courses that they were given; without pairs nothing any more. */
export async function keepLeft(
  db: Kysely<DB>,
  { school_id, id }: VersionKey,
  left: readonly { user_id: number; group_number: number; course_id: number }[],
): Promise<void> {
  await sql`update planner_rail_places place set left_ids = coalesce((
      select array_agg(l.course_id order by l.course_id)
      from jsonb_to_recordset(${JSON.stringify(left)}::jsonb) as l (user_id bigint, group_number int, course_id bigint)
      where l.user_id = place.user_id and l.group_number = place.group_number), '{}')
    where school_id = ${school_id} and planner_rails_id = ${id}`.execute(db);
}

/** Changes a run that is not over; false: it is. */
export async function updateRun(
  db: Kysely<DB>,
  { school_id, id }: VersionKey,
  values: Updateable<DB['planner_rails']>,
): Promise<boolean> {
  const result = await db
    .updateTable('planner_rails')
    .set(values)
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Says when the places of a run became enrolments; null: they are none any more. */
export async function markEnrolled(db: Kysely<DB>, { school_id, id }: VersionKey, at: string | null): Promise<void> {
  await db
    .updateTable('planner_rails')
    .set({ enrolled_at: at })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}

/** Asks a search to end and to keep what it has; what waits still has found nothing. False: it is over. */
export async function askRailsToStop(db: Kysely<DB>, { school_id, id }: VersionKey, at: string): Promise<boolean> {
  const result = await db
    .updateTable('planner_rails')
    .set({
      stop_requested_at: at,
      state: sql<'FAILED' | 'RUNNING'>`case when state = 'WAITING' then 'FAILED' else state end`,
    })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Ends what was begun before a moment and never came to an end: its server is gone. */
export async function endLostRuns(db: Kysely<DB>, schoolId: number, before: Date, now: Date): Promise<void> {
  await db
    .updateTable('planner_rails')
    .set({ state: 'FAILED', ended_at: now.toISOString() })
    .where('school_id', '=', schoolId)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .where('created_at', '<', before.toISOString())
    .execute();
}

/** Has somebody asked to end the search? */
export async function areRailsToStop(db: Kysely<DB>, { school_id, id }: VersionKey): Promise<boolean> {
  const { rows } = await sql<{ is_stopped: boolean }>`select stop_requested_at is not null as is_stopped
    from planner_rails where school_id = ${school_id} and id = ${id}`.execute(db);
  return rows[0]?.is_stopped ?? true;
}

/** Stores which course each pupil has. */
export async function insertPlaces(db: Kysely<DB>, { school_id, id }: VersionKey, places: readonly RailPlace[]) {
  const rows = JSON.stringify(places.map(({ group, ...place }) => ({ ...place, group_number: group })));
  await sql`insert into planner_rail_places
      (school_id, planner_rails_id, user_id, group_number, former_course_id, course_id, reason, beside_ids)
    select ${school_id}::bigint, ${id}::bigint, p.user_id, p.group_number, p.former_id, p.course_id, p.reason, p.beside_ids
    from jsonb_to_recordset(${rows}::jsonb) as p
      (user_id bigint, group_number smallint, former_id bigint, course_id bigint, reason text, beside_ids bigint[])`.execute(
    db,
  );
}

/** Everybody's places of a run, or those of some pupils. */
export async function listPlaces(db: Kysely<DB>, { school_id, id }: VersionKey, userIds?: readonly number[]) {
  let query = db
    .selectFrom('planner_rail_places')
    .select(['user_id', 'group_number', 'former_course_id', 'course_id', 'reason', 'beside_ids', 'left_ids'])
    .where('school_id', '=', school_id)
    .where('planner_rails_id', '=', id)
    .orderBy('user_id')
    .orderBy('group_number');
  if (userIds) query = query.where('user_id', '=', sql<number>`any(${userIds}::bigint[])`);
  return query.execute();
}

/** Pupils of a run by name: all, those who are not placed in something, or those who change a course. */
export async function listRunPupils(
  db: Kysely<DB>,
  { school_id, id }: VersionKey,
  { list, offset, limit }: { list: RailList; offset: number; limit: number },
) {
  const wanted =
    list === 'OPEN'
      ? sql<SqlBool>`place.course_id is null`
      : list === 'MOVED'
        ? sql<SqlBool>`place.course_id <> place.former_course_id`
        : sql<SqlBool>`true`;
  return db
    .selectFrom(usersPart(db).as('pupil'))
    .select(['pupil.id', 'pupil.firstname', 'pupil.lastname'])
    .where('pupil.school_id', '=', school_id)
    .where('pupil.deleted_at', 'is', null)
    .where('pupil.id', 'in', (eb) =>
      eb
        .selectFrom('planner_rail_places as place')
        .select('place.user_id')
        .where('place.school_id', '=', school_id)
        .where('place.planner_rails_id', '=', id)
        .where(wanted),
    )
    .orderBy('pupil.lastname')
    .orderBy('pupil.firstname')
    .orderBy('pupil.id')
    .offset(offset)
    .limit(limit)
    .execute();
}
