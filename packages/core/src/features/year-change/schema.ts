import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { schoolYear } from '../structure/index.ts';
import { MOVE_KINDS, UNMOVED_REASONS } from './plan.ts';

/** People of a change on a page. */
export const CHANGE_PAGE = 100;
/** Longest short name of a grade. */
export const GRADE_NAME_MAXIMUM = 20;
/** For how many days after the last day of their year the accounts of those who leave stay open. */
export const GRACE_DAYS = { minimum: 0, maximum: 365, usual: 30 } as const;
/** For how many days a change can be taken back; how everybody was before it is kept no longer than that. */
export const REVERT_DAYS = { minimum: 1, maximum: 365, usual: 30 } as const;

/** What has to hold before the school year is changed, each with a page where it is put right (T-2.100). */
export const CHANGE_CHECKS = [
  'active_year',
  'next_year',
  'open',
  'targets',
  'no_import',
  'placed',
  'doubles',
  'plan',
] as const;
export type ChangeCheck = (typeof CHANGE_CHECKS)[number];

/** Without these there is no change; the others are told and stop nobody. */
export const NEEDED_CHECKS: readonly ChangeCheck[] = ['active_year', 'next_year', 'open', 'targets', 'no_import'];

const check = z.object({
  check: z.enum(CHANGE_CHECKS),
  is_met: z.boolean(),
  /** The change waits for it. */
  is_needed: z.boolean(),
  /** Of people or grades that it is about. */
  count: z.int(),
});

const counts = z.object({
  moved: z.int(),
  repeats: z.int(),
  leaves: z.int(),
  newcomer: z.int(),
  unmoved: z.int(),
});
export type ChangeCounts = z.output<typeof counts>;

const plannedGrade = z.object({
  id: f.id,
  shortcut: z.string(),
  people: z.int(),
  /** Short name of the next grade; null: its pupils leave, or nobody has said. */
  to: z.nullable(z.string()),
  leaves: z.boolean(),
  /** From the name of the grade; false: somebody has said so. */
  is_proposed: z.boolean(),
});
export type GradeState = z.output<typeof plannedGrade>;

/** A change that was carried out. */
export const doneChange = z.object({
  id: f.id,
  state: z.enum(['APPLIED', 'REVERTED']),
  from: z.string(),
  to: z.string(),
  /** From this day on people are in their new grades. */
  moves_on: f.date,
  counts,
  new_grades: z.array(z.string()),
  created_at: f.instant,
  reverted_at: z.nullable(f.instant),
  /** It can be taken back before this moment. */
  revert_until: f.instant,
  can: z.object({ revert: f.flag }),
});
export type DoneChange = z.output<typeof doneChange>;

/** What taking a change back would do now. */
export const revertPreview = z.object({
  change: doneChange,
  /** Whom it would move back: from the class of the change to the one before it. */
  people: z.array(
    z.object({
      id: f.id,
      name: z.string(),
      kind: z.enum(['moved', 'leaves']),
      from: z.nullable(z.string()),
      to: z.nullable(z.string()),
    }),
  ),
  /** Why it would be refused, as the refusal says; none: it would be done. */
  reasons: z.array(z.object({ rule: z.string(), message: z.string() })),
});
export type RevertPreview = z.output<typeof revertPreview>;

/** The change as it would be made now, and the last one that was made. */
export const yearChange = z.object({
  /** The active school year and the one after it. */
  from: z.nullable(schoolYear),
  to: z.nullable(schoolYear),
  /** From this day on people are in their new grades: the first of the new year. */
  moves_on: z.nullable(f.date),
  opens_on: z.nullable(f.date),
  closes_on: z.nullable(f.date),
  checks: z.array(check),
  grades: z.array(plannedGrade),
  /** Short names of grades that are added. */
  new_grades: z.array(z.string()),
  counts,
  /** People with an account that may be a second one of theirs. */
  duplicates: z.int(),
  grace_days: z.int(),
  /** For so many days the change can be taken back. */
  revert_days: z.int(),
  /** The day on which the accounts of those who leave are archived. */
  archived_on: z.nullable(f.date),
  /** Of the plan that is shown; changing names it. */
  revision: z.string(),
  can: z.object({ update: f.flag, apply: f.flag }),
  last: z.nullable(doneChange),
});
export type YearChange = z.output<typeof yearChange>;

/** The lists of a plan: its kinds, and people with two accounts, who are in one of the others too. */
export const CHANGE_LISTS = [...MOVE_KINDS, 'duplicate'] as const;
export type ChangeList = (typeof CHANGE_LISTS)[number];

/** Somebody in the plan. */
export const changeLine = z.object({
  /** Of the person. */
  id: f.id,
  name: z.string(),
  kind: z.enum(MOVE_KINDS),
  reason: z.nullable(z.enum(UNMOVED_REASONS)),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  is_duplicate: z.boolean(),
  /** Somebody has said that they stay in their grade. */
  is_repeater: z.boolean(),
});
export type ChangeLine = z.output<typeof changeLine>;

/** What somebody says about grades; all that are not named are proposed again. */
export const changeDraft = z.strictObject({
  targets: z
    .array(
      z.strictObject({
        grade_id: f.id,
        /** Null: its pupils leave the school. */
        to: z.nullable(f.line(GRADE_NAME_MAXIMUM)),
      }),
    )
    .check(z.maxLength(1000)),
  grace_days: z.int().check(z.minimum(GRACE_DAYS.minimum), z.maximum(GRACE_DAYS.maximum)),
  revert_days: z.int().check(z.minimum(REVERT_DAYS.minimum), z.maximum(REVERT_DAYS.maximum)),
});
export type ChangeDraft = z.output<typeof changeDraft>;
