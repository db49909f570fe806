import { type Kysely, type Selectable, sql } from 'kysely';
import { insertRows } from '../../../kernel/data/bulk.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { LESSON_COLUMNS, type LessonUnits, refersTo } from '../../timetable/index.ts';
import type { DraftLesson, VersionKey } from '../stored.ts';

const { pattern_id: _, ...OF_A_PLAN } = LESSON_COLUMNS;
/** A draft keeps the pattern itself: it has to be none of the school yet. */
const DRAFT_COLUMNS = {
  ...OF_A_PLAN,
  version: 'integer',
  length: 'smallint',
  is_pinned: 'boolean',
  is_divisible: 'boolean',
  pattern_name: 'text',
  weeks: 'date[]',
} as const;

/** Stores the lessons of a new version. */
export async function insertLessons(
  db: Kysely<DB>,
  { school_id, id }: VersionKey,
  lessons: readonly DraftLesson[],
): Promise<void> {
  const rows = lessons.map(({ pattern, ...lesson }) => ({
    ...lesson,
    pattern_name: pattern?.name ?? null,
    weeks: pattern?.weeks ?? null,
  }));
  await insertRows(db, 'planner_lessons', DRAFT_COLUMNS, rows, { school_id, planner_version_id: id });
}

function toLesson({
  school_id: _,
  planner_version_id: __,
  pattern_name,
  weeks,
  ...row
}: Selectable<DB['planner_lessons']>): DraftLesson {
  return { ...row, pattern: weeks ? { name: pattern_name ?? '', weeks } : null };
}

/** The lessons of a version, or of these the ones with the ids. */
export async function listDraftLessons(
  db: Kysely<DB>,
  { school_id, id }: VersionKey,
  ids?: readonly number[],
): Promise<DraftLesson[]> {
  let query = db
    .selectFrom('planner_lessons')
    .selectAll()
    .where('school_id', '=', school_id)
    .where('planner_version_id', '=', id)
    .orderBy('lesson_id');
  if (ids) query = query.where('lesson_id', '=', sql<number>`any(${ids}::bigint[])`);
  return (await query.execute()).map(toLesson);
}

/** Lessons of a plan that are only wished whole, as the versions say that were published as this plan. */
export async function listDivisible(db: Kysely<DB>, schoolId: number, planId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('planner_versions')
    .innerJoin('planner_lessons', (join) =>
      join
        .onRef('planner_lessons.school_id', '=', 'planner_versions.school_id')
        .onRef('planner_lessons.planner_version_id', '=', 'planner_versions.id'),
    )
    .select('planner_lessons.lesson_id')
    .where('planner_versions.school_id', '=', schoolId)
    .where('planner_versions.plan_version_id', '=', planId)
    .where('planner_versions.published_at', 'is not', null)
    .where('planner_lessons.is_divisible', '=', true)
    .execute();
  return new Set(rows.map(({ lesson_id }) => lesson_id));
}

/** Puts lessons into a version as they are now, and takes out those of them that are gone. */
export async function replaceLessons(
  db: Kysely<DB>,
  version: VersionKey,
  { lessons, ids }: { lessons: readonly DraftLesson[]; ids: readonly number[] },
): Promise<void> {
  await db
    .deleteFrom('planner_lessons')
    .where('school_id', '=', version.school_id)
    .where('planner_version_id', '=', version.id)
    .where('lesson_id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  await insertLessons(db, version, lessons);
}

/** How many lessons of versions that are there refer to a unit. */
export async function countDraftUses(
  db: Kysely<DB>,
  schoolId: number,
  entity: LessonUnits,
  id: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from planner_lessons l
    join planner_versions v on v.school_id = ${schoolId} and v.id = l.planner_version_id
    where l.school_id = ${schoolId} and v.deleted_at is null and ${refersTo(entity, id)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Lessons, and what was done with them, have another identity from now on, as the plan in force has it. Two may change
 * places. Their versions are beyond all that anybody has seen, so that nobody moves one for the other.
 */
export async function renameLessons(
  db: Kysely<DB>,
  { school_id, id }: VersionKey,
  names: ReadonlyMap<number, number>,
): Promise<void> {
  if (names.size === 0) return;
  const [former, later] = [[...names.keys()], [...names.values()]];
  await sql`update planner_lessons l set lesson_id = -n.later, version = 1 + (
      select max(version) from planner_lessons where school_id = ${school_id} and planner_version_id = ${id}
    )
    from unnest(${former}::bigint[], ${later}::bigint[]) as n(former, later)
    where l.school_id = ${school_id} and l.planner_version_id = ${id} and l.lesson_id = n.former`.execute(db);
  await sql`update planner_edits e set lesson_id = -n.later
    from unnest(${former}::bigint[], ${later}::bigint[]) as n(former, later)
    where e.school_id = ${school_id} and e.planner_version_id = ${id} and e.lesson_id = n.former`.execute(db);
  for (const table of ['planner_lessons', 'planner_edits'] as const)
    await db
      .updateTable(table)
      .set({ lesson_id: sql<number>`-lesson_id` })
      .where('school_id', '=', school_id)
      .where('planner_version_id', '=', id)
      .where('lesson_id', '<', 0)
      .execute();
}
