import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/** After how many days an invented school ends by itself. */
export const TRIAL_DAYS = 14;
/** Most invented schools that a school has made within a day: each is some work. */
export const TRIALS_PER_DAY = 5;

/** As whom somebody looks around in an invented school. None of them administers it. */
export const TRIAL_PEOPLE = ['teacher', 'pupil', 'parent'] as const;
export type TrialPerson = (typeof TRIAL_PEOPLE)[number];

/** `none`: there is none; `failed`: it could not be made, and nothing of it is there. */
export const TRIAL_STATES = ['none', 'making', 'ready', 'failed'] as const;

export const trial = z.object({
  /** Whether this installation can make one. */
  is_offered: z.boolean(),
  state: z.enum(TRIAL_STATES),
  /** How far it is made, 0 to 100. */
  percent: z.int(),
  /** When it ends by itself; null: there is none yet. */
  ends_at: z.nullable(f.instant),
});
export type Trial = z.output<typeof trial>;
