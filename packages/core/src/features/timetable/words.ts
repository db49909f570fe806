import type { Language } from '../../kernel/product.ts';
import type { TranslateIn } from '../../kernel/texts.ts';
import { type DateStyle, weekdayNames, writeDate } from '../../kernel/written-dates.ts';
import { LOOKS, type Look, nameOf } from './look.ts';
import type { Entity, Lesson } from './schema.ts';

type Translate = TranslateIn<'timetable'>;

/** Words and ways of writing that a grid needs hundreds of times, made once by `toFormats`. */
export type Formats = {
  /** Index 1 = Monday … 7. */
  readonly weekdays: readonly string[];
  readonly weekdaysShort: readonly string[];
  readonly looks: Readonly<Record<Look, string>>;
  /** "Monday 21 September". */
  date(date: string): string;
  /** "21 September". */
  dayMonth(date: string): string;
  /** "Mon 21/9". */
  dateShort(date: string): string;
  /** A date in any style. */
  write(date: string, style: DateStyle): string;
  /** "September 2026", as it stands in a heading. */
  month(date: string): string;
  /** "08:00 to 08:45" from two `HH:MM`. */
  times(begins: string, ends: string): string;
  /** "Room 204". */
  room(rooms: string): string;
};

/** Makes the formats of the language of `t`; call it once per language, not per render. */
export function toFormats(t: Translate, language: Language): Formats {
  const [begins, ends] = PLACES;
  const times = toTemplate(t('timeRange', { begins, ends }));
  const room = toTemplate(t('room', { room: begins }));
  return {
    weekdays: weekdayNames(language, 'long'),
    weekdaysShort: weekdayNames(language, 'short'),
    looks: Object.fromEntries(LOOKS.map((look) => [look, t(`look_${look}`)])) as Record<Look, string>,
    date: remembered((date) => writeDate(language, date, 'weekday')),
    dayMonth: (date) => writeDate(language, date, 'dayMonth'),
    dateShort: (date) => writeDate(language, date, 'weekdayShort'),
    write: (date, style) => writeDate(language, date, style),
    month: (date) => {
      const month = writeDate(language, date, 'month');
      return month.charAt(0).toLocaleUpperCase(language) + month.slice(1);
    },
    times: (from, to) => times([from, to]),
    room: (name) => room([name]),
  };
}

/** A week names each of its days many times. */
function remembered(write: (date: string) => string): (date: string) => string {
  const written = new Map<string, string>();
  return (date) => {
    const known = written.get(date) ?? write(date);
    written.set(date, known);
    return known;
  };
}

/** Private-use characters that mark the places of values. */
const PLACES = ['\ue000', '\ue001'] as const;

/** Cuts a text at its marked places once, so that filling it in is a join. */
function toTemplate(text: string): (values: readonly string[]) => string {
  const parts = text.split(/([\ue000\ue001])/u);
  return (values) => {
    let filled = '';
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index]!;
      filled += index % 2 === 0 ? part : (values[part.charCodeAt(0) - 0xe000] ?? '');
    }
    return filled;
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
export function gradesText({ grades }: Pick<Lesson, 'grades'>, entity: Entity | undefined): string {
  return entity === 'teachers' || entity === 'bookables' ? grades.map((grade) => grade.shortcut).join(', ') : '';
}

/** The parts that are not empty, with a separator between them. */
export function together(between: string, ...parts: readonly (string | null)[]): string {
  let text = '';
  for (const part of parts) if (part) text += (text && between) + part;
  return text;
}
