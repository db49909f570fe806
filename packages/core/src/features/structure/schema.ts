import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/**
 * Reference to a teacher, grade, room, subject or course. `name` is null where there is none or the reader may not see
 * it.
 */
export const unit = /* @__PURE__ */ z.object({
  id: f.id,
  shortcut: /* @__PURE__ */ z.string(),
  name: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
});
export type Unit = z.output<typeof unit>;

export const subjectUnit = /* @__PURE__ */ z.object({
  id: f.id,
  shortcut: /* @__PURE__ */ z.string(),
  name: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
  /** `#rrggbb` or the name of a palette colour; `blue` when the school gave none (T-3.10). */
  color: /* @__PURE__ */ z.string(),
});
export type SubjectUnit = z.output<typeof subjectUnit>;

/** A school year, first and last day included. */
export const schoolYear = /* @__PURE__ */ z.object({
  id: f.id,
  name: /* @__PURE__ */ z.string(),
  begins_at: f.date,
  ends_at: f.date,
});
export type SchoolYear = z.output<typeof schoolYear>;

/** A free day or holidays, first and last day included. */
export const holiday = /* @__PURE__ */ z.object({
  name: /* @__PURE__ */ z.string(),
  shortcut: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
  begins_at: f.date,
  ends_at: f.date,
});
export type Holiday = z.output<typeof holiday>;

/** A row of the period grid (T-3.14). */
export const period = /* @__PURE__ */ z.object({
  hour: /* @__PURE__ */ z.string(),
  /** 1 = Monday … 7; null = every day. */
  weekday: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.int()),
  begins_at: f.time,
  ends_at: f.time,
  type: /* @__PURE__ */ z.enum(['LESSON', 'BREAK']),
  is_hidden: /* @__PURE__ */ z.boolean(),
});
export type Period = z.output<typeof period>;
