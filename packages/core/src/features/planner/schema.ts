import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { period, schoolYear, subjectUnit, unit } from '../structure/index.ts';
import {
  EDITS_MAXIMUM,
  LESSON_LENGTH_MAXIMUM,
  LESSON_UNITS_MAXIMUM,
  PATTERN_NAME_MAXIMUM,
  PATTERN_WEEKS_MAXIMUM,
  VERSION_NOTE_MAXIMUM,
} from './rules.ts';
import { WISHED } from './wishes.ts';

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
  can: z.object({ update: f.flag, publish: f.flag, remove: f.flag, propose: f.flag }),
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

/** Another note about a version, and the one that it stands for: two people may write at once. */
export const versionNote = z.strictObject({
  note: f.line(VERSION_NOTE_MAXIMUM, 0),
  former_note: f.line(VERSION_NOTE_MAXIMUM, 0),
});

/** A time of the week where a lesson is, or may be: it begins with this period. */
export const place = z.object({ weekday: z.int().check(z.minimum(1), z.maximum(7)), hour: f.line(20) });
export type Place = z.output<typeof place>;

/** What was done with a lesson. */
export const EDIT_KINDS = ['ADD', 'REMOVE', 'MOVE', 'CHANGE'] as const;
/** What others are told of a version. */
export const DONE = ['PUSH', 'POP', 'REDO', 'PUBLISH'] as const;
/** What of a lesson can be another beside its time. */
export const LESSON_FACTS = [
  'subject_id',
  'course_id',
  'length',
  'pattern',
  'grade_ids',
  'teacher_ids',
  'bookable_ids',
  'is_pinned',
  'is_divisible',
] as const;
export type LessonFact = (typeof LESSON_FACTS)[number];

/** A step of the history: what somebody changed in one push. */
export const versionStep = z.object({
  revision: z.int(),
  at: f.instant,
  by: z.nullable(z.string()),
  is_own: z.boolean(),
  is_popped: z.boolean(),
  moves: z.array(
    z.object({
      kind: z.enum(EDIT_KINDS),
      /** Subject, or course, and classes of the lesson. */
      lesson: z.string(),
      /** What of it became another, beside its time. */
      facts: z.array(z.enum(LESSON_FACTS)),
      from: z.nullable(place),
      to: z.nullable(place),
    }),
  ),
});
export type VersionStep = z.output<typeof versionStep>;

export const versionWithHistory = z.extend(planVersion, { history: z.array(versionStep) });
export type VersionWithHistory = z.output<typeof versionWithHistory>;

/** The weeks in which a lesson is held, as Mondays. */
export const weekPattern = z.object({ name: z.string(), weeks: z.array(f.date) });
export type WeekPattern = z.output<typeof weekPattern>;

/** A pattern that a lesson can have (T-3.08). */
export const listedPattern = z.extend(weekPattern, {
  /** Of name and weeks: the same in every version of the school year. */
  id: z.string(),
});
export type ListedPattern = z.output<typeof listedPattern>;

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
  /** Null: every week. */
  pattern: z.nullable(weekPattern),
  grade_ids: z.array(f.id),
  teacher_ids: z.array(f.id),
  bookable_ids: z.array(f.id),
  /** It stays where it is when a plan is computed (D-8.07). */
  is_pinned: z.boolean(),
  /** Of a lesson of several periods: wished whole; a proposal may make two of it, if otherwise something stays open (D-8.01). */
  is_divisible: z.boolean(),
});
export type PlannedLesson = z.output<typeof plannedLesson>;

export const plannedCourse = z.extend(unit, {
  /** The whole class takes part: it cannot have another lesson at the same time. */
  is_whole: z.boolean(),
  /** How many take it by choice or because the school says so; null: nobody, or the whole class. */
  pupils: z.nullable(z.int()),
  subject_id: z.nullable(f.id),
  grade_ids: z.array(f.id),
  teacher_ids: z.array(f.id),
});
export type PlannedCourse = z.output<typeof plannedCourse>;

/** A teacher with what their plan has to keep to (D-8.02). */
export const plannedTeacher = z.extend(unit, {
  contract_hours: z.nullable(z.number()),
  most_a_day: z.nullable(z.int()),
  most_a_week: z.nullable(z.int()),
  free_days: z.nullable(z.int()),
  subject_ids: z.array(f.id),
});
export type PlannedTeacher = z.output<typeof plannedTeacher>;

export const plannedGrade = z.extend(unit, {
  most_a_day: z.nullable(z.int()),
  /** Its year levels, and the group that it stands in. */
  range: z.nullable(z.string()),
  category: z.nullable(z.string()),
  /** On the day that is planned for first; null: it is not known. */
  pupils: z.nullable(z.int()),
});
export type PlannedGrade = z.output<typeof plannedGrade>;

/** A room with its places; null: it is not known. */
export const plannedRoom = z.extend(unit, { capacity: z.nullable(z.int()) });
export type PlannedRoom = z.output<typeof plannedRoom>;

/** A mark at a time of the week of a teacher, class or room. */
export const plannedWish = z.object({
  entity: z.enum(WISHED),
  id: f.id,
  weekday: z.int(),
  hour: z.string(),
  wish: z.int(),
});
export type PlannedWish = z.output<typeof plannedWish>;

/** What is to be taught each week: of what, for whom, by whom, in lessons of these lengths (D-8.01). */
export interface Demand {
  readonly subject_id: number | null;
  readonly course_id: number | null;
  readonly grade_ids: number[];
  readonly teacher_ids: number[];
  readonly bookable_ids: number[];
  /** Null: every week. */
  readonly pattern: WeekPattern | null;
  /** In periods, the longest first. */
  readonly blocks: number[];
}

/** What the editor shows of a version beside its lessons. */
export const editorFacts = z.object({
  version: planVersion,
  /** How many days of the week are planned, from Monday. */
  days: z.int(),
  periods: z.array(period),
  grades: z.array(plannedGrade),
  teachers: z.array(plannedTeacher),
  bookables: z.array(plannedRoom),
  subjects: z.array(subjectUnit),
  courses: z.array(plannedCourse),
  wishes: z.array(plannedWish),
  /** The patterns that a lesson can have, by name. */
  patterns: z.array(listedPattern),
});

/** Everything that the editor shows of a version; it travels as `EditorAnswer`. */
export interface EditorState extends z.output<typeof editorFacts> {
  readonly lessons: PlannedLesson[];
  readonly demands: Demand[];
}

const unitIds = z.array(f.id).check(z.maxLength(LESSON_UNITS_MAXIMUM));

/** What a lesson is, without its time. */
export const lessonContent = z.strictObject({
  subject_id: z.nullable(f.id),
  course_id: z.nullable(f.id),
  /** In periods. */
  length: z.int().check(z.minimum(1), z.maximum(LESSON_LENGTH_MAXIMUM)),
  /** Null: every week. */
  pattern: z.nullable(
    z.strictObject({
      name: f.line(PATTERN_NAME_MAXIMUM),
      weeks: z.array(f.date).check(z.minLength(1), z.maxLength(PATTERN_WEEKS_MAXIMUM)),
    }),
  ),
  grade_ids: unitIds,
  teacher_ids: unitIds,
  bookable_ids: unitIds,
});
export type LessonContent = z.output<typeof lessonContent>;

const wishedPlace = z.nullable(
  z.strictObject({ weekday: z.int().check(z.minimum(1), z.maximum(7)), hour: f.line(20) }),
);
/** The version of the lesson that a change was made from. */
const seenVersion = z.int().check(z.minimum(1), z.maximum(1_000_000_000));

/** A lesson gets another time, or none, or becomes another; what is not named stays. */
export const lessonEdit = z.strictObject({
  lesson_id: f.id,
  version: seenVersion,
  place: z.optional(wishedPlace),
  content: z.optional(lessonContent),
  is_pinned: z.optional(z.boolean()),
  is_divisible: z.optional(z.boolean()),
});
export type LessonEdit = z.output<typeof lessonEdit>;

/** A lesson that there was not. */
export const addedLesson = z.extend(lessonContent, {
  place: wishedPlace,
  /** The lesson that it is a copy, or a part, of: it is held from and to the same days. */
  copied_lesson_id: z.optional(f.id),
});
export type AddedLesson = z.output<typeof addedLesson>;

/** A lesson that there is not any more. */
export const removedLesson = z.strictObject({ lesson_id: f.id, version: seenVersion });
export type RemovedLesson = z.output<typeof removedLesson>;

/** What one push does, all or nothing: a double that becomes two singles is one changed and one added. */
export const lessonEdits = z.strictObject({
  version_uuid: f.uuid,
  edits: z.optional(z.array(lessonEdit).check(z.maxLength(EDITS_MAXIMUM))),
  added: z.optional(z.array(addedLesson).check(z.maxLength(EDITS_MAXIMUM))),
  removed: z.optional(z.array(removedLesson).check(z.maxLength(EDITS_MAXIMUM))),
});
export type LessonEdits = z.output<typeof lessonEdits>;

/** What a push, or taking one back, left: lessons that it made or changed, those that are gone, and the version. */
export const editsDone = z.object({
  version: planVersion,
  lessons: z.array(plannedLesson),
  removed_ids: z.array(f.id),
});
export type EditsDone = z.output<typeof editsDone>;
/** The same as others are told of it: what they may do with the version is not said. */
export type EditsTold = Omit<EditsDone, 'version'> & {
  version: Omit<PlanVersion, 'can'> & Partial<Pick<PlanVersion, 'can'>>;
};
