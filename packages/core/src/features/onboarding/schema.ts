import * as z from 'zod/mini';

/** What a school needs before its people use it, in the order in which it is done. */
export const ONBOARDING_STEPS = ['year', 'timetable', 'people', 'letters', 'screens'] as const;
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
