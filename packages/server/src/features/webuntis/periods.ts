import type { Unit } from '@kreide/core/features/structure';
import { type Lesson, type LessonReference, lookOf } from '@kreide/core/features/timetable';
import { createPeriodIds, toDateNumber, toTimeNumber } from './numbers.ts';

/** What a client needs of each element of a period. */
export type ElementField = 'id' | 'name' | 'longname' | 'externalkey';

export interface PeriodOptions {
  fields: {
    kl: readonly ElementField[];
    te: readonly ElementField[];
    su: readonly ElementField[];
    ro: readonly ElementField[];
  };
  showLsText: boolean;
  showSubstText: boolean;
  showInfo: boolean;
  showLsNumber: boolean;
  showStudentgroup: boolean;
}

/** An element of a period; `orgid` and `orgname` are the element that it replaces. Id 0 and `---`: nobody does. */
export interface Element {
  id?: number;
  name?: string;
  longname?: string;
  orgid?: number;
  orgname?: string;
}

export interface UntisPeriod {
  id: number;
  date: number;
  startTime: number;
  endTime: number;
  kl: Element[];
  te: Element[];
  su: Element[];
  ro: Element[];
  /** Omitted for what goes as planned. */
  code?: 'cancelled' | 'irregular';
  lsnumber?: number;
  lstext?: string;
  substText?: string;
  info?: string;
  /** Group of pupils: the course. */
  sg?: string;
  statflags: string;
  activityType: string;
}

const NOBODY = { id: 0, shortcut: '---', name: '---' } as const;

const shown = (unit: Unit, fields: readonly ElementField[]): Element => ({
  ...(fields.includes('id') ? { id: unit.id } : {}),
  ...(fields.includes('name') ? { name: unit.shortcut } : {}),
  ...(fields.includes('longname') ? { longname: unit.name ?? unit.shortcut } : {}),
});

/**
 * The elements in force, each new one with the one that it replaces; one without a replacement is the original of an
 * element without a name, as WebUntis does it. Without `before` nothing was replaced.
 */
export function toElements(
  now: readonly Unit[],
  before: readonly Unit[] | null,
  fields: readonly ElementField[],
): Element[] {
  if (before === null) return now.map((unit) => shown(unit, fields));
  const isIn = (units: readonly Unit[], { id }: Unit) => units.some((one) => one.id === id);
  const gone = before.filter((unit, index) => !isIn(now, unit) && !isIn(before.slice(0, index), unit));
  const original = (unit: Unit | undefined): Element =>
    unit
      ? {
          ...(fields.includes('id') ? { orgid: unit.id } : {}),
          ...(fields.includes('name') ? { orgname: unit.shortcut } : {}),
        }
      : {};
  const elements = now.map((unit) => ({
    ...shown(unit, fields),
    ...(isIn(before, unit) ? {} : original(gone.shift())),
  }));
  return [...elements, ...gone.map((unit) => ({ ...shown(NOBODY, fields), ...original(unit) }))];
}

/** What a lesson replaced; null unless it is a changed lesson, whose old and new elements are to be distinguished. */
export function beforeOf(lesson: Lesson): Record<'kl' | 'te' | 'su' | 'ro', Unit[]> | null {
  if (lookOf(lesson) !== 'changed') return null;
  const all = <T>(pick: (reference: LessonReference) => readonly T[]) => lesson.substituted_lessons.flatMap(pick);
  return {
    kl: all(({ grades }) => grades),
    te: all(({ teachers }) => teachers),
    su: all(({ subject }) => (subject ? [subject] : [])),
    ro: all(({ bookables }) => bookables),
  };
}

/** Cancelled: it is not held at this time. Irregular: it is held, but not as planned. */
function codeOf(lesson: Lesson): UntisPeriod['code'] {
  switch (lookOf(lesson)) {
    case 'CANCLED':
    case 'MOVED_TO':
      return 'cancelled';
    case 'changed':
    case 'MOVED_FROM':
    case 'ADDITIONAL':
    case 'EVENT':
      return 'irregular';
    default:
      return undefined;
  }
}

/** The text of a change; includes a message on a lesson that is held as planned. */
export function substitutionTextOf(lesson: Lesson): string | null {
  return lookOf(lesson) === 'regular' ? null : lesson.comment;
}

/** The text of the lesson itself: its comment, and its name where it has no subject. */
function lessonTextOf(lesson: Lesson): string {
  const name = lesson.subject ? '' : lesson.meta.displayname;
  const comment = lookOf(lesson) === 'regular' ? (lesson.comment ?? '') : '';
  return name === '' || name === comment ? comment : comment === '' ? name : `${name}: ${comment}`;
}

/** Lessons with their dates as single periods, ordered by time; ids are assigned in that order. */
export function numberPeriods(lessons: readonly Lesson[]): { id: number; lesson: Lesson; date: string }[] {
  const idOf = createPeriodIds();
  return lessons
    .flatMap((lesson) =>
      lesson.dates.map((date) => ({ lesson, date, key: `${date} ${lesson.time_begins_at} ${lesson.uuid}` })),
    )
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ lesson, date }) => ({ id: idOf(lesson.uuid, date, lesson.time_begins_at), lesson, date }));
}

/** The periods of `getTimetable`. */
export function toPeriods(lessons: readonly Lesson[], options: PeriodOptions): UntisPeriod[] {
  return numberPeriods(lessons).map(({ id, lesson, date }) => ({
    id,
    date: toDateNumber(date),
    ...toPeriod(lesson, options),
  }));
}

function toPeriod(lesson: Lesson, { fields, ...show }: PeriodOptions): Omit<UntisPeriod, 'id' | 'date'> {
  const before = beforeOf(lesson);
  const code = codeOf(lesson);
  const text = lessonTextOf(lesson);
  const change = substitutionTextOf(lesson);
  const { moved_comment } = lesson.meta;
  return {
    startTime: toTimeNumber(lesson.time_begins_at),
    endTime: toTimeNumber(lesson.time_ends_at),
    kl: toElements(lesson.grades, before?.kl ?? null, fields.kl),
    te: toElements(lesson.teachers, before?.te ?? null, fields.te),
    su: toElements(lesson.subject ? [lesson.subject] : [], before?.su ?? null, fields.su),
    ro: toElements(lesson.bookables, before?.ro ?? null, fields.ro),
    ...(code ? { code } : {}),
    ...(show.showLsNumber ? { lsnumber: lesson.lesson_id ?? 0 } : {}),
    ...(show.showLsText && text !== '' ? { lstext: text } : {}),
    ...(show.showSubstText && change !== null ? { substText: change } : {}),
    ...(show.showInfo && moved_comment !== null ? { info: moved_comment } : {}),
    ...(show.showStudentgroup && lesson.course ? { sg: lesson.course.shortcut } : {}),
    statflags: '',
    activityType: lesson.kind === 'EVENT' ? 'Veranstaltung' : 'Unterricht',
  };
}
