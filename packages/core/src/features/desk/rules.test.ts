import { describe, expect, it } from 'vitest';
import { addDays } from '../../kernel/calendar/dates.ts';
import { ABSENCE_DAYS_MAXIMUM } from './limits.ts';
import { absenceProblems, decisionProblems } from './rules.ts';
import type { AbsenceDraft, DecisionDraft } from './schema.ts';

const DAY = '2026-11-23';
const anAbsence = (values: Partial<AbsenceDraft> = {}): AbsenceDraft => ({
  teacher_id: 1,
  bookable_id: null,
  begins_at: DAY,
  ends_at: DAY,
  time_begins_at: null,
  time_ends_at: null,
  ...values,
});
const aDecision = (values: Partial<DecisionDraft> = {}): DecisionDraft => ({
  id: null,
  lesson_id: 1,
  version: 0,
  kind: 'CHANGED',
  hour: null,
  subject_id: null,
  grade_ids: [],
  teacher_ids: [1],
  bookable_ids: [],
  comment: null,
  target: null,
  ...values,
});
const saying = (problems: readonly { field: string; rule: string }[]) =>
  problems.map(({ field, rule }) => `${field} ${rule}`);

describe('an absence', () => {
  const problemsOf = (values: Partial<AbsenceDraft>) => saying(absenceProblems(anAbsence(values)));

  it('is of one teacher or one room', () => {
    expect([problemsOf({}), problemsOf({ bookable_id: 2 }), problemsOf({ teacher_id: null })]).toEqual([
      [],
      ['teacher_id oneOf'],
      ['teacher_id oneOf'],
    ]);
  });

  it('has at most so many days, the last one counted', () => {
    const until = (days: number) => problemsOf({ ends_at: addDays(DAY, days) });
    expect([until(-1), until(ABSENCE_DAYS_MAXIMUM - 1), until(ABSENCE_DAYS_MAXIMUM)]).toEqual([
      ['ends_at endsEarly'],
      [],
      ['ends_at tooLong'],
    ]);
  });

  it('ends after it begins, by the clock only on one day', () => {
    const times = { time_begins_at: '10:00', time_ends_at: '10:00' };
    expect([problemsOf(times), problemsOf({ ...times, ends_at: addDays(DAY, 1) })]).toEqual([
      ['time_ends_at endsEarly'],
      [],
    ]);
  });
});

it('a decision says what happens where the plan does not: a text, people, a period, a target', () => {
  const problemsOf = (values: Partial<DecisionDraft>) => saying(decisionProblems(aDecision(values)));
  const alone = { lesson_id: null, teacher_ids: [] };
  expect(problemsOf({ kind: 'EVENT' })).toEqual([]);
  expect(problemsOf({ kind: 'EVENT', ...alone })).toEqual(['comment needsText']);
  expect(problemsOf({ kind: 'MESSAGE', comment: ' ' })).toEqual(['comment needsText']);
  expect(problemsOf({ teacher_ids: [] })).toEqual(['comment needsText']);
  expect(problemsOf({ kind: 'CANCLED', target: { date: DAY, hour: '1' } })).toEqual(['target needsTarget']);
  expect(problemsOf({ kind: 'ADDITIONAL', ...alone })).toEqual(['hour noPeriod', 'grade_ids needsPeople']);
  expect(problemsOf({ kind: 'CANCLED', lesson_id: null })).toEqual(['kind needsLesson']);
  expect(problemsOf({ bookable_ids: [3, 3] })).toEqual(['bookable_ids twice']);
});
