import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import type { LessonChange, VersionKey } from '../stored.ts';

/** Who changes which version, in which of its revisions. */
export interface PushKey extends VersionKey {
  revision: number;
}

/** Stores what one push did. */
export async function insertEdits(
  db: Kysely<DB>,
  { school_id, id, revision }: PushKey,
  changes: readonly LessonChange[],
  by: { user_id: number; made_at: string },
): Promise<void> {
  const rows = changes.map(({ lesson_id, before, after }) => ({
    school_id,
    planner_version_id: id,
    revision,
    lesson_id,
    ...by,
    before: before && toJsonText(before),
    after: after && toJsonText(after),
  }));
  await db.insertInto('planner_edits').values(rows).execute();
}

function editsOf(db: Kysely<DB>, { school_id, id }: VersionKey) {
  return db
    .selectFrom('planner_edits')
    .selectAll()
    .where('school_id', '=', school_id)
    .where('planner_version_id', '=', id);
}

export type EditRow = Awaited<ReturnType<typeof listLastPush>>[number];

/** The lessons that somebody moved in their last push after a revision which is not taken back. */
export async function listLastPush(db: Kysely<DB>, version: VersionKey, userId: number, after: number) {
  return editsOf(db, version)
    .where('revision', '=', (eb) =>
      eb
        .selectFrom('planner_edits')
        .select((last) => last.fn.max('revision').as('revision'))
        .where('school_id', '=', version.school_id)
        .where('planner_version_id', '=', version.id)
        .where('user_id', '=', userId)
        .where('popped_at', 'is', null)
        .where('revision', '>', after),
    )
    .orderBy('lesson_id')
    .execute();
}

/** The people who changed a version, or some of its lessons, after a revision; null: an erased account. */
export async function listChangers(
  db: Kysely<DB>,
  version: VersionKey,
  {
    after,
    lessonIds,
    standing,
  }: { after: number; lessonIds?: readonly number[] /** Not taken back. */; standing: boolean },
): Promise<(number | null)[]> {
  let query = db
    .selectFrom('planner_edits')
    .select('user_id')
    .distinct()
    .where('school_id', '=', version.school_id)
    .where('planner_version_id', '=', version.id)
    .where('revision', '>', after);
  if (standing) query = query.where('popped_at', 'is', null);
  if (lessonIds) query = query.where('lesson_id', '=', sql<number>`any(${lessonIds}::bigint[])`);
  return (await query.execute()).map(({ user_id }) => user_id);
}

/** Who changed each of some lessons last, taken back or not. */
export async function listLastChangers(
  db: Kysely<DB>,
  version: VersionKey,
  lessonIds: readonly number[],
): Promise<(number | null)[]> {
  const rows = await db
    .selectFrom('planner_edits')
    .select(['lesson_id', 'user_id'])
    .distinctOn('lesson_id')
    .where('school_id', '=', version.school_id)
    .where('planner_version_id', '=', version.id)
    .where('lesson_id', '=', sql<number>`any(${lessonIds}::bigint[])`)
    .orderBy('lesson_id')
    .orderBy(sql`greatest(made_at, popped_at)`, 'desc')
    .execute();
  return [...new Set(rows.map(({ user_id }) => user_id))];
}

/** What the caller took back last and has not done anything else since, the first of the lessons first. */
export async function listLastPop(db: Kysely<DB>, version: VersionKey, userId: number): Promise<EditRow[]> {
  return editsOf(db, version)
    .where('popped_revision', '=', (eb) =>
      eb
        .selectFrom('planner_edits')
        .select((last) => last.fn.max('popped_revision').as('popped_revision'))
        .where('school_id', '=', version.school_id)
        .where('planner_version_id', '=', version.id)
        .where('user_id', '=', userId),
    )
    .where('user_id', '=', userId)
    .orderBy('lesson_id')
    .execute();
}

/** Marks a push as taken back, in which revision. */
export async function markPopped(
  db: Kysely<DB>,
  { school_id, id, revision }: PushKey,
  popped_revision: number,
  now: Date,
): Promise<void> {
  await db
    .updateTable('planner_edits')
    .set({ popped_at: now.toISOString(), popped_revision })
    .where('school_id', '=', school_id)
    .where('planner_version_id', '=', id)
    .where('revision', '=', revision)
    .execute();
}

/** A push that was taken back stands again, as the newest one. */
export async function markRedone(
  db: Kysely<DB>,
  { school_id, id, revision }: PushKey,
  newest: number,
  now: Date,
): Promise<void> {
  await db
    .updateTable('planner_edits')
    .set({ revision: newest, made_at: now.toISOString(), popped_at: null, popped_revision: null })
    .where('school_id', '=', school_id)
    .where('planner_version_id', '=', id)
    .where('revision', '=', revision)
    .execute();
}

/** Whoever does something new cannot do again what they took back before. */
export async function forgetPops(db: Kysely<DB>, { school_id, id }: VersionKey, userId: number): Promise<void> {
  await db
    .updateTable('planner_edits')
    .set({ popped_revision: null })
    .where('school_id', '=', school_id)
    .where('planner_version_id', '=', id)
    .where('user_id', '=', userId)
    .where('popped_revision', 'is not', null)
    .execute();
}

/** The newest steps of a version with the lessons that they moved. */
export async function listSteps(db: Kysely<DB>, version: VersionKey, steps: number): Promise<EditRow[]> {
  return editsOf(db, version)
    .where('revision', 'in', (eb) =>
      eb
        .selectFrom('planner_edits')
        .select('revision')
        .distinct()
        .where('school_id', '=', version.school_id)
        .where('planner_version_id', '=', version.id)
        .orderBy('revision', 'desc')
        .limit(steps),
    )
    .orderBy('revision', 'desc')
    .orderBy('lesson_id')
    .execute();
}

/** Who is erased has made no version and moved no lesson any more, and is on no rail; the plan itself stays. */
export async function erasePlanner(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  for (const column of ['created_by', 'published_by'] as const)
    await db
      .updateTable('planner_versions')
      .set({ [column]: null })
      .where('school_id', '=', school_id)
      .where(column, '=', user_id)
      .execute();
  await db
    .updateTable('planner_edits')
    .set({ user_id: null })
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .execute();
  await db
    .updateTable('planner_proposals')
    .set({ created_by: null })
    .where('school_id', '=', school_id)
    .where('created_by', '=', user_id)
    .execute();
  await db
    .updateTable('planner_rails')
    .set({ created_by: null })
    .where('school_id', '=', school_id)
    .where('created_by', '=', user_id)
    .execute();
  await db
    .deleteFrom('planner_rail_places')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .execute();
}
