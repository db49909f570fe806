import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { MERGE_FIELDS, MERGE_KINDS } from '../../kernel/merge.ts';

export { MERGE_FIELDS, MERGE_KINDS, type MergeField, type MergeKind } from '../../kernel/merge.ts';

/** Why two accounts may be one person's: the same name, name and birth date, an address, the key of another source. */
export const DOUBLE_REASONS = ['name', 'born', 'mail', 'key'] as const;
export type DoubleReason = (typeof DOUBLE_REASONS)[number];

/** The ways in which somebody signs in. */
export const SIGN_IN_WAYS = ['password', 'second_step', 'passkeys', 'programs', 'service'] as const;

/** Why this one of the two cannot be the one who goes; texts below `stays`. */
export const STAYING_REASONS = ['yourself', 'last_administrator', 'forbidden'] as const;
export type StayingReason = (typeof STAYING_REASONS)[number];

/** Why the two cannot become one; texts below `apart`. */
export const APART_REASONS = ['other_kind', 'archived', 'changes_running', 'forbidden'] as const;
export type ApartReason = (typeof APART_REASONS)[number];

export const doublePerson = z.object({
  id: f.id,
  displayname: z.string(),
  username: z.string(),
  role: z.string(),
  birth_date: z.nullable(f.date),
  class: z.nullable(z.string()),
  email: z.nullable(z.string()),
  created_at: f.instant,
  last_used_at: z.nullable(f.instant),
});
export type DoublePerson = z.output<typeof doublePerson>;

/** A pair that may be one person; the older account first. */
export const double = z.object({
  /** Names the pair. */
  id: z.string(),
  people: z.tuple([doublePerson, doublePerson]),
  reasons: z.array(z.enum(DOUBLE_REASONS)),
});
export type Double = z.output<typeof double>;

export const comparedPerson = z.extend(doublePerson, {
  /** Children of a parent, parents of a pupil. */
  family: z.array(z.string()),
  /** By which number a source knows them. */
  keys: z.array(z.object({ source: z.string(), key: z.string() })),
  ways: z.array(z.enum(SIGN_IN_WAYS)),
  is_locked: z.boolean(),
  /** Null: they may be the one who goes. */
  stays: z.nullable(z.enum(STAYING_REASONS)),
});
export type ComparedPerson = z.output<typeof comparedPerson>;

/** Two accounts side by side. */
export const comparison = z.object({
  people: z.tuple([comparedPerson, comparedPerson]),
  /** Null: they may become one. */
  apart: z.nullable(z.enum(APART_REASONS)),
  /** Who said when that they are two people; null: nobody. Without a name: that account is gone. */
  set_apart: z.nullable(z.object({ at: f.instant, by: z.nullable(z.string()) })),
  /** Only what differs; null: this one says nothing. */
  fields: z.array(
    z.object({
      field: z.enum(MERGE_FIELDS),
      values: z.tuple([z.nullable(z.string()), z.nullable(z.string())]),
    }),
  ),
  /** What each of them has; what the one who goes has is what moves. */
  counts: z.array(z.object({ kind: z.enum(MERGE_KINDS), people: z.tuple([z.number(), z.number()]) })),
  /** Names what was shown, for the merge. */
  revision: z.string(),
});
export type Comparison = z.output<typeof comparison>;

export const mergeDraft = z.strictObject({
  /** Whose account goes. */
  from_id: f.id,
  /** The fields of which the value of the one who goes is kept. */
  takes: z.array(z.enum(MERGE_FIELDS)).check(z.maxLength(MERGE_FIELDS.length)),
  /** The name of the one who goes, typed: nobody takes a merge back. */
  name: f.line(200),
  revision: f.line(64),
});
export type MergeDraft = z.output<typeof mergeDraft>;
