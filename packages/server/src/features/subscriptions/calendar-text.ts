import { SUBSCRIPTION_REFRESH } from '@kreide/core/features/subscriptions';
import { addDays } from '@kreide/core/kernel';
import type { SubscriptionEvent } from './source.ts';
import { toTimeZoneLines } from './time-zone-lines.ts';

/** Incremented when the same events are written differently: part of the ETag. */
export const CALENDAR_FORMAT = 2;

/** Maximum octets per line, RFC 5545 §3.1; a line continues after CRLF and a blank. */
const LINE_OCTETS = 75;
/** Sequence numbers count seconds from here, which keeps them within 32 bits until 2088. */
const SEQUENCE_EPOCH = Date.UTC(2020, 0, 1);

export interface Calendar {
  name: string;
  language: string;
  time_zone: string;
  /** Time of the last change; events of the source carry it. */
  last_updated_at: string;
  events: readonly SubscriptionEvent[];
}

/**
 * A text value: RFC 5545 §3.3.11. Line ends of any kind become `\n`, other control characters are not allowed and
 * removed.
 */
export function escapeText(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that the format forbids
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
      .replace(/[\\;,]/g, '\\$&')
      .replaceAll('\n', '\\n')
  );
}

function octetsOf(codePoint: number): number {
  return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
}

/** Cuts a line into pieces of at most 75 octets, never inside a character. */
export function foldLine(line: string): string {
  // No character takes more than three octets per UTF-16 unit.
  if (line.length * 3 <= LINE_OCTETS) return line;
  let folded = '';
  let begin = 0;
  let octets = 0;
  for (let at = 0; at < line.length; ) {
    const codePoint = line.codePointAt(at) ?? 0;
    const size = octetsOf(codePoint);
    if (octets + size > LINE_OCTETS) {
      folded += `${line.slice(begin, at)}\r\n `;
      begin = at;
      // The leading blank counts.
      octets = 1;
    }
    octets += size;
    at += codePoint > 0xffff ? 2 : 1;
  }
  return folded + line.slice(begin);
}

/** `20261118T081000Z` */
function toUtc(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** `20261118T091000` */
function toWall(date: string, time: string): string {
  return `${date.replaceAll('-', '')}T${time.replace(':', '')}00`;
}

/** When an event is: wall times of the zone, or whole days, of which the end is the first that is none of them. */
function toWhen(event: SubscriptionEvent, zone: string): string[] {
  const last = event.ends_on ?? event.date;
  if (!event.is_all_day)
    return [
      `DTSTART;TZID=${zone}:${toWall(event.date, event.time_begins_at)}`,
      `DTEND;TZID=${zone}:${toWall(last, event.time_ends_at)}`,
    ];
  const [begin, end] = [event.date, addDays(last, 1)].map((date) => date.replaceAll('-', ''));
  return [`DTSTART;VALUE=DATE:${begin}`, `DTEND;VALUE=DATE:${end}`];
}

/**
 * The calendar in the format of RFC 5545 and RFC 7986, without a UID of its own: programs that tell entries apart by the first UID line of a
 * file would keep one of them. The same events give the same bytes.
 */
export function writeCalendar({ name, language, time_zone, last_updated_at, events }: Calendar): Buffer {
  const changed = toUtc(last_updated_at);
  const sequence = Math.max(0, Math.floor((Date.parse(last_updated_at) - SEQUENCE_EPOCH) / 1000));
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Kreide//Calendar subscription//${language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    `LAST-MODIFIED:${changed}`,
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `X-WR-TIMEZONE:${time_zone}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${SUBSCRIPTION_REFRESH}`,
    `X-PUBLISHED-TTL:${SUBSCRIPTION_REFRESH}`,
  ];
  const first = events[0];
  if (first) {
    const dates = events.flatMap(({ date, ends_on }) => (ends_on === undefined ? [date] : [date, ends_on]));
    const earliest = dates.reduce((a, b) => (b < a ? b : a));
    const latest = dates.reduce((a, b) => (b > a ? b : a));
    lines.push(...toTimeZoneLines(time_zone, earliest, latest));
  }
  for (const event of events) {
    lines.push(
      'BEGIN:VEVENT',
      `UID:${event.uid}@kreide`,
      `DTSTAMP:${changed}`,
      `LAST-MODIFIED:${changed}`,
      `SEQUENCE:${sequence}`,
      ...toWhen(event, time_zone),
      `SUMMARY:${escapeText(event.summary)}`,
      `STATUS:${event.is_cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
      `TRANSP:${event.is_free ? 'TRANSPARENT' : 'OPAQUE'}`,
    );
    if (event.location) lines.push(`LOCATION:${escapeText(event.location)}`);
    if (event.description) lines.push(`DESCRIPTION:${escapeText(event.description)}`);
    if (event.category) lines.push(`CATEGORIES:${escapeText(event.category)}`);
    if (event.color) lines.push(`COLOR:${event.color}`);
    lines.push('END:VEVENT');
  }
  lines.push('END:VCALENDAR', '');
  return Buffer.from(lines.map(foldLine).join('\r\n'));
}
