import * as z from 'zod/mini';
import { USER_STATES, USER_TYPES } from '../../kernel/abilities.ts';
import * as f from '../../kernel/fields.ts';

/** What a parent is to a child (P-3.11). */
export const PARENT_RELATIONS = ['FATHER', 'MOTHER', 'OTHER'] as const;
export type ParentRelation = (typeof PARENT_RELATIONS)[number];

/** For how long a parent who entered the right code of a child can link that child, seconds. */
export const CHECKED_CHILD_SECONDS = 60 * 60;

/** The person at the other end of a link. */
const relative = z.object({
  id: f.id,
  uuid: f.uuid,
  firstname: z.string(),
  lastname: z.string(),
  displayname: z.string(),
  type: z.enum(USER_TYPES),
  state: z.enum(USER_STATES),
  /** The grade of today. */
  grade_id: z.nullable(f.id),
});

/** The link between a parent and a child (P-3.12, T-3.29). */
export const parentLink = z.object({
  /** The child. */
  user_id: f.id,
  parent_id: f.id,
  relation: z.enum(PARENT_RELATIONS),
  created_at: f.instant,
  /** The other one of the two. */
  user: relative,
  can: z.object({ remove: f.flag }),
});
export type ParentLink = z.output<typeof parentLink>;

/** The parents and children of one person, oldest link first (P-7.23). */
export const family = z.object({ parents: z.array(parentLink), childs: z.array(parentLink) });
export type Family = z.output<typeof family>;
