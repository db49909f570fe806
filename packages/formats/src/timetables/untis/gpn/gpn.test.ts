import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ParsedPlan, ParseOptions } from '@kreide/core/features/timetable-import';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeSamples, SAMPLES } from '../../../../../../tests/support/samples.ts';
import { UndecidedReading, UnreadableFile } from '../../parser.ts';
import { parseGpn } from './plan.ts';

const settings = (first: number, monday = '2') =>
  `AA02 20260803 20270730 2 5 8  2  0  0${first} 0  0   0     ${monday}         DE`;
const LESSON = ['0pU ,1-', 'PE ,1-', '0U ,7,UW,,,,,,,,,,,,,,7,1', 'Uf ,,"D"', 'Uk ,,"5a",,"5 b"', 'Ul ,,"Mü"'];
const ROW = 'Uz1 1 2 1 1  0    0   n,,,,,0,,"D5"';
const parse = (
  lines: readonly string[],
  options: ParseOptions = {},
  encoding: 'latin1' | 'utf8' = 'latin1',
): ParsedPlan => {
  const bytes = new Uint8Array(Buffer.from(lines.join('\r\n'), encoding));
  return parseGpn([{ name: 'plan.gpn', bytes }], options);
};
const places = (plan: ParsedPlan) =>
  plan.lessons.flatMap((lesson) => lesson.placements.map(({ weekday, hour, bookables }) => [weekday, hour, bookables]));
const rejections = (plan: ParsedPlan) => plan.rejected.map(({ row, column, reason }) => [row, column, reason]);
const warnings = (plan: ParsedPlan) => plan.warnings.map(({ code }) => code);

describe('the project file of Untis', () => {
  it('gives teachers, rooms, subjects, holidays and lessons in their places [T-3.86]', () => {
    const plan = parse([
      settings(1),
      'FE1  ,"Herbst","Herbstferien",20261012,20261023,,10,0',
      'FE0  ,"3.10.",,20261003,20261003,F,0,0',

      '0P ,"P1","Ganzes Jahr",20260803,20270730',
      '0pL ,1-',
      'PE ,1-',
      '00L   ,Mü,"Müller"',
      'Le ,,,"12","x",Änne,,',
      '00R   ,"R 5b","Raum, klein","ALT",,',
      'RA16   2',
      '00F   ,"D","Deutsch",,',
      'XX ,nobody knows',
      ...LESSON,
      ROW,
      'UZ00 ,1/3,,"R 5b"',
      'UZ00 ,2/4,"A","R 5b"',
      '0V ,42,20260812,1,"NEU"',
    ]);
    expect(plan.rejected).toEqual([]);
    expect(plan.teachers).toEqual([
      { external_id: null, code: 'Mü', name: 'Änne Müller', firstname: 'Änne', lastname: 'Müller' },
    ]);
    expect(plan.bookables).toEqual([{ external_id: null, code: 'R 5b', name: 'Raum, klein' }]);
    expect(plan.subjects).toEqual([{ external_id: null, code: 'D', name: 'Deutsch' }]);
    expect(plan.grades.map(({ code }) => code)).toEqual(['5 b', '5a']);
    expect(plan.holidays).toEqual([
      { name: 'Herbstferien', shortcut: 'Herbst', begins_at: '2026-10-12', ends_at: '2026-10-23', is_public: false },
      { name: '3.10.', shortcut: '3.10.', begins_at: '2026-10-03', ends_at: '2026-10-03', is_public: true },
    ]);
    expect(plan.lessons).toEqual([
      {
        external_id: '7/D~Mü',
        subject: 'D',
        grades: ['5 b', '5a'],
        teachers: ['Mü'],
        course: 'D5',
        begins_at: null,
        ends_at: null,
        comment: null,
        placements: [
          { weekday: 1, hour: '3', begins_at: null, ends_at: null, bookables: ['R 5b'], weeks: { kind: 'every' } },
          {
            weekday: 2,
            hour: '4',
            begins_at: null,
            ends_at: null,
            bookables: ['R 5b'],
            weeks: { kind: 'label', label: 'A' },
          },
        ],
      },
    ]);
    expect(plan.courses).toMatchObject([{ code: 'D5', grades: ['5 b', '5a'], teachers: ['Mü'] }]);
    expect(plan.school_year).toEqual({ begins_at: '2026-08-03', ends_at: '2027-07-30', by: 'stated' });
    // What it lacks may be written in a way that nobody knows: nothing ends because of it.
    expect(plan.scope).toEqual({ complete: ['holidays'], lessons: 'all', substitutions: null });
    expect(plan.warnings).toContainEqual({ code: 'table_ignored', params: { table: '0V (GPU014)' } });
    expect(warnings(plan)).toContain('master_data_incomplete');
  });

  it('does not guess the meaning of a period where the first one is not 1, and reads it as somebody says', () => {
    const lines = [settings(0), '00L   ,Ke,"Kern"', ...LESSON, ROW, 'UZ00 ,1/3,,"R1"'];
    let asked: UndecidedReading | null = null;
    try {
      parse(lines);
    } catch (error) {
      asked = error as UndecidedReading;
    }
    expect(asked).toBeInstanceOf(UndecidedReading);
    expect(asked?.asked).toEqual({
      make: 'gpn first period 0',
      question: { kind: 'periods', file: 'plan.gpn', first_period: 0 },
      answer: null,
    });
    const said = (reading: 'number' | 'place' | 'none') => ({ kind: 'periods' as const, reading });
    expect(places(parse(lines, { reading: said('number') }))).toEqual([[1, '3', ['R1']]]);
    expect(places(parse(lines, { reading: said('place') }))).toEqual([[1, '2', ['R1']]]);
    const without = parse(lines, { reading: said('none') });
    expect([without.lessons, without.scope.lessons]).toEqual([[], 'none']);
    expect(without.teachers.map(({ code }) => code)).toEqual(['Ke']);
    expect(warnings(without)).toContain('lessons_not_read');
    // What was said before counts for a file of the same first period, and only for it.
    const readings = { 'gpn first period 0': said('place') };
    expect(places(parse(lines, { readings }))).toEqual([[1, '2', ['R1']]]);
    expect(parse(lines, { readings }).asked?.answer).toEqual(said('place'));
    expect(() => parse([settings(2), ...lines.slice(1)], { readings })).toThrow(UndecidedReading);
    // What is said now goes before.
    expect(places(parse(lines, { readings, reading: said('number') }))).toEqual([[1, '3', ['R1']]]);
    // With a 1 both are the same.
    expect(places(parse([settings(1), ...LESSON, ROW, 'UZ00 ,1/3,,"R1"'], { readings }))).toEqual([[1, '3', ['R1']]]);
  });

  it('asks which weekdays the days are where the week does not certainly begin on a Monday', () => {
    const lines = (first: number, monday: string) => [settings(first, monday), ...LESSON, ROW, 'UZ00 ,2/3,,"R1"'];
    const question = (...from: Parameters<typeof parse>) => {
      try {
        parse(...from);
      } catch (error) {
        if (error instanceof UndecidedReading) return error.asked;
      }
      return null;
    };
    const asked = question(lines(1, '1'));
    expect(asked?.question).toEqual({ kind: 'days', file: 'plan.gpn', days: ['1', '2', '3', '4', '5'] });
    const sunday = { kind: 'days' as const, weekdays: [7] };
    const plan = parse(lines(1, '1'), { reading: sunday });
    expect([places(plan), plan.asked?.answer]).toEqual([[[1, '3', ['R1']]], sunday]);
    expect(places(parse(lines(1, '1'), { readings: { [asked!.make]: sunday } }))).toEqual([[1, '3', ['R1']]]);
    // Another number is another question.
    expect(question(lines(1, '4'), { readings: { [asked!.make]: sunday } })).not.toBeNull();
    // Both are asked about, one after the other.
    expect(question(lines(0, '1'))?.question.kind).toBe('periods');
    const place = { kind: 'periods' as const, reading: 'place' as const };
    expect(question(lines(0, '1'), { reading: place })?.question.kind).toBe('days');
    const both = parse(lines(0, '1'), { reading: place, readings: { [asked!.make]: sunday } });
    expect([places(both), both.asked?.answer]).toEqual([[[1, '2', ['R1']]], place]);
    // Where it does, saying something else is refused.
    expect(() => parse(lines(1, '2'), { reading: sunday })).toThrow('days_contradicted');
  });

  it('makes a lesson of each row of a coupling, with the room of the row', () => {
    const coupled = [...LESSON.slice(0, 3), 'Uf ,,"D",,"M"', 'Uk ,,"5a"', 'Uk ,,"5b",,"5c"', 'Ul ,,"Mü",,Ke'];
    const rows = ['Uz1 1 2 1 1  0    0   n,,,,,0,,', 'Uz2     2 2  0    0   n,,,,,0,,,2,3'];
    const plan = parse([settings(1), ...coupled, ...rows, 'UZ00 ,1/5,,"A1","A2"']);
    expect(plan.lessons.map(({ grades, teachers, subject }) => [grades, teachers, subject])).toEqual([
      [['5a', '5b'], ['Mü'], 'D'],
      [['5b', '5c'], ['Ke'], 'M'],
    ]);
    expect(places(plan)).toEqual([
      [1, '5', ['A1']],
      [1, '5', ['A2']],
    ]);
    // By its row it is in A1, by its place among the rooms in A2: neither is certain.
    const crossed = [rows[0]!.replace('1 1  0', '1 2  0'), rows[1]!];
    const open = parse([settings(1), ...coupled, ...crossed, 'UZ00 ,1/5,,"A1","A2"']);
    expect(places(open)).toEqual([
      [1, '5', []],
      [1, '5', ['A2']],
    ]);
    expect(open.warnings).toContainEqual({ code: 'rooms_unclear', params: { total: 1 } });
  });

  it('keeps a lesson within its terms and its own dates', () => {
    const terms = ['0P ,"P1","",20260803,20270131', '0P ,"P2","",20270201,20270730'];
    const lesson = (place: string) => [...LESSON.slice(2), ROW, place];
    const both = parse([settings(1), ...terms, '0pU ,1-2-', 'PE ,1-2-', ...lesson('UZ00 ,1/3,,"R1"')]);
    expect(both.lessons.map(({ begins_at, ends_at }) => [begins_at, ends_at])).toEqual([[null, null]]);
    const changed = parse([
      settings(1),
      ...terms,
      '0pU ,1-2-',
      'PE ,1-',
      ...lesson('UZ00 ,1/3,,"R1"'),
      'PE ,2-',
      ...lesson('UZ00 ,2/3,,"R1"'),
    ]);
    expect(
      changed.lessons.map(({ external_id, begins_at, ends_at, placements }) => [
        external_id,
        begins_at,
        ends_at,
        placements[0]?.weekday,
      ]),
    ).toEqual([
      ['7/D~Mü', null, '2027-01-31', 1],
      ['7/D~Mü/T2', '2027-02-01', null, 2],
    ]);
    const own = lesson('UZ00 ,1/3').with(0, '0U ,7,UW,"A",,,,,,20260901,20261231,,,Bc');
    const dated = parse([settings(1), ...terms, '0pU ,1-', 'PE ,1-', ...own]);
    expect(dated.lessons[0]).toMatchObject({ begins_at: '2026-09-01', ends_at: '2026-12-31' });
    expect(dated.lessons[0]?.placements[0]?.weeks).toEqual({ kind: 'label', label: 'A' });
    // Two terms at the same time that say different things.
    const overlapping = terms.with(1, '0P ,"P2","",20270101,20270730');
    const unsure = parse([
      settings(1),
      ...overlapping,
      '0pU ,1-2-',
      'PE ,1-',
      ...lesson('UZ00 ,1/3'),
      'PE ,2-',
      ...lesson('UZ00 ,2/3'),
    ]);
    expect(unsure.lessons).toHaveLength(1);
    expect(rejections(unsure)).toEqual([[13, 'PE', 'conflicting_rows']]);
  });

  it('names every line that it cannot use, and keeps the others', () => {
    const bad = [
      'UZ00 ,8/3',
      'UZ00 ,1/x',
      'UZ00 ,1/0',
      'UZ01 ,1/3',
      'Uzx 1 2 1 1 ,n',
      'Uz9 1 2 1 1  0    0   n,,,,,0,,',
      'FE0 ,"a","b",20260230,20260301',
      'FE0 ,"a","b",20260303,20260301',
      '00R ,,"no code"',
      '00F ,"open',
      '0U ,x',
      'Uf ,,"E"',
    ];
    const plan = parse([settings(1), 'Uk ,,"lost"', ...LESSON, ROW, 'UZ00 ,1/3,,"R1"', ...bad]);
    expect(places(plan)).toEqual([[1, '3', ['R1']]]);
    const reasons = new Map(plan.rejected.map(({ value, column, reason }) => [value, `${column} ${reason}`]));
    expect(Object.fromEntries(reasons)).toEqual({
      'Uk ,,"lost"': '0U unknown_reference',
      'UZ00 ,8/3': 'UZ00 unknown_weekday',
      'UZ00 ,1/x': 'UZ00 bad_period',
      'UZ00 ,1/0': 'UZ00 bad_period',
      'UZ01 ,1/3': 'UZ unsupported_row',
      'Uz9 1 2 1 1  0    0   n,,,,,0,,': 'Uz unknown_reference',
      'FE0 ,"a","b",20260230,20260301': 'FE bad_date',
      'FE0 ,"a","b",20260303,20260301': 'FE bad_range',
      '00R ,,"no code"': '00R missing_value',
      '00F ,"open': '00F broken_quotes',
      '0U ,x': '0U bad_number',
      'Uf ,,"E"': '0U unknown_reference',
    });
  });

  it.each([
    ['settings', [...LESSON, ROW]],
    ['lessons', [settings(1), '00L ,Mü']],
    ['settings as they are known', ['AA02 soon', ...LESSON, ROW]],
  ])('refuses a file without %s', (_name, lines) => {
    expect(() => parse(lines)).toThrow(expect.objectContaining({ reason: 'gpn_incomplete' }));
  });

  it('never throws anything else, never loses a lesson: each is in a record or among the rejected', () => {
    const junk = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replaceAll(/[\r\n]/g, ' '));
    const key = fc.constantFrom(
      '0U',
      'Uf',
      'Uk',
      'Ul',
      'Uz',
      'UZ00',
      'FE',
      '0P',
      'PE',
      '0pU',
      '00L',
      'Le',
      '00R',
      '00F',
    );
    const made = fc.constantFrom(...LESSON, ROW, 'UZ00 ,1/3,,"R1"', 'UZ00 ,2/4', 'PE ,1-2-', '0pU ,2-', '0U ,8,,');
    const line = fc.oneof(
      made,
      fc.tuple(key, junk).map(([a, b]) => `${a} ,${b}`),
      junk,
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.constantFrom(0, 1, 2), (lines, first) => {
        try {
          const plan = parse([settings(first), ...lines], { reading: { kind: 'periods', reading: 'place' } }, 'utf8');
          const rejected = new Set(plan.rejected.map(({ row }) => row));
          const kept = new Set(plan.lessons.map(({ external_id }) => external_id.split('/')[0]));
          for (const [at, text] of lines.entries()) {
            const number = /^0U\s*,(\d{1,9}),/.exec(text)?.[1];
            // One without a row of its own is named, or has the lesson of that number.
            if (number && !rejected.has(at + 2)) {
              const named = lines.some((_, other) => rejected.has(other + 2) && /^Uz/.test(lines[other]!));
              expect(kept.has(String(Number(number))) || named).toBe(true);
            }
          }
        } catch (error) {
          if (!(error instanceof UnreadableFile)) throw error;
        }
      }),
    );
  });
});

describeSamples('lines of real project files', () => {
  it('are read, and each that is known gives a record', () => {
    const lines = readFileSync(join(SAMPLES, 'untis-gpn/gpn-lines.tsv'), 'utf8').trim().split('\n');
    const of = (kind: string) =>
      lines.filter((line) => line.startsWith(`${kind}\t`)).map((line) => line.split('\t')[1]!);
    const [, first1] = of('Settings');
    const rows = of('Tuition').filter((line) => !/^U[zZ]/.test(line));
    const plan = parse([first1!, ...of('Holidays'), ...of('Subject'), ...of('Room'), ...of('Teacher'), ...rows, ROW]);
    expect(plan.school_year).toMatchObject({ begins_at: '2020-08-26', ends_at: '2021-07-02' });
    expect(plan.holidays.map(({ name, is_public }) => [name, is_public])).toEqual([
      ['Herbstferien', false],
      ['Tag der deutschen Einheit', true],
    ]);
    expect(plan.bookables[0]).toMatchObject({ code: 'R001', name: 'Oberstufenraum, klein' });
    expect(plan.teachers[0]).toMatchObject({ code: 'SchGr', name: 'Robert Schlierenzauer' });
    expect(plan.subjects[0]).toMatchObject({ code: 'KR', name: 'Kath.Religion' });
  });
});
