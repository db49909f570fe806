import type { DeskPerson, OpenLesson } from './people.ts';
import type { RankingRules } from './ranking.ts';
import { DEFAULT_WEIGHTS } from './weights.ts';

/** Six periods of 45 minutes from 08:00 on, with a break of five minutes after each. */
export const PERIODS = [
  { begins_at: '08:00', ends_at: '08:45' },
  { begins_at: '08:50', ends_at: '09:35' },
  { begins_at: '09:40', ends_at: '10:25' },
  { begins_at: '10:30', ends_at: '11:15' },
  { begins_at: '11:20', ends_at: '12:05' },
  { begins_at: '12:10', ends_at: '12:55' },
] as const;

/** The times of a period, counted from 1. */
export const period = (number: number) => PERIODS[number - 1] as (typeof PERIODS)[number];

export const aRule = (values: Partial<RankingRules> = {}): RankingRules => ({
  date: '2026-11-16',
  periods: PERIODS,
  weights: DEFAULT_WEIGHTS,
  limits: { daily_maximum: null, weekly_maximum: null, only_present: false },
  ...values,
});

/** A lesson of subject 1 in class 10. */
export const anOpenLesson = (number: number, values: Partial<OpenLesson> = {}): OpenLesson => ({
  lesson_id: number,
  subject_id: 1,
  grade_ids: [10],
  present_ids: [],
  buildings: [],
  ...period(number),
  ...values,
});

/** Somebody of whom nothing speaks for or against a lesson. */
export const aPerson = (id: number, values: Partial<DeskPerson> = {}): DeskPerson => ({
  id,
  takes_none: false,
  own_grade_ids: [],
  absent: [],
  away: [],
  busy: [],
  standby: [],
  set_free: [],
  given: [],
  subject_ids: new Set(),
  grade_ids: new Set(),
  taught: new Set(),
  given_in_week: 0,
  given_in_window: 0,
  given_in_year: 0,
  share: 0,
  ...values,
});

/** A lesson that somebody holds in a period. */
export const busy = (
  number: number,
  lesson_id: number | null = null,
  what: 'teaching' | 'supervising' = 'teaching',
  buildings: readonly string[] = [],
) => ({
  what,
  lesson_id,
  buildings,
  ...period(number),
});
