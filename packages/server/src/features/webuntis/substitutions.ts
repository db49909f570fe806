import { changesOf, type Lesson, lookOf } from '@kreide/core/features/timetable';
import { toDateNumber, toTimeNumber } from './numbers.ts';
import { beforeOf, type Element, type ElementField, substitutionTextOf, toElements } from './periods.ts';

/**
 * cancel: not held; subst: another teacher or subject; rmchg: another room; shift: moved here; add: extra; ac: event;
 * stxt: only a text.
 */
export type SubstitutionType = 'cancel' | 'subst' | 'rmchg' | 'shift' | 'add' | 'ac' | 'stxt';

export interface UntisSubstitution {
  type: SubstitutionType;
  /** The lesson that it changes; 0 for none. */
  lsid: number;
  date: number;
  startTime: number;
  endTime: number;
  kl: Element[];
  te: Element[];
  su: Element[];
  ro: Element[];
  txt?: string;
  /** For a shift its origin; for a lesson that is cancelled because it moved its target. */
  reschedule?: { date: number; startTime: number; endTime: number };
}

const FIELDS: readonly ElementField[] = ['id', 'name'];

/** The kind of this lesson's substitution; for one that goes as planned a text. */
export function typeOf(lesson: Lesson): SubstitutionType {
  switch (lookOf(lesson)) {
    case 'CANCLED':
    case 'MOVED_TO':
      return 'cancel';
    case 'MOVED_FROM':
      return 'shift';
    case 'ADDITIONAL':
      return 'add';
    case 'EVENT':
      return 'ac';
    case 'changed': {
      const fields = new Set(changesOf(lesson).map(({ field }) => field));
      if (fields.has('teacher') || fields.has('subject')) return 'subst';
      if (fields.has('room')) return 'rmchg';
      return fields.has('time') ? 'shift' : 'stxt';
    }
    default:
      return 'stxt';
  }
}

/** A substitution of the plan as an entry of `getSubstitutions`. */
export function toSubstitution(lesson: Lesson): UntisSubstitution {
  const before = beforeOf(lesson);
  const type = typeOf(lesson);
  const text = substitutionTextOf(lesson) ?? lesson.meta.moved_comment;
  const target = lesson.substituted_target_lessons[0] ?? (type === 'shift' ? lesson.substituted_lessons[0] : undefined);
  return {
    type,
    lsid: lesson.lesson_id ?? 0,
    date: toDateNumber(lesson.begins_at),
    startTime: toTimeNumber(lesson.time_begins_at),
    endTime: toTimeNumber(lesson.time_ends_at),
    kl: toElements(lesson.grades, before?.kl ?? null, FIELDS),
    te: toElements(lesson.teachers, before?.te ?? null, FIELDS),
    su: toElements(lesson.subject ? [lesson.subject] : [], before?.su ?? null, FIELDS),
    ro: toElements(lesson.bookables, before?.ro ?? null, FIELDS),
    ...(text === null ? {} : { txt: text }),
    ...(target
      ? {
          reschedule: {
            date: toDateNumber(target.lesson_date),
            startTime: toTimeNumber(target.time_begins_at),
            endTime: toTimeNumber(target.time_ends_at),
          },
        }
      : {}),
  };
}
