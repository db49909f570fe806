import type { ParseOptions } from '@kreide/core/features/timetable-import';
import { describe, expect, it } from 'vitest';
import { untisGpuParser } from '../index.ts';
import { splitPeriods } from './exams.ts';

const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });
const parse = (options: ParseOptions, ...files: ReturnType<typeof file>[]) => untisGpuParser.parse(files, options);

const EXAMS = `"K1",12,"written",20261005,3,4,"M L1~D L1","40~41","PupA~PupB","Abl - Abl~Zim-K","R 1 - ",
"K2",13,"",20261006,1,1,"M L1","40","PupA",,,
`;
const PLACEMENTS =
  '40,"12","Abl","M L1","R 4",1,3,,\n41,"12","Zim-K","D L1","R 5",1,3,,\n41,"13","Zim-K","D L1","R 5",1,3,,\n';

describe('exams of GPU017', () => {
  it('makes an event of each period, with its own teachers and rooms [T-3.31]', () => {
    const plan = parse({}, file('GPU017.TXT', EXAMS), file('GPU001.TXT', PLACEMENTS));
    expect(plan.substitutions.map(({ kind, date, hour, to }) => [kind, date, hour, to.teachers, to.bookables])).toEqual(
      [
        ['EVENT', '2026-10-05', '3', ['Abl'], ['R 1']],
        ['EVENT', '2026-10-05', '4', ['Abl', 'Zim-K'], []],
        ['EVENT', '2026-10-06', '1', [], []],
      ],
    );
    expect(plan.substitutions[0]).toMatchObject({ lesson: null, to: { grades: ['12', '13'] } });
    expect(plan.substitutions[2]).toMatchObject({ lesson: '40/M L1~Abl', to: { subject: 'M L1', grades: ['12'] } });
    expect(plan.counts.substitutions).toBe(2);
    expect(plan.scope.substitutions).toEqual({ from: '2026-10-05', to: '2026-10-06' });
  });

  it('never takes over who sits the exam', () => {
    expect(JSON.stringify(parse({}, file('GPU017.TXT', EXAMS)))).not.toContain('Pup');
  });

  it('names no class when the lessons are not in the upload', () => {
    const [exam] = parse({}, file('x.txt', EXAMS)).substitutions;
    expect(exam).toMatchObject({ to: { grades: null }, exam_of: { numbers: ['40', '41'], courses: ['M L1', 'D L1'] } });
    const known = parse({}, file('GPU017.TXT', EXAMS), file('GPU001.TXT', PLACEMENTS)).substitutions[0];
    expect(known).not.toHaveProperty('exam_of');
  });

  it.each([
    ['Abl - Zim-K~Vog', [['Abl'], ['Zim-K', 'Vog']]],
    ['- R 6f', [[], ['R 6f']]],
    ['R 6f -', [['R 6f'], []]],
    ['A - - C', [['A'], [], ['C']]],
    ['', []],
  ])('splits "%s" by hyphens with blanks', (text, expected) => {
    expect(splitPeriods(text)).toEqual(expected);
  });
});

describe('supervisions of GPU009', () => {
  const ROWS = '"Yard","Abl",1,2,5,\n"Hall",,2,3,15,"1~3~5"\n"Gate","Zim",8,3,15,\n';

  it('counts weeks from the start of the school year unless told otherwise', () => {
    const plan = parse({}, file('GPU009.TXT', ROWS));
    expect(plan.supervisions).toEqual([
      { area: 'Yard', teacher: 'Abl', weekday: 1, before_hour: '2', minutes: 5, weeks: { kind: 'every' } },
      {
        area: 'Hall',
        teacher: null,
        weekday: 2,
        before_hour: '3',
        minutes: 15,
        weeks: { kind: 'school_weeks', weeks: [1, 3, 5] },
      },
    ]);
    expect(plan.warnings.map((warning) => warning.code)).toContain('supervision_weeks_assumed');
    expect(plan.rejected).toMatchObject([{ row: 3, column: '3', value: '8', reason: 'unknown_weekday' }]);
    expect(plan.scope).toEqual({ complete: ['supervisions'], lessons: 'none', substitutions: null });
  });

  it('reads calendar weeks when asked to', () => {
    const school_year = { begins_at: '2026-12-21', ends_at: '2027-02-05' };
    const plan = parse({ supervision_weeks: 'calendar', school_year }, file('GPU009.TXT', ROWS));
    // Week 1 of 2027 begins on 4 January.
    expect(plan.supervisions[1]?.weeks).toEqual({ kind: 'dates', dates: ['2027-01-05', '2027-01-19', '2027-02-02'] });
  });
});
