import * as z from 'zod/mini';
import { ROLES, USER_STATES, USER_TYPES } from '../../kernel/abilities.ts';
import * as f from '../../kernel/fields.ts';
import { USER_ABILITIES, type UserAbility } from './abilities.ts';

/** People per page of the list. */
export const USERS_PAGE = 50;
/** Most people of one answer, as many as a grade can have (C-9.07). */
export const USERS_MAXIMUM = 500;
/** Longest first or last name, characters. */
export const NAME_MAXIMUM = 100;

const flags = Object.fromEntries(USER_ABILITIES.map((ability) => [ability, f.flag])) as Record<
  UserAbility,
  typeof f.flag
>;

/** What everybody who may list the people of a grade sees of them (P-7.83). */
const shownFields = {
  id: f.id,
  firstname: z.string(),
  lastname: z.string(),
  displayname: z.string(),
  type: z.enum(USER_TYPES),
  /** The grade of today. */
  grade_id: z.nullable(f.id),
  state: z.enum(USER_STATES),
};

/** The rest, for those who manage people. */
const managedFields = {
  uuid: f.uuid,
  username: z.string(),
  email: z.nullable(z.string()),
  role: z.enum(ROLES),
  is_locked: z.boolean(),
  /** From then on nobody signs in to the account; null: never. */
  expire_at: z.nullable(f.instant),
  deleted_at: z.nullable(f.instant),
  can: z.object(flags),
};

/** A person in the list: for staff of a grade without what only those see who manage people. */
export const listedUser = z.object({
  ...shownFields,
  managed: z.nullable(z.object(managedFields)),
});
export type ListedUser = z.output<typeof listedUser>;

/** An account as those see it who manage people. */
export const managedUser = z.object({
  ...shownFields,
  ...managedFields,
  created_at: f.instant,
  /** Does the person sign in with a second step? */
  is_tfa_enabled: z.boolean(),
  /** Where the person is signed in. */
  sessions: z.object({ count: z.int(), last_used_at: z.nullable(f.instant) }),
});
export type ManagedUser = z.output<typeof managedUser>;

/** By what the list of people is ordered: a minus turns it round. Each has an index. */
export const PEOPLE_ORDERS = ['name', '-name', 'username', '-username', 'role', '-role'] as const;
export type PeopleOrder = (typeof PEOPLE_ORDERS)[number];

/** Which people are wanted; all of it must fit. */
const filters = {
  /** Parts of names, username or e-mail address, in any order; accents and ß do not matter. */
  search: z.optional(f.line(100)),
  role: z.optional(z.enum(ROLES)),
  /** People who have this role, whatever their kind of account. */
  role_id: z.optional(f.idText),
  /** However it is written (C-3.52). */
  type: z.optional(
    z.pipe(
      f.line(20, 0),
      z.pipe(
        z.transform((text: string) => text.toUpperCase()),
        z.enum(USER_TYPES),
      ),
    ),
  ),
  grade_id: z.optional(f.idText),
  state: z.optional(z.enum(USER_STATES)),
  is_locked: z.optional(f.flagText),
  is_deleted: z.optional(f.flagText),
  /** Pupils without a parent and parents without a child. */
  without_family: z.optional(f.flagText),
};
export const usersCountQuery = z.object(filters);
export type UsersFilters = z.output<typeof usersCountQuery>;

export const usersQuery = z.object({
  ...filters,
  page: f.pageQuery,
  /** At most so many, 1 to 500; without it 50 and one more that opens the next page. */
  limit: z.optional(
    z.pipe(
      z.string().check(z.regex(/^([1-9]\d?|[1-4]\d\d|500)$/, 'limit')),
      z.transform((text: string) => Number(text)),
    ),
  ),
  /** By name, unless this says otherwise. */
  order: z.optional(z.enum(PEOPLE_ORDERS)),
});

/** What is filled in of an account that waits for its person (P-7.63). */
export const userSetup = z.strictObject({
  firstname: z.optional(f.line(NAME_MAXIMUM)),
  lastname: z.optional(f.line(NAME_MAXIMUM)),
  email: z.optional(z.nullable(z.email().check(z.maxLength(254)))),
});
