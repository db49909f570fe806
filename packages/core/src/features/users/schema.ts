import * as z from 'zod/mini';
import { PERMISSIONS, ROLES, USER_TYPES } from '../../kernel/abilities.ts';
import * as f from '../../kernel/fields.ts';
import { LANGUAGES } from '../../kernel/product.ts';
import { schoolYear } from '../structure/index.ts';

/** A child of a parent or a parent of a child: enough to switch between timetables (T-3.74). */
export const child = z.object({
  id: f.id,
  uuid: f.uuid,
  firstname: z.string(),
  lastname: z.string(),
  displayname: z.string(),
  grade_id: z.nullable(f.id),
  /** Is there a plan to show? */
  has_timetable: z.boolean(),
});
export type Child = z.output<typeof child>;

/** The school years of a school, oldest first, and the current one (P-3.18). */
export const schoolTimetable = z.object({
  schoolyears: z.array(schoolYear),
  active_schoolyear_id: z.nullable(f.id),
});
export type SchoolTimetable = z.output<typeof schoolTimetable>;

/** The grade that a user is in today; null for none (T-7.33). */
export const userGrade = z.object({ id: f.id, grade_id: z.nullable(f.id) });

/** The signed-in user (P-3.01, as far as it is used). */
export const self = z.object({
  id: f.id,
  uuid: f.uuid,
  username: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  displayname: z.string(),
  email: z.nullable(z.string()),
  type: z.enum(USER_TYPES),
  primary_role: z.object({
    name: z.enum(ROLES),
    translated_description: z.string(),
  }),
  permissions: z.array(z.enum(PERMISSIONS)),
  is_admin: z.boolean(),
  locale: z.nullable(z.enum(LANGUAGES)),
  grade_id: z.nullable(f.id),
  /** The teacher record of a teacher's account. */
  teacher_id: z.nullable(f.id),
  shortcut: z.nullable(z.string()),
  school_id: f.id,
  school: z.object({
    id: f.id,
    uuid: f.uuid,
    name: z.string(),
    slink: f.slink,
    app_branding: z.nullable(z.string()),
    color: z.nullable(f.colour),
    locale: z.enum(LANGUAGES),
    time_zone: z.string(),
    is_beta: z.boolean(),
    timetable: schoolTimetable,
  }),
  childs: z.array(child),
  has_timetable: z.boolean(),
});
export type Self = z.output<typeof self>;
