import type { Holiday } from '@kreide/core/features/structure';
import type { Formats, Timetable } from '@kreide/core/features/timetable';
import type { TranslateIn } from '@kreide/core/kernel';

/** The texts of every view: those of `timetable.json` and the formats derived from them once. */
export type Texts = { readonly t: TranslateIn<'timetable'>; readonly formats: Formats };

/** The free day or holiday on a date; null on a school day. */
export function holidayOn(holidays: readonly Holiday[], date: string): Holiday | null {
  return holidays.find((holiday) => holiday.begins_at <= date && date <= holiday.ends_at) ?? null;
}

/** "Holidays: Autumn holidays", or for a single day "No school: Reformation Day". */
export function toHolidayText(holiday: Holiday, t: TranslateIn<'timetable'>): string {
  return t(holiday.begins_at === holiday.ends_at ? 'holidayDay' : 'holiday', { name: holiday.name });
}

/** Why a day that is no holiday has no lessons: there are none, or the public does not see them. */
export function toEmptyText(released: Timetable['released'], date: string, t: TranslateIn<'timetable'>): string {
  const isReleased = !released || (released.begins_at <= date && date <= released.ends_at);
  return t(isReleased ? 'noLessonsDay' : 'notReleasedDay');
}

/** Joins class names and drops falsy ones. */
export function classes(...names: readonly (string | false)[]): string {
  return names.filter((name) => name !== false && name !== '').join(' ');
}

/**
 * A name in spoken order that ends with the visible text, so that speech input users find it by that (WCAG 2.5.3):
 * "Wednesday 18 November, 08:00 to 08:45, Mathematics, Room 204, Ms Berg, as planned – Mathematics 204 · Ms Berg".
 */
export function withVisible(words: string, visible: string): string {
  return `${words} – ${visible}`;
}
