import { addDays, daysBetween, isoWeekOf, mondayOf, weekdayOf } from '../../kernel/calendar/dates.ts';
import { DAY_MINUTES, toMinutes, toTime } from '../../kernel/calendar/times.ts';
import { type LocalTime, toInstant, toLocal } from '../../kernel/calendar/zone.ts';
import { EVENT_BEGINS_DEFAULT, EVENT_MOVED_MINUTES, isWholeDay } from './rules.ts';

/** When an event is, as a form has it: dates and wall times in the zone of the school. */
export interface EventTimes {
  readonly is_all_day: boolean;
  readonly begins_date: string;
  readonly begins_time: string;
  readonly ends_date: string;
  readonly ends_time: string;
}

/** When an event is, as it travels: instants. */
export interface EventSpan {
  readonly is_all_day: boolean;
  readonly begins_at: string;
  readonly ends_at: string;
}

/** A new event begins with the next full hour and lasts one; on a whole day it is by its switch. */
export function newEventTimes({ date, minutes }: LocalTime): EventTimes {
  const begins = Math.floor(minutes / 60) * 60 + 60;
  const at = (minute: number) => ({
    date: addDays(date, Math.floor(minute / DAY_MINUTES)),
    time: toTime(minute % DAY_MINUTES),
  });
  const [start, end] = [at(begins), at(begins + 60)];
  return {
    is_all_day: false,
    begins_date: start.date,
    begins_time: start.time,
    ends_date: end.date,
    ends_time: end.time,
  };
}

/** Dates and wall times of an event, for a form. */
export function toEventTimes({ is_all_day, begins_at, ends_at }: EventSpan, zone: string): EventTimes {
  const [begins, ends] = [toLocal(new Date(begins_at), zone), toLocal(new Date(ends_at), zone)];
  return {
    is_all_day,
    begins_date: begins.date,
    begins_time: toTime(begins.minutes),
    ends_date: ends.date,
    ends_time: toTime(ends.minutes),
  };
}

/** Wall minutes from the start to the end. */
const lengthOf = ({ begins_date, begins_time, ends_date, ends_time }: EventTimes): number =>
  daysBetween(begins_date, ends_date) * DAY_MINUTES + toMinutes(ends_time) - toMinutes(begins_time);

/**
 * The times after the start was moved. The end moves along, so that the length stays (C-4.55), but not that of an all-day
 * event (C-4.56). An event without a length (C-4.57), and one of a full day that is moved off midnight (C-4.58), becomes
 * 45 minutes long.
 */
export function moveStart(
  times: EventTimes,
  start: Partial<Pick<EventTimes, 'begins_date' | 'begins_time'>>,
): EventTimes {
  const moved = { ...times, ...start };
  if (times.is_all_day) return moved;
  const isFullDay = times.begins_date === times.ends_date && isWholeDay(times.begins_time, times.ends_time);
  const length = lengthOf(times);
  const isFresh = length === 0 || (isFullDay && moved.begins_time !== EVENT_BEGINS_DEFAULT);
  // An event that ends before it begins has no length to keep.
  if (length < 0) return moved;
  const ends = toMinutes(moved.begins_time) + (isFresh ? EVENT_MOVED_MINUTES : length);
  return {
    ...moved,
    ends_date: addDays(moved.begins_date, Math.floor(ends / DAY_MINUTES)),
    ends_time: toTime(ends % DAY_MINUTES),
  };
}

/**
 * The times after somebody says whether they are whole days. What was one has no hours of its own: it begins with the next full hour of its
 * first day and lasts one, since from midnight to midnight it would stay a whole day (C-4.59).
 * @param minutes wall minutes of now
 */
export function setAllDay(times: EventTimes, is_all_day: boolean, minutes: number): EventTimes {
  const set = { ...times, is_all_day };
  if (is_all_day || !isWholeDay(times.begins_time, times.ends_time)) return set;
  const latest = DAY_MINUTES - 2 * 60;
  const { begins_time, ends_time } = newEventTimes({ date: times.begins_date, minutes: Math.min(minutes, latest - 1) });
  return { ...set, begins_time, ends_time };
}

/**
 * When an event is, as it is stored: one that is all-day, or goes from the first to the last minute of days, from the start
 * of its first day to the last second of its last, as an all-day event (C-4.59).
 */
export function toEventSpan(times: EventTimes, zone: string): EventSpan {
  const { begins_date, begins_time, ends_date, ends_time } = times;
  if (!times.is_all_day && !isWholeDay(begins_time, ends_time)) {
    const [begins, ends] = [toInstant(begins_date, begins_time, zone), toInstant(ends_date, ends_time, zone)];
    return { is_all_day: false, begins_at: begins.toISOString(), ends_at: ends.toISOString() };
  }
  const begins = toInstant(begins_date, EVENT_BEGINS_DEFAULT, zone);
  const ends = new Date(toInstant(addDays(ends_date, 1), EVENT_BEGINS_DEFAULT, zone).getTime() - 1000);
  return { is_all_day: true, begins_at: begins.toISOString(), ends_at: ends.toISOString() };
}

/** The place of an event in a grid (C-3.36). */
export interface EventPlace {
  /** The first and the last day that it touches. */
  readonly begins_date: string;
  readonly ends_date: string;
  /** It touches more than one day. */
  readonly is_multi_day: boolean;
  /** Monday of the week in which it begins, and the number of that week. */
  readonly monday: string;
  readonly week: number;
  /** 1 = Monday … 7 = Sunday. */
  readonly weekday: number;
  /** Minutes from midnight, on the first and on the last day. */
  readonly begins_minutes: number;
  readonly ends_minutes: number;
  /** How many days it touches. */
  readonly days: number;
}

/** The last minute of a day means its end (C-9.20). */
const toEndMinutes = (minutes: number) => (minutes === DAY_MINUTES - 1 ? DAY_MINUTES : minutes);

/** The place of an event in the days of the school (C-3.36). One that ends at midnight does not touch the day that begins then. */
export function placeOf({ begins_at, ends_at }: Pick<EventSpan, 'begins_at' | 'ends_at'>, zone: string): EventPlace {
  const [begins, ends] = [toLocal(new Date(begins_at), zone), toLocal(new Date(ends_at), zone)];
  const isMidnight = ends.minutes === 0 && ends.date > begins.date;
  const ends_date = isMidnight ? addDays(ends.date, -1) : ends.date;
  return {
    begins_date: begins.date,
    ends_date,
    is_multi_day: begins.date !== ends_date,
    monday: mondayOf(begins.date),
    week: isoWeekOf(begins.date),
    weekday: weekdayOf(begins.date),
    begins_minutes: begins.minutes,
    ends_minutes: isMidnight ? DAY_MINUTES : toEndMinutes(ends.minutes),
    days: daysBetween(begins.date, ends_date) + 1,
  };
}
