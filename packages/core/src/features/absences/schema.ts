import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { unit } from '../structure/index.ts';
import { ABSENCE_FILTERS, ABSENCE_ORDERS } from './filters.ts';
import {
  ABSENCE_COMMENT_MAXIMUM,
  ABSENCE_NOTIFY_MAXIMUM,
  ABSENCE_PAGE_MAXIMUM,
  EXCUSE_NOTE_MAXIMUM,
  GRACE_MINUTES_MAXIMUM,
  TYPE_DESCRIPTION_MAXIMUM,
  TYPE_NAME_MAXIMUM,
} from './limits.ts';
import { ABSENCE_GROUPS } from './status.ts';
import { ABSENCE_AUDIENCES, ABSENCE_CATEGORY_KEYS, ABSENCE_TYPE_STATES } from './types.ts';

/** Whose absences: one pupil's, a grade's or a course's. */
export const ABSENCE_ENTITIES = ['users', 'grades', 'courses'] as const;
export type AbsenceEntity = (typeof ABSENCE_ENTITIES)[number];

/** The word of a standard type, or the uuid of one that the school has made. */
export const typeId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'type_id'));
const category = z.enum(ABSENCE_CATEGORY_KEYS);
const state = z.enum(ABSENCE_TYPE_STATES);

/** A category of types (T-3.61); one is the standard (T-3.62). */
export const absenceCategory = z.object({
  key: category,
  icon: z.string(),
  name: z.string(),
  is_standard: z.boolean(),
});
export type AbsenceCategory = z.output<typeof absenceCategory>;

/** A type of absences (T-3.59); `selected` only where the call asked to filter. */
export const absenceType = z.object({
  id: typeId,
  category,
  state,
  /** The word of a standard type; null: the school has made it. */
  key: z.nullable(z.string()),
  meta: z.object({ name: z.string(), description: z.string() }),
  is_counting: z.boolean(),
  audience: z.array(z.enum(ABSENCE_AUDIENCES)),
  is_archived: z.boolean(),
  selected: z.optional(z.boolean()),
});
export type AbsenceType = z.output<typeof absenceType>;

export const typeDraft = z.strictObject({
  category,
  state,
  name: f.text(2 * TYPE_NAME_MAXIMUM),
  description: f.text(2 * TYPE_DESCRIPTION_MAXIMUM),
  is_counting: z.boolean(),
  audience: z.array(z.enum(ABSENCE_AUDIENCES)).check(z.minLength(1), z.maxLength(ABSENCE_AUDIENCES.length)),
});
/** The same for a type that there is; archived types stay with the absences that have them and are not offered any more. */
export const typeUpdate = z.extend(typeDraft, { is_archived: z.boolean() });

export const absenceCan = z.object({
  'notify-parents': f.flag,
  update: f.flag,
  delete: f.flag,
  'view-history': f.flag,
  'change-past': f.flag,
  'create-absences': f.flag,
  'create-absence-comment': f.flag,
  'update-absence-comment': f.flag,
  'view-absence-comment': f.flag,
  'view-absence-parent-note': f.flag,
  'update-absence-parent-note': f.flag,
  read: f.flag,
});

/** Who wrote an absence first. */
export const ABSENCE_SOURCES = ['parent', 'pupil', 'school', 'roll'] as const;
export type AbsenceSource = (typeof ABSENCE_SOURCES)[number];

/** An absence (T-3.51): of one pupil, or one interval for a whole grade or course, which counts for who is in it that day. */
export const absence = z.object({
  uuid: f.uuid,
  classbook_id: f.id,
  user_id: z.nullable(f.id),
  grade_id: z.nullable(f.id),
  course_id: z.nullable(f.id),
  begins_at: f.instant,
  ends_at: f.instant,
  type_id: typeId,
  type: z.object({ name: z.string(), category, state, key: z.nullable(z.string()) }),
  /** What the school notes for itself (T-3.53); null also for who may not see it. */
  comment: z.nullable(z.string()),
  /** What the family wrote (T-3.54); null also for who may not see it. */
  excuse_note: z.nullable(z.string()),
  source: z.enum(ABSENCE_SOURCES),
  read_at: z.nullable(f.instant),
  created_at: f.instant,
  updated_at: f.instant,
  deleted_at: z.nullable(f.instant),
  last_contacted_at: z.nullable(f.instant),
  author: z.nullable(z.string()),
  edited_by: z.nullable(z.string()),
  deleted_by: z.nullable(z.string()),
  meta: z.object({
    /** Is there a parent whose account can be reached? */
    has_active_parents: z.boolean(),
    /** Null: as it was written. */
    last_updated_at: z.nullable(f.instant),
  }),
  /** Null: of a group. */
  user: z.nullable(
    z.object({
      id: f.id,
      meta: z.object({ displayname: z.string() }),
      grade: z.nullable(z.object({ shortcut: z.string() })),
    }),
  ),
  /** The grade or course; null: of one pupil. */
  unit: z.nullable(unit),
  can: absenceCan,
});
export type Absence = z.output<typeof absence>;

const values = {
  begins_at: f.instant,
  ends_at: f.instant,
  /** Null: nothing is chosen, which is refused in words (T-5.04). */
  type_id: z.nullable(typeId),
  user_id: z.optional(f.id),
  grade_id: z.optional(f.id),
  course_id: z.optional(f.id),
  comment: z.nullable(f.text(2 * ABSENCE_COMMENT_MAXIMUM)),
  excuse_note: z.nullable(f.text(2 * EXCUSE_NOTE_MAXIMUM)),
};
/** An absence as it is sent (T-3.57): of exactly one pupil, grade or course (T-3.58). */
export const absenceDraft = z.strictObject(values);
export type AbsenceDraft = z.output<typeof absenceDraft>;
/** A text that the writer may not see is sent as null and stays. */
export const absenceUpdate = z.strictObject({ ...values, updated_at: f.instant });

export const absencesUuids = z.strictObject({
  absences_uuids: z.array(f.uuid).check(z.minLength(1), z.maxLength(ABSENCE_NOTIFY_MAXIMUM)),
});

/** What the caller may do with a new absence, from when to when it may be, and what the form begins with. */
export const absencePreset = z.object({
  can: absenceCan,
  earliest_at: f.instant,
  latest_at: f.instant,
  begins_at: f.instant,
  ends_at: f.instant,
});
export type AbsencePreset = z.output<typeof absencePreset>;

export const ABSENCE_STEPS = ['created', 'updated', 'deleted', 'contacted'] as const;
/** How an absence stood after one step, newest first (T-7.37). */
export const absenceStep = z.object({
  id: f.id,
  kind: z.enum(ABSENCE_STEPS),
  at: f.instant,
  /** Null: the roll, a message that went out by itself, or somebody who is gone. */
  by: z.nullable(z.string()),
  begins_at: f.instant,
  ends_at: f.instant,
  type: z.object({ name: z.string(), state }),
  comment: z.nullable(z.string()),
  excuse_note: z.nullable(z.string()),
});
export type AbsenceStep = z.output<typeof absenceStep>;

/** The first absences of a group, and how many there are (T-7.36). */
export const absenceGroup = z.object({
  group: z.enum(ABSENCE_GROUPS),
  count: z.int(),
  absences: z.array(absence),
});
export type AbsenceGroupAnswer = z.output<typeof absenceGroup>;

export const absenceSettings = z.object({
  /** Minutes until the parents of a missing pupil are told. */
  grace_minutes: z.int().check(z.gte(0), z.lte(GRACE_MINUTES_MAXIMUM)),
  /** From this time on a new sick note is about tomorrow. */
  next_day_from: f.time,
  /** May pupils report themselves? */
  pupils_report: z.boolean(),
});
export type AbsenceSettings = z.output<typeof absenceSettings>;
export const settingsUpdate = z.strictObject(absenceSettings.shape);

const limitText = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,2}$/, 'limit')),
  z.transform((text: string) => Math.min(ABSENCE_PAGE_MAXIMUM, Number(text))),
);
const listText = z.pipe(
  f.line(1000),
  z.transform((text: string) => text.split('|')),
);

/** The query of the list of a class book. */
export const absenceQuery = z.object({
  filter: z.optional(z.enum(ABSENCE_FILTERS)),
  order: z.optional(z.enum(ABSENCE_ORDERS)),
  group: z.optional(z.enum(ABSENCE_GROUPS)),
  begins_at: z.optional(f.date),
  ends_at: z.optional(f.date),
  limit: z.optional(limitText),
  page: f.pageQuery,
  search: z.optional(f.line(100)),
  with_deleted: z.optional(f.flagText),
  /** Types and states, each joined with |. */
  absence_type: z.optional(listText),
  absence_type_state: z.optional(listText),
  grades_enrollment_id: z.optional(f.idText),
});
export type AbsenceQuery = z.output<typeof absenceQuery>;

/** The query of the list of one pupil, grade or course, with which the form also looks for what overlaps (T-7.42). */
export const overlapQuery = z.object({
  with_deleted: z.optional(f.flagText),
  limit: z.optional(limitText),
  page: f.pageQuery,
  begins_at: z.optional(f.instant),
  ends_at: z.optional(f.instant),
  /** The absence that is being changed. */
  except: z.optional(f.uuid),
});

export const sickListQuery = z.object({
  /** Without it: today. */
  date: z.optional(f.date),
  limit: z.optional(limitText),
  page: f.pageQuery,
  grades_enrollment_id: z.optional(f.idText),
});

/** `absence_type`: the types that a filter has chosen, joined with |; with it every type comes, with `selected`. */
export const typesQuery = z.object({ absence_type: z.optional(listText) });
