import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/** From the order until everything of a school is removed, days: time to save what people need, or to take it back. */
export const SCHOOL_END_DAYS = 30;
/** How long before the end administrators are told again, days. */
export const SCHOOL_END_WARNINGS = [7, 1] as const;

/** What ends with a school, and when. */
export const schoolEnd = z.object({
  /** Null: nobody has ordered it. */
  ordered: z.nullable(z.object({ at: f.instant, ends_at: f.instant })),
  name: z.string(),
  /** Present accounts. */
  people: z.number(),
});
export type SchoolEnd = z.output<typeof schoolEnd>;

/** The name of the school, typed: with it goes all that it has. */
export const schoolEndDraft = z.strictObject({ name: f.line(190) });
