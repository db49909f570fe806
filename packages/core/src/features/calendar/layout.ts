import { daysBetween } from '../../kernel/calendar/dates.ts';
import { DAY_MINUTES } from '../../kernel/calendar/times.ts';
import type { CalendarEntry } from './schema.ts';
import { type EventPlace, placeOf } from './times.ts';

/** An event shorter than this is drawn as long as this, minutes (C-9.19). */
export const EVENT_DRAWN_MINUTES = 15;

/** An event with its place in the days of the school. */
export interface PlacedEvent {
  readonly event: CalendarEntry;
  readonly place: EventPlace;
}

/** A box of a day: side by side with those that overlap it. */
export interface EventBox extends PlacedEvent {
  /** Minutes from midnight, half-open, at least a quarter of an hour (C-9.19). */
  readonly begins: number;
  readonly ends: number;
  /** It stands in this of so many lanes. */
  readonly lane: number;
  readonly lanes: number;
}

/** A bar over some days of a row: an event of a whole day, or of several. */
export interface EventBar extends PlacedEvent {
  /** The first day of the row that it covers, counted from 0, and how many. */
  readonly column: number;
  readonly span: number;
  readonly row: number;
  /** It has begun before the row, and goes on after it. */
  readonly isBegun: boolean;
  readonly isOpen: boolean;
}

const byBegin = (one: PlacedEvent, other: PlacedEvent) =>
  Date.parse(one.event.begins_at) - Date.parse(other.event.begins_at) ||
  other.place.days - one.place.days ||
  one.event.id - other.event.id;

/** Events in the order of their time, with their places. */
export const placeEvents = (events: readonly CalendarEntry[], zone: string): PlacedEvent[] =>
  events.map((event) => ({ event, place: placeOf(event, zone) })).sort(byBegin);

/** Is it drawn as a bar above the hours? */
export const isBar = ({ event, place }: PlacedEvent): boolean => event.is_all_day || place.is_multi_day;

/** Does it touch this day? */
export const isOn = ({ place }: PlacedEvent, date: string): boolean =>
  place.begins_date <= date && date <= place.ends_date;

/** The boxes of one day: no two of them overlap (C-9.19, C-9.20). */
export function toBoxes(events: readonly PlacedEvent[], date: string): EventBox[] {
  const drawn = events
    .filter((one) => !isBar(one) && one.place.begins_date === date)
    .map((one) => {
      const begins = Math.min(one.place.begins_minutes, DAY_MINUTES - EVENT_DRAWN_MINUTES);
      const ends = Math.min(DAY_MINUTES, Math.max(one.place.ends_minutes, begins + EVENT_DRAWN_MINUTES));
      return { ...one, begins, ends };
    })
    .sort((one, other) => one.begins - other.begins || other.ends - one.ends);
  const boxes: EventBox[] = [];
  let cluster: Omit<EventBox, 'lanes'>[] = [];
  let free: number[] = [];
  const close = () => {
    boxes.push(...cluster.map((box) => ({ ...box, lanes: free.length })));
    cluster = [];
    free = [];
  };
  for (const one of drawn) {
    if (free.every((end) => end <= one.begins)) close();
    const found = free.findIndex((end) => end <= one.begins);
    const lane = found === -1 ? free.length : found;
    free[lane] = one.ends;
    cluster.push({ ...one, lane });
  }
  close();
  return boxes;
}

/** The bars over some days in a row, each in the first row that is free. */
export function toBars(events: readonly PlacedEvent[], dates: readonly string[], takesAll = false): EventBar[] {
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  const rows: number[] = [];
  return events
    .filter((one) => (takesAll || isBar(one)) && one.place.begins_date <= last && one.place.ends_date >= first)
    .map((one) => {
      const column = Math.max(0, daysBetween(first, one.place.begins_date));
      const end = Math.min(dates.length - 1, daysBetween(first, one.place.ends_date));
      const found = rows.findIndex((taken) => taken < column);
      const row = found === -1 ? rows.length : found;
      rows[row] = end;
      const isBegun = one.place.begins_date < first;
      return { ...one, column, span: end - column + 1, row, isBegun, isOpen: one.place.ends_date > last };
    });
}

/** A week of a month: the events to draw on each day, and the number of those left out. */
export interface MonthWeek {
  readonly dates: readonly string[];
  readonly bars: readonly EventBar[];
  /** By day of the row: how many events there was no room for. */
  readonly hidden: readonly number[];
}

/** The week of a month with so many rows; it counts the events that do not fit. */
export function toMonthWeek(events: readonly PlacedEvent[], dates: readonly string[], rows: number): MonthWeek {
  const all = toBars(events, dates, true);
  const covers = (bar: EventBar, column: number) => bar.column <= column && column < bar.column + bar.span;
  const hidden = dates.map((_, column) => all.filter((bar) => bar.row >= rows && covers(bar, column)).length);
  return { dates, bars: all.filter(({ row }) => row < rows), hidden };
}
