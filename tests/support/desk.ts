import type { Kysely } from 'kysely';
import type { DB } from '../../packages/server/src/kernel/data/database.generated.ts';
import { TEST_NOW } from './server.ts';

/** A Monday on which the desk's school has one lesson, in the first period, of class, teacher and room of its own. */
export const DESK_DAY = '2026-11-23';

/** Puts a plan with this one lesson in force at a school; the ids of what it is made of. */
export async function buildDeskPlan(
  db: Kysely<DB>,
  { id: school_id, yearId: school_year_id }: { id: number; yearId: number },
) {
  const unit = (shortcut: string) => ({ school_id, shortcut, source: 'manual' });
  const insert = async (table: 'grades' | 'teachers' | 'bookables' | 'subjects', shortcut: string) =>
    (await db.insertInto(table).values(unit(shortcut)).returning('id').executeTakeFirstOrThrow()).id;
  const [grade, teacher, substitute, room, subject] = [
    await insert('grades', '8c'),
    await insert('teachers', 'Abs'),
    await insert('teachers', 'Sub'),
    await insert('bookables', 'R1'),
    await insert('subjects', 'Ma'),
  ];
  const times = { hour: '1', begins_at: '08:00', ends_at: '08:45' };
  const time = await db
    .insertInto('times')
    .values({ school_id, school_year_id, source: 'manual', ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  const lesson = await db
    .insertInto('lesson_identities')
    .values({ school_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const version = await db
    .insertInto('plan_versions')
    .values({ school_id, school_year_id, created_at: new Date(TEST_NOW).toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { begins_at, ends_at } = await db
    .selectFrom('school_years')
    .select(['begins_at', 'ends_at'])
    .where('id', '=', school_year_id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('lessons')
    .values({
      school_id,
      version_id: version.id,
      lesson_id: lesson.id,
      source: 'planner',
      external_lesson: '',
      subject_id: subject,
      weekday: 1,
      hour: '1',
      time_begins_at: '08:00',
      time_ends_at: '08:45',
      begins_at,
      ends_at,
      grade_ids: [grade],
      teacher_ids: [teacher],
      bookable_ids: [room],
    })
    .execute();
  await db
    .updateTable('school_years')
    .set(({ eb }) => ({ published_version_id: version.id, revision: eb('revision', '+', 1) }))
    .where('id', '=', school_year_id)
    .execute();
  return { lesson_id: lesson.id, time: time.id, grade, teacher, substitute, room, subject };
}
