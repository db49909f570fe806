import { type ImportLeftReason, parseRepeat, writeRepeat } from '@kreide/core/features/calendar';
import { addDays, weekdayOf } from '@kreide/core/kernel';
import { type Clocks, type Moment, readMoment } from '../timetables/ical/moments.ts';

type Parts = Map<string, string>;
type Read = { readonly rule: string } | { readonly problem: ImportLeftReason };

const PLACED = /^\+?(-1|[1-4])(MO|TU|WE|TH|FR|SA|SU)$/;

/** The last date of a rule: an end before the time of day at which the event begins leaves that day out. */
function lastDate(until: Moment, { time }: Moment): string {
  return time !== null && until.time !== null && until.time < time ? addDays(until.date, -1) : until.date;
}

/** Other ways of writing what series can say: `BYSETPOS`, every working day, the day that the event is on anyhow. */
function simplify(parts: Parts, start: Moment): void {
  const [freq, day] = [parts.get('FREQ'), parts.get('BYDAY')];
  const isEach = (parts.get('INTERVAL') ?? '1') === '1';
  if (freq === 'DAILY' && day !== undefined && isEach) parts.set('FREQ', 'WEEKLY');
  if (freq === 'MONTHLY' && day !== undefined) {
    const place = parts.get('BYSETPOS');
    const placed = PLACED.exec(`${place ?? ''}${day}`);
    if (placed) {
      parts.delete('BYSETPOS');
      parts.set('BYDAY', `${placed[1]}${placed[2]}`);
    }
  }
  if (freq === 'YEARLY') {
    const [, month = '', monthday = ''] = start.date.split('-');
    if (Number(parts.get('BYMONTH')) === Number(month)) parts.delete('BYMONTH');
    if (Number(parts.get('BYMONTHDAY')) === Number(monthday)) parts.delete('BYMONTHDAY');
  }
}

/** A rule as series have it; a problem where they have no such rule. */
export function readFileRule(value: string, start: Moment, clocks: Clocks): Read {
  const parts: Parts = new Map();
  for (const part of value.trim().toUpperCase().split(';').filter(Boolean)) {
    const [name = '', text = '', ...more] = part.split('=');
    if (more.length > 0 || parts.has(name)) return { problem: 'repeatRule' };
    parts.set(name, text);
  }
  simplify(parts, start);
  // On which day weeks begin matters where some are left out.
  const isMonday = (parts.get('WKST') ?? 'MO') === 'MO';
  if (isMonday || (parts.get('INTERVAL') ?? '1') === '1') parts.delete('WKST');
  const until = parts.get('UNTIL');
  if (until !== undefined) {
    const moment = readMoment(until, undefined, clocks);
    if (moment === null) return { problem: 'repeatRule' };
    parts.set('UNTIL', lastDate(moment, start).replaceAll('-', ''));
  }
  const read = parseRepeat([...parts].map(([name, text]) => `${name}=${text}`).join(';'));
  if ('problem' in read) return read;
  // Of an event in another zone the school's day may be the one before or after: then so are its weekdays.
  const isSameDay = start.written === start.date || weekdayOf(start.written) === weekdayOf(start.date);
  return isSameDay ? { rule: writeRepeat(read.rule) } : { problem: 'repeatRule' };
}
