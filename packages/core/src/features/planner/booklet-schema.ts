import * as z from 'zod/mini';
import { addDays, mondayOf } from '../../kernel/calendar/dates.ts';
import * as f from '../../kernel/fields.ts';

/** Whose plans a booklet can have. */
export const BOOKLET_KINDS = ['grades', 'teachers', 'bookables'] as const;
export type BookletKind = (typeof BOOKLET_KINDS)[number];
/** Days for which the file of a booklet is kept. */
export const BOOKLET_DAYS = 14;

/** What a booklet is made of: the plans of one week, for the notice board of the school or, of a draft, for who checks it. */
export const bookletDraft = z.strictObject({
  /** A version that is not published as it is; null: the plan in force. */
  version_uuid: z.nullable(f.uuid),
  /** A day of the week. */
  week: f.date,
  kinds: z.array(z.enum(BOOKLET_KINDS)).check(z.minLength(1), z.maxLength(BOOKLET_KINDS.length)),
  /** With the substitutions of that week that everybody sees; else the plan as it is without any. A draft has none. */
  has_changes: z.boolean(),
});
export type BookletDraft = z.output<typeof bookletDraft>;

export const booklet = z.object({
  id: f.id,
  /** The Monday of its week. */
  week: f.date,
  kinds: z.array(z.enum(BOOKLET_KINDS)),
  has_changes: z.boolean(),
  /** The number of the version whose draft it shows, as it is called on each page; null: the plan in force. */
  draft_number: z.nullable(z.int()),
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

export type BookletProblem =
  | { field: 'week'; rule: 'bookletYear' }
  | { field: 'kinds'; rule: 'bookletTwice' }
  | { field: 'has_changes'; rule: 'bookletChanges' };

/**
 * What is wrong with the wish for a booklet. One of the school years has to have days of its week: those of the school or, of a
 * draft, that of its version.
 */
export function bookletProblems(
  { week, kinds, version_uuid, has_changes }: BookletDraft,
  years: readonly { begins_at: string; ends_at: string }[],
): BookletProblem[] {
  const first = mondayOf(week);
  const last = addDays(first, 6);
  return [
    ...(years.some(({ begins_at, ends_at }) => begins_at <= last && first <= ends_at)
      ? []
      : [{ field: 'week', rule: 'bookletYear' } as const]),
    ...(new Set(kinds).size < kinds.length ? [{ field: 'kinds', rule: 'bookletTwice' } as const] : []),
    ...(version_uuid !== null && has_changes ? [{ field: 'has_changes', rule: 'bookletChanges' } as const] : []),
  ];
}
