import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { USERS_MAXIMUM, usersCountQuery } from './people.ts';

/** What is done with many people at once. `grade`: into a class, or into none; `remove`: into the archive, from where they can return. */
export const PEOPLE_CHANGES = ['lock', 'unlock', 'logout', 'grade', 'add_role', 'take_role', 'remove'] as const;
export type PeopleChangeKind = (typeof PEOPLE_CHANGES)[number];

/** Most people whom one change is about. */
export const CHANGED_PEOPLE_MAXIMUM = 10_000;
/** Most of those left out who are named. */
export const SKIPPED_NAMED = 200;
/** How long a change can be taken back, and is kept, days. */
export const PEOPLE_CHANGE_DAYS = 30;

/**
 * Why somebody was left out. `administrator`: their accounts are locked and archived one by one; `forbidden`: the caller may not;
 * `pupils`: only they are in a class; `same`: it is so already; `changed`: they are not any more as they were when it was decided or done; `taken`: somebody else has their
 * username or address by now.
 */
export const SKIP_REASONS = ['administrator', 'forbidden', 'pupils', 'same', 'changed', 'taken'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export const PEOPLE_CHANGE_STATES = ['waiting', 'done', 'undoing', 'undone', 'failed'] as const;

/** Somebody who was left out. */
export const skippedPerson = z.object({ id: f.id, displayname: z.string(), reason: z.enum(SKIP_REASONS) });

/** A change of many people, and how far it is. */
export const peopleChange = z.object({
  id: f.id,
  kind: z.enum(PEOPLE_CHANGES),
  /** The class into which they came, empty for none, or the role; null: neither, or it is gone. */
  target: z.nullable(z.string()),
  state: z.enum(PEOPLE_CHANGE_STATES),
  total: z.int(),
  /** Those who are changed, or while it is taken back: changed back. */
  done: z.int(),
  skipped: z.int(),
  created_at: f.instant,
  created_by: z.nullable(z.string()),
  can: z.object({ undo: f.flag }),
});
export type PeopleChange = z.output<typeof peopleChange>;

/** Some people by their numbers, or all whom the filters of the list let through. */
export const chosenPeople = z.union([
  z.strictObject({ ids: z.array(f.id).check(z.minLength(1), z.maxLength(USERS_MAXIMUM)) }),
  z.strictObject({ filters: usersCountQuery }),
]);
export type ChosenPeople = z.output<typeof chosenPeople>;

export const peopleChangeDraft = z.strictObject({
  kind: z.enum(PEOPLE_CHANGES),
  people: chosenPeople,
  /** For `grade`; null: into none. */
  grade_id: z.optional(z.nullable(f.id)),
  /** For `add_role` and `take_role`. */
  role_id: z.optional(f.id),
});
export type PeopleChangeDraft = z.output<typeof peopleChangeDraft>;
/** As it is sent: filters as in an address. */
export type AskedPeopleChange = z.input<typeof peopleChangeDraft>;

/** What a change would do: how many it concerns, and how many are left out for which reason. */
export const triedPeopleChange = z.object({
  concerned: z.int(),
  skipped: z.array(z.object({ reason: z.enum(SKIP_REASONS), count: z.int() })),
});
export type TriedPeopleChange = z.output<typeof triedPeopleChange>;
