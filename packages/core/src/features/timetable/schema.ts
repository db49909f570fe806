import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { holiday, period, subjectUnit, unit } from '../structure/index.ts';

/** Kinds of entities that have a timetable (T-2.07). */
export const ENTITIES = ['users', 'grades', 'teachers', 'bookables', 'courses'] as const;
export type Entity = (typeof ENTITIES)[number];
export const entity = /* @__PURE__ */ z.enum(ENTITIES);

/**
 * The kinds as they are spelled on the wire (T-3.31). `null` is a regular lesson, or a changed one if it has
 * `substituted_lessons`. MOVED_TO stands at the old slot, MOVED_FROM at the new one.
 */
export const KINDS = ['CANCLED', 'MOVED_TO', 'MOVED_FROM', 'ADDITIONAL', 'EVENT', 'MESSAGE'] as const;
export type Kind = (typeof KINDS)[number];
export const kind = /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.enum(KINDS));

/** The views of a timetable (T-4.44). */
export const VIEW_TYPES = ['day', 'week', 'month'] as const;
export type ViewType = (typeof VIEW_TYPES)[number];

/** What a change replaced, or where a moved lesson went to or came from. */
export const lessonReference = /* @__PURE__ */ z.object({
  /** Identity of the lesson; null when the source gives none. */
  lesson_uuid: /* @__PURE__ */ z.nullable(f.uuid),
  lesson_id: /* @__PURE__ */ z.nullable(f.id),
  lesson_date: f.date,
  time_begins_at: f.time,
  time_ends_at: f.time,
  subject: /* @__PURE__ */ z.nullable(subjectUnit),
  teachers: /* @__PURE__ */ z.array(unit),
  grades: /* @__PURE__ */ z.array(unit),
  bookables: /* @__PURE__ */ z.array(unit),
});
export type LessonReference = z.output<typeof lessonReference>;

/**
 * One record per lesson with all its dates in the range, or one per substitution (T-3.30).
 * An occurrence id is `<uuid>-<epoch seconds of its start>`.
 */
export const lesson = /* @__PURE__ */ z.object({
  /** Stable across versions and re-imports. */
  uuid: f.uuid,
  /** The regular lesson that it changes; null for an additional lesson or event without one. */
  lesson_id: /* @__PURE__ */ z.nullable(f.id),
  kind,
  meta: /* @__PURE__ */ z.object({
    displayname: /* @__PURE__ */ z.string(),
    shortname: /* @__PURE__ */ z.string(),
    /** Where the display name comes from. */
    displayname_kind: /* @__PURE__ */ z.enum(['subject', 'course', 'comment', 'event']),
    /** The source's text about a move. */
    moved_comment: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
  }),
  comment: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
  /** First and last of `dates`. */
  begins_at: f.date,
  ends_at: f.date,
  /** Ascending, never empty. */
  dates: /* @__PURE__ */ z.array(f.date),
  /** The period's key where it has one (`3`, `0`). */
  hour: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
  time_begins_at: f.time,
  time_ends_at: f.time,
  /** The replaced lessons; for a changed lesson the old teacher, room and subject. */
  substituted_lessons: /* @__PURE__ */ z.array(lessonReference),
  /** MOVED_TO: where it went; MOVED_FROM: where it came from. */
  substituted_target_lessons: /* @__PURE__ */ z.array(lessonReference),
  substituted_pivot: /* @__PURE__ */ z.nullable(
    /* @__PURE__ */ z.object({ target_id: /* @__PURE__ */ z.nullable(f.id), lesson_date: f.date }),
  ),
  /** Other lessons that this substitution concerns. */
  referenced_target_lessons: /* @__PURE__ */ z.array(lessonReference),
  teachers: /* @__PURE__ */ z.array(unit),
  grades: /* @__PURE__ */ z.array(unit),
  bookables: /* @__PURE__ */ z.array(unit),
  subject: /* @__PURE__ */ z.nullable(subjectUnit),
  course: /* @__PURE__ */ z.nullable(unit),
});
export type Lesson = z.output<typeof lesson>;

/** The answer of a timetable read (T-3.36). */
export const timetable = /* @__PURE__ */ z.object({
  /** Whose plan it is, for the heading. */
  entity,
  id: f.id,
  displayname: /* @__PURE__ */ z.string(),
  begins_at: f.date,
  ends_at: f.date,
  /** IANA zone of the school; every date and time of this answer is wall time there. */
  time_zone: /* @__PURE__ */ z.string(),
  days_to_show: /* @__PURE__ */ z.int(),
  lessons: /* @__PURE__ */ z.array(lesson),
  times: /* @__PURE__ */ z.array(period),
  holidays: /* @__PURE__ */ z.array(holiday),
  last_updated_at: /* @__PURE__ */ z.nullable(f.instant),
});
export type Timetable = z.output<typeof timetable>;

/** A hit of the quick search for another plan. */
export const searchHit = /* @__PURE__ */ z.object({
  entity,
  id: f.id,
  shortcut: /* @__PURE__ */ z.string(),
  name: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
});
export type SearchHit = z.output<typeof searchHit>;
