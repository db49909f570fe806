import { addDays, dateFormatOf, offsetOf, toDay } from '@kreide/core/kernel';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** How far back to look for the rule in force at the first event: zones change at least this often, or not at all. */
const LOOK_BACK_DAYS = 400;

/** The zone's offset from UTC at a point in time, in minutes. */
function minutesAhead(zone: string, instant: number): number {
  return Math.floor(offsetOf(instant, zone) / MINUTE);
}

interface Transition {
  /** Epoch ms of the first moment with the new offset. */
  at: number;
  from: number;
  to: number;
}

/** The moments between two points in time at which the offset changes, found by bisection. */
function transitionsBetween(zone: string, begins: number, ends: number): Transition[] {
  const found: Transition[] = [];
  let from = minutesAhead(zone, begins);
  for (let day = begins; day < ends; day += DAY) {
    const to = minutesAhead(zone, day + DAY);
    if (to === from) continue;
    let [low, high] = [day, day + DAY];
    while (high - low > MINUTE) {
      const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE;
      if (minutesAhead(zone, middle) === from) low = middle;
      else high = middle;
    }
    found.push({ at: high, from, to });
    from = to;
  }
  return found;
}

/** `+0100` */
function toOffset(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}${String(size % 60).padStart(2, '0')}`;
}

/** The wall time at an offset, in the format of the file. */
function toWallStamp(instant: number, offset: number): string {
  return new Date(instant + offset * MINUTE).toISOString().slice(0, 19).replace(/[-:]/g, '');
}

function nameOf(zone: string, instant: number): string {
  const parts = dateFormatOf('en-GB', { timeZone: zone, timeZoneName: 'short' }).formatToParts(instant);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
}

function observance(zone: string, begins: string, { at, from, to }: Transition, isDaylight: boolean): string[] {
  const kind = isDaylight ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${kind}`,
    `DTSTART:${begins}`,
    `TZOFFSETFROM:${toOffset(from)}`,
    `TZOFFSETTO:${toOffset(to)}`,
    `TZNAME:${nameOf(zone, at)}`,
    `END:${kind}`,
  ];
}

const known = new Map<string, string[]>();

/** Describes a zone between two dates: each change of its offset, and the rule in force before (RFC 5545 §3.6.5). */
export function toTimeZoneLines(zone: string, firstDate: string, lastDate: string): string[] {
  const key = `${zone} ${firstDate} ${lastDate}`;
  const kept = known.get(key);
  if (kept) return kept;
  const begins = toDay(addDays(firstDate, -LOOK_BACK_DAYS)) * DAY;
  const ends = toDay(addDays(lastDate, 2)) * DAY;
  const transitions = transitionsBetween(zone, begins, ends);
  const offset = transitions[0]?.from ?? minutesAhead(zone, begins);
  const standard = Math.min(offset, ...transitions.map(({ to }) => to));
  const before = { at: begins, from: offset, to: offset };
  const lines = [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...observance(zone, toWallStamp(begins, offset), before, offset > standard),
    ...transitions.flatMap((one) => observance(zone, toWallStamp(one.at, one.from), one, one.to > standard)),
    'END:VTIMEZONE',
  ];
  // There are few zones and, as subscriptions begin and end on the same days, few ranges.
  if (known.size >= 100) known.clear();
  known.set(key, lines);
  return lines;
}
