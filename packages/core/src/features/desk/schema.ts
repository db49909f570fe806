import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { subjectUnit, unit } from '../structure/index.ts';
import { lesson } from '../timetable/index.ts';
import {
  ABSENCE_COMMENT_MAXIMUM,
  DECISION_COMMENT_MAXIMUM,
  DECISION_UNITS_MAXIMUM,
  DECISIONS_MAXIMUM,
  STANDBY_SUBJECTS_MAXIMUM,
} from './limits.ts';
import { EXCLUSIONS } from './people.ts';
import { type Factor, WEIGHT_MAXIMUM, WINDOWS } from './weights.ts';

/**
 * What can be decided about a lesson, by the names of the plan's kinds. NONE: as planned; CHANGED: another teacher or room
 * (kind null in the plan); MOVED: MOVED_TO at the old time and MOVED_FROM at the new one. ADDITIONAL is never about a
 * lesson, EVENT and MESSAGE can be without one: a MESSAGE that names nobody is a note of the day for the whole school.
 */
export const DECISION_KINDS = ['NONE', 'CHANGED', 'CANCLED', 'MOVED', 'ADDITIONAL', 'EVENT', 'MESSAGE'] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];

/** OPEN: somebody or something of it is missing; DROPPED: it is not held; PLANNED: nothing of it is missing. */
export const LESSON_STATES = ['OPEN', 'SOLVED', 'DROPPED', 'PLANNED'] as const;
export type LessonState = (typeof LESSON_STATES)[number];

/**
 * What is with a draft that was to be published at a time. WAITING: it will be; CHANGED: decided anew since, so that it is no part
 * of it; and why it was not when the time came: GONE, its lesson or the time that it moves to; MISSING, a teacher or a room of it,
 * since then; PARTNER, the lesson it changes places with.
 */
export const DUE_STATES = ['WAITING', 'CHANGED', 'GONE', 'MISSING', 'PARTNER'] as const;
export type DueState = (typeof DUE_STATES)[number];

/** Weekdays of an absence, 1 = Monday … 7; none: every day. */
const days = z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.maxLength(7));

/** Why somebody or something is not there: an absence type of the school. */
export const absenceReason = z.object({ id: z.string(), name: z.string() });

/** A teacher, a room or a class that is not there (T-3.01). */
export const deskAbsence = z.object({
  id: f.id,
  teacher: z.nullable(unit),
  bookable: z.nullable(unit),
  grade: z.nullable(unit),
  begins_at: f.date,
  ends_at: f.date,
  /** On the first day from then on, with `days` on each of them; null: from its beginning. */
  time_begins_at: z.nullable(f.time),
  /** On the last day until then, with `days` on each of them; null: to its end. */
  time_ends_at: z.nullable(f.time),
  /** The periods of the day that begin and end at these times. */
  begins_time_id: z.nullable(f.id),
  ends_time_id: z.nullable(f.id),
  days,
  reason: z.nullable(absenceReason),
  /** For the desk only. */
  comment: z.nullable(z.string()),
  /** Who entered it; null: an erased account. */
  by: z.nullable(z.string()),
  /** When a teacher reported it of themself; null: the desk entered it. */
  reported_at: z.nullable(f.instant),
});
export type DeskAbsence = z.output<typeof deskAbsence>;

export const absenceDraft = z.strictObject({
  teacher_id: z.nullable(f.id),
  bookable_id: z.nullable(f.id),
  grade_id: z.nullable(f.id),
  begins_at: f.date,
  ends_at: f.date,
  /** First and last period; null: from the beginning, to the end of the day. */
  begins_time_id: z.nullable(f.id),
  ends_time_id: z.nullable(f.id),
  days,
  absence_reason_id: z.nullable(f.line(60)),
  comment: z.nullable(f.line(ABSENCE_COMMENT_MAXIMUM)),
});
export type AbsenceDraft = z.output<typeof absenceDraft>;

/** What the desk has decided, and whether everybody knows it. */
export const decision = z.object({
  id: f.id,
  /** Counts its changes. */
  version: z.int(),
  kind: z.enum(DECISION_KINDS),
  hour: z.nullable(z.string()),
  subject_id: z.nullable(f.id),
  grade_ids: z.array(f.id),
  teacher_ids: z.array(f.id),
  bookable_ids: z.array(f.id),
  comment: z.nullable(z.string()),
  target: z.nullable(z.object({ date: f.date, hour: z.string() })),
  is_draft: z.boolean(),
  /** Null: nobody has set a time for it. */
  due: z.nullable(z.enum(DUE_STATES)),
  by: z.nullable(z.string()),
  changed_at: f.instant,
  /** What pupils, parents and teachers read of it, as the plan says it; empty where it is as planned. */
  reads: z.array(lesson),
});
export type Decision = z.output<typeof decision>;

/** A lesson of a day at the desk. */
export const deskLesson = z.object({
  lesson_id: f.id,
  hour: z.nullable(z.string()),
  time_begins_at: f.time,
  time_ends_at: f.time,
  subject: z.nullable(subjectUnit),
  course: z.nullable(unit),
  grades: z.array(unit),
  teachers: z.array(unit),
  bookables: z.array(unit),
  state: z.enum(LESSON_STATES),
  /** Those of its teachers and rooms that are not there; its classes, where none of them is. */
  absent_ids: z.object({ teachers: z.array(f.id), bookables: z.array(f.id), grades: z.array(f.id) }),
  /** What an import has brought of it and is in force, as the plan says it. */
  imported: z.array(lesson),
  decision: z.nullable(decision),
});
export type DeskLesson = z.output<typeof deskLesson>;

/** Drafts of a day that are published at a time, as whoever set it. */
export const deskPublication = z.object({
  id: f.id,
  /** Counts how often it was set. */
  version: z.int(),
  publish_at: f.instant,
  by: z.nullable(z.string()),
  /** Null: its time has not come. */
  done_at: z.nullable(f.instant),
  /** How many decisions it has put in force. */
  published: z.int(),
  /** Nothing was published: whoever set it was not allowed to any more. */
  is_refused: z.boolean(),
});
export type DeskPublication = z.output<typeof deskPublication>;

export const deskPeriod = z.object({ id: f.id, hour: z.string(), begins_at: f.time, ends_at: f.time });

export const deskDay = z.object({
  date: f.date,
  /** False: holidays, a free day, or no school year. */
  is_school_day: z.boolean(),
  periods: z.array(deskPeriod),
  teachers: z.array(unit),
  bookables: z.array(unit),
  grades: z.array(unit),
  /** What can be said of why somebody is not there. */
  reasons: z.array(absenceReason),
  absences: z.array(deskAbsence),
  /** What is affected or decided, by time. */
  lessons: z.array(deskLesson),
  /** What is decided without a lesson of that day. */
  notes: z.array(decision),
  /** Additional and moved lessons, events and break supervisions of which somebody or something is missing, by time. */
  stranded: z.array(lesson),
  /** What of it is published at a time, or was last. */
  publication: z.nullable(deskPublication),
});
export type DeskDay = z.output<typeof deskDay>;

const ids = z.array(f.id).check(z.maxLength(DECISION_UNITS_MAXIMUM));

export const decisionDraft = z.strictObject({
  /** Null: a new one. Of a lesson it need not be named. */
  id: z.nullable(f.id),
  lesson_id: z.nullable(f.id),
  /** The version that it was made from; 0: there was none. */
  version: z.int().check(z.minimum(0), z.maximum(1_000_000_000)),
  kind: z.enum(DECISION_KINDS),
  /** When, for what is about no lesson; null: the whole day. */
  hour: z.nullable(f.line(20)),
  subject_id: z.nullable(f.id),
  grade_ids: ids,
  teacher_ids: ids,
  bookable_ids: ids,
  comment: z.nullable(f.text(DECISION_COMMENT_MAXIMUM)),
  target: z.nullable(z.strictObject({ date: f.date, hour: f.line(20) })),
});
export type DecisionDraft = z.output<typeof decisionDraft>;

export const decisionsDraft = z.strictObject({
  date: f.date,
  decisions: z.array(decisionDraft).check(z.minLength(1), z.maxLength(DECISIONS_MAXIMUM)),
});

const seen = {
  date: f.date,
  decisions: z
    .array(z.strictObject({ id: f.id, version: z.int().check(z.minimum(1), z.maximum(1_000_000_000)) }))
    .check(z.minLength(1), z.maxLength(DECISIONS_MAXIMUM)),
};

/** The drafts of a day that were looked at, by version. */
export const publication = z.strictObject(seen);

/** The same, to be published at a time on the school's clock. */
export const laterPublication = z.strictObject({
  ...seen,
  at: z.strictObject({ date: f.date, time: f.time }),
  /** That of the day which it takes the place of; 0: there was none. */
  version: z.int().check(z.minimum(0), z.maximum(1_000_000_000)),
});
export type LaterPublication = z.output<typeof laterPublication>;

/** How many decisions are in force now. */
export const published = z.object({ decisions: z.int() });

const factors = z.enum([
  'standby',
  'set_free',
  'second_teacher',
  'subject_in_class',
  'subject',
  'class',
  'class_teacher',
  'closes_gap',
  'adjacent',
  'neighbouring_hour',
  'above_average',
  'this_day',
  'long_day',
  'other_building',
] as const satisfies readonly Factor[]);
const parts = z.array(z.object({ factor: factors, count: z.int(), points: z.int() }));

/** Who can take a lesson, the best first, and who cannot (D-8.10). */
export const ranking = z.object({
  suggestions: z.array(
    z.object({
      teacher_id: f.id,
      points: z.int(),
      parts,
      given_in_year: z.int(),
      tie: z.nullable(z.enum(['year', 'lot'])),
    }),
  ),
  excluded: z.array(z.object({ teacher_id: f.id, reason: z.enum(EXCLUSIONS) })),
  /** Rooms that nobody has at that time. */
  free_bookable_ids: z.array(f.id),
});
export type DeskRanking = z.output<typeof ranking>;

/** People for all open lessons of a day together (D-8.11). */
export const proposal = z.array(z.object({ lesson_id: f.id, teacher_id: z.nullable(f.id), points: z.int(), parts }));
export type DeskProposal = z.output<typeof proposal>;

const weight = z.int().check(z.minimum(0), z.maximum(WEIGHT_MAXIMUM));
const weights = z.strictObject({
  standby: weight,
  set_free: weight,
  second_teacher: weight,
  subject_in_class: weight,
  subject: weight,
  class: weight,
  class_teacher: weight,
  closes_gap: weight,
  adjacent: weight,
  neighbouring_hour: weight,
  above_average: weight,
  this_day: weight,
  long_day: weight,
  other_building: weight,
} satisfies Record<Factor, typeof weight>);

const maximum = (most: number) => z.nullable(z.int().check(z.minimum(1), z.maximum(most)));

const rules = {
  weights,
  compared: z.enum(WINDOWS),
  /** Substitutions that somebody is given at most; null: no maximum. */
  daily_maximum: maximum(20),
  weekly_maximum: maximum(60),
  only_present: z.boolean(),
  /** Subjects whose lessons are standby. */
  standby_subject_ids: z.array(f.id).check(z.maxLength(STANDBY_SUBJECTS_MAXIMUM)),
  /** The core time of the school, in which pupils are looked after (D-8.12); null: from the beginning, to the end of the day. */
  core_begins_at: z.nullable(f.time),
  core_ends_at: z.nullable(f.time),
};

export const deskSettings = z.object({
  ...rules,
  subjects: z.array(subjectUnit),
  /** Null: as the product has it. */
  updated_at: z.nullable(f.instant),
});
export type DeskSettings = z.output<typeof deskSettings>;

export const deskSettingsDraft = z.strictObject({ ...rules, updated_at: z.nullable(f.instant) });

/** Substitutions that somebody has given (D-8.13). */
export const deskCount = z.object({
  teacher: unit,
  in_week: z.int(),
  /** In the days that the school compares. */
  in_window: z.int(),
  in_year: z.int(),
  /** How many of the compared days would be theirs by their part of all lessons. */
  share: z.number(),
});
export type DeskCount = z.output<typeof deskCount>;

export const deskCounts = z.object({ compared: z.enum(WINDOWS), counts: z.array(deskCount) });
export type DeskCounts = z.output<typeof deskCounts>;
