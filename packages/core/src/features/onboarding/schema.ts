import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import type { SchoolState } from '../schools/index.ts';
import { CALL_MAXIMUM } from './rules.ts';

/** What a school needs before its people use it, in the order in which it is done; the first two only while it is set up. */
export const ONBOARDING_STEPS = ['school', 'billing', 'year', 'timetable', 'people', 'letters', 'screens'] as const;
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number];

/**
 * `done`: it is there, however it came; `skipped`: the school does without it; `open`: it is missing. What is there counts as done,
 * also when it was skipped.
 */
export const ONBOARDING_STATES = ['open', 'done', 'skipped'] as const;

export const onboardingStep = z.object({
  step: z.enum(ONBOARDING_STEPS),
  state: z.enum(ONBOARDING_STATES),
  /** How many there are: years, pupils, screens; of `letters` those who have not opened their account; null where it is a yes or no. */
  count: z.nullable(z.int()),
});
export type OnboardingProgress = z.output<typeof onboardingStep>;

/** The steps that the school does without. */
export const onboardingDraft = z.strictObject({
  skipped: z.array(z.enum(ONBOARDING_STEPS)).check(z.maxLength(ONBOARDING_STEPS.length)),
});

/** The steps of a school in this state: what it is and who pays is asked only while it is set up. */
export const stepsOf = (state: SchoolState): readonly OnboardingStep[] =>
  state === 'ONBOARDING'
    ? ONBOARDING_STEPS
    : ONBOARDING_STEPS.filter((step) => step !== 'school' && step !== 'billing');

/** A call that somebody at the school wants to have with the operator, at the school's own time. */
export const callDraft = z.strictObject({
  name: f.line(CALL_MAXIMUM.name, 0),
  phone: f.line(CALL_MAXIMUM.phone, 0),
  email: f.line(CALL_MAXIMUM.email, 0),
  date: f.date,
  time: f.time,
  topic: f.text(CALL_MAXIMUM.topic),
});
export type CallDraft = z.output<typeof callDraft>;

/** The call as the operator was told, for the own calendar. */
export const bookedCall = z.object({ begins_at: f.instant, ends_at: f.instant, calendar: z.string() });
