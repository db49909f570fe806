import { describe, expect, it } from 'vitest';
import { MARK_STATE_CASES } from '../../../../../tests/support/mark-states.ts';
import { markStateOf, overlaps } from './marks.ts';
import {
  type AbsenceValues,
  absenceBounds,
  absenceProblems,
  timeWordOf,
  toAbsenceRange,
  toAbsenceTime,
  toNote,
  typeProblems,
} from './rules.ts';

const YEAR = { begins_at: '2026-08-01', ends_at: '2027-07-15' };
const BERLIN = 'Europe/Berlin';
const boundsOf = (today: string, changesPast: boolean) => absenceBounds(YEAR, { today, zone: BERLIN, changesPast });

describe('the bounds of an absence', () => {
  it('are the beginning and the end of day of the school year in its zone [T-5.07] [T-5.09]', () => {
    expect(boundsOf('2026-11-18', true)).toEqual({
      earliest_at: '2026-07-31T22:00:00.000Z',
      latest_at: '2027-07-15T21:59:00.000Z',
    });
  });

  it('begin with today for whoever may not change the past, and never before the year [T-5.08]', () => {
    expect(boundsOf('2026-11-18', false).earliest_at).toBe('2026-11-17T23:00:00.000Z');
    expect(boundsOf('2026-07-18', false).earliest_at).toBe('2026-07-31T22:00:00.000Z');
  });
});

describe('what is wrong with an absence', () => {
  const bounds = boundsOf('2026-11-18', false);
  const values: AbsenceValues = {
    begins_at: '2026-11-17T23:00:00.000Z',
    ends_at: '2026-11-18T22:59:00.000Z',
    type_id: 'sick',
    user_id: 7,
    comment: null,
    excuse_note: null,
  };
  const wrong = (changed: Partial<AbsenceValues>, former: Parameters<typeof absenceProblems>[2] = null) =>
    absenceProblems({ ...values, ...changed }, bounds, former).map(({ field, rule }) => `${field} ${rule}`);

  it('is nothing when it has a type, and that it has none [T-5.04]', () => {
    expect(wrong({})).toEqual([]);
    expect(wrong({ type_id: null })).toEqual(['type_id required']);
    expect(wrong({ type_id: '' })).toEqual(['type_id required']);
  });

  it('is whom it is about, unless that is exactly one [T-3.58]', () => {
    expect(wrong({ user_id: null, grade_id: 1 })).toEqual([]);
    expect(wrong({ user_id: undefined, course_id: 1 })).toEqual([]);
    expect(wrong({ user_id: null })).toEqual(['user_id whom']);
    expect(wrong({ grade_id: 1 })).toEqual(['user_id whom']);
    expect(wrong({ grade_id: 1, course_id: 2 })).toEqual(['user_id whom']);
  });

  it('is a moment outside of its bounds, to the minute', () => {
    expect(wrong({ begins_at: '2026-11-17T22:59:00.000Z' })).toEqual(['begins_at too_early']);
    expect(wrong({ ends_at: '2027-07-15T21:59:59.000Z' })).toEqual([]);
    expect(wrong({ ends_at: '2027-07-15T22:00:00.000Z' })).toEqual(['ends_at too_late']);
    expect(wrong({ ends_at: values.begins_at })).toEqual(['ends_at order']);
  });

  it('is no beginning in the past that stays as it was, but an end that would move there', () => {
    const former = { begins_at: '2026-11-16T07:00:00.000Z', ends_at: '2026-11-20T07:00:00.000Z' };
    const begins_at = former.begins_at;
    expect(wrong({ begins_at }, former)).toEqual([]);
    expect(wrong({ begins_at, ends_at: '2026-11-17T07:00:00.000Z' }, former)).toEqual(['ends_at too_early']);
    expect(wrong({ begins_at: '2026-11-16T08:00:00.000Z' }, former)).toEqual(['begins_at too_early']);
  });

  it('is a text that is too long, counted in characters', () => {
    expect(wrong({ comment: '😀'.repeat(2000), excuse_note: 'a'.repeat(1000) })).toEqual([]);
    expect(wrong({ comment: 'a'.repeat(2001), excuse_note: 'a'.repeat(1001) })).toEqual([
      'comment too_long',
      'excuse_note too_long',
    ]);
  });
});

it('a range whose beginning lies after its end is none [T-5.06]', () => {
  expect(toAbsenceRange('2026-11-18', '2026-11-18')).toEqual({ begins_at: '2026-11-18', ends_at: '2026-11-18' });
  expect(toAbsenceRange('2026-11-19', '2026-11-18')).toBeNull();
});

it('the edges of a day are said in words, and what is no time is its end', () => {
  expect(['00:00', '23:59', '00:01', '23:58'].map(timeWordOf)).toEqual(['start', 'end', null, null]);
  expect(['07:45', ' 07:45 ', '7:45', '24:00', '', 'abc'].map(toAbsenceTime)).toEqual([
    '07:45',
    '07:45',
    '23:59',
    '23:59',
    '23:59',
    '23:59',
  ]);
});

it('an empty note is none, and a type has a name', () => {
  expect([null, ' ', ' a '].map(toNote)).toEqual([null, null, 'a']);
  expect(typeProblems({ name: ' ', description: 'b'.repeat(301) }).map(({ rule }) => rule)).toEqual([
    'required',
    'too_long',
  ]);
  expect(typeProblems({ name: 'a'.repeat(61), description: '' })).toMatchObject([{ field: 'name', rule: 'too_long' }]);
});

describe('how an absence in a lesson counts', () => {
  it.each(MARK_STATE_CASES)('$name', ({ lesson, absences, state }) => {
    expect(markStateOf(lesson, absences)).toBe(state);
  });

  it('an absence covers what it shares a minute with', () => {
    const of = (begins_at: string, ends_at: string) => ({ begins_at, ends_at });
    expect(
      overlaps(of('2026-11-18T08:00:00Z', '2026-11-18T08:45:00Z'), of('2026-11-18T08:44:00Z', '2026-11-18T09:00:00Z')),
    ).toBe(true);
    expect(
      overlaps(of('2026-11-18T08:00:00Z', '2026-11-18T08:45:00Z'), of('2026-11-18T08:45:00Z', '2026-11-18T09:00:00Z')),
    ).toBe(false);
  });
});
