import type { Period } from '../../structure/index.ts';
import type { PlannedLesson } from '../schema.ts';
import type { ProposalInput } from './build.ts';
import { SOFT_RULES, type SoftRule, type Weights } from './model.ts';

/** For tests: a school of a few lessons, on days of six periods, the last of them in the afternoon; a long break is behind the second. */
export const YEAR = { begins_at: '2026-08-03', ends_at: '2026-08-30' };
export const PERIODS: Period[] = [
  ['08:00', '08:45'],
  ['08:50', '09:35'],
  ['10:00', '10:45'],
  ['10:50', '11:35'],
  ['11:40', '12:25'],
  ['13:00', '13:45'],
].map(([begins_at = '', ends_at = ''], at) => ({
  hour: `${at + 1}`,
  weekday: null,
  begins_at,
  ends_at,
  type: 'LESSON',
  is_hidden: false,
}));

let last = 0;

/** A lesson; `at` is weekday and period, both from 1. */
export function lessonOf(values: Partial<PlannedLesson> & { readonly at?: readonly [number, number] }): PlannedLesson {
  const { at, ...rest } = values;
  const length = rest.length ?? 1;
  last += 1;
  return {
    lesson_id: last,
    version: 2,
    subject_id: last,
    course_id: null,
    weekday: at ? at[0] : null,
    hour: at ? `${at[1]}` : null,
    time_begins_at: at ? (PERIODS[at[1] - 1]?.begins_at ?? null) : null,
    time_ends_at: at ? (PERIODS[at[1] + length - 2]?.ends_at ?? null) : null,
    length,
    ...YEAR,
    pattern: null,
    grade_ids: [1],
    teacher_ids: [1],
    bookable_ids: [],
    is_pinned: false,
    is_divisible: false,
    ...rest,
  };
}

/** Weights of none but some rules. */
export const weightsOf = (only: Partial<Record<SoftRule, number>>): Weights =>
  Object.fromEntries(SOFT_RULES.map((rule) => [rule, only[rule] ?? 0])) as unknown as Weights;

/** What a proposal begins with: these lessons, nothing pinned, no soft rules. */
export function inputOf(lessons: readonly PlannedLesson[], rest: Partial<ProposalInput> = {}): ProposalInput {
  return {
    lessons,
    periods: PERIODS,
    days: 2,
    year: YEAR,
    courses: [],
    rooms: [],
    teachers: [],
    grades: [],
    subjects: [],
    wishes: [],
    pinned: new Set(),
    scope: { mode: 'WHOLE' },
    weights: weightsOf({}),
    most_class_hours: 6,
    most_teacher_hours: 6,
    most_teacher_days: 5,
    ...rest,
  };
}
