import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { type Calendar, escapeText, foldLine, writeCalendar } from './calendar-text.ts';
import type { SubscriptionEvent } from './source.ts';

const EVENT: SubscriptionEvent = {
  uid: '5b9f9a6e-1c1c-4a4a-8b8b-000000000001-2027-03-26',
  date: '2027-03-26',
  time_begins_at: '08:00',
  time_ends_at: '08:45',
  summary: 'Mathematik',
  description: '',
  location: null,
  category: null,
  color: null,
  is_cancelled: false,
  is_free: false,
};
const CALENDAR: Calendar = {
  name: 'Stundenplan Ada',
  language: 'de',
  time_zone: 'Europe/Berlin',
  last_updated_at: '2026-11-17T15:00:00.123Z',
  events: [EVENT],
};
const write = (values: Partial<Calendar>) => writeCalendar({ ...CALENDAR, ...values }).toString();
const parse = (text: string) => new ICAL.Component(ICAL.parse(text));

/** When an event begins, as an independent parser reads the file and its time zone. */
function startsOf(text: string): string[] {
  const calendar = parse(text);
  const zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone') as ICAL.Component);
  return calendar.getAllSubcomponents('vevent').map((event) => {
    const time = new ICAL.Event(event).startDate.clone();
    time.zone = zone;
    return time.toJSDate().toISOString();
  });
}

describe('a line', () => {
  it('is cut at 75 octets, never inside a character, and read back whole [D-6.01]', () => {
    const anyText = fc.string({ unit: 'grapheme', maxLength: 300 }).filter((text) => !/[\r\n]/.test(text));
    fc.assert(
      fc.property(anyText, (text) => {
        const pieces = foldLine(text).split('\r\n');
        for (const piece of pieces) expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(75);
        expect(pieces.map((piece, index) => (index === 0 ? piece : piece.slice(1))).join('')).toBe(text);
      }),
    );
  });

  it('says text so that commas, semicolons, backslashes and line ends come back [D-6.01]', () => {
    expect(escapeText('a,b;c\\d\ne\r\nf\0')).toBe('a\\,b\\;c\\\\d\\ne\\nf ');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }), (raw) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they cannot be written at all
        const text = raw.replace(/[\u0000-\u001f\u007f]/g, ' ').trim() || 'x';
        const [event] = parse(write({ events: [{ ...EVENT, summary: `${text}\n;,\\` }] })).getAllSubcomponents(
          'vevent',
        );
        expect(new ICAL.Event(event).summary).toBe(`${text}\n;,\\`);
      }),
    );
  });
});

describe('a calendar', () => {
  it('has no UID but those of its events, for programs that look for the first one [D-6.01]', () => {
    expect(write({}).match(/^UID:.*$/gm)).toEqual([`UID:${EVENT.uid}@kreide`]);
  });

  it('ends every line with CRLF, names itself and says when to look again [D-6.01]', () => {
    const text = write({});
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const calendar = parse(text);
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    expect(calendar.getFirstPropertyValue('name')).toBe('Stundenplan Ada');
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Stundenplan Ada');
    expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT1H');
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n');
    expect(text).toContain('X-PUBLISHED-TTL:PT1H\r\n');
    expect(parse(write({ events: [] })).getAllSubcomponents()).toEqual([]);
  });

  it('is the same bytes for the same events, and numbers later states higher [D-6.01]', () => {
    expect(write({})).toBe(write({}));
    const sequence = (at: string) => {
      const [event] = parse(write({ last_updated_at: at })).getAllSubcomponents('vevent');
      return new ICAL.Event(event).sequence;
    };
    expect(sequence('2026-11-17T15:00:01Z')).toBeGreaterThan(sequence('2026-11-17T15:00:00Z'));
    expect(sequence('2080-01-01T00:00:00Z')).toBeLessThan(2 ** 31);
    expect(write({})).toContain('DTSTAMP:20261117T150000Z\r\n');
  });

  it.each([
    ['Europe/Berlin', ['2026-10-23T06:00', '2026-10-26T07:00', '2027-03-26T07:00', '2027-03-29T06:00']],
    ['America/Santiago', ['2026-10-23T11:00', '2026-10-26T11:00', '2027-03-26T11:00', '2027-03-29T11:00']],
    ['Asia/Kolkata', ['2026-10-23T02:30', '2026-10-26T02:30', '2027-03-26T02:30', '2027-03-29T02:30']],
    ['UTC', ['2026-10-23T08:00', '2026-10-26T08:00', '2027-03-26T08:00', '2027-03-29T08:00']],
  ])('keeps eight o’clock in %s on both sides of a change of the clocks [D-6.01]', (time_zone, expected) => {
    const dates = ['2026-10-23', '2026-10-26', '2027-03-26', '2027-03-29'];
    const text = write({ time_zone, events: dates.map((date) => ({ ...EVENT, uid: date, date })) });
    expect(startsOf(text)).toEqual(expected.map((start) => `${start}:00.000Z`));
    expect(text).toContain(`DTSTART;TZID=${time_zone}:20261023T080000\r\n`);
  });

  it('describes the rule in force where the clocks are not moved in between [D-6.01]', () => {
    const summer = write({ events: [{ ...EVENT, date: '2026-06-10' }] });
    expect(startsOf(summer)).toEqual(['2026-06-10T06:00:00.000Z']);
    expect(startsOf(write({ events: [{ ...EVENT, date: '2026-01-14' }] }))).toEqual(['2026-01-14T07:00:00.000Z']);
  });
});
