import type { Unit } from '@kreide/core/features/structure';
import { type Lesson, lookOf } from '@kreide/core/features/timetable';
import { fields as f } from '@kreide/core/kernel';
import * as z from 'zod/mini';
import { ELEMENT } from './elements.ts';
import { toDateNumber, toTimeNumber } from './numbers.ts';
import { beforeOf, numberPeriods, substitutionTextOf, toElements } from './periods.ts';
import { type RpcCode, RpcError } from './protocol.ts';
import { type SubstitutionType, typeOf } from './substitutions.ts';

const query = z.object({
  elementType: z.string().check(z.regex(/^-?\d{1,2}$/)),
  elementId: z.string().check(z.regex(/^-?\d{1,15}$/)),
  date: f.date,
});

/** The element whose week is requested. Throws `invalid_params`. */
export function parseWeeklyQuery(input: unknown) {
  const parsed = query.safeParse(input);
  if (!parsed.success) throw new RpcError('invalid_params');
  const { elementType, elementId, date } = parsed.data;
  return { element: { type: Number(elementType), id: Number(elementId) }, date };
}

/** Errors are data too; the package uses `messageKey` as the code of its error. */
export function toWeeklyError(code: RpcCode) {
  const keys: Partial<Record<RpcCode, string>> = {
    no_allowed_date: 'ERR_TTVIEW_NOTALLOWED_ONDATE',
    no_right: 'ERR_TTVIEW_NOTALLOWED',
    no_such_element: 'ERR_TTVIEW_NO_ELEMENT',
  };
  return { data: { error: { data: { messageKey: keys[code] ?? 'ERR_TTVIEW_INVALID_PARAMS', messageArgs: [] } } } };
}

const CELLS: Record<SubstitutionType | 'standard', { cellState: string; is: Record<string, boolean> }> = {
  standard: { cellState: 'STANDARD', is: { standard: true } },
  stxt: { cellState: 'STANDARD', is: { standard: true } },
  cancel: { cellState: 'CANCEL', is: { cancelled: true } },
  subst: { cellState: 'SUBSTITUTION', is: { substitution: true } },
  rmchg: { cellState: 'ROOMSUBSTITUTION', is: { roomSubstitution: true } },
  shift: { cellState: 'SHIFT', is: { shift: true } },
  add: { cellState: 'ADDITIONAL', is: { additional: true } },
  ac: { cellState: 'ADDITIONAL', is: { additional: true } },
};

/**
 * The lessons of a week in the shape of WebUntis' own pages: periods that refer to elements by number, and the
 * elements.
 */
export function toWeekly(owner: { type: number; id: number }, lessons: readonly Lesson[]) {
  const elements = new Map<string, ReturnType<typeof toNamed>>();
  const elementPeriods = numberPeriods(lessons).map(({ id, lesson, date }) => ({
    id,
    ...toWeeklyPeriod(lesson, elements),
    date: toDateNumber(date),
  }));
  const data = { noDetails: false, elementIds: [owner.id], elementPeriods: { [owner.id]: elementPeriods } };
  return { data: { result: { data: { ...data, elements: [...elements.values()] } }, isSessionTimeout: false } };
}

function toNamed(type: number, { id, shortcut, name }: Unit) {
  return {
    type,
    id,
    name: shortcut,
    longName: name ?? shortcut,
    displayname: shortcut,
    alternatename: '',
    canViewTimetable: type !== ELEMENT.subject,
    roomCapacity: 0,
  };
}

function toWeeklyPeriod(lesson: Lesson, elements: Map<string, ReturnType<typeof toNamed>>) {
  const before = beforeOf(lesson);
  const sides = [
    [ELEMENT.klasse, lesson.grades, before?.kl],
    [ELEMENT.teacher, lesson.teachers, before?.te],
    [ELEMENT.subject, lesson.subject ? [lesson.subject] : [], before?.su],
    [ELEMENT.room, lesson.bookables, before?.ro],
  ] as const;
  const isRegular = lookOf(lesson) === 'regular';
  const { cellState, is } = CELLS[isRegular ? 'standard' : typeOf(lesson)];
  const text = isRegular ? (lesson.comment ?? '') : '';
  return {
    lessonId: lesson.lesson_id ?? 0,
    lessonNumber: lesson.lesson_id ?? 0,
    lessonCode: 'UNTIS_LESSON',
    lessonText: lesson.subject ? text : lesson.meta.displayname,
    periodText: '',
    hasPeriodText: false,
    periodInfo: lesson.meta.moved_comment ?? '',
    periodAttachments: [],
    substText: substitutionTextOf(lesson) ?? '',
    startTime: toTimeNumber(lesson.time_begins_at),
    endTime: toTimeNumber(lesson.time_ends_at),
    elements: sides.flatMap(([type, now, old]) => {
      for (const unit of [...now, ...(old ?? [])]) elements.set(`${type} ${unit.id}`, toNamed(type, unit));
      return toElements(now, old ?? null, ['id']).map(({ id = 0, orgid }) => ({
        type,
        id,
        orgId: orgid ?? 0,
        missing: id === 0,
        state: id === 0 ? 'ABSENT' : orgid === undefined ? 'REGULAR' : 'SUBSTITUTED',
      }));
    }),
    studentGroup: lesson.course?.shortcut ?? '',
    hasInfo: lesson.meta.moved_comment !== null,
    code: 0,
    cellState,
    priority: 1,
    is: { ...is, event: lesson.kind === 'EVENT' },
    roomCapacity: 0,
    studentCount: 0,
  };
}
