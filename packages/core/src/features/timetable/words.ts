import { weekdayOf } from '../../kernel/calendar/dates.ts';
import { type Change, changesOf, LOOKS, type Look, lookOf, moveOf, nameOf } from './look.ts';
import type { Entity, Lesson } from './schema.ts';

/** A text of `locales/<lang>/timetable.json` by its key, `{{name}}` filled in; `count` chooses the plural. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

/**
 * Names and ways of writing that a grid needs hundreds of times, made once by `toFormats`. They come from the locale
 * files and not from Intl.DateTimeFormat, whose first use costs a page more than the whole week.
 */
export type Formats = {
  /** Index 1 = Monday … 7. */
  readonly weekdays: readonly string[];
  readonly weekdaysShort: readonly string[];
  /** Index 1 = January … 12, as they stand inside a date. */
  readonly months: readonly string[];
  /** As they stand alone in a heading. */
  readonly monthsAlone: readonly string[];
  readonly looks: Readonly<Record<Look, string>>;
  /** "Monday 21 September". */
  date(date: string): string;
  /** "21 September". */
  dayMonth(date: string): string;
  /** "Mon 21/9". */
  dateShort(date: string): string;
  /** "September 2026". */
  month(date: string): string;
  /** "08:00 to 08:45" from two `HH:MM`. */
  times(begins: string, ends: string): string;
  /** "Room 204". */
  room(rooms: string): string;
};

/** Makes the formats of a language; call it once per language, not per render. */
export function toFormats(t: Translate): Formats {
  const numbered = (key: string, count: number) => [
    '',
    ...Array.from({ length: count }, (_, i) => t(`${key}_${i + 1}`)),
  ];
  const weekdays = numbered('weekday', 7);
  const weekdaysShort = numbered('weekday_short', 7);
  const months = numbered('month', 12);
  const monthsAlone = numbered('month_alone', 12);
  const looks = Object.fromEntries(LOOKS.map((look) => [look, t(`look_${look}`)])) as Record<Look, string>;
  const long = toTemplate(t, 'date_long', ['weekday', 'day', 'month']);
  const dayMonth = toTemplate(t, 'date_day_month', ['day', 'month']);
  const short = toTemplate(t, 'date_short', ['weekday', 'day', 'month']);
  const month = toTemplate(t, 'date_month', ['month', 'year']);
  const times = toTemplate(t, 'time_range', ['begins', 'ends']);
  const room = toTemplate(t, 'room', ['room']);
  const monthOf = (date: string) => Number(date.slice(5, 7));
  const dayOf = (date: string) => String(Number(date.slice(8, 10)));
  return {
    weekdays,
    weekdaysShort,
    months,
    monthsAlone,
    looks,
    date: (date) => long([weekdays[weekdayOf(date)]!, dayOf(date), months[monthOf(date)]!]),
    dayMonth: (date) => dayMonth([dayOf(date), months[monthOf(date)]!]),
    dateShort: (date) => short([weekdaysShort[weekdayOf(date)]!, dayOf(date), String(monthOf(date))]),
    month: (date) => month([monthsAlone[monthOf(date)]!, date.slice(0, 4)]),
    times: (begins, ends) => times([begins, ends]),
    room: (name) => room([name]),
  };
}

/** Cuts a text at its values once, so that filling it in is a join: private-use characters mark the places. */
function toTemplate(t: Translate, key: string, names: readonly string[]): (values: readonly string[]) => string {
  const marks = Object.fromEntries(names.map((name, index) => [name, String.fromCharCode(0xe000 + index)]));
  const parts = t(key, marks).split(/([\ue000-\uf8ff])/u);
  return (values) => {
    let text = '';
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index]!;
      text += index % 2 === 0 ? part : (values[part.charCodeAt(0) - 0xe000] ?? '');
    }
    return text;
  };
}

/** Rooms of a lesson as they are written on the door, comma between several; empty when it has none. */
export function roomsText(lesson: Pick<Lesson, 'bookables'>): string {
  return lesson.bookables.map((room) => room.shortcut).join(', ');
}

/** Teachers of a lesson by the name that the reader may see. */
export function teachersText(lesson: Pick<Lesson, 'teachers'>): string {
  return lesson.teachers.map(nameOf).join(', ');
}

/**
 * What stands below the subject: room and teacher; in the plan of a teacher the classes in place of the one teacher, in
 * the plan of a room the classes in place of the room.
 * @param isShort leaves the teachers out, and the dots, so that it breaks into lines
 * @param room writes the room otherwise, as `formats.room`
 */
export function toPlaceText(
  lesson: Lesson,
  entity?: Entity | undefined,
  isShort = false,
  room = (rooms: string): string => rooms,
): string {
  const rooms = entity === 'bookables' ? '' : roomsText(lesson);
  const isSaid = isShort || (entity === 'teachers' && lesson.teachers.length < 2);
  const teachers = isSaid ? '' : teachersText(lesson);
  return together(isShort ? ' ' : ' · ', rooms && room(rooms), gradesText(lesson, entity), teachers);
}

/** Classes of a lesson, where a plan is not that of a class or of one of its pupils. */
function gradesText({ grades }: Pick<Lesson, 'grades'>, entity: Entity | undefined): string {
  return entity === 'teachers' || entity === 'bookables' ? grades.map((grade) => grade.shortcut).join(', ') : '';
}

/** One change in words: "Mr Berg instead of Ms Kern" (T-3.32). */
export function toChangeText(change: Change, t: Translate): string {
  const { field, before, after } = change;
  if (before === null) return t(`change_${field}_new`, { after: after ?? '' });
  if (after === null) return t(`change_${field}_gone`, { before });
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
    return t(lesson.kind === 'MOVED_TO' ? 'moved_to_when' : 'moved_from_when', when);
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

/** What there is of the parts, with something between them. */
function together(between: string, ...parts: readonly (string | null)[]): string {
  let text = '';
  for (const part of parts) if (part) text += (text && between) + part;
  return text;
}
