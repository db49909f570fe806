import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/**
 * Reference to a teacher, grade, room, subject or course. `name` is null where there is none or the reader may not see
 * it.
 */
export const unit = z.object({
  id: f.id,
  shortcut: z.string(),
  name: z.nullable(z.string()),
});
export type Unit = z.output<typeof unit>;

export const subjectUnit = z.object({
  id: f.id,
  shortcut: z.string(),
  name: z.nullable(z.string()),
  /** `#rrggbb` or the name of a palette colour; `blue` when the school gave none (T-3.10). */
  color: z.string(),
});
export type SubjectUnit = z.output<typeof subjectUnit>;

/** A school year, first and last day included. */
export const schoolYear = z.object({
  id: f.id,
  name: z.string(),
  begins_at: f.date,
  ends_at: f.date,
});
export type SchoolYear = z.output<typeof schoolYear>;

/** How the plans of a school year open, unless somebody says otherwise. */
export const CALENDAR_VIEWS = ['week', 'day'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];
/** How many days of a week its plans show, from Monday: schools with lessons on Saturday need six. */
export const YEAR_DAYS = [5, 6, 7] as const;

/**
 * First and last day of a new or changed school year; its name follows from them. What is left out of the rest stays as it is, or is
 * as in the year before (T-3.16).
 */
export const schoolYearDraft = z.strictObject({
  begins_at: f.date,
  ends_at: f.date,
  calendar_view: z.optional(z.enum(CALENDAR_VIEWS)),
  days_to_show: z.optional(z.literal(YEAR_DAYS)),
});

/** A school year for those who administer it. */
export const schoolYearState = z.extend(schoolYear, {
  /** The one that imports go to and that is shown on days outside of all years. */
  is_active: z.boolean(),
  calendar_view: z.enum(CALENDAR_VIEWS),
  days_to_show: z.int(),
  /** Has a plan been published in it? */
  has_plan: z.boolean(),
  can: z.object({ update: f.flag, activate: f.flag }),
});
export type SchoolYearState = z.output<typeof schoolYearState>;

/** A free day or holidays, first and last day included. */
export const holiday = z.object({
  name: z.string(),
  shortcut: z.nullable(z.string()),
  begins_at: f.date,
  ends_at: f.date,
});
export type Holiday = z.output<typeof holiday>;

/** A row of the period grid (T-3.14). */
export const period = z.object({
  hour: z.string(),
  /** 1 = Monday … 7; null = every day. */
  weekday: z.nullable(z.int()),
  begins_at: f.time,
  ends_at: f.time,
  type: z.enum(['LESSON', 'BREAK']),
  is_hidden: z.boolean(),
});
export type Period = z.output<typeof period>;
