import type { Unit } from '@kreide/core/features/structure';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { flatMapInSteps, inSlices } from '../../kernel/process/slices.ts';
import {
  bookablesOf,
  byPlace,
  enrolledCoursesOf,
  getYear,
  gradesOf,
  listCoursesOf,
  listDroppedOf,
  listGradesOf,
  listHolidays,
  listTimes,
  subjectsOf,
  teachersOf,
} from '../structure/index.ts';
import { listPersons } from '../users/index.ts';
import { datesOf, type Recurrence, toFreeDays } from './occurrences.ts';
import { listPlacedLessons } from './queries/lessons.ts';
import { listSubstitutions } from './queries/substitutions.ts';
import { listSupervisions } from './queries/supervisions.ts';
import type { Membership } from './select.ts';
import type { PlanLesson, PlanSnapshot, PlanSubstitution } from './snapshot.ts';
import type { StoredLesson } from './stored.ts';
import { toPlanSupervision } from './supervisions.ts';

function byId<Row extends { id: number }, T>(rows: readonly Row[], toValue: (row: Row) => T): Map<number, T> {
  return new Map(rows.map((row) => [row.id, toValue(row)]));
}

const toUnit = ({ id, shortcut, name }: Unit): Unit => ({ id, shortcut, name });

type PlacedLesson = Omit<
  Awaited<ReturnType<typeof listPlacedLessons>>[number],
  'school_id' | 'version_id' | 'pattern_id' | 'pattern_name'
>;

/**
 * A placed lesson with its dates. Thousands of lessons share a few dozen times, short names and lists of dates: each is
 * kept once per plan.
 */
function toPlanLessons(free: ReadonlySet<number>): (row: PlacedLesson) => [PlanLesson] {
  const texts = new Map<string, string>();
  const once = (text: string): string => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
  const dates = new Map<string, string[]>();
  const datesOnce = (recurrence: Recurrence): string[] => {
    const { weekday, begins_at, ends_at, weeks } = recurrence;
    const key = `${weekday}|${begins_at}|${ends_at}|${weeks ?? ''}|${recurrence.dates ?? ''}`;
    const known = dates.get(key) ?? datesOf(recurrence, free).map(once);
    dates.set(key, known);
    return known;
  };
  return ({ weekday, begins_at, ends_at, weeks, ...row }) => [
    {
      lesson_id: row.lesson_id,
      uuid: row.uuid,
      external_lesson: once(row.external_lesson),
      hour: row.hour === null ? null : once(row.hour),
      time_begins_at: once(row.time_begins_at as string),
      time_ends_at: once(row.time_ends_at as string),
      kind: row.kind as PlanSubstitution['kind'],
      comment: row.comment === null ? null : once(row.comment),
      course_id: row.course_id,
      subject_id: row.subject_id,
      grade_ids: row.grade_ids,
      teacher_ids: row.teacher_ids,
      bookable_ids: row.bookable_ids,
      dates: datesOnce({ weekday, begins_at, ends_at, weeks, dates: row.dates }),
    },
  ];
}

/** Lessons of a draft that have a place in the week, as those of a plan in force; a draft has no uuids of them. */
const toPlaced = ({ pattern, ...lesson }: StoredLesson): PlacedLesson[] =>
  lesson.time_begins_at === null
    ? []
    : [{ ...lesson, kind: null, weeks: pattern?.weeks ?? null, uuid: `${lesson.lesson_id}` }];

/**
 * Loads everything for the plans of one school year, as of one moment.
 * @param draft lessons that would stand in the place of those in force, of whose substitutions they have none
 */
export async function loadSnapshot(
  kysely: Kysely<DB>,
  schoolId: number,
  yearId: number,
  draft?: readonly StoredLesson[],
): Promise<PlanSnapshot> {
  return kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const year = await getYear(db, schoolId, yearId);
      const lessonRows = draft?.flatMap(toPlaced) ?? (await listPlacedLessons(db, schoolId, year.published_version_id));
      const substitutions = draft ? [] : await listSubstitutions(db, schoolId, yearId);
      const supervisions = await listSupervisions(db, schoolId, yearId);
      const times = await listTimes(db, schoolId, yearId);
      const holidays = await listHolidays(db, schoolId, yearId);
      const grades = await gradesOf(db, schoolId).execute();
      const bookables = await bookablesOf(db, schoolId).execute();
      const subjects = await subjectsOf(db, schoolId).execute();
      const teachers = await teachersOf(db, schoolId).execute();
      const courses = await enrolledCoursesOf(db, schoolId).execute();

      const free = toFreeDays(holidays);
      const lessons = await inSlices(flatMapInSteps(lessonRows, toPlanLessons(free)));
      return {
        school_id: schoolId,
        school_year_id: yearId,
        begins_at: year.begins_at,
        ends_at: year.ends_at,
        revision: year.revision,
        time_zone: year.time_zone,
        days_to_show: year.days_to_show,
        calendar_view: year.calendar_view,
        last_updated_at: year.last_updated_at,
        lessons,
        lessonsById: new Map(lessons.map((lesson) => [lesson.lesson_id, lesson])),
        supervisions: supervisions.map((row) => toPlanSupervision(row, year, free)),
        substitutions,
        grades: byId(grades.toSorted(byPlace), toUnit),
        teachers: byId(teachers, ({ title, firstname, lastname, ...teacher }) => ({
          id: teacher.id,
          shortcut: teacher.shortcut,
          name: [title, firstname, lastname].filter(Boolean).join(' ') || null,
          lastname,
        })),
        bookables: byId(bookables, toUnit),
        rooms: byId(bookables, ({ description, is_confirmable, is_public }) => ({
          description,
          is_confirmable,
          is_public,
        })),
        subjects: byId(subjects, (subject) => ({ ...toUnit(subject), color: subject.color })),
        courses: byId(courses, (course) => ({
          ...toUnit(course),
          is_required: course.is_required,
          has_enrolments: Boolean(course.has_enrolments),
          color: course.color,
        })),
        times: times.map((time) => ({ ...time, type: time.type as 'LESSON' | 'BREAK' })),
        holidays: holidays.map(({ name, shortcut, begins_at, ends_at }) => ({ name, shortcut, begins_at, ends_at })),
      };
    });
}

/** Grade and courses of pupils on the days of a range, or the teacher record of an account, by person. */
export async function findPeopleOf(
  db: Kysely<DB>,
  schoolId: number,
  userIds: readonly number[],
  range: { begins_at: string; ends_at: string },
) {
  const people = await listPersons(db, schoolId, userIds);
  const cut = (one: { id: number; begins_at: string; ends_at: string | null }): Membership => ({
    id: one.id,
    begins_at: one.begins_at > range.begins_at ? one.begins_at : range.begins_at,
    ends_at: one.ends_at !== null && one.ends_at < range.ends_at ? one.ends_at : range.ends_at,
  });
  const byPerson = async (list: (...of: Asked) => Promise<(Parameters<typeof cut>[0] & { user_id: number })[]>) => {
    const all = Map.groupBy(await list(db, schoolId, userIds, range), ({ user_id }) => user_id);
    return (id: number) => (all.get(id) ?? []).map(cut);
  };
  const grades = await byPerson(listGradesOf);
  const courses = await byPerson(listCoursesOf);
  const dropped = await byPerson(listDroppedOf);
  return new Map(
    people.map((person) => {
      const { id } = person;
      return [id, { ...person, grades: grades(id), courses: courses(id), dropped: dropped(id) }];
    }),
  );
}
type Asked = Parameters<typeof listGradesOf>;
