import { type RailSettings, suggestSecondHalf } from '@kreide/core/features/planner';
import { type RailInput, type RailYear, whenOf } from '@kreide/core/features/planner/rails';
import type { Kysely, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { coursesOf, getYear, listBasedata, listTakers } from '../../structure/index.ts';
import { usersPart } from '../../users/index.ts';
import { listDraftLessons } from '../queries/lessons.ts';
import type { VersionRow } from '../queries/versions.ts';

export type RailScope = Pick<
  RailSettings,
  'grade_ids' | 'rails' | 'most_pupils' | 'most_courses' | 'pins' | 'parts' | 'second_half_at'
>;

/** The school year of a version, with the first day of its second half. */
export async function readRailYear(
  db: Kysely<DB>,
  { school_id, school_year_id }: VersionRow,
  { second_half_at }: Pick<RailSettings, 'second_half_at'>,
): Promise<RailYear> {
  const { begins_at, ends_at, anchor } = await getYear(db, school_id, school_year_id);
  return { begins_at, ends_at, anchor, second_half_at: second_half_at ?? suggestSecondHalf({ begins_at, ends_at }) };
}

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
 * several rooms of a lesson count together, and the smallest of its lessons counts. In which part of the year a course runs
 * is what somebody has said of it, else what its lessons say.
 */
export async function readRailInput(
  db: Kysely<DB>,
  row: VersionRow,
  { grade_ids, rails, most_pupils, most_courses, pins, parts = [], second_half_at }: RailScope,
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
  const weekly = Map.groupBy(
    lessons.filter(({ dates }) => dates === null),
    ({ course_id }) => course_id,
  );
  const year = await readRailYear(db, row, { second_half_at });
  const said = new Map(parts.map(({ course_id, when }) => [course_id, when]));
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
      when: said.get(id) ?? whenOf(weekly.get(id) ?? [], year),
    })),
    pupils: [...byPupil].map(([user_id, taken]) => ({ user_id, course_ids: taken.map(({ course_id }) => course_id) })),
  };
}
