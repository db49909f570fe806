import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { CALENDAR_VIEWS, holiday, period, subjectUnit, unit } from '../structure/index.ts';

/** Kinds of entities that have a timetable (T-2.07). */
export const ENTITIES = ['users', 'grades', 'teachers', 'bookables', 'courses'] as const;
export type Entity = (typeof ENTITIES)[number];
export const entity = z.enum(ENTITIES);

/**
 * The kinds as they are spelled on the wire (T-3.31). `null` is a regular lesson, or a changed one if it has
 * `substituted_lessons`. MOVED_TO stands at the old slot, MOVED_FROM at the new one. SUPERVISION is a break supervision
 * of a teacher, its area as the comment; only that teacher and planners receive it.
 */
export const KINDS = ['CANCLED', 'MOVED_TO', 'MOVED_FROM', 'ADDITIONAL', 'EVENT', 'MESSAGE', 'SUPERVISION'] as const;
export type Kind = (typeof KINDS)[number];
export const kind = z.nullable(z.enum(KINDS));

/** The views of a timetable (T-4.44). */
export const VIEW_TYPES = ['day', 'week', 'month'] as const;
export type ViewType = (typeof VIEW_TYPES)[number];

/** What a change replaced, or where a moved lesson went to or came from. */
export const lessonReference = z.object({
  /** Identity of the lesson; null when the source gives none. */
  lesson_uuid: z.nullable(f.uuid),
  lesson_id: z.nullable(f.id),
  lesson_date: f.date,
  time_begins_at: f.time,
  time_ends_at: f.time,
  subject: z.nullable(subjectUnit),
  teachers: z.array(unit),
  grades: z.array(unit),
  bookables: z.array(unit),
});
export type LessonReference = z.output<typeof lessonReference>;

/**
 * One record per lesson with all its dates in the range, or one per substitution (T-3.30).
 * An occurrence id is `<uuid>-<epoch seconds of its start>`.
 */
export const lesson = z.object({
  /** Stable across versions and re-imports. */
  uuid: f.uuid,
  /** The regular lesson that it changes; null for an additional lesson or event without one. */
  lesson_id: z.nullable(f.id),
  kind,
  meta: z.object({
    displayname: z.string(),
    shortname: z.string(),
    /** The source of the display name. */
    displayname_kind: z.enum(['subject', 'course', 'comment', 'event']),
    /** The source's text about a move. */
    moved_comment: z.nullable(z.string()),
  }),
  comment: z.nullable(z.string()),
  /** First and last of `dates`. */
  begins_at: f.date,
  ends_at: f.date,
  /** Ascending, never empty. */
  dates: z.array(f.date),
  /** The period's key where it has one (`3`, `0`). */
  hour: z.nullable(z.string()),
  time_begins_at: f.time,
  time_ends_at: f.time,
  /** The replaced lessons; for a changed lesson the old teacher, room and subject. */
  substituted_lessons: z.array(lessonReference),
  /** MOVED_TO: where it went; MOVED_FROM: where it came from. */
  substituted_target_lessons: z.array(lessonReference),
  substituted_pivot: z.nullable(z.object({ target_id: z.nullable(f.id), lesson_date: f.date })),
  /** Other lessons that this substitution concerns. */
  referenced_target_lessons: z.array(lessonReference),
  teachers: z.array(unit),
  grades: z.array(unit),
  bookables: z.array(unit),
  subject: z.nullable(subjectUnit),
  course: z.nullable(unit),
});
export type Lesson = z.output<typeof lesson>;

/** The answer of a timetable read (T-3.36). */
export const timetable = z.object({
  /** The owner of the plan, for the heading. */
  entity,
  id: f.id,
  displayname: z.string(),
  /** What is in a room and where it is, for members; missing where nothing is said. */
  description: z.optional(z.string()),
  begins_at: f.date,
  ends_at: f.date,
  /** IANA zone of the school; every date and time of this answer is wall time there. */
  time_zone: z.string(),
  days_to_show: z.int(),
  /** How the plan opens where nobody says otherwise. */
  calendar_view: z.enum(CALENDAR_VIEWS),
  lessons: z.array(lesson),
  times: z.array(period),
  holidays: z.array(holiday),
  last_updated_at: z.nullable(f.instant),
  /** The days that the public may see; other days have no lessons here, whatever takes place. Missing where all are shown. */
  released: z.optional(z.object({ begins_at: f.date, ends_at: f.date })),
});
export type Timetable = z.output<typeof timetable>;

/** A hit of the quick search for another plan. */
export const searchHit = z.object({
  entity,
  id: f.id,
  shortcut: z.string(),
  name: z.nullable(z.string()),
});
export type SearchHit = z.output<typeof searchHit>;

/** Which rooms nobody has on a date, period by period. */
export const freeRooms = z.object({
  date: f.date,
  periods: z.array(z.object({ hour: z.string(), begins_at: f.time, ends_at: f.time })),
  rooms: z.array(
    z.object({
      id: f.id,
      shortcut: z.string(),
      name: z.nullable(z.string()),
      description: z.nullable(z.string()),
      /** Whoever wants it asks the office first. */
      is_confirmable: z.boolean(),
      /** Hours of the periods in which it is free. */
      free: z.array(z.string()),
    }),
  ),
});
export type FreeRooms = z.output<typeof freeRooms>;
