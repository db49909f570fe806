import { Buffer } from 'node:buffer';
import type { ParseOptions } from '@kreide/core/features/timetable-import';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnreadableFile } from '../../parser.ts';
import { untisGpuParser } from '../index.ts';
import { readColor } from './master-data.ts';

const file = (name: string, text: string | Uint8Array) => ({
  name,
  bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text,
});
const parse = (options: ParseOptions, ...files: ReturnType<typeof file>[]) => untisGpuParser.parse(files, options);

const PLACEMENTS = `1;"5a";"Abl";"M";"R 1";1;1;;
1;"5a";"Abl";"M";"R 1";1;2;;
7;"8a";"Lüb";"F";"R 2";2;3;;
7;"8b";"Lüb";"F";"R 2";2;3;;
7;"8a";"Zim";"L";"R 3";2;3;;
7;"8b";"Zim";"L";"R 3";2;3;;
9;;"Abl";;;5;0;;
`;

/** A row of GPU002 with the given fields (1-based), 45 in all and the trailing delimiter. */
function lessonRow(fields: Record<number, string>): string {
  return `${Array.from({ length: 45 }, (_, index) => fields[index + 1] ?? '').join(',')},`;
}

const LESSONS = [
  lessonRow({
    1: '1',
    2: '2',
    5: '"5a"',
    6: '"Abl"',
    7: '"M"',
    15: '"20260817"',
    16: '"20270715"',
    18: '"bring books"',
  }),
  lessonRow({ 1: '7', 2: '1', 5: '"8a"', 6: '"Lüb"', 7: '"F"', 12: '"A"', 42: '"F_8"' }),
  lessonRow({ 1: '7', 2: '1', 5: '"8b"', 6: '"Lüb"', 7: '"F"', 12: '"A"', 42: '"F_8"' }),
  lessonRow({ 1: '30', 2: '2', 5: '"5a"', 6: '"Zim"', 7: '"KU"', 8: '"R 9"' }),
].join('\n');

function failureOf(run: () => unknown): UnreadableFile {
  try {
    run();
  } catch (error) {
    if (error instanceof UnreadableFile) return error;
    throw error;
  }
  throw new Error('The file was read.');
}

describe('GPU001 alone', () => {
  it('makes one placement of rows that differ in the class, and one lesson of each coupling line', () => {
    const plan = parse({}, file('a.txt', PLACEMENTS));
    expect(
      plan.lessons.map(({ external_id, grades, teachers, placements }) => [
        external_id,
        grades,
        teachers,
        placements.length,
      ]),
    ).toEqual([
      ['1/M~Abl', ['5a'], ['Abl'], 2],
      ['7/F~Lüb', ['8a', '8b'], ['Lüb'], 1],
      ['7/L~Zim', ['8a', '8b'], ['Zim'], 1],
      ['9/~Abl', [], ['Abl'], 1],
    ]);
    expect(plan.counts).toMatchObject({ lessons: 3, placements: 7, grades: 3, teachers: 3, bookables: 3 });
    expect(plan.lessons[3]?.placements[0]).toMatchObject({ weekday: 5, hour: '0', bookables: [] });
    expect(plan.scope).toEqual({ complete: [], lessons: 'all', substitutions: null });
    expect(plan.warnings.map((warning) => warning.code)).toContain('weeks_assumed_every');
  });

  it('gives the same lessons whatever the order of the rows', () => {
    const rows = PLACEMENTS.trimEnd().split('\n');
    const idsOf = (lines: string[]) =>
      parse({}, file('a.txt', lines.join('\n')))
        .lessons.map((lesson) => [lesson.external_id, lesson.grades])
        .sort();
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
        expect(idsOf(shuffled)).toEqual(idsOf(rows));
      }),
    );
  });

  it('keeps a lesson apart that a line has with other classes', () => {
    const plan = parse(
      {},
      file(
        'a.txt',
        '3;8a;Abl;M;R;1;1;;\n3;8b;Abl;M;R;1;1;;\n3;8a;Abl;M;R;2;1;;\n3;8b;Abl;M;R;2;1;;\n3;8a;Abl;M;R;3;1;;\n',
      ),
    );
    expect(plan.lessons.map((lesson) => [lesson.external_id, lesson.grades])).toEqual([
      ['3/M~Abl', ['8a', '8b']],
      ['3/M~Abl/8a', ['8a']],
    ]);
  });

  it.each([
    ['semicolon', PLACEMENTS],
    ['comma', PLACEMENTS.replaceAll(';', ',')],
    ['tab and CRLF', PLACEMENTS.replaceAll(';', '\t').replaceAll('\n', '\r\n')],
    ['no quotes', PLACEMENTS.replaceAll('"', '')],
    ['no trailing delimiter', PLACEMENTS.replaceAll(';;\n', '\n')],
  ])('reads %s', (_name, text) => {
    expect(parse({}, file('plan.dif', text)).lessons).toEqual(parse({}, file('a.txt', PLACEMENTS)).lessons);
  });

  it('reads Windows-1252 as well as UTF-8', () => {
    const plan = parse({}, file('a.txt', Buffer.from(PLACEMENTS, 'latin1')));
    expect(plan.teachers.map((teacher) => teacher.code)).toContain('Lüb');
  });

  it('takes codes as they stand, blanks and all', () => {
    const plan = parse({}, file('a.txt', '1;"12 1";"Abl";"D  G4";" R 1";1;1;;\n2;"12 1";"Abl";"D G4";"R 1";1;2;;\n'));
    expect(plan.subjects.map((subject) => subject.code)).toEqual(['D  G4', 'D G4']);
    expect(plan.bookables.map((room) => room.code)).toEqual([' R 1', 'R 1']);
  });

  it('names every bad row with column, value and reason and takes the rest', () => {
    const bad = 'x;5a;Abl;M;R;1;1;;\n2;5a;Abl;M;R;8;1;;\n3;5a;Abl;M;R;1;first;;\n4;5a\n';
    const plan = parse({}, file('bad.txt', PLACEMENTS + bad));
    expect(plan.counts.placements).toBe(7);
    expect(plan.rejected).toEqual([
      { file: 'bad.txt', row: 8, column: '1', value: 'x', reason: 'bad_number' },
      { file: 'bad.txt', row: 9, column: '6', value: '8', reason: 'unknown_weekday' },
      { file: 'bad.txt', row: 10, column: '7', value: 'first', reason: 'bad_period' },
      { file: 'bad.txt', row: 11, column: null, value: '2', reason: 'too_few_fields' },
    ]);
  });
});

describe('codes without end', () => {
  it('cost their row, never the file', () => {
    const long = 'x'.repeat(500);
    const plan = parse({}, file('a.txt', `${PLACEMENTS}8;5a;${long};M;R;1;1;;\n`));
    expect(plan.rejected).toMatchObject([{ row: 8, column: '3', reason: 'too_long' }]);
    expect(plan.counts.placements).toBe(7);
  });

  it('still give a lesson a short id, the same for a substitution as for the lesson', () => {
    const [subject, teacher] = ['s'.repeat(150), 't'.repeat(150)];
    const lesson = file('GPU001.TXT', `8;5a;${teacher};${subject};R;1;1;;\n`);
    const change = file('GPU014.TXT', `1;20260907;1;;8;${teacher};Zim;${subject};;;;;;;5a;;;0;;;;;\n`);
    const plan = parse({}, lesson, change);
    expect(plan.lessons[0]?.external_id.length).toBeLessThan(200);
    expect(plan.substitutions[0]?.lesson).toBe(plan.lessons[0]?.external_id);
  });
});

describe('several GPU files together', () => {
  it('adds week label, validity and student group of GPU002, and keeps what has no place', () => {
    const plan = parse({}, file('GPU002.TXT', LESSONS), file('GPU001.TXT', PLACEMENTS));
    const lesson = (id: string) => plan.lessons.find((candidate) => candidate.external_id === id);
    expect(lesson('7/F~Lüb')).toMatchObject({ course: 'F_8', placements: [{ weeks: { kind: 'label', label: 'A' } }] });
    expect(lesson('1/M~Abl')).toMatchObject({ begins_at: '2026-08-17', ends_at: '2027-07-15', comment: 'bring books' });
    expect(lesson('1/M~Abl')?.placements[0]?.weeks).toEqual({ kind: 'every' });
    expect(lesson('30/KU~Zim')?.placements).toEqual([]);
    expect(plan.courses).toMatchObject([{ code: 'F_8', grades: ['8a', '8b'], teachers: ['Lüb'], is_required: false }]);
    expect(plan.counts).toMatchObject({ lessons: 4, placements: 7, bookables: 3 });
  });

  it('leaves the weekly plan alone when only GPU002 comes', () => {
    const plan = parse({}, file('GPU002.TXT', LESSONS));
    expect(plan.scope.lessons).toBe('none');
    expect(plan.counts).toMatchObject({ lessons: 3, placements: 0, bookables: 1 });
  });

  it('reads master data, colours as decimal BGR', () => {
    const teacher = `"Abl","Ablas"${','.repeat(24)}65535,,,"Ada","Dr.",,,"a@school.example",,,,,,,,,,,,,`;
    const subject = '"M","Mathematik",,,,,,,,,,,,,,,,0,16776960,,,,';
    const plan = parse(
      {},
      file('t.txt', teacher),
      file('s.txt', subject),
      file('GPU001.TXT', PLACEMENTS.replaceAll(';', ',')),
    );
    expect(plan.teachers[0]).toMatchObject({
      code: 'Abl',
      name: 'Ada Ablas',
      lastname: 'Ablas',
      title: 'Dr.',
      color: '#ffff00',
    });
    expect(plan.subjects[0]).toMatchObject({ code: 'M', name: 'Mathematik', color: '#00ffff' });
    expect(plan.scope.complete.sort()).toEqual(['subjects', 'teachers']);
    expect(readColor('0', '16777215')).toBeNull();
    expect(readColor('255', '')).toBe('#ff0000');
  });

  it('refuses files that contradict each other, an unknown one and an empty one', () => {
    const other = file('GPU002.TXT', LESSONS.replaceAll('"Abl"', '"Xyl"').replaceAll('"Lüb"', '"Yps"'));
    expect(failureOf(() => parse({}, file('GPU001.TXT', PLACEMENTS), other))).toMatchObject({
      file: 'GPU002.TXT',
      reason: 'sources_contradict',
      params: { other: 'GPU001.TXT' },
    });
    const twice = () => parse({}, file('one.txt', PLACEMENTS), file('two.txt', PLACEMENTS));
    expect(failureOf(twice)).toMatchObject({ file: 'two.txt', reason: 'sources_contradict' });
    expect(failureOf(() => parse({}, file('notes.txt', 'Dear colleagues;\nhello;\n'))).reason).toBe('unknown_format');
    expect(failureOf(() => parse({}, file('GPU001.TXT', ''))).reason).toBe('empty');
    expect(failureOf(() => parse({}, file('GPU001.TXT', new Uint8Array([0, 1, 2, 0, 255, 0])))).reason).toBe(
      'unknown_format',
    );
  });

  it('passes over pupils and absences of a whole export folder', () => {
    const absences = file('GPU013.TXT', '9;"L";"Abl";"20260907";"20260907";"1";"13";"011";"secret";;\n');
    const plan = parse({}, file('GPU001.TXT', PLACEMENTS), absences);
    expect(plan.warnings).toContainEqual({ code: 'file_ignored', params: { file: 'GPU013.TXT' } });
    expect(JSON.stringify(plan)).not.toContain('secret');
  });

  it('recognises its files by their shape, not by their name', () => {
    expect(untisGpuParser.recognise([file('plan.csv', PLACEMENTS)])).toBeGreaterThan(0.5);
    expect(untisGpuParser.recognise([file('GPU001.TXT', 'name;class\nAda;5a\n')])).toBe(0);
    expect(untisGpuParser.recognise([file('GPU001.TXT', '<document/>')])).toBe(0);
    const withHeader = `lesson_id;classes;teachers;subject;rooms;weekday;period\n${'1;10b;Bg;MA;204;2;3\n'.repeat(9)}`;
    expect(untisGpuParser.recognise([file('plan.csv', withHeader)])).toBe(0);
  });
});
