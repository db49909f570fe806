import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { deletionStatus } from '../settings/index.ts';
import { listedUser } from '../users/index.ts';

/**
 * The lists of people who are not there any more or want to go. `deleted`: somebody deleted the account by hand;
 * `archived`: it was put away because its person has left; `requested`: asked for deletion, and the school has not decided
 * yet; `pending`: the school approved, and it can still be taken back (P-7.92 to P-7.94, T-2.95).
 */
export const PEOPLE_LISTS = ['deleted', 'archived', 'requested', 'pending'] as const;
export type PeopleList = (typeof PEOPLE_LISTS)[number];

/** A person of one of the lists, with how far the deletion of the account is. */
export const managedPerson = z.extend(listedUser, deletionStatus.shape);
export type ManagedPerson = z.output<typeof managedPerson>;

export const peopleListQuery = z.object({
  /** Without it everybody who is there. */
  filter: z.optional(z.enum(PEOPLE_LISTS)),
  /** Parts of names, username or e-mail address, in any order. */
  search: z.optional(f.line(100)),
  page: f.pageQuery,
});
