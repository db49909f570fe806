import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/** What happens in the timetable of a school: it has free days, or a plan was published. */
export const TIMETABLE_EVENT_KINDS = ['holiday', 'plan'] as const;

/** Something that happens in the timetable, first and last day included (T-7.109). */
export const timetableEvent = z.object({
  kind: z.enum(TIMETABLE_EVENT_KINDS),
  /** Of the free days; null: a plan has none. */
  name: z.nullable(z.string()),
  begins_at: f.date,
  ends_at: f.date,
});
export type TimetableEvent = z.output<typeof timetableEvent>;
