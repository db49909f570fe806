import * as z from 'zod/mini';
import { ROLES } from '../../kernel/abilities.ts';
import * as f from '../../kernel/fields.ts';
import { PEOPLE_ORDERS } from './people.ts';

/** Most views that somebody keeps of the people of the school. */
export const PEOPLE_VIEWS_MAXIMUM = 20;
/** Longest name of a view, characters. */
export const PEOPLE_VIEW_NAME_MAXIMUM = 60;

/** The states of accounts that the list is narrowed to; without one it has all but deleted ones. */
export const PEOPLE_STATUSES = ['pending', 'locked', 'deleted', 'without_family'] as const;
export type PeopleStatus = (typeof PEOPLE_STATUSES)[number];

/** What the list is narrowed to, and how it is ordered. */
const filters = {
  search: z.optional(f.line(100)),
  role: z.optional(z.enum(ROLES)),
  /** A role that is given to people. */
  role_id: z.optional(f.id),
  grade_id: z.optional(f.id),
  status: z.optional(z.enum(PEOPLE_STATUSES)),
  order: z.optional(z.enum(PEOPLE_ORDERS)),
};

/** A choice of the people under a name of its own, for the one who has made it. */
export const peopleViewDraft = z.strictObject({
  name: z.pipe(z.string().check(z.trim()), f.line(PEOPLE_VIEW_NAME_MAXIMUM)),
  filters: z.strictObject(filters),
});
export type PeopleViewDraft = z.output<typeof peopleViewDraft>;

export const peopleView = z.object({ id: f.id, name: z.string(), filters: z.object(filters) });
export type PeopleView = z.output<typeof peopleView>;
