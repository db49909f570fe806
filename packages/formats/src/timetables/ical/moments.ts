import { toInstant, toLocal, toTime } from '@kreide/core/kernel';
import { parseDate, parseTime } from '../plan.ts';
import { remember } from '../remember.ts';
import type { ContentLine } from './content-lines.ts';
import type { OwnZone } from './own-zones.ts';
import { toZone } from './zones.ts';

/** What the times of a calendar are read by. */
export interface Clocks {
  /** The school's, an IANA name. */
  readonly school: string;
  /** Zones that the calendar describes itself, by their TZID. */
  readonly own: ReadonlyMap<string, OwnZone>;
}

/** A moment of an event, as written and on the school's clock. */
export interface Moment {
  /** The day as written, in the zone of the event: repetitions count there. */
  written: string;
  date: string;
  /** Null: a whole day. */
  time: string | null;
}

/** Wall times of one zone on the clock of another, by both names; `date time` each. */
const movedBetween = remember(
  (zones) => {
    const [from = '', to = ''] = zones.split(' ');
    return remember(
      (wall) => {
        const [date = '', time = ''] = wall.split(' ');
        const local = toLocal(toInstant(date, time, from), to);
        return { date: local.date, time: toTime(local.minutes) };
      },
      { longest: 20 },
    );
  },
  { longest: 120, most: 20 },
);

/** `20260907T080000`, with `Z` in UTC, or `20260907`; null for anything else. What the calendar says of a zone comes first. */
export function readMoment(value: string, zone: string | undefined, { school, own }: Clocks): Moment | null {
  const described = zone === undefined ? undefined : own.get(zone);
  if (described === undefined) return momentsIn(zone === undefined ? school : `${school} ${zone}`)(value);
  const moment = momentsIn(school)(value);
  // UTC is no zone of the calendar.
  if (moment === null || moment.time === null || value.includes('Z')) return moment;
  return { written: moment.written, ...described(moment.date, moment.time) };
}

/** The moments of a plan repeat: lessons begin and end together. By the school's zone and, if one is named, another. */
const momentsIn = remember(
  (zones) => {
    const [schoolZone = '', ...named] = zones.split(' ');
    const zone = named.length === 0 ? undefined : named.join(' ');
    return remember((value) => parseMoment(value, zone, schoolZone), { longest: 20 });
  },
  { longest: 120, most: 20 },
);

function parseMoment(value: string, zone: string | undefined, schoolZone: string): Moment | null {
  const found = /^(\d{8})(?:T(\d{4})(?:\d{2})?(Z?))?$/.exec(value.trim());
  const date = found ? parseDate(found[1]!) : null;
  // Far years are mistakes, and text no longer sorts as dates do beyond the year 9999.
  if (!found || date === null || date > '2200') return null;
  if (found[2] === undefined) return { written: date, date, time: null };
  const time = parseTime(found[2]);
  if (time === null) return null;
  // A calendar's own name is read as the school's, and told (`zone_assumed`).
  const from = found[3] === 'Z' ? 'UTC' : (zone !== undefined && toZone(zone)) || schoolZone;
  if (from === schoolZone) return { written: date, date, time };
  return { written: date, ...movedBetween(`${from} ${schoolZone}`)(`${date} ${time}`) };
}

/** The moment of a property such as DTSTART. */
export function momentOf(property: ContentLine, clocks: Clocks): Moment | null {
  return readMoment(property.value, property.params.TZID, clocks);
}

/** `PT1H30M`, `P1DT2H`, `P1W` in minutes; null for anything else. */
export function readDuration(value: string): number | null {
  const found = /^\+?P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:\d{1,8}S)?)?$/.exec(
    value.trim(),
  );
  if (!found) return null;
  const [weeks, days, hours, minutes] = found.slice(1).map((part) => Number(part ?? 0));
  return ((weeks! * 7 + days!) * 24 + hours!) * 60 + minutes!;
}
