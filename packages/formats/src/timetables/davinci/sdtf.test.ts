import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectParser } from '../detect.ts';
import { UnreadableFile } from '../parser.ts';
import { parsers } from '../parsers.ts';
import { sdtfParser } from './sdtf.ts';

/** As the program writes it: Windows-1252, lines of Windows. */
const fileOf = (lines: readonly string[]) => ({
  name: 'plan.txt',
  bytes: Uint8Array.from(Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')),
});
const parse = (lines: readonly string[]) => sdtfParser.parse([fileOf(lines)], {});

// The plan begins on a Wednesday; its second week is free.
const HEAD = [
  ';Ein Kommentar; mit Semikolon',
  'V1;6.0.100;DAVINCI6;6.5.80',
  'W1;1;AB;Gerade Wochen;1;2;1;1;-X-X-',
  'R1;1;"R 1";Raum 1',
  'R1;2;Halle',
  'F1;1;Ma;Mathematik',
  'L1;1;Mü;Müller;Ina;;;;;;Dr.',
  'L1;2;Sol;Sommer',
  'K1;1;"HB 00";Höhere Berufsfachschule',
  'K1;2;7a;Klasse 7a',
  'U0;20260902;20261002;20260902;20261002;W;-X---;3;1;1;5;45;8:00;8:50;9:30',
];
/** The fields of a `U1` line by their numbers in the description. */
function u1(fields: Record<number, string>): string {
  const line = Array.from({ length: 40 }, (_, index) => fields[index + 1] ?? '');
  return ['U1', ...line.slice(1)].join(';').replace(/;+$/, '');
}
const MATHS = u1({ 2: '1', 3: '7a', 4: 'Mü', 7: 'Ma1', 8: 'R 1', 10: 'Bitte Zirkel', 24: 'B1', 30: 'Ma' });
/** One appointment: Mondays 8:00 to 8:45 unless the test says otherwise. */
const term = (more: Partial<Record<'start' | 'end' | 'day' | 'teacher' | 'room', string>> = {}) =>
  [more.start ?? '202609070800', more.end ?? '202609070845', more.day ?? '1', '0', '45,0', 'T1']
    .concat([more.teacher ?? '', more.room ?? '', 'f', ''])
    .join(';');
const placesOf = (lines: readonly string[]) =>
  parse([...HEAD, ...lines]).lessons.flatMap(({ placements }) => placements);

describe('the transfer file of Davinci', () => {
  it('is recognised by its lines, whatever comes first, and gives master data, periods and lessons', () => {
    const files = [fileOf([...HEAD, MATHS, `U8;B1;1;${term()}`])];
    expect(detectParser(files, parsers)).toBe(sdtfParser);
    const plan = parse([...HEAD, MATHS, `U8;B1;1;${term()}`]);
    expect(plan).toMatchObject({
      format: 'davinci-sdtf',
      rejected: [],
      warnings: [],
      scope: { complete: ['times'], lessons: 'all', substitutions: null },
      school_year: { begins_at: '2026-09-02', ends_at: '2026-10-02', by: 'stated' },
      grades: [
        { code: 'HB 00', name: 'Höhere Berufsfachschule' },
        { code: '7a', name: 'Klasse 7a' },
      ],
      teachers: [
        { code: 'Mü', firstname: 'Ina', lastname: 'Müller', title: 'Dr.' },
        { code: 'Sol', firstname: null, lastname: 'Sommer' },
      ],
      bookables: [{ code: 'R 1', name: 'Raum 1' }, { code: 'Halle' }],
      subjects: [{ code: 'Ma', name: 'Mathematik' }],
    });
    expect(plan.times.map(({ hour, begins_at, ends_at }) => [hour, begins_at, ends_at])).toEqual([
      ['1', '08:00', '08:45'],
      // A period ends where the next one begins.
      ['2', '08:50', '09:30'],
      ['3', '09:30', '10:15'],
    ]);
    expect(plan.lessons).toEqual([
      {
        external_id: 'B1|Ma|7a|Mü',
        subject: 'Ma',
        grades: ['7a'],
        teachers: ['Mü'],
        course: null,
        begins_at: null,
        ends_at: null,
        comment: 'Ma1 · Bitte Zirkel',
        placements: [
          { weekday: 1, hour: '1', begins_at: '08:00', ends_at: '08:45', weeks: { kind: 'every' }, bookables: ['R 1'] },
        ],
      },
    ]);
    const bare = placesOf([MATHS, `U8;B1;1;${term()}`].map((line) => line.replace(';R 1;', ';;')));
    expect(bare[0]?.bookables).toEqual([]);
  });

  it('has weeks counted from the first one of the plan: those of the lesson, else those of its scheme, never free ones', () => {
    const weeksOf = (...lines: string[]) => placesOf(lines).map(({ weeks, weekday }) => [weekday, weeks]);
    const maths = [MATHS, 'U5;1;XXX--', `U8;B1;1;${term()}`];
    // The Monday of the first week is before the plan, that of the second is free.
    expect(weeksOf(...maths)).toEqual([[null, { kind: 'dates', dates: ['2026-09-14'] }]]);
    const wednesday = [MATHS, 'U5;1;X-X--', `U8;B1;1;${term({ day: '3' })}`];
    expect(weeksOf(...wednesday)).toEqual([[null, { kind: 'dates', dates: ['2026-09-02', '2026-09-16'] }]]);
    const scheme = u1({ 2: '1', 3: '7a', 4: 'Mü', 18: 'AB', 30: 'Ma' });
    expect(weeksOf(scheme, `U8;;1;${term()}`)).toEqual([[null, { kind: 'dates', dates: ['2026-09-21'] }]]);
    expect(weeksOf(MATHS, 'U5;1;XXXXX', `U8;B1;1;${term()}`)).toEqual([[1, { kind: 'every' }]]);
    const late = u1({ 2: '1', 3: '7a', 4: 'Mü', 28: '20260915', 29: '20260922', 30: 'Ma' });
    expect(weeksOf(late, 'U5;1;X-XXX', `U8;;1;${term()}`)).toEqual([[null, { kind: 'dates', dates: ['2026-09-21'] }]]);
    expect(parse([...HEAD, late]).lessons[0]).toMatchObject({ begins_at: '2026-09-15', ends_at: '2026-09-22' });
    // Once, on its day.
    expect(weeksOf(MATHS, `U8;B1;1;${term({ day: '0' })}`)).toEqual([[null, { kind: 'dates', dates: ['2026-09-07'] }]]);
  });

  it('knows several classes, several appointments, another room and another teacher', () => {
    const lines = [
      MATHS,
      'U6;1;2;7a;"HB 00"',
      `U8;B1;2;${term()};${term({ day: '2', teacher: 'Sol', room: 'Halle' })}`,
    ];
    expect(parse([...HEAD, ...lines])).toMatchObject({
      rejected: [],
      lessons: [
        {
          grades: ['7a', 'HB 00'],
          placements: [
            { weekday: 1, bookables: ['R 1'] },
            { weekday: 2, bookables: ['Halle'], teachers: ['Sol'] },
          ],
        },
      ],
      counts: { lessons: 1, placements: 2 },
    });
    expect(placesOf(lines)[0]).not.toHaveProperty('teachers');
    // Appointments that stand elsewhere find their lesson by its name, else the last one is meant.
    const other = u1({ 2: '2', 3: '7a', 4: 'Sol', 24: 'B2', 30: 'De' });
    const apart = parse([...HEAD, MATHS, other, `U8;B1;1;${term()}`, `U8;;1;${term({ day: '4' })}`]);
    expect(apart.lessons.map(({ subject, placements }) => [subject, placements.map(({ weekday }) => weekday)])).toEqual(
      [
        ['Ma', [1]],
        ['De', [4]],
      ],
    );
    expect(apart.subjects.map(({ code }) => code)).toEqual(['Ma', 'De']);
  });

  it('names what it leaves out, by line and field, and keeps the rest', () => {
    const lines = [
      MATHS,
      `U8;B1;1;${term()}`,
      `U8;B1;1;${term()}`,
      `U8;B9;1;${term()}`,
      `U8;B1;1;${term({ start: '202609072500' })}`,
      `U8;B1;1;${term({ end: '202609070800' })}`,
      `U8;B1;1;${term({ day: '9' })}`,
      `U8;B1;1;${term({ day: '0', start: '202613070800' })}`,
      'U5;7;XXXXX',
      'K1;3;',
      'K1;4;7a',
      'U1;3',
      `U1;4;7a;Mü;${';'.repeat(22)};20261399;;Ma`,
      u1({ 2: '5', 3: '7a', 30: 'x'.repeat(201) }),
      'F1;2;"offen',
    ];
    const plan = parse([...HEAD, ...lines]);
    expect(plan.rejected.map(({ row, column, reason }) => `${row} ${column} ${reason}`)).toEqual([
      '26 F1 1 broken_quotes',
      '21 K1 3 missing_value',
      '22 K1 3 duplicate_id',
      '15 U8 2 unknown_reference',
      '20 U5 2 unknown_reference',
      '14 U8 4 duplicate_row',
      '16 U8 4 bad_time',
      '17 U8 5 bad_range',
      '18 U8 6 unknown_weekday',
      '19 U8 4 bad_date',
      '23 U1 30 missing_value',
      '24 U1 28 bad_date',
      '25 U1 30 too_long',
    ]);
    expect(plan.lessons).toHaveLength(1);
    const weeks = parse([...HEAD, MATHS, 'U5;1;XY-', `U8;B1;1;${term()}`]);
    expect(weeks.rejected).toMatchObject([{ column: 'U8 6', reason: 'bad_weeks' }]);
    const never = parse([...HEAD, MATHS, 'U5;1;-X---', `U8;B1;1;${term()}`]);
    expect(never.rejected).toMatchObject([{ column: 'U8 6', reason: 'outside_validity' }]);
    const frame = parse(['U0;20261002;20260902;;;W;;2;1;1;5;45;8:00;25:00', MATHS]);
    expect(frame.rejected).toMatchObject([{ column: 'U0 3', reason: 'bad_range' }]);
  });

  it('leaves people, absences and supervisions outside and says so; without lessons it leaves the plan as it is', () => {
    const plan = parse([...HEAD, 'P1;1;7a;Kern;Ada', 'L6;Mü;2026-09-07;2026-09-08;krank', 'B2;1;Hof;1;1;2;0;56;Mü']);
    expect(plan.warnings.map(({ code, params }) => [code, params.table])).toEqual([
      ['table_ignored', 'B2'],
      ['table_ignored', 'L6'],
      ['table_ignored', 'P1'],
    ]);
    expect(JSON.stringify(plan)).not.toMatch(/Ada|krank/);
    expect(plan.scope.lessons).toBe('none');
    expect(() => sdtfParser.parse([fileOf(HEAD), fileOf(HEAD)], {})).toThrow(UnreadableFile);
  });

  it('whatever it holds: every appointment is a place or reported, without an error', () => {
    const cell = fc.oneof(
      fc.constantFrom('1', '0', '7', '', '7a', 'Mü', 'B1', 'XX-X', '202609070800', '202609070845', '20260907', '8:00'),
      fc.string({ maxLength: 12 }).map((text) => text.replace(/[\r\n";]/g, '')),
    );
    const type = fc.constantFrom('U0', 'U1', 'U5', 'U6', 'U8', 'K1', 'L1', 'W1', 'V1', 'XX', '');
    const line = fc.tuple(type, fc.array(cell, { maxLength: 42 })).map((parts) => parts.flat().join(';'));
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.constantFrom(MATHS, `U8;B1;1;${term()}`)), { maxLength: 8 }), (lines) => {
        const plan = parse([...HEAD, ...lines]);
        const known = new Set(plan.grades.map(({ code }) => code));
        for (const lesson of plan.lessons) expect(lesson.grades.every((code) => known.has(code))).toBe(true);
        const asked = lines.filter((text) => text.startsWith(`U8;B1;1;${term()}`)).length;
        const held = plan.lessons.reduce((total, { placements }) => total + placements.length, 0);
        expect(held + plan.rejected.length).toBeGreaterThanOrEqual(Math.min(asked, 1));
      }),
      { numRuns: 300 },
    );
  });
});
