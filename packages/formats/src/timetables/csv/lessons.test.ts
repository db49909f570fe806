import { Buffer } from 'node:buffer';
import type { ParseOptions } from '@kreide/core/features/timetable-import';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvParser } from './index.ts';

const fileOf = (content: string | Uint8Array, name = 'plan.csv') => ({
  name,
  bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
});
const parse = (content: string | Uint8Array, options: ParseOptions = {}) => csvParser.parse([fileOf(content)], options);
const HEADER = 'lesson_id;classes;teachers;subject;course;rooms;weekday;period;start;end;week;valid_from;valid_to;text';
const parseRows = (rows: string, options: ParseOptions = {}) => parse(`${HEADER}\n${rows}`, options);

describe('lessons from CSV', () => {
  it('reads every column', () => {
    const plan = parseRows('L1;7a,7b;We~Ke;Ma;M7;R 5b;Di;3-4;;;A;07.09.2026;2027-01-31;Heft mitbringen\n');
    expect(plan.rejected).toEqual([]);
    expect(plan.lessons).toEqual([
      {
        external_id: 'L1',
        subject: 'Ma',
        grades: ['7a', '7b'],
        teachers: ['We', 'Ke'],
        course: 'M7',
        begins_at: '2026-09-07',
        ends_at: '2027-01-31',
        comment: 'Heft mitbringen',
        placements: ['3', '4'].map((hour) => ({
          weekday: 2,
          hour,
          begins_at: null,
          ends_at: null,
          bookables: ['R 5b'],
          weeks: { kind: 'label', label: 'A' },
        })),
      },
    ]);
    expect(plan.courses).toEqual([
      expect.objectContaining({ code: 'M7', subject: 'Ma', grades: ['7a', '7b'], is_required: false }),
    ]);
    expect(plan.counts).toEqual({
      lessons: 1,
      placements: 2,
      grades: 2,
      teachers: 2,
      bookables: 1,
      subjects: 1,
      substitutions: 0,
    });
    expect(plan.scope).toEqual({ complete: [], lessons: 'all', substitutions: null });
  });

  it('reads the headings of the German portal, supervisions included', () => {
    const plan = parse(
      'Id;Art;Lehrerkuerzel;Fach;Kurs;Raum;Wochentag;Stunde;Woche;Klassen\n' +
        '1;Stunde;Mü;Deu;;101;1;1, 2;;5a,5b\n2;Pausenaufsicht;Mü;;;Hof Süd;3;4+5;U;\n3;Stunde;;Ma;;;7;0;;\n',
    );
    expect(plan.rejected).toEqual([]);
    expect(plan.lessons.map(({ external_id, grades, placements }) => [external_id, grades, placements.length])).toEqual(
      [
        ['1', ['5a', '5b'], 2],
        ['3', [], 1],
      ],
    );
    expect(plan.supervisions).toEqual(
      ['4', '5'].map((before_hour) => ({
        area: 'Hof Süd',
        teacher: 'Mü',
        weekday: 3,
        before_hour,
        minutes: null,
        weeks: { kind: 'label', label: 'U' },
      })),
    );
  });

  it.each([
    ['semicolons and a UTF-8 mark', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf8')],
    ['commas', (text: string) => Buffer.from(text.replaceAll(';', ','), 'utf8')],
    ['tabs and UTF-16', (text: string) => Buffer.from(`\uFEFF${text.replaceAll(';', '\t')}`, 'utf16le')],
    ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
    ['a first line sep=', (text: string) => Buffer.from(`sep=;\r\n${text}`, 'utf8')],
  ])('reads %s', (_name, encode) => {
    const bytes = encode('Räume;Klassen;Fach;Wochentag;Stunde\r\nAula;7ä;Kü;Freitag;7\r\n');
    const plan = csvParser.parse([fileOf(bytes)], {});
    expect(csvParser.recognise([fileOf(bytes)])).toBeGreaterThan(0.9);
    expect(plan.lessons[0]).toMatchObject({ grades: ['7ä'], subject: 'Kü', placements: [{ weekday: 5, hour: '7' }] });
    expect(plan.bookables[0]?.code).toBe('Aula');
  });

  it('joins rows of one lesson and says who teaches in a slot where it differs', () => {
    const plan = parseRows(
      'L1;7a;We;Ma;;R1;1;1;;;;;;\nL1;7b;We;Ma;;R1;1;1;;;;;;\nL1;7a;Ke;Ma;;R2;1;1;;;;;;\nL1;7a;We;Ma;;R1;3;2;;;;;;\n',
    );
    expect(plan.lessons).toHaveLength(1);
    expect(plan.lessons[0]).toMatchObject({ grades: ['7a', '7b'], teachers: ['We', 'Ke'] });
    expect(plan.lessons[0]?.placements.map(({ hour, bookables, teachers }) => [hour, bookables, teachers])).toEqual([
      ['1', ['R1', 'R2'], undefined],
      ['2', ['R1'], ['We']],
    ]);
  });

  it('keys lessons without id by what they are, and an id of several courses by its courses, in any order', () => {
    const rows = [';7a;We;Ma;;;1;1;;;;;;', ';7a;We;Ma;;;2;1;;;;;;', 'L1;7a;;Sp;m;;1;5;;;;;;', 'L1;7a;;Sp;w;;1;5;;;;;;'];
    const keysOf = (list: string[]) => parseRows(list.join('\n')).lessons.map((lesson) => lesson.external_id);
    expect(keysOf(rows)).toHaveLength(3);
    expect(new Set(keysOf(rows))).toEqual(new Set(keysOf([...rows].reverse())));
  });

  it('keeps wall times, and lessons without a place', () => {
    const plan = parseRows(
      'L1;7a;;Ma;;;Mo;3;9:50;10:35;;;;\nL2;7a;;Ma;;;Mo;;14.00;15.30 Uhr;;;;\nL3;7a;;Ma;;;;;;;;;;\n',
    );
    expect(plan.lessons.map((lesson) => lesson.placements)).toEqual([
      [expect.objectContaining({ hour: '3', begins_at: '09:50', ends_at: '10:35' })],
      [expect.objectContaining({ hour: null, begins_at: '14:00', ends_at: '15:30' })],
      [],
    ]);
    expect(plan.warnings).toContainEqual({ code: 'lessons_unplaced', params: { count: 1 } });
    expect(plan.warnings.map((warning) => warning.code)).not.toContain('grid_missing');
  });

  it('names every bad row with line, heading, value and reason and keeps the good ones', () => {
    const plan = parseRows(
      [
        'L1;7a;;Ma;;;1;1;;;;;;',
        'L1;7a;;Ma;;;1;1;;;;;;',
        'L2;7a;;Ma;;;Xday;1;;;;;;',
        'L3;7a;;Ma;;;1;first;;;;;;',
        'L4;7a;;Ma;;;1;4-2;;;;;;',
        'L5;7a;;Ma;;;1;;25:00;26:00;;;;',
        'L6;7a;;Ma;;;1;;10:00;09:00;;;;',
        'L7;7a;;Ma;;;1;;10:00;;;;;',
        'L8;7a;;Ma;;;1;1;;;;31.02.2026;;',
        'L9;7a;;Ma;;;1;1;;;;2027-01-01;2026-12-01;',
        'L10;7a;;Ma;;;1;1;;;;2030-01-01;;',
        'L11;;;;;R1;1;1;;;;;;',
        'L12;7a;;Ma;;;;1;;;;;;',
        'L13;7a;;Ma;;;1;;;;;;;',
        'L14;"7a;;Ma;;;1;1;;;;;;',
        'L15;7a;;Ma;;;1;1;;;;;;',
      ].join('\n'),
      { school_year: { begins_at: '2026-09-01', ends_at: '2027-07-31' } },
    );
    expect(plan.rejected.map(({ row, column, value, reason }) => [row, column, value, reason])).toEqual([
      [16, null, 'L14;"7a;;Ma;;;1;1;;;;;;', 'broken_quotes'],
      [4, 'weekday', 'Xday', 'unknown_weekday'],
      [5, 'period', 'first', 'bad_period'],
      [6, 'period', '4-2', 'bad_period'],
      [7, 'start', '25:00', 'bad_time'],
      [8, 'end', '09:00', 'bad_range'],
      [9, 'end', null, 'missing_value'],
      [10, 'valid_from', '31.02.2026', 'bad_date'],
      [11, 'valid_to', '2026-12-01', 'bad_range'],
      [12, 'valid_from', '2030-01-01', 'outside_school_year'],
      [13, 'subject', null, 'missing_value'],
      [14, 'weekday', null, 'missing_value'],
      [15, 'period', null, 'missing_value'],
      [3, 'lesson_id', 'L1', 'duplicate_row'],
    ]);
    expect(plan.lessons.map((lesson) => lesson.external_id)).toEqual(['L1', 'L15']);
  });

  it('reports a row that says the same as another, whatever stands between them', () => {
    const lines = [
      'L1;7a;We;Ma;;R1;1;1-2;;;;;;',
      'L1;7a;We;Ma;;R2;1;1;;;;;;',
      'L1;7a;We;Ma;;R2;1;2;;;;;;',
      'L1;7a;Ke;Ma;;R2;1;1;;;;;;',

      'L1;7a;We;Ma;;R2;1;1;;;A;;;',
      'L1;7a;We;Ma;;R2;2;1;;;;;;',
      'L1;7b;We;Ma;;R2;1;1;;;;;;',
      'L2;7a;We;Ma;;R2;1;1;;;;;;',

      'L1;7a;We;Ma;;;;;;;;;;',
      'L1;7b;We;Ma;;;;;;;;;;',
      'L1;7a;We;Ma;;R2;1;1;;;;;;so',
      'L1;7a;We;Ma;;R2;1;1-2;;;;;;',
    ];
    expect(parseRows(lines.join('\n')).rejected).toEqual([]);
    const twice = parseRows([...lines, ...lines].join('\n'));
    expect(twice.rejected.map(({ row, reason }) => [row, reason])).toEqual(
      lines.map((_, at) => [at + 2 + lines.length, 'duplicate_row']),
    );
    expect(twice.lessons).toEqual(parseRows(lines.join('\n')).lessons);
  });

  it('rejects codes and notes that are too long, not long lists', () => {
    const list = Array.from({ length: 90 }, (_, index) => `7${index}`).join(',');
    const plan = parseRows(
      `L1;${list};;Ma;;;1;1;;;;;;\nL2;7a;;${'M'.repeat(201)};;;1;1;;;;;;\nL3;7a;;Ma;;;1;1;;;;;;${'n'.repeat(5001)}\n`,
    );
    expect(plan.rejected.map(({ row, column, reason }) => [row, column, reason])).toEqual([
      [3, 'subject', 'too_long'],
      [4, 'text', 'too_long'],
    ]);
    expect(plan.counts).toMatchObject({ lessons: 1, grades: 90 });
  });

  it('says which columns it does not know and that the grid is missing', () => {
    const plan = parse('Klasse;Fach;Tag;Stunde;Wetter\n7a;Ma;1;1;gut\n');
    expect(plan.warnings).toEqual([
      { code: 'unknown_columns', params: { file: 'plan.csv', columns: 'Wetter' } },
      { code: 'grid_missing', params: {} },
    ]);
  });

  it('gives back every lesson that was written, however odd its codes', () => {
    const code = fc.stringMatching(/^[.A-ZÄÖÜß"'0-9]([a-zé0-9 ."/()+-]{0,6}[a-z0-9)"])?$/);
    const codes = fc.uniqueArray(code, { maxLength: 3 });
    const lesson = fc.record({
      classes: codes,
      teachers: codes,
      subject: code,
      rooms: codes,
      weekday: fc.integer({ min: 1, max: 7 }),
      period: fc.integer({ min: 0, max: 13 }),
    });
    fc.assert(
      fc.property(
        fc.array(lesson, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(';', ',', '\t'),
        (all, delimiter) => {
          const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
          const rows = all.map((one, index) =>
            [`L${index}`, one.classes.join('~'), one.teachers.join(','), one.subject, one.rooms.join('~')]
              .concat([String(one.weekday), String(one.period)])
              .map(quote)
              .join(delimiter),
          );
          const header = ['lesson_id', 'classes', 'teachers', 'subject', 'rooms', 'weekday', 'period'].join(delimiter);
          const plan = parse([header, ...rows].join('\r\n'));
          expect(plan.rejected).toEqual([]);
          const read = plan.lessons.map(({ grades, teachers, subject, placements: [placement] }) => ({
            classes: grades,
            teachers,
            subject,
            rooms: placement?.bookables,
            weekday: placement?.weekday,
            period: Number(placement?.hour),
          }));
          expect(read).toEqual(all);
        },
      ),
    );
  });
});
