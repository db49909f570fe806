import type { Period, SubjectUnit, Unit } from '@kreide/core/features/structure';
import type { Kind, Lesson, LessonReference, Timetable } from '@kreide/core/features/timetable';
import { addDays, toTime } from '@kreide/core/kernel';

/** Monday of the first sample week. */
export const SAMPLE_MONDAY = '2026-11-16';

const SUBJECTS: readonly (readonly [string, string, string])[] = [
  ['M', 'Mathematik', '#3a78d0'],
  ['D', 'Deutsch', '#d64545'],
  ['E', 'Englisch', '#d9742b'],
  ['Bio', 'Biologie', '#3f9a57'],
  ['Ge', 'Geschichte', '#8c57c6'],
  ['Ku', 'Kunst', '#c74f8e'],
  ['Ph', 'Physik', '#1f9488'],
  ['Sp', 'Sport', '#7a9c2a'],
  ['NwT', 'Naturwissenschaft und Technik', '#2590b8'],
];
const TEACHERS: readonly (readonly [string, string])[] = [
  ['Brg', 'Frau Berg'],
  ['Kern', 'Herr Kern'],
  ['Ydz', 'Frau Yıldız'],
  ['Lnd', 'Herr Lindner'],
  ['Sch', 'Frau Schwarzenberger'],
];
const STARTS = [470, 520, 580, 630, 690, 740, 815, 865, 915, 965, 1015, 1065];

const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const subjectOf = (index: number): SubjectUnit => {
  const [shortcut, name, color] = SUBJECTS[index % SUBJECTS.length]!;
  return { id: (index % SUBJECTS.length) + 1, shortcut, name, color };
};
const teacherOf = (index: number): Unit => {
  const [shortcut, name] = TEACHERS[index % TEACHERS.length]!;
  return { id: (index % TEACHERS.length) + 1, shortcut, name };
};
const roomOf = (index: number): Unit => ({ id: (index % 40) + 1, shortcut: String(101 + (index % 40)), name: null });

/** An invented lesson of one date. */
export function sampleLesson(number: number, date: string, begins: number, ends: number, subject = number): Lesson {
  const unit = subjectOf(subject);
  return {
    uuid: uuidOf(number),
    lesson_id: number,
    kind: null,
    meta: { displayname: unit.name!, shortname: unit.shortcut, displayname_kind: 'subject', moved_comment: null },
    comment: null,
    begins_at: date,
    ends_at: date,
    dates: [date],
    hour: null,
    time_begins_at: toTime(begins),
    time_ends_at: toTime(ends),
    substituted_lessons: [],
    substituted_target_lessons: [],
    substituted_pivot: null,
    referenced_target_lessons: [],
    teachers: [teacherOf(subject * 7 + 1)],
    grades: [{ id: 1, shortcut: '9b', name: 'Klasse 9b' }],
    bookables: [roomOf(subject * 11)],
    subject: unit,
    course: null,
  };
}

function referenceOf(lesson: Lesson, date: string, begins: string, ends: string): LessonReference {
  const { uuid, lesson_id, subject, teachers, grades, bookables } = lesson;
  return {
    lesson_uuid: uuid,
    lesson_id,
    lesson_date: date,
    time_begins_at: begins,
    time_ends_at: ends,
    subject,
    teachers,
    grades,
    bookables,
  };
}

const withKind = (lesson: Lesson, kind: Kind, more: Partial<Lesson> = {}): Lesson => ({ ...lesson, ...more, kind });

/** The periods of the sample school. */
export const samplePeriods: readonly Period[] = STARTS.map((begins, index) => ({
  hour: String(index + 1),
  weekday: null,
  begins_at: toTime(begins),
  ends_at: toTime(begins + 45),
  type: 'LESSON',
  is_hidden: false,
}));

/**
 * A week of so many plain lessons: up to 60 in twelve periods on five days, more in fifteen periods from 7 to 19 o'clock, so that 300 are
 * four in parallel and none collapses. Every seventh is of a look other than regular, so that a measurement includes them.
 */
export function sampleWeek(monday: string, count: number, seed: number): Lesson[] {
  const starts = count <= 60 ? STARTS : Array.from({ length: 15 }, (_, index) => 420 + index * 48);
  return Array.from({ length: count }, (_, index) => {
    const slot = index % (starts.length * 5);
    const date = addDays(monday, slot % 5);
    const begins = starts[Math.floor(slot / 5)]!;
    const subject = index * 5 + seed * 3 + Math.floor(index / starts.length);
    const lesson = sampleLesson(seed * 1000 + index + 1, date, begins, begins + 45, subject);
    if (index % 14 === 6) return withKind(lesson, 'CANCLED');
    if (index % 14 === 13) {
      const old = { ...lesson, teachers: [teacherOf(index)] };
      return { ...lesson, substituted_lessons: [referenceOf(old, date, lesson.time_begins_at, lesson.time_ends_at)] };
    }
    return lesson;
  });
}

/** A week of a class as it looks in life: double lessons, two and six in parallel, a free day and all seven looks. */
export function lifelikeWeek(monday: string): Lesson[] {
  const day = (index: number) => addDays(monday, index);
  let number = 0;
  const at = (weekday: number, period: number, subject: number) => {
    number += 1;
    return sampleLesson(number, day(weekday), STARTS[period]!, STARTS[period]! + 45, subject);
  };
  const plan = [
    [0, 0, 1, 2, 3, 4],
    [1, 1, 5, 5, 0, 2, 7, 7],
    [2, 4, 0, 0, 6, 6],
    [8, 8, 1, 3, 3, 2, 5],
    [7, 7, 2, 0],
  ];
  const lessons = plan.flatMap((subjects, weekday) => subjects.map((subject, period) => at(weekday, period, subject)));
  const find = (weekday: number, period: number) =>
    lessons.findIndex((item) => item.begins_at === day(weekday) && item.time_begins_at === toTime(STARTS[period]!));
  const replace = (weekday: number, period: number, change: (lesson: Lesson) => Lesson) => {
    lessons[find(weekday, period)] = change(lessons[find(weekday, period)]!);
  };
  replace(0, 2, (lesson) => withKind(lesson, 'CANCLED'));
  replace(0, 4, (lesson) => ({
    ...lesson,
    teachers: [teacherOf(4)],
    bookables: [roomOf(30)],
    substituted_lessons: [referenceOf(lesson, lesson.begins_at, lesson.time_begins_at, lesson.time_ends_at)],
  }));
  replace(1, 5, (lesson) =>
    withKind(lesson, 'MOVED_TO', {
      substituted_target_lessons: [referenceOf(lesson, day(3), toTime(815), toTime(860))],
    }),
  );
  const moved = at(3, 7, 2);
  lessons.push(
    withKind(moved, 'MOVED_FROM', {
      substituted_target_lessons: [referenceOf(moved, day(1), toTime(740), toTime(785))],
    }),
  );
  lessons.push(withKind(at(2, 6, 0), 'ADDITIONAL', { comment: 'Übung vor der Klausur' }));
  const trip = withKind(at(4, 4, 5), 'EVENT', {
    time_ends_at: toTime(915),
    subject: null,
    bookables: [],
    comment: 'Treffpunkt: Haupteingang',
  });
  lessons.push({
    ...trip,
    meta: { displayname: 'Besuch im Stadtmuseum', shortname: 'Museum', displayname_kind: 'event', moved_comment: null },
  });
  const note = withKind(at(1, 8, 3), 'MESSAGE', { subject: null, teachers: [], bookables: [] });
  lessons.push({
    ...note,
    meta: {
      displayname: 'Kuchenverkauf im Foyer',
      shortname: 'Kuchen',
      displayname_kind: 'comment',
      moved_comment: null,
    },
  });
  for (let index = 0; index < 6; index += 1) lessons.push(at(2, 8, index), at(2, 9, index));
  for (let index = 0; index < 3; index += 1) lessons.push(at(0, 6, index + 5));
  for (let index = 0; index < 4; index += 1) lessons.push(at(3, 9, index + 2));
  return lessons;
}

/** A timetable answer around lessons. */
export function sampleTimetable(lessons: Lesson[], more: Partial<Timetable> = {}): Timetable {
  return {
    entity: 'grades',
    id: 1,
    displayname: '9b',
    begins_at: '2026-10-26',
    ends_at: '2026-12-13',
    time_zone: 'Europe/Berlin',
    days_to_show: 5,
    calendar_view: 'week',
    lessons,
    times: [...samplePeriods],
    holidays: [],
    last_updated_at: null,
    ...more,
  };
}
