import type { Kysely } from 'kysely';
import { type BasedataTable, lockYear } from '../../packages/server/src/features/structure/index.ts';
import type { DB } from '../../packages/server/src/kernel/data/database.generated.ts';
import { TEST_NOW } from './server.ts';

/** A version of the plan of a school with one lesson on Monday, first period, of nobody. */
export async function buildVersion(
  db: Kysely<DB>,
  { id: school_id, yearId: school_year_id }: { id: number; yearId: number },
  values: Partial<{ created_by: number }> = {},
) {
  const at = new Date(TEST_NOW).toISOString();
  // A plan that is computed meanwhile becomes a version, too.
  const version = await db.transaction().execute(async (trx) => {
    await lockYear(trx, school_id, school_year_id);
    const { last } = await trx
      .selectFrom('planner_versions')
      .select((eb) => eb.fn.max('number').as('last'))
      .where('school_id', '=', school_id)
      .executeTakeFirstOrThrow();
    return trx
      .insertInto('planner_versions')
      .values({ school_id, school_year_id, number: (last ?? 0) + 1, created_at: at, changed_at: at, ...values })
      .returning(['id', 'uuid'])
      .executeTakeFirstOrThrow();
  });
  const lesson = await db
    .insertInto('lesson_identities')
    .values({ school_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const times = [
    ['1', '08:00', '08:45'],
    ['2', '08:50', '09:35'],
  ].map(([hour = '', begins_at = '', ends_at = '']) => ({ hour, begins_at, ends_at }));
  const known = await db.selectFrom('times').select('id').where('school_year_id', '=', school_year_id).execute();
  if (known.length === 0)
    await db
      .insertInto('times')
      .values(times.map((time) => ({ school_id, school_year_id, source: 'manual', ...time })))
      .execute();
  await db
    .insertInto('planner_lessons')
    .values({
      school_id,
      planner_version_id: version.id,
      lesson_id: lesson.id,
      source: 'planner',
      external_lesson: '',
      weekday: 1,
      hour: '1',
      time_begins_at: '08:00',
      time_ends_at: '08:45',
      begins_at: '2026-08-01',
      ends_at: '2027-07-15',
    })
    .execute();
  return { ...version, lesson_id: lesson.id };
}

/** A subject, teacher, room, class or course of a school that people made; returns its id. */
export async function buildUnit(
  db: Kysely<DB>,
  school_id: number,
  table: BasedataTable,
  values: { shortcut: string; source?: string },
): Promise<number> {
  const { id } = await db
    .insertInto(table)
    .values({ school_id, source: 'manual', ...values } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
