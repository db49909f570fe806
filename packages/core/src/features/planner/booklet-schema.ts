import * as z from 'zod/mini';
import { addDays, mondayOf } from '../../kernel/calendar/dates.ts';
import * as f from '../../kernel/fields.ts';

/** Whose plans a booklet can have. */
export const BOOKLET_KINDS = ['grades', 'teachers', 'bookables'] as const;
export type BookletKind = (typeof BOOKLET_KINDS)[number];
/** Days for which the file of a booklet is kept. */
export const BOOKLET_DAYS = 14;

/** What a booklet is made of: the plans of one week, for the notice board of the school. */
export const bookletDraft = z.strictObject({
  /** A day of the week. */
  week: f.date,
  kinds: z.array(z.enum(BOOKLET_KINDS)).check(z.minLength(1), z.maxLength(BOOKLET_KINDS.length)),
  /** With the substitutions of that week that everybody sees; else the plan as it is without any. */
  has_changes: z.boolean(),
});
export type BookletDraft = z.output<typeof bookletDraft>;

export const booklet = z.object({
  id: f.id,
  /** The Monday of its week. */
  week: f.date,
  kinds: z.array(z.enum(BOOKLET_KINDS)),
  has_changes: z.boolean(),
  state: z.enum(['WAITING', 'READY', 'FAILED']),
  /** Plans that are written, of how many; null: not yet counted. */
  done: z.int(),
  total: z.nullable(z.int()),
  /** Of the file, bytes. */
  size: z.nullable(z.int()),
  created_at: f.instant,
  expires_at: f.instant,
});
export type Booklet = z.output<typeof booklet>;

export type BookletProblem = { field: 'week' | 'kinds'; rule: 'bookletYear' | 'bookletTwice' };

/** What is wrong with the wish for a booklet at a school with these school years: one of them has to have days of the week. */
export function bookletProblems(
  { week, kinds }: Pick<BookletDraft, 'week' | 'kinds'>,
  years: readonly { begins_at: string; ends_at: string }[],
): BookletProblem[] {
  const first = mondayOf(week);
  const last = addDays(first, 6);
  return [
    ...(years.some(({ begins_at, ends_at }) => begins_at <= last && first <= ends_at)
      ? []
      : [{ field: 'week', rule: 'bookletYear' } as const]),
    ...(new Set(kinds).size < kinds.length ? [{ field: 'kinds', rule: 'bookletTwice' } as const] : []),
  ];
}
