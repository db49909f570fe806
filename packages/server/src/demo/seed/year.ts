import type { DemoSchool, SchoolYear } from '@kreide/demo';
import { type Kysely, sql } from 'kysely';
import { DEMO_SOURCE, loadState, resolvePlan } from '../../features/timetable-import/index.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { lockYear, publishDemo } from './publish.ts';

export function nameOfYear({ begins_at, ends_at }: SchoolYear): string {
  return `${begins_at.slice(0, 4)} / ${ends_at.slice(0, 4)}`;
}

/**
 * Makes the school year of the demo the running one; where it does not exist yet, it is made with the demo's own weekly plan.
 * A year that has a plan, whoever made it, keeps it. Answers the id of the year and whether anything changed.
 */
export async function openYear(
  db: Kysely<DB>,
  schoolId: number,
  demo: DemoSchool,
  now: Date,
): Promise<{ yearId: number; isChanged: boolean }> {
  const name = nameOfYear(demo.school_year);
  await sql`insert into school_years (school_id, name, begins_at, ends_at, anchor)
    values (${schoolId}, ${name}, ${demo.school_year.begins_at}, ${demo.school_year.ends_at}, ${demo.anchor})
    on conflict (school_id, name) do nothing`.execute(db);
  const { id: yearId } = await db
    .selectFrom('school_years')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  await lockYear(db, schoolId, yearId);
  const { published_version_id } = await db
    .selectFrom('school_years')
    .select('published_version_id')
    .where('school_id', '=', schoolId)
    .where('id', '=', yearId)
    .executeTakeFirstOrThrow();
  if (published_version_id === null) {
    const state = await loadState(db, schoolId, yearId, DEMO_SOURCE);
    await publishDemo(db, { schoolId, yearId, now }, resolvePlan(state, demo.plan, DEMO_SOURCE, {}));
  }
  const switched = await db
    .updateTable('schools')
    .set({ active_school_year_id: yearId })
    .where('id', '=', schoolId)
    .where('active_school_year_id', 'is distinct from', yearId)
    .executeTakeFirst();
  return { yearId, isChanged: published_version_id === null || switched.numUpdatedRows > 0n };
}
