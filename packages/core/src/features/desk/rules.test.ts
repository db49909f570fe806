import { describe, expect, it } from 'vitest';
import { addDays } from '../../kernel/calendar/dates.ts';
import { ABSENCE_DAYS_MAXIMUM } from './limits.ts';
import { absenceProblems, decisionProblems } from './rules.ts';
import type { AbsenceDraft, DecisionDraft } from './schema.ts';

const DAY = '2026-11-23';
const anAbsence = (values: Partial<AbsenceDraft> = {}): AbsenceDraft => ({
  teacher_id: 1,
  bookable_id: null,
  grade_id: null,
  begins_at: DAY,
  ends_at: DAY,
  begins_time_id: null,
  ends_time_id: null,
  days: [],
  absence_reason_id: null,
  comment: null,
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
  const problemsOf = (values: Partial<AbsenceDraft>, times = { begins_at: '', ends_at: '' }) =>
    saying(absenceProblems(anAbsence(values), { begins_at: times.begins_at || null, ends_at: times.ends_at || null }));

  it('is of one teacher, one room or one class', () => {
    expect([problemsOf({}), problemsOf({ grade_id: 2 }), problemsOf({ teacher_id: null })]).toEqual([
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
    const times = { begins_at: '10:00', ends_at: '10:00' };
    const two = { ends_at: addDays(DAY, 1) };
    expect([{}, two, { ...two, days: [2] }].map((values) => problemsOf(values, times))).toEqual([
      ['ends_time_id endsEarly'],
      [],
      ['ends_time_id endsEarly'],
    ]);
  });

  it('of some weekdays has one of them', () => {
    const days = [2, 7];
    expect([0, 1, 6].map((more) => problemsOf({ ends_at: addDays(DAY, more), days }))).toEqual([
      ['days noDay'],
      [],
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
