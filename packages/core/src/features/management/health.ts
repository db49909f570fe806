import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/** A plan that is older than so many days is one to look at, unless somebody asks for others. */
export const HEALTH_PLAN_DAYS = 14;
/** What failed in so many days counts. */
export const HEALTH_DAYS = 14;
/** Lessons of so many days, today left out, are looked at for their roll. */
export const HEALTH_ROLL_DAYS = 7;

/**
 * What can be wrong at a school. `plan_old`: none was published in time; `mails_given_up`: nobody could deliver them;
 * `waiting`: never signed in; `children_unreached`: no parent of theirs has an account in use; `screens_silent`: did not
 * call today; `rolls_open`: an entry of the class book without its roll.
 */
export const HEALTH_KEYS = [
  'plan_old',
  'plan_imports_failed',
  'people_imports_failed',
  'mails_given_up',
  'waiting',
  'parents_childless',
  'children_unreached',
  'screens_silent',
  'rolls_open',
  'deletion_requests',
  'child_requests',
  'applications',
] as const;
export type HealthKey = (typeof HEALTH_KEYS)[number];

/** Every check with how many it found; none: all is well. */
export const findings = z.array(z.object({ key: z.enum(HEALTH_KEYS), count: z.int() }));
export type Findings = z.output<typeof findings>;

/** How a school is: counts, never names. */
export const health = z.object({
  checked_at: f.instant,
  /** Days since the newest plan was published; null: there is none. */
  plan_days: z.nullable(z.int()),
  findings,
  /** Pupils who never signed in, by their grade of today; null: those without one. */
  waiting_by_grade: z.array(z.object({ grade_id: z.nullable(f.id), shortcut: z.nullable(z.string()), count: z.int() })),
});
export type Health = z.output<typeof health>;
