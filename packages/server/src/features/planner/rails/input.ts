import type { RailSettings } from '@kreide/core/features/planner';
import type { RailInput } from '@kreide/core/features/planner/rails';
import type { Kysely, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { coursesOf, listBasedata, listTakers } from '../../structure/index.ts';
import { usersPart } from '../../users/index.ts';
import { listDraftLessons } from '../queries/lessons.ts';
import type { VersionRow } from '../queries/versions.ts';

export type RailScope = Pick<RailSettings, 'grade_ids' | 'rails' | 'most_pupils' | 'most_courses' | 'pins'>;

/** The courses of some classes that pupils choose: whole classes take no part in rails. */
async function coursesFor(db: Kysely<DB>, { school_id, school_year_id }: VersionRow, gradeIds: readonly number[]) {
  return coursesOf(db, school_id)
    .where('ended_at', 'is', null)
    .where('is_required', '=', false)
    .where('is_temp', '=', false)
    .where((eb) => eb.or([eb('season_id', 'is', null), eb('season_id', '=', school_year_id)]))
    .where(sql<SqlBool>`grade_ids && ${[...gradeIds]}::bigint[]`)
    .orderBy('id')
    .execute();
}

/**
 * What courses are put on rails from: who takes what today, and how many fit into the rooms that a course has in the version;
 * several rooms of a lesson count together, and the smallest of its lessons counts.
 */
export async function readRailInput(
  db: Kysely<DB>,
  row: VersionRow,
  { grade_ids, rails, most_pupils, most_courses, pins }: RailScope,
  today: string,
): Promise<RailInput> {
  const { school_id } = row;
  const courses = await coursesFor(db, row, grade_ids);
  const course_ids = courses.map(({ id }) => id);
  const takers = await listTakers(db, { school_id, course_ids }, today);
  const people = await usersPart(db)
    .where('school_id', '=', school_id)
    .where('id', '=', sql<number>`any(${[...new Set(takers.map(({ user_id }) => user_id))]}::bigint[])`)
    .where('deleted_at', 'is', null)
    .execute();
  const present = new Set(people.map(({ id }) => id));
  const byPupil = Map.groupBy(
    takers.filter(({ user_id }) => present.has(user_id)),
    ({ user_id }) => user_id,
  );
  const rooms = await listBasedata(db, school_id, 'bookables');
  const sizes = new Map(rooms.map(({ id, capacity }) => [id, capacity as number | null]));
  const lessons = await listDraftLessons(db, row);
  const capacityOf = (course: number) =>
    lessons
      .filter(({ course_id, bookable_ids }) => course_id === course && bookable_ids.length > 0)
      .reduce((least, { bookable_ids }) => {
        const known = bookable_ids.map((id) => sizes.get(id) ?? null);
        return known.includes(null)
          ? least
          : Math.min(
              least,
              known.reduce<number>((sum, one) => sum + (one ?? 0), 0),
            );
      }, most_pupils);
  return {
    rails,
    most_courses,
    pins,
    courses: courses.map(({ id, shortcut, subject_id, grade_ids: classes, teacher_ids }) => ({
      id,
      shortcut,
      subject_id,
      grade_ids: classes,
      teacher_ids,
      capacity: capacityOf(id),
    })),
    pupils: [...byPupil].map(([user_id, taken]) => ({ user_id, course_ids: taken.map(({ course_id }) => course_id) })),
  };
}
