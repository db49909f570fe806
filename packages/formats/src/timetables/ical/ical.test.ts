import { Buffer } from 'node:buffer';
import type { ParseOptions } from '@kreide/core/features/timetable-import';
import { toDay } from '@kreide/core/kernel';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { icalParser } from './index.ts';

const YEAR = { begins_at: '2026-09-01', ends_at: '2027-07-31' };
const options: ParseOptions = { school_year: YEAR, time_zone: 'Europe/Berlin' };

const fileOf = (lines: readonly string[], name = '7a.ics') => ({
  name,
  bytes: new TextEncoder().encode(lines.join('\r\n')),
});
const calendar = (...events: string[][]) => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  ...events.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT']),
  'END:VCALENDAR',
];
const LESSON = ['UID:a', 'SUMMARY:Mathe', 'LOCATION:R 12', 'DESCRIPTION:Lehrer: Mey\\nBuch mitbringen'];
const MONDAY = ['DTSTART:20260907T080000', 'DTEND:20260907T084500'];
const WEEKLY = [...LESSON, ...MONDAY, 'RRULE:FREQ=WEEKLY'];
const parse = (...files: ReturnType<typeof fileOf>[]) => icalParser.parse(files, options);
const placesOf = (...event: string[]) => parse(fileOf(calendar(event))).lessons[0]?.placements;

describe('what calendars of other places write', () => {
  it('is read on the clock of the school: zones of Windows too, and a name that nobody knows is told', () => {
    const at = (zone: string) =>
      parse(fileOf(calendar([...LESSON, `DTSTART;TZID=${zone}:20260907T080000`, 'DURATION:PT45M'])));
    expect(at('GMT Standard Time').lessons[0]?.placements[0]?.begins_at).toBe('09:00');
    expect(at('Europe/London').lessons[0]?.placements[0]?.begins_at).toBe('09:00');
    const own = at('Customized Time Zone');
    expect(own.lessons[0]?.placements[0]?.begins_at).toBe('08:00');
    expect(own.warnings).toContainEqual({ code: 'zone_assumed', params: { zone: 'Customized Time Zone' } });
  });

  it('is read by the rules of the zone that the file describes, whatever its name', () => {
    const at = (start: string, rules: { standard: string[]; daylight: string[] }, tzid = 'Customized Time Zone') => {
      const observance = (kind: string, lines: string[]) => [`BEGIN:${kind}`, ...lines, `END:${kind}`];
      const [first, ...events] = calendar([...LESSON, `DTSTART;TZID=${tzid}:${start}`, 'DURATION:PT45M']);
      const zone = [
        'BEGIN:VTIMEZONE',
        `TZID:${tzid}`,
        ...observance('STANDARD', rules.standard),
        ...observance('DAYLIGHT', rules.daylight),
        'END:VTIMEZONE',
      ];
      const { lessons, warnings } = parse(fileOf([first!, ...zone, ...events]));
      expect(warnings.some(({ code }) => code === 'zone_assumed')).toBe(false);
      return lessons.flatMap(({ placements }) =>
        placements.map(({ weeks, begins_at }) => `${weeks.kind === 'dates' ? weeks.dates.join() : ''} ${begins_at}`),
      )[0];
    };
    const offsets = (from: string, to: string) => [`TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`];
    const yearly = (start: string, rule: string) => [`DTSTART:${start}`, `RRULE:FREQ=YEARLY;${rule}`];
    const london = {
      standard: [...yearly('16011028T020000', 'BYDAY=-1SU;BYMONTH=10'), ...offsets('+0100', '+0000')],
      daylight: [...yearly('16010325T010000', 'BYDAY=-1SU;BYMONTH=3'), ...offsets('+0000', '+0100')],
    };
    expect(at('20260907T080000', london)).toBe('2026-09-07 09:00');
    expect(at('20261116T080000', london)).toBe('2026-11-16 09:00');
    // A name that is known says nothing against the rules beside it.
    const lisbonEast = {
      standard: [
        ...yearly('19701101T020000', 'BYMONTH=11;BYDAY=SU;BYMONTHDAY=1,2,3,4,5,6,7'),
        ...offsets('-0400', '-0500'),
      ],
      daylight: [...yearly('19700308T020000', 'BYMONTH=3;BYDAY=2SU'), ...offsets('-0500', '-0400')],
    };
    expect(at('20261102T180000', lisbonEast, 'Europe/Lisbon')).toBe('2026-11-03 00:00');
    expect(at('20261030T180000', lisbonEast)).toBe('2026-10-30 23:00');
    expect(at('20270312T080000', lisbonEast)).toBe('2027-03-12 14:00');
    expect(at('20270315T080000', lisbonEast)).toBe('2027-03-15 13:00');
    // Rules that have ended, and days of their own.
    const ended = {
      standard: ['DTSTART:20261001T000000', ...offsets('+0300', '+0200')],
      daylight: [
        ...yearly('20000401T000000', 'BYMONTH=4;BYDAY=1SA;UNTIL=20200501T000000Z'),
        ...offsets('+0200', '+0300'),
      ],
    };
    expect(at('20260907T080000', ended)).toBe('2026-09-07 07:00');
    expect(at('20261116T080000', ended)).toBe('2026-11-16 07:00');
  });

  it('is unfolded as bytes, also in the middle of a letter', () => {
    const { name, bytes } = fileOf(calendar(['UID:a', 'SUMMARY:Übung', 'LOCATION:Turnhalle, groß', ...MONDAY]));
    const at = bytes.indexOf(0xc3) + 1;
    const folded = new Uint8Array([...bytes.subarray(0, at), 13, 10, 32, ...bytes.subarray(at)]);
    // A Buffer is one too, but what it calls a slice is no copy.
    for (const read of [folded, Buffer.from(folded)])
      expect(parse({ name, bytes: read }).lessons[0]).toMatchObject({
        subject: 'Übung',
        placements: [{ bookables: ['Turnhalle, groß'] }],
      });
  });

  it.each(['https://maps.example/place', 'x'.repeat(300)])('stays without the room that is none: %s', (location) => {
    const plan = parse(fileOf(calendar(['UID:a', 'SUMMARY:Ausflug', `LOCATION:${location}`, ...MONDAY])));
    expect(plan.lessons[0]?.placements[0]?.bookables).toEqual([]);
    expect(plan.rejected).toEqual([]);
    expect(plan.warnings).toContainEqual({ code: 'location_no_room', params: { location: location.slice(0, 80) } });
  });
});

describe('lessons from a calendar', () => {
  it('reads subject, room, teacher and note of a weekly event, and the class from the name of the calendar', () => {
    const plan = parse(fileOf(calendar(WEEKLY)));
    expect(plan.rejected).toEqual([]);
    expect(plan.lessons).toMatchObject([
      {
        subject: 'Mathe',
        grades: ['7a'],
        teachers: ['Mey'],
        comment: 'Buch mitbringen',
        begins_at: '2026-09-07',
        ends_at: null,
        placements: [
          {
            weekday: 1,
            hour: null,
            begins_at: '08:00',
            ends_at: '08:45',
            bookables: ['R 12'],
            weeks: { kind: 'every' },
          },
        ],
      },
    ]);
    expect(plan.counts).toMatchObject({ lessons: 1, placements: 1, grades: 1, teachers: 1, bookables: 1, subjects: 1 });
    expect(plan.warnings).toContainEqual({ code: 'calendar_as_class', params: { name: '7a' } });
    expect(plan.scope.lessons).toBe('all');
  });

  it('takes the class from the description before the name of the calendar, and that before the name of the file', () => {
    const named = ['BEGIN:VCALENDAR', 'X-WR-CALNAME:Klasse 7\\,b', ...calendar(WEEKLY).slice(1)];
    expect(parse(fileOf(named)).lessons[0]?.grades).toEqual(['Klasse 7,b']);
    const described = WEEKLY.map((line) => line.replace('Buch mitbringen', 'Klassen: 8a; 8b'));
    const plan = parse(fileOf(calendar(described)));
    expect(plan.lessons[0]).toMatchObject({ grades: ['8a', '8b'], comment: null });
    expect(plan.warnings.map(({ code }) => code)).not.toContain('calendar_as_class');
  });

  it('joins folded lines and takes escapes back', () => {
    const folded = ['UID:a', 'SUMMARY:Ma', ' the\\; Teil 1', ...MONDAY, 'RRULE:FREQ=WEEKLY'];
    expect(parse(fileOf(calendar(folded))).lessons[0]?.subject).toBe('Mathe; Teil 1');
  });

  it('leaves out the excluded days, and holds a rule with an end, an interval or a count on its dates only', () => {
    const datesOf = (...rule: string[]) => {
      const weeks = placesOf(...LESSON, ...MONDAY, ...rule)?.[0]?.weeks;
      return weeks?.kind === 'dates' ? weeks.dates : weeks?.kind;
    };
    expect(datesOf('RRULE:FREQ=WEEKLY;UNTIL=20260928T235959Z', 'EXDATE:20260914T080000,20260921T080000')).toEqual([
      '2026-09-07',
      '2026-09-28',
    ]);
    expect(datesOf('RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=3')).toEqual(['2026-09-07', '2026-09-21', '2026-10-05']);
    expect(datesOf('RRULE:FREQ=WEEKLY;COUNT=2;BYDAY=MO,WE', 'RDATE:20260911T080000')).toEqual([
      '2026-09-07',
      '2026-09-09',
      '2026-09-11',
    ]);
    expect(datesOf()).toEqual(['2026-09-07']);
    expect(placesOf(...LESSON, ...MONDAY, 'RRULE:FREQ=WEEKLY;BYDAY=MO,TH')?.map(({ weekday }) => weekday)).toEqual([
      1, 4,
    ]);
  });

  it('reads times in UTC and in other zones on the clock of the school, also across midnight', () => {
    const at = (start: string, end: string) =>
      placesOf('SUMMARY:x', `DTSTART${start}`, `DTEND${end}`, 'RRULE:FREQ=WEEKLY')?.[0];
    expect(at(':20260907T060000Z', ':20260907T064500Z')).toMatchObject({
      weekday: 1,
      begins_at: '08:00',
      ends_at: '08:45',
    });
    expect(at(';TZID=Europe/London:20260907T070000', ';TZID=Europe/London:20260907T074500')).toMatchObject({
      begins_at: '08:00',
    });
    expect(at(';TZID=W. Europe Standard Time:20260907T080000', ';TZID="W. Europe":20260907T084500')).toMatchObject({
      begins_at: '08:00',
    });
    expect(at(':20260906T223000Z', ':20260906T231500Z')).toMatchObject({ weekday: 1, begins_at: '00:30' });
  });

  it('makes one lesson of the same event in the calendars of two classes', () => {
    const plan = parse(fileOf(calendar(WEEKLY)), fileOf(calendar(WEEKLY.with(0, 'UID:other')), '7b.ics'));
    expect(plan.lessons).toMatchObject([{ grades: ['7a', '7b'], placements: [{ weekday: 1 }] }]);
    // Without teacher and room they only have the same name.
    const bare = ['SUMMARY:Sport', ...MONDAY, 'RRULE:FREQ=WEEKLY'];
    expect(parse(fileOf(calendar(bare)), fileOf(calendar(bare), '7b.ics')).lessons).toHaveLength(2);
  });

  it('keeps the identity of a lesson when the program gives every event a new id', () => {
    const ids = (uid: string) => parse(fileOf(calendar(WEEKLY.with(0, uid)))).lessons.map((one) => one.external_id);
    expect(ids('UID:1')).toEqual(ids('UID:2'));
  });
});

describe('changed days of a calendar', () => {
  const instead = (...lines: string[]) => [...LESSON, 'RECURRENCE-ID:20260914T080000', ...lines];
  const TIMES = ['DTSTART:20260914T080000', 'DTEND:20260914T084500'];

  it('a cancelled day stays in the plan and is shown as cancelled', () => {
    const plan = parse(fileOf(calendar(WEEKLY, instead(...TIMES, 'STATUS:CANCELLED'))));
    expect(plan.lessons[0]?.placements[0]?.weeks).toEqual({ kind: 'every' });
    expect(plan.substitutions).toMatchObject([
      { date: '2026-09-14', kind: 'CANCLED', begins_at: '08:00', lesson: plan.lessons[0]?.external_id },
    ]);
    expect(plan.scope.substitutions).toEqual({ from: YEAR.begins_at, to: YEAR.ends_at });
    const single = parse(fileOf(calendar([...LESSON, ...MONDAY, 'STATUS:CANCELLED'])));
    expect(single.substitutions).toMatchObject([{ date: '2026-09-07', kind: 'CANCLED' }]);
  });

  it('a day that is cancelled twice is reported, and in the calendars of two classes is one', () => {
    const off = instead(...TIMES, 'STATUS:CANCELLED');
    const twice = parse(fileOf(calendar(WEEKLY, off, off)));
    expect(twice.substitutions).toHaveLength(1);
    expect(twice.rejected).toMatchObject([{ column: 'UID', reason: 'duplicate_row' }]);
    const coupled = parse(fileOf(calendar(WEEKLY, off)), fileOf(calendar(WEEKLY, off), '7b.ics'));
    expect(coupled.substitutions).toMatchObject([{ from: { grades: ['7a', '7b'] } }]);
    expect(coupled.rejected).toEqual([]);
  });

  it('a note belongs to the days of its own event', () => {
    const other = [
      'SUMMARY:Mathe',
      'LOCATION:R 12',
      'DESCRIPTION:Lehrer: Mey\\nTest',
      'DTSTART:20260908T080000',
      'DURATION:PT45M',
    ];
    expect(parse(fileOf(calendar(WEEKLY, other))).lessons.map(({ comment }) => comment)).toEqual([
      'Buch mitbringen',
      'Test',
    ]);
  });

  it('a moved day is held at its new time and not at the old one', () => {
    const moved = instead('DTSTART:20260915T100000', 'DTEND:20260915T104500');
    const ended = WEEKLY.with(-1, 'RRULE:FREQ=WEEKLY;UNTIL=20260921T235959');
    const plan = parse(fileOf(calendar(ended, moved)));
    expect(plan.lessons.flatMap((one) => one.placements)).toMatchObject([
      { begins_at: '08:00', weeks: { kind: 'dates', dates: ['2026-09-07', '2026-09-21'] } },
      { begins_at: '10:00', weeks: { kind: 'dates', dates: ['2026-09-15'] } },
    ]);
    expect(plan.substitutions).toEqual([]);
  });
});

describe('what a calendar cannot say', () => {
  it.each<[string, string[], object]>([
    ['an event without a name', [...MONDAY], { row: 3, column: 'SUMMARY', reason: 'missing_value' }],
    ['one without a beginning', ['SUMMARY:x'], { column: 'DTSTART', reason: 'missing_value' }],
    ['a beginning that is no date', ['SUMMARY:x', 'DTSTART:20260230T080000'], { row: 5, reason: 'bad_date' }],
    ['a whole day', ['SUMMARY:Ferien', 'DTSTART;VALUE=DATE:20261005'], { row: 5, reason: 'unsupported_row' }],
    ['no end', ['SUMMARY:x', MONDAY[0]!], { column: 'DTEND', reason: 'missing_value' }],
    [
      'an end before the beginning',
      ['SUMMARY:x', MONDAY[0]!, 'DTEND:20260907T070000'],
      { row: 6, reason: 'bad_range' },
    ],
    ['an end on another day', ['SUMMARY:x', MONDAY[0]!, 'DURATION:PT17H'], { row: 6, reason: 'bad_range' }],
    [
      'a monthly rule',
      ['SUMMARY:x', ...MONDAY, 'RRULE:FREQ=MONTHLY'],
      { row: 7, column: 'RRULE', reason: 'unsupported_row' },
    ],
    [
      'a rule by position',
      ['SUMMARY:x', ...MONDAY, 'RRULE:FREQ=WEEKLY;BYSETPOS=1'],
      { row: 7, reason: 'unsupported_row' },
    ],
    [
      'a day of another year',
      ['SUMMARY:x', 'DTSTART:20250907T080000', 'DTEND:20250907T084500'],
      { reason: 'outside_school_year' },
    ],
    ['a cancelled series', [...WEEKLY, 'STATUS:CANCELLED'], { column: 'STATUS', reason: 'unsupported_row' }],
    ['a subject of a whole page', [`SUMMARY:${'x'.repeat(300)}`, ...MONDAY], { column: 'SUMMARY', reason: 'too_long' }],
  ])('is reported with its line: %s', (_name, event, expected) => {
    const plan = parse(fileOf(calendar(event)));
    expect(plan.lessons).toEqual([]);
    expect(plan.rejected).toHaveLength(1);
    expect(plan.rejected[0]).toMatchObject(expected);
  });

  it('reports tasks, doubled events and an end that is missing', () => {
    const lines = calendar(WEEKLY, WEEKLY);
    const task = ['BEGIN:VTODO', 'SUMMARY:x', 'END:VTODO'];
    const plan = parse(fileOf([...lines.slice(0, -1), ...task, 'BEGIN:VEVENT', 'SUMMARY:y']));
    expect(plan.lessons).toHaveLength(1);
    expect(plan.rejected).toMatchObject([
      { row: 21, value: 'VTODO', reason: 'unsupported_row' },
      { row: 24, column: 'END', reason: 'missing_value' },
      { row: 12, column: 'UID', value: 'a', reason: 'duplicate_row' },
    ]);
  });
});

const date = fc.integer({ min: toDay('2026-09-01'), max: toDay('2027-07-31') });
const stamp = (day: number) => `${new Date(day * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}T080000`;
const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const repetition = fc
  .record({
    start: date,
    freq: fc.constantFrom('DAILY', 'WEEKLY'),
    interval: fc.integer({ min: 1, max: 4 }),
    days: fc.subarray(DAYS),
    count: fc.option(fc.integer({ min: 1, max: 30 })),
    until: fc.option(date),
    starts: fc.constantFrom('MO', 'SU'),
  })
  .map(({ start, freq, interval, days, count, until, starts }) => {
    // What a start means that the rule leaves out is not defined.
    const own = DAYS[new Date(start * 86_400_000).getUTCDay()] ?? '';
    const parts = [
      `FREQ=${freq};INTERVAL=${interval};WKST=${starts}`,
      ...(days.length > 0 ? [`BYDAY=${[...new Set([...days, own])].join(',')}`] : []),
      ...(count === null ? (until === null ? [] : [`UNTIL=${stamp(until)}`]) : [`COUNT=${count}`]),
    ];
    return [parts.join(';'), start] as const;
  });

describe('every calendar', () => {
  it('repeats as another reader of the format says', () => {
    fc.assert(
      fc.property(repetition, ([text, start]) => {
        const ours = parse(
          fileOf(
            calendar([
              'SUMMARY:x',
              `DTSTART:${stamp(start)}`,
              'DURATION:PT45M',
              // An excluded day that the rule does not reach: then the dates are listed.
              'EXDATE:20200101T080000',
              `RRULE:${text}`,
            ]),
          ),
        );
        const weeks = ours.lessons[0]?.placements[0]?.weeks;
        const iterator = ICAL.Recur.fromString(text).iterator(ICAL.Time.fromDateTimeString(toIso(stamp(start))));
        const theirs: string[] = [];
        for (let next = iterator.next(); next && theirs.length < 400; next = iterator.next()) {
          const day = next.toString().slice(0, 10);
          if (day > YEAR.ends_at) break;
          theirs.push(day);
        }
        expect(weeks?.kind === 'dates' ? weeks.dates : []).toEqual(theirs);
      }),
      { numRuns: 300 },
    );
  });

  const property = fc.constantFrom(
    ...LESSON,
    ...MONDAY,
    'RRULE:FREQ=WEEKLY;COUNT=9999',
    'RRULE:FREQ=DAILY;UNTIL=99991231',
    'RRULE:;;=',
    'DTSTART:19000101T000000Z',
    'DTSTART:99991231T235900Z',
    'RECURRENCE-ID:20260914T080000',
    'RDATE:20260911T080000,x',
    'EXDATE;TZID=Nowhere:20260914T080000',
    'STATUS:CANCELLED',
    'DURATION:P9999W',
    'no colon',
    'END:VEVENT',
    'BEGIN:VALARM',
    ':',
    ';=:',
  );
  it('is read without an error, and every event is in the plan or reported', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.oneof(property, fc.string({ maxLength: 30 })), { maxLength: 10 })), (events) => {
        const plan = parse(fileOf(calendar(...events.map((event) => ['X-NEXT:', ...event]))));
        const placed = plan.lessons.reduce((total, lesson) => total + lesson.placements.length, 0);
        const found = placed + plan.substitutions.length + plan.rejected.length;
        expect(found).toBeGreaterThanOrEqual(events.length);
        const known = new Set(plan.grades.map(({ code }) => code));
        for (const lesson of plan.lessons) expect(lesson.grades.every((code) => known.has(code))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

function toIso(text: string): string {
  return text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6');
}
