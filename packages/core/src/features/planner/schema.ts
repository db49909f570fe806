import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { period, schoolYear, subjectUnit, unit } from '../structure/index.ts';
import { EDITS_MAXIMUM, VERSION_NOTE_MAXIMUM } from './rules.ts';

/** A version of the plan of a school year, which only planners see (T-3.39). */
export const planVersion = z.object({
  id: f.id,
  uuid: f.uuid,
  school_year: schoolYear,
  /** The name of its school year, `2026 / 2027` (T-3.40). */
  name: z.string(),
  /** Counts the versions of the school year, from 1. */
  number: z.int(),
  /** What its makers say of it; may be empty. */
  note: z.string(),
  /** DRAFT: has something that is not published. */
  state: z.enum(['DRAFT', 'PUBLISHED']),
  /** Counts pushes and pops. */
  revision: z.int(),
  /** Is its school year nearly over (T-4.05)? */
  is_old: z.boolean(),
  /** The plan that it was made from, or became, is not the one in force any more. */
  is_overtaken: z.boolean(),
  lessons: z.int(),
  created_at: f.instant,
  /** Surname, first name; null: an erased account. */
  created_by: z.nullable(z.string()),
  changed_at: f.instant,
  published: z.nullable(z.object({ at: f.instant, by: z.nullable(z.string()), from: f.date })),
  can: z.object({ update: f.flag, publish: f.flag }),
});
export type PlanVersion = z.output<typeof planVersion>;

/** The plan in force in a school year: what a version can be copied from. */
export const planInForce = z.object({
  uuid: f.uuid,
  school_year: schoolYear,
  /** When it was put in force, or changed since. */
  last_updated_at: z.nullable(f.instant),
});
export type PlanInForce = z.output<typeof planInForce>;

export const plannerOverview = z.object({
  /** The newest school year first, in it the newest version. */
  versions: z.array(planVersion),
  plans: z.array(planInForce),
});
export type PlannerOverview = z.output<typeof plannerOverview>;

export const versionDraft = z.strictObject({
  school_year_id: f.id,
  note: f.line(VERSION_NOTE_MAXIMUM, 0),
  /** The uuid of another version or of a plan in force; null: without lessons. */
  copy_data_from_version: z.nullable(f.uuid),
});

/** A time of the week where a lesson is, or may be: it begins with this period. */
export const place = z.object({ weekday: z.int().check(z.minimum(1), z.maximum(7)), hour: f.line(20) });
export type Place = z.output<typeof place>;

/** A step of the history: what somebody changed in one push. */
export const versionStep = z.object({
  revision: z.int(),
  at: f.instant,
  by: z.nullable(z.string()),
  is_own: z.boolean(),
  is_popped: z.boolean(),
  moves: z.array(
    z.object({
      /** Subject, or course, and classes of the lesson. */
      lesson: z.string(),
      from: z.nullable(place),
      to: z.nullable(place),
    }),
  ),
});
export type VersionStep = z.output<typeof versionStep>;

export const versionWithHistory = z.extend(planVersion, { history: z.array(versionStep) });
export type VersionWithHistory = z.output<typeof versionWithHistory>;

/** A lesson of a version: held once a week, in some weeks of the year. */
export const plannedLesson = z.object({
  lesson_id: f.id,
  /** Counts the changes of this lesson in this version. */
  version: z.int(),
  subject_id: z.nullable(f.id),
  course_id: z.nullable(f.id),
  /** All three null: it has no time yet. */
  weekday: z.nullable(z.int()),
  time_begins_at: z.nullable(f.time),
  time_ends_at: z.nullable(f.time),
  hour: z.nullable(z.string()),
  /** In periods. */
  length: z.int(),
  begins_at: f.date,
  ends_at: f.date,
  /** The weeks in which it is held, as Mondays; null: every week. */
  pattern: z.nullable(z.object({ name: z.string(), weeks: z.array(f.date) })),
  grade_ids: z.array(f.id),
  teacher_ids: z.array(f.id),
  bookable_ids: z.array(f.id),
});
export type PlannedLesson = z.output<typeof plannedLesson>;

export const plannedCourse = z.extend(unit, {
  /** The whole class takes part: it cannot have another lesson at the same time. */
  is_whole: z.boolean(),
});
export type PlannedCourse = z.output<typeof plannedCourse>;

/** Everything that the editor shows of a version (T-7.10). */
export const editorState = z.object({
  version: planVersion,
  /** How many days of the week are planned, from Monday. */
  days: z.int(),
  periods: z.array(period),
  grades: z.array(unit),
  teachers: z.array(unit),
  bookables: z.array(unit),
  subjects: z.array(subjectUnit),
  courses: z.array(plannedCourse),
  lessons: z.array(plannedLesson),
});
export type EditorState = z.output<typeof editorState>;

/** A lesson gets another time, or none. */
export const lessonEdit = z.strictObject({
  lesson_id: f.id,
  /** The version of the lesson that it was made from. */
  version: z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
  place: z.nullable(z.strictObject({ weekday: z.int().check(z.minimum(1), z.maximum(7)), hour: f.line(20) })),
});
export type LessonEdit = z.output<typeof lessonEdit>;

export const lessonEdits = z.array(lessonEdit).check(z.minLength(1), z.maxLength(EDITS_MAXIMUM));

/** What a push or pop left: the lessons that it changed, and the version. */
export const editsDone = z.object({ version: planVersion, lessons: z.array(plannedLesson) });
export type EditsDone = z.output<typeof editsDone>;
