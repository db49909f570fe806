import {
  demandsOf,
  type EditorAnswer,
  type PlannedGrade,
  type PlannedRoom,
  type PlannedTeacher,
  packEditor,
  patternsOf,
  type Wished,
} from '@kreide/core/features/planner';
import { toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import {
  bookablesOf,
  byPlace,
  enrolledCoursesOf,
  getYear,
  gradesOf,
  listBasedata,
  listTimes,
  subjectsOf,
  teachersOf,
} from '../structure/index.ts';
import { listTaught } from './creating.ts';
import { listDraftLessons } from './queries/lessons.ts';
import { countOfCourses, countOfGrades } from './queries/pupils.ts';
import type { VersionRow } from './queries/versions.ts';
import { listTimeWishes } from './queries/wishes.ts';
import { showVersion, toPlannedLesson } from './shown.ts';

/** Those that are in use and those that a lesson names, in the order of lists. */
function inUse<Unit extends { id: number; shortcut: string; ended_at: string | null }>(
  units: readonly Unit[],
  named: ReadonlySet<number>,
): Unit[] {
  return units.filter(({ id, ended_at }) => ended_at === null || named.has(id)).sort(byPlace);
}

const toUnit = ({ id, shortcut, name }: { id: number; shortcut: string; name: string | null }) => ({
  id,
  shortcut,
  name,
});

/** What the plans of somebody who is gone would have to keep to: nothing. */
const NO_FACTS = {
  contract_hours: null,
  most_a_day: null,
  most_a_week: null,
  free_days: null,
  subject_ids: [] as number[],
};

/** What the plans of teachers, classes and rooms have to keep to, by id (D-8.02). */
async function readFacts(db: Kysely<DB>, schoolId: number) {
  const teachers = (await listBasedata(db, schoolId, 'teachers')) as unknown as PlannedTeacher[];
  const grades = (await listBasedata(db, schoolId, 'grades')) as unknown as PlannedGrade[];
  const byTeacher = new Map(
    teachers.map(({ id, contract_hours, most_a_day, most_a_week, free_days, subject_ids }) => [
      id,
      { contract_hours, most_a_day, most_a_week, free_days, subject_ids },
    ]),
  );
  const rooms = (await listBasedata(db, schoolId, 'bookables')) as unknown as PlannedRoom[];
  const byRoom = new Map(rooms.map(({ id, capacity }) => [id, capacity]));
  const byGrade = new Map(grades.map(({ id, most_a_day }) => [id, most_a_day]));
  return {
    ofTeacher: (id: number) => byTeacher.get(id) ?? NO_FACTS,
    ofGrade: (id: number) => ({ most_a_day: byGrade.get(id) ?? null }),
    ofRoom: (id: number) => ({ capacity: byRoom.get(id) ?? null }),
  };
}

/** Everything that the editor shows of a version. Lessons of single dates have no place in the week. */
export async function readEditor(
  db: Kysely<DB>,
  row: VersionRow,
  { actor, now }: { actor: Actor; now: Date },
): Promise<EditorAnswer> {
  const { school_id } = actor;
  const year = await getYear(db, school_id, row.school_year_id);
  const periods = await listTimes(db, school_id, row.school_year_id);
  const weekly = (await listDraftLessons(db, row)).filter(({ dates }) => dates === null);
  const today = toLocal(now, actor.time_zone).date;
  const taught = await listTaught(db, school_id, row.school_year_id, today);
  const named = (idsOf: (lesson: (typeof weekly)[number]) => readonly (number | null)[]) =>
    new Set(weekly.flatMap(idsOf).filter((id) => id !== null));
  const grades = await gradesOf(db, school_id).execute();
  const teachers = await teachersOf(db, school_id).execute();
  const bookables = await bookablesOf(db, school_id).execute();
  const subjects = await subjectsOf(db, school_id).execute();
  const all = await enrolledCoursesOf(db, school_id).execute();
  const named_courses = named(({ course_id }) => [course_id]);
  const isOfYear = ({ id, season_id }: (typeof all)[number]) =>
    season_id === null || season_id === row.school_year_id || named_courses.has(id);
  const courses = all.filter(isOfYear);
  const facts = await readFacts(db, school_id);
  const day = today < year.begins_at ? year.begins_at : today;
  const ofGrades = await countOfGrades(db, school_id, { day, today });
  const chosen = courses.filter(({ is_required, has_enrolments }) => !is_required || has_enrolments);
  const courseIds = chosen.map(({ id }) => id);
  const ofCourses = await countOfCourses(db, school_id, { courseIds, day });
  const wishes = await listTimeWishes(db, school_id);
  const weekdays = [year.days_to_show, ...weekly.map(({ weekday }) => weekday ?? 0)];
  return packEditor({
    version: await showVersion(db, row, { actor, now }),
    days: weekdays.reduce((most, weekday) => Math.max(most, weekday), 0),
    periods: periods.map((period) => ({ ...period, type: period.type as 'LESSON' | 'BREAK' })),
    grades: inUse(
      grades,
      named(({ grade_ids }) => grade_ids),
    ).map((one) => ({
      ...toUnit(one),
      range: one.range,
      category: one.category,
      pupils: ofGrades.get(one.id) ?? null,
      ...facts.ofGrade(one.id),
    })),
    teachers: inUse(
      teachers,
      named(({ teacher_ids }) => teacher_ids),
    ).map(({ title, firstname, lastname, ...one }) => ({
      ...toUnit({ ...one, name: [title, firstname, lastname].filter(Boolean).join(' ') || null }),
      ...facts.ofTeacher(one.id),
    })),
    bookables: inUse(
      bookables,
      named(({ bookable_ids }) => bookable_ids),
    ).map((one) => ({ ...toUnit(one), ...facts.ofRoom(one.id) })),
    subjects: inUse(
      subjects,
      named(({ subject_id }) => [subject_id]),
    ).map((one) => ({
      ...toUnit(one),
      color: one.color,
    })),
    courses: inUse(courses, named_courses).map((one) => ({
      ...toUnit(one),
      is_whole: one.is_required && !one.has_enrolments,
      pupils: ofCourses.get(one.id) ?? null,
      subject_id: one.subject_id,
      grade_ids: one.grade_ids,
      teacher_ids: one.teacher_ids,
    })),
    wishes: wishes.map(({ entity, unit_id: id, weekday, hour, wish }) => ({
      entity: entity as Wished,
      id,
      weekday,
      hour,
      wish,
    })),
    patterns: patternsOf(
      weekly.flatMap(({ pattern }) => pattern ?? []),
      year,
    ),
    lessons: weekly.map(toPlannedLesson),
    demands: demandsOf(taught),
  });
}
