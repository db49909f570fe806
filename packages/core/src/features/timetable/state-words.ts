import type { TranslateIn } from '../../kernel/texts.ts';
import { type Change, changesOf, lookOf, moveOf } from './look.ts';
import type { Entity, Lesson } from './schema.ts';
import { type Formats, gradesText, roomsText, teachersText, together } from './words.ts';

type Translate = TranslateIn<'timetable'>;

/** One change in words: "Mr Berg instead of Ms Kern" (T-3.32). */
export function toChangeText(change: Change, t: Translate): string {
  const { field, before, after } = change;
  if (before === null) return t(`changeNew_${field}`, { after: after ?? '' });
  if (after === null) return t(`changeGone_${field}`, { before });
  return t(`change_${field}`, { before, after });
}

/**
 * What is different about a lesson, in words: the changes old → new, or where a moved one went or came from (T-3.31,
 * T-3.32). Empty for a regular lesson and where the source says nothing.
 */
export function toDifference(lesson: Lesson, t: Translate, formats: Formats): string {
  const move = moveOf(lesson);
  if (move) {
    const when = { date: formats.dateShort(move.lesson_date), time: move.time_begins_at };
    return t(lesson.kind === 'MOVED_TO' ? 'movedToWhen' : 'movedFromWhen', when);
  }
  return changesOf(lesson)
    .map((change) => toChangeText(change, t))
    .join('; ');
}

/** The state of a lesson in words: its look and what is different: "Changed: Mr Berg instead of Ms Kern". */
export function toStateText(lesson: Lesson, t: Translate, formats: Formats): string {
  const look = lookOf(lesson);
  const word = formats.looks[look];
  if (look === 'regular') return word;
  const difference = toDifference(lesson, t, formats);
  return difference === '' ? word : `${word}: ${difference}`;
}

/**
 * The name of a lesson for those who do not see where it stands: weekday, date, times, subject, room, teacher and
 * state, in this order; in the plan of a teacher or room the classes stand after the subject.
 * @param date the occurrence's date, `YYYY-MM-DD`
 * @param entity whose plan it is
 */
export function toAccessibleName(
  lesson: Lesson,
  date: string,
  t: Translate,
  formats: Formats,
  entity?: Entity | undefined,
): string {
  const rooms = roomsText(lesson);
  return together(
    ', ',
    formats.date(date),
    formats.times(lesson.time_begins_at, lesson.time_ends_at),
    lesson.meta.displayname,
    gradesText(lesson, entity),
    rooms && formats.room(rooms),
    teachersText(lesson),
    toStateText(lesson, t, formats),
    lesson.comment,
  );
}
