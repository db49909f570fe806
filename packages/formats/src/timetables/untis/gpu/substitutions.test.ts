import type { ParseOptions } from '@kreide/core/features/timetable-import';
import { describe, expect, it } from 'vitest';
import { untisGpuParser } from '../index.ts';

/** A row of GPU014 with the given fields (1-based). */
function row(fields: Record<number, string | number>): string {
  const all: Record<number, string | number> = { 2: '20260907', 3: 1, 5: 100, 8: 'M', 15: '8a', 18: 0, ...fields };
  return `${Array.from({ length: 22 }, (_, index) => all[index + 1] ?? '').join(';')};`;
}

function parse(rows: string[], options: ParseOptions = {}) {
  const bytes = new TextEncoder().encode(rows.join('\n'));
  return untisGpuParser.parse([{ name: 'GPU014.TXT', bytes }], options);
}

const DO_NOT_PRINT = 2 ** 20;

describe('substitutions of GPU014', () => {
  it('replaces substitutions between the first and the last date of the file', () => {
    const plan = parse([
      row({ 1: 1, 2: '20260909', 18: 1, 20: 'C' }),
      row({ 1: 2, 2: '20260907', 6: 'Abl', 7: 'Zim' }),
    ]);
    expect(plan.scope).toEqual({
      complete: [],
      lessons: 'none',
      substitutions: { from: '2026-09-07', to: '2026-09-09' },
    });
    expect(plan.counts.substitutions).toBe(2);
  });

  it('tells the old and the new lesson, and names it as GPU001 does', () => {
    const plan = parse([
      row({ 1: 1, 6: 'Abl', 7: 'Zim', 10: 'D', 12: 'R 1', 13: 'R 2', 15: '8a~8b', 17: 'Bring maps' }),
    ]);
    expect(plan.substitutions[0]).toMatchObject({
      external_id: '1@2026-09-07/1',
      kind: null,
      lesson: '100/M~Abl',
      from: { subject: 'M', grades: ['8a', '8b'], teachers: ['Abl'], bookables: ['R 1'] },
      to: { subject: 'D', grades: null, teachers: ['Zim'], bookables: ['R 2'] },
      comment: 'Bring maps',
      is_hidden: false,
    });
    expect(plan.teachers.map((teacher) => teacher.code)).toEqual(['Abl', 'Zim']);
  });

  it('leaves nobody in charge while a substitution is open', () => {
    expect(parse([row({ 1: 1, 6: 'Abl' })]).substitutions[0]?.to).toMatchObject({ teachers: [], bookables: null });
  });

  it('changes only the room where the teacher stays', () => {
    const [change] = parse([row({ 1: 1, 6: 'Abl', 7: 'Abl', 12: 'R 1', 13: 'R 2', 20: 'R' })]).substitutions;
    expect(change).toMatchObject({ kind: null, to: { teachers: null, subject: null, bookables: ['R 2'] } });
  });

  it('cancels for a class that is away, whatever room or teacher is named [T-3.31]', () => {
    const [change] = parse([row({ 1: 1, 6: 'Abl', 7: 'Abl', 13: 'R 2', 18: 16 + 65536, 20: ' L' })]).substitutions;
    expect(change).toMatchObject({ kind: 'CANCLED', to: { teachers: null, bookables: null } });
  });

  it('makes an extra duty an additional lesson of its new units [T-3.31]', () => {
    const [change] = parse([
      row({ 1: 1, 5: 0, 7: 'Zim', 8: '', 10: 'Tutor', 13: 'R 2', 15: '', 18: 4, 19: '9a', 20: 'A' }),
    ]).substitutions;
    expect(change).toMatchObject({
      kind: 'ADDITIONAL',
      lesson: null,
      to: { subject: 'Tutor', grades: ['9a'], teachers: ['Zim'], bookables: ['R 2'] },
    });
  });

  it('takes bit 17 for a supervision and never for a lesson, cancelled or moved as it may be [T-3.93]', () => {
    const supervision = { 5: 0, 6: 'Abl', 8: '', 12: 'Yard', 15: '' };
    const plan = parse([
      row({ ...supervision, 1: 1, 7: 'Zim', 18: 2 ** 17, 20: 'B' }),
      row({ ...supervision, 1: 2, 3: 2, 18: 2 ** 17 + 1, 20: 'C', 12: '' }),
      row({ ...supervision, 1: 3, 3: 3, 18: 2 ** 17 + 4, 20: 'A', 7: 'Zim' }),
      row({ ...supervision, 1: 4, 3: 4, 18: 2 ** 17 + 8, 20: 'T', 5: 100 }),
      row({ ...supervision, 1: 5, 3: 5, 18: 2 ** 17 + 128, 20: 'F', 7: 'Zim', 5: 100 }),
    ]);
    expect(
      plan.substitutions.map(({ kind, hour, lesson, from, to }) => [kind, hour, lesson, from, to.teachers]),
    ).toEqual(
      [['Zim'], [], ['Zim'], [], ['Zim']].map((teachers, index) => [
        'SUPERVISION',
        String(index + 1),
        null,
        { subject: null, grades: null, teachers: ['Abl'], bookables: null },
        teachers,
      ]),
    );
    expect(plan.substitutions.slice(0, 2).map(({ comment }) => comment)).toEqual(['Yard', null]);
    expect(plan.bookables).toEqual([]);
    expect(plan.warnings.map(({ code }) => code)).not.toContain('moves_unpaired');
  });

  it('keeps the lesson that a substitute gives where another one moved away [T-3.31]', () => {
    const away = { 2: '20260907', 3: 2, 5: 7, 6: 'Abl', 8: 'Ph', 12: 'R 1', 18: 8, 20: 'T' };
    const plan = parse([
      row({ ...away, 1: 1, 7: 'Zim', 10: 'D', 13: 'R 2' }),
      row({ ...away, 1: 2, 3: 5, 18: 128, 20: 'F', 7: 'Abl' }),
    ]);
    expect(plan.substitutions.map(({ external_id, kind, hour, to }) => [external_id, kind, hour, to.teachers])).toEqual(
      [
        ['1@2026-09-07/2', 'MOVED_TO', '2', null],
        ['1@2026-09-07/2:new', 'ADDITIONAL', '2', ['Zim']],
        ['2@2026-09-07/5', 'MOVED_FROM', '5', ['Abl']],
      ],
    );
    expect(plan.substitutions[1]?.to).toEqual({ subject: 'D', grades: ['8a'], teachers: ['Zim'], bookables: ['R 2'] });
    expect(plan.counts.substitutions).toBe(2);
    const alone = parse([row({ ...away, 1: 1, 7: 'Abl' }), row({ ...away, 1: 2, 3: 4, 7: 'Zim', 18: 9, 20: 'C' })]);
    expect(alone.substitutions.map(({ kind }) => kind)).toEqual(['CANCLED', 'CANCLED']);
  });

  it('leaves out "do not print" unless asked, and says so [T-3.93]', () => {
    const rows = [row({ 1: 1, 2: '20260904', 18: 1 + DO_NOT_PRINT, 20: 'C' }), row({ 1: 2, 7: 'Zim' })];
    const plan = parse(rows);
    expect(plan.substitutions.map((record) => record.external_id)).toEqual(['2@2026-09-07/1']);
    expect(plan.warnings).toContainEqual({ code: 'do_not_print_skipped', params: { count: 1 } });
    expect(plan.counts.substitutions).toBe(1);
    expect(plan.scope.substitutions?.from).toBe('2026-09-04');
    const all = parse(rows, { do_not_print: true });
    expect(all.substitutions[0]).toMatchObject({ kind: 'CANCLED', is_hidden: false });
    expect(all.counts.substitutions).toBe(2);
    expect(all.warnings.map((warning) => warning.code)).not.toContain('do_not_print_skipped');
  });

  it('never takes over the reason of an absence', () => {
    const plan = parse([row({ 1: 1, 6: 'Abl', 7: 'Zim', 16: 'hospital', 17: 'Tasks in the cloud' })]);
    expect(JSON.stringify(plan)).not.toContain('hospital');
    expect(plan.substitutions[0]?.comment).toBe('Tasks in the cloud');
  });

  it('rejects rows without a readable date, period or bit field', () => {
    const plan = parse([
      row({ 1: 1 }),
      row({ 1: 2 }),
      row({ 1: 3 }),
      row({ 1: 4 }),
      row({ 1: 5, 2: '20260931' }),
      row({ 1: 6, 3: '' }),
    ]);
    expect(plan.rejected.map(({ row: line, column, value, reason }) => [line, column, value, reason])).toEqual([
      [5, '2', '20260931', 'bad_date'],
      [6, '3', '', 'bad_period'],
    ]);
  });
});

describe('moves', () => {
  const kinds = (rows: string[]) =>
    parse(rows).substitutions.map(({ kind, counterpart }) => [
      kind,
      counterpart?.date ?? null,
      counterpart?.hour ?? null,
    ]);
  const away = { 5: 200, 6: 'Zim', 8: 'D', 18: 9, 20: 'C' };
  const here = { 5: 100, 6: 'Abl', 7: 'Zim', 8: 'M', 10: 'D', 18: 128, 20: 'F' };

  it('pairs both ends by class, subject and teacher, double lessons in order [T-3.31]', () => {
    const rows = [
      row({ 1: 1, 3: 3, ...here }),
      row({ 1: 2, 3: 4, ...here }),
      row({ 1: 3, 2: '20260911', 3: 5, ...away }),
      row({ 1: 4, 2: '20260911', 3: 6, ...away, 18: 8, 20: 'T' }),
    ];
    expect(kinds(rows)).toEqual([
      ['MOVED_FROM', '2026-09-11', '5'],
      ['MOVED_FROM', '2026-09-11', '6'],
      ['MOVED_TO', '2026-09-07', '3'],
      ['MOVED_TO', '2026-09-07', '4'],
    ]);
    expect(parse(rows).substitutions[0]).toMatchObject({
      from: { subject: 'M', teachers: ['Abl'] },
      to: { subject: 'D', teachers: ['Zim'], grades: ['8a'] },
      counterpart: { external_id: '3@2026-09-11/5' },
    });
  });

  it('pairs by the lesson number where the arrival carries that of the moved lesson', () => {
    const rows = [
      row({ 1: 1, 3: 6, 5: 200, 6: 'Zim', 7: 'Vog', 8: 'D', 18: 128, 20: 'F' }),
      row({ 1: 2, 3: 2, ...away }),
    ];
    expect(kinds(rows)).toEqual([
      ['MOVED_FROM', '2026-09-07', '2'],
      ['MOVED_TO', '2026-09-07', '6'],
    ]);
  });

  it('makes both rows of a swap the other end of each other', () => {
    const swap = { 18: 8 + 128, 20: 'W' };
    const rows = [
      row({ 1: 1, 3: 1, 5: 100, 6: 'Abl', 7: 'Zim', 8: 'M', 10: 'D', ...swap }),
      row({ 1: 2, 3: 4, 5: 200, 6: 'Zim', 7: 'Abl', 8: 'D', 10: 'M', ...swap }),
    ];
    expect(kinds(rows)).toEqual([
      ['MOVED_FROM', '2026-09-07', '4'],
      ['MOVED_FROM', '2026-09-07', '1'],
    ]);
  });

  it('falls back to cancelled and additional when an end is missing, and says so', () => {
    expect(kinds([row({ 1: 1, ...away })])).toEqual([['CANCLED', null, null]]);
    const plan = parse([row({ 1: 1, ...here })]);
    expect(plan.substitutions[0]).toMatchObject({ kind: 'ADDITIONAL', counterpart: null });
    expect(plan.warnings).toContainEqual({ code: 'moves_unpaired', params: { count: 1 } });
  });
});
