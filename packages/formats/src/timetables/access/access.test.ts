import type { ParsedPlan, ParseOptions, TableAnswer } from '@kreide/core/features/timetable-import';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccessTable, accessFile, type Cell } from '../../../../../tests/support/access-file.ts';
import { UndecidedReading, UnreadableFile } from '../parser.ts';
import { accessParser } from './index.ts';

const COLUMNS = ['UNr', 'Klasse', 'Lehrkürzel', 'Fach', 'Raum', 'Tag', 'Stunde'];
const ROWS: Cell[][] = [
  [12, '5ä', 'Mü', 'D', 'R 5b', 1, 3],
  [12, '5b', 'Mü', 'D', 'R 5b', 1, 3],
  [12, '5ä', 'Mü', 'D', 'R 5b', 4, 1],
  [13, '5ä', 'Süß', 'Sp', null, 2, 8],
];
const PLAN: AccessTable = { name: 'Stundenplan', columns: COLUMNS, rows: ROWS };
const OTHERS: AccessTable[] = [
  { name: 'Lehrer', columns: ['Kürzel', 'Name'], rows: [['Mü', 'Müller']] },
  { name: 'Menü der Mensa', columns: ['Tag', 'Essen'], rows: [['Freitag', 'Grießbrei']] },
  { name: 'Leer', columns: ['a', 'b'], rows: [] },
];
const ANSWER: TableAnswer = {
  kind: 'table',
  table: 'Stundenplan',
  monday: 1,
  columns: {
    lesson: 'UNr',
    classes: 'Klasse',
    teachers: 'Lehrkürzel',
    subject: 'Fach',
    rooms: 'Raum',
    weekday: 'Tag',
    period: 'Stunde',
  },
};
const parseBytes = (bytes: Uint8Array, options: ParseOptions = {}): ParsedPlan =>
  accessParser.parse([{ name: 'time.mdb', bytes }], options);
const parse = (tables: readonly AccessTable[], options: ParseOptions = { reading: ANSWER }) =>
  parseBytes(accessFile(tables), options);
function ask(tables: readonly AccessTable[], options: ParseOptions = {}) {
  try {
    parse(tables, options);
  } catch (error) {
    if (error instanceof UndecidedReading && error.asked.question.kind === 'table') {
      return { ...error.asked, tables: error.asked.question.tables };
    }
    throw error;
  }
  throw new Error('Nothing was asked.');
}
const places = ({ lessons }: ParsedPlan) =>
  lessons.map(({ external_id, grades, teachers, subject, placements }) => [
    external_id,
    grades,
    teachers,
    subject,
    placements.map(({ weekday, hour, bookables }) => [weekday, hour, ...bookables].join(' ')),
  ]);

describe('an Access database', () => {
  it('is asked about, with the tables that look like lessons first and what their columns may be [T-3.86]', () => {
    const { answer, tables } = ask([...OTHERS, PLAN]);
    expect(answer).toBeNull();
    expect(tables.map(({ name, rows }) => [name, rows])).toEqual([
      ['Stundenplan', 4],
      ['Menü der Mensa', 1],
      ['Lehrer', 1],
    ]);
    // A column that nobody calls so is not proposed.
    expect(tables[0]?.proposed).toEqual({
      lesson: 'UNr',
      classes: 'Klasse',
      subject: 'Fach',
      rooms: 'Raum',
      weekday: 'Tag',
      period: 'Stunde',
    });
    expect(tables[0]?.columns[2]).toEqual({ name: 'Lehrkürzel', examples: ['Mü', 'Süß'] });
    // A column of that name with other values does not hold days. Of two such columns, neither is proposed.
    const odd = { name: 'Odd', columns: ['Tag', 'Fach', 'FA'], rows: [['heute', 'D', 'M']] };
    expect(ask([odd]).tables[0]?.proposed).toEqual({});
  });

  it('gives the lessons of the table and the columns that somebody named', () => {
    const plan = parse([...OTHERS, PLAN]);
    expect(plan).toMatchObject({ format: 'time2007-access', rejected: [], scope: { lessons: 'all', complete: [] } });
    expect(places(plan)).toEqual([
      ['12/D~Mü', ['5b', '5ä'], ['Mü'], 'D', ['1 3 R 5b']],
      ['12/D~Mü/5ä', ['5ä'], ['Mü'], 'D', ['4 1 R 5b']],
      ['13/Sp~Süß', ['5ä'], ['Süß'], 'Sp', ['2 8']],
    ]);
  });

  it('joins the classes of one lesson where there are no numbers, and counts days from 0 where somebody says so', () => {
    const { lesson: _, ...columns } = ANSWER.columns;
    const plan = parse([PLAN], { reading: { ...ANSWER, columns, monday: 0 } });
    expect(places(plan).map(([, ...rest]) => rest)).toEqual([
      [['5b', '5ä'], ['Mü'], 'D', ['2 3 R 5b']],
      [['5ä'], ['Mü'], 'D', ['5 1 R 5b']],
      [['5ä'], ['Süß'], 'Sp', ['3 8']],
    ]);
  });

  it('remembers what was said for databases of the same tables, and asks again about others', () => {
    const { make } = ask([...OTHERS, PLAN]);
    const readings = { [make]: ANSWER };
    const later = { ...PLAN, rows: [[14, '6c', 'Ke', 'M', 'R 1', 5, 2]] };
    expect(places(parse([later, ...OTHERS], { readings }))).toHaveLength(1);
    expect(parse([later, ...OTHERS], { readings }).asked).toMatchObject({ make, answer: ANSWER });
    expect(ask([PLAN], { readings }).make).not.toBe(make);
    expect(ask([{ ...PLAN, columns: COLUMNS.with(0, 'Nr') }, ...OTHERS], { readings }).answer).toBeNull();
    // No other column stands in for one that is missing.
    const wrong = { ...ANSWER, columns: { ...ANSWER.columns, subject: 'Thema' } };
    expect(ask([PLAN], { reading: wrong }).answer).toBeNull();
    expect(ask([PLAN], { reading: { kind: 'periods', reading: 'number' } }).answer).toBeNull();
  });

  it('names every row that it cannot use, and keeps lessons without a place', () => {
    const rows: Cell[][] = [
      ROWS[0]!,
      [12, '5ä', 'Mü', 'D', '', 'Mi', '3-4'],
      [12, '5ä', 'Mü', 'D', '', 'nie', '1'],

      [12, '5ä', 'Mü', 'D', '', '1', 'x'],
      [12, null, null, null, 'R 1', '1', '1'],

      [12, '5ä', 'Mü', 'D'.repeat(201), '', '1', '1'],
      [15, '6a', 'Ke', 'M', '', '', ''],
    ].map((row) => [row[0]!, ...row.slice(1).map((cell) => (cell === null ? null : String(cell)))]);
    const plan = parse([{ ...PLAN, rows }]);
    expect(plan.rejected.map(({ row, column, value, reason }) => [row, column, value?.slice(0, 3), reason])).toEqual([
      [5, 'Fach', '', 'missing_value'],
      [6, 'Fach', 'DDD', 'too_long'],
      [3, 'Tag', 'nie', 'unknown_weekday'],
      [4, 'Stunde', 'x', 'bad_period'],
    ]);
    expect(places(plan)).toEqual([
      ['12/D~Mü', ['5ä'], ['Mü'], 'D', ['1 3 R 5b', '3 3', '3 4']],
      ['15/M~Ke', ['6a'], ['Ke'], 'M', []],
    ]);
  });

  it('is refused with what is the matter: a password, no rows, other bytes, a cut, a second one', () => {
    const reasonOf = (read: () => unknown) => {
      try {
        read();
      } catch (error) {
        if (error instanceof UnreadableFile) return error.reason;
        throw error;
      }
      return null;
    };
    const whole = accessFile([...OTHERS, PLAN]);
    expect(reasonOf(() => parseBytes(accessFile([PLAN], { password: 'geheim' })))).toBe('access_locked');
    expect(reasonOf(() => parse([OTHERS[2]!]))).toBe('access_empty');
    expect(reasonOf(() => parseBytes(whole.slice(0, 4096 * 3)))).toBe('access_broken');
    expect(reasonOf(() => parseBytes(whole.slice(0, 100)))).toBe('access_broken');
    expect(
      reasonOf(() => parseBytes(new Uint8Array(Buffer.from('\0\u0001\0\0Standard Jet DB\0'.padEnd(9000, 'x'))))),
    ).toBe('access_broken');
    const file = { name: 'time.mdb', bytes: whole };
    expect(reasonOf(() => accessParser.parse([file, { ...file, name: 'other.mdb' }], {}))).toBe('one_file_only');
  });

  it('whose lengths are odd makes no text of half a unit, which would overwrite memory of the server', () => {
    const bytes = accessFile([PLAN]);
    const name = Buffer.from('Klasse', 'utf16le');
    const at = Buffer.from(bytes.buffer).indexOf(name) - 2;
    expect(bytes[at]).toBe(name.length);
    bytes[at] = name.length - 3;
    const original = Buffer.prototype.toString;
    const lengths: number[] = [];
    Buffer.prototype.toString = function record(this: Buffer, encoding?: BufferEncoding, ...rest: number[]) {
      if (encoding === 'ucs-2') lengths.push(this.length);
      return original.call(this, encoding, ...rest);
    };
    const recorder = Buffer.prototype.toString;
    try {
      expect(() => parseBytes(bytes)).toThrow();
      expect(Buffer.prototype.toString).toBe(recorder);
    } finally {
      Buffer.prototype.toString = original;
    }
    expect(lengths).toContain(name.length - 4);
    expect(lengths.filter((length) => length % 2 === 1)).toEqual([]);
  });

  it('of which bytes are spoilt is read, asked about or refused, within a moment', () => {
    const whole = accessFile([...OTHERS, PLAN]);
    const spoilt = fc.array(
      fc.tuple(fc.integer({ min: 24, max: whole.length - 1 }), fc.integer({ min: 0, max: 255 })),
      {
        minLength: 1,
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(spoilt, fc.integer({ min: 0, max: whole.length }), (changes, cut) => {
        const bytes = whole.slice(0, whole.length - (cut % 3 === 0 ? cut : 0));
        for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
        const begin = performance.now();
        try {
          parseBytes(bytes, { reading: ANSWER });
        } catch (error) {
          if (!(error instanceof UnreadableFile)) throw error;
        }
        expect(performance.now() - begin).toBeLessThan(2_000);
      }),
      { numRuns: 400 },
    );
  });

  it('loses no row: each is a place or among the rejected', () => {
    const cell = fc.constantFrom('5a', '5b', 'Mü', '', 'x'.repeat(201));
    const row = fc.tuple(
      cell,
      cell,
      cell,
      fc.constantFrom('1', '5', 'Mo', 'z', ''),
      fc.constantFrom('1', '9', 'q', ''),
    );
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (cells) => {
        const rows = cells.map(([grade, teacher, subject, day, hour], at) => [
          `${at}`,
          grade,
          `${teacher}${at}`.slice(0, teacher.length > 200 ? 250 : 20),
          subject,
          '',
          day,
          hour,
        ]);
        const plan = parse([{ ...PLAN, rows }]);
        expect(plan.lessons.length + plan.rejected.length).toBe(rows.length);
      }),
    );
  });
});
