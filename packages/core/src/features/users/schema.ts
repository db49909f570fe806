import * as z from 'zod/mini';
import { PERMISSIONS, ROLES, USER_TYPES } from '../../kernel/abilities.ts';
import * as f from '../../kernel/fields.ts';
import { LANGUAGES } from '../../kernel/product.ts';
import { schoolYear } from '../structure/index.ts';

/** A child of a parent or a parent of a child: enough to switch between timetables (T-3.74). */
export const child = /* @__PURE__ */ z.object({
  id: f.id,
  uuid: f.uuid,
  firstname: /* @__PURE__ */ z.string(),
  lastname: /* @__PURE__ */ z.string(),
  displayname: /* @__PURE__ */ z.string(),
  grade_id: /* @__PURE__ */ z.nullable(f.id),
  /** Is there a plan to show? */
  has_timetable: /* @__PURE__ */ z.boolean(),
});
export type Child = z.output<typeof child>;

/** The school years of a school, oldest first, and the current one (P-3.18). */
export const schoolTimetable = /* @__PURE__ */ z.object({
  schoolyears: /* @__PURE__ */ z.array(schoolYear),
  active_schoolyear_id: /* @__PURE__ */ z.nullable(f.id),
});
export type SchoolTimetable = z.output<typeof schoolTimetable>;

/** The grade that a user is in today; null for none (T-7.33). */
export const userGrade = /* @__PURE__ */ z.object({ id: f.id, grade_id: /* @__PURE__ */ z.nullable(f.id) });

/** The signed-in user (P-3.01, as far as it is used). */
export const self = /* @__PURE__ */ z.object({
  id: f.id,
  uuid: f.uuid,
  username: /* @__PURE__ */ z.string(),
  firstname: /* @__PURE__ */ z.string(),
  lastname: /* @__PURE__ */ z.string(),
  displayname: /* @__PURE__ */ z.string(),
  email: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
  type: /* @__PURE__ */ z.enum(USER_TYPES),
  primary_role: /* @__PURE__ */ z.object({
    name: /* @__PURE__ */ z.enum(ROLES),
    translated_description: /* @__PURE__ */ z.string(),
  }),
  permissions: /* @__PURE__ */ z.array(/* @__PURE__ */ z.enum(PERMISSIONS)),
  is_admin: /* @__PURE__ */ z.boolean(),
  locale: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.enum(LANGUAGES)),
  grade_id: /* @__PURE__ */ z.nullable(f.id),
  /** The teacher record of a teacher's account. */
  teacher_id: /* @__PURE__ */ z.nullable(f.id),
  shortcut: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
  school_id: f.id,
  school: /* @__PURE__ */ z.object({
    id: f.id,
    uuid: f.uuid,
    name: /* @__PURE__ */ z.string(),
    slink: f.slink,
    app_branding: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
    color: /* @__PURE__ */ z.nullable(f.colour),
    locale: /* @__PURE__ */ z.enum(LANGUAGES),
    time_zone: /* @__PURE__ */ z.string(),
    is_beta: /* @__PURE__ */ z.boolean(),
    timetable: schoolTimetable,
  }),
  childs: /* @__PURE__ */ z.array(child),
  has_timetable: /* @__PURE__ */ z.boolean(),
});
export type Self = z.output<typeof self>;
