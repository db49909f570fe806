import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { HUES } from '../../kernel/hues.ts';
import {
  CAPACITY_MAXIMUM,
  CLASS_ORDER_MAXIMUM,
  CONTRACT_HOURS_MAXIMUM,
  COURSE_TYPE_MAXIMUM,
  DAY_HOURS_MAXIMUM,
  FREE_DAYS_MAXIMUM,
  LESSON_UNITS_MAXIMUM,
  LEVEL_RANGE_MAXIMUM,
  UNIT_NAME_MAXIMUM,
  UNIT_SHORTCUT_MAXIMUM,
} from './rules.ts';

/** What planners keep in tables (T-7.17). */
export const BASEDATA = ['subjects', 'teachers', 'bookables', 'grades', 'courses', 'holidays'] as const;
export type Basedata = (typeof BASEDATA)[number];

const name = z.nullable(f.line(UNIT_NAME_MAXIMUM));
const ids = z.array(f.id).check(z.maxLength(LESSON_UNITS_MAXIMUM));
/** Most periods of a day; null: as many as the day has. */
const most_a_day = z.nullable(z.int().check(z.minimum(1), z.maximum(DAY_HOURS_MAXIMUM)));
const head = { shortcut: f.line(UNIT_SHORTCUT_MAXIMUM) };

/**
 * The school keeps it, whoever brought it: imports refer to it, and neither change nor end it. Left out: it stays as it is; of
 * what people add it is true.
 */
const is_custom = z.optional(z.boolean());

export const subjectDraft = z.strictObject({
  ...head,
  name,
  /** Null: the colour that an import gave, or blue (T-3.09, T-3.10). */
  user_color: z.nullable(z.enum(HUES)),
  /** The rooms that it is taught in; none: in any (T-3.23). */
  bookable_ids: ids,
});

export const teacherDraft = z.strictObject({
  ...head,
  title: name,
  firstname: name,
  lastname: name,
  /** Takes over no lessons of others, or no breaks (T-3.13). */
  no_substitution: z.boolean(),
  no_supervision: z.boolean(),
  main_bookable_id: z.nullable(f.id),
  /** Lessons a week by contract, in halves; null: not known. */
  contract_hours: z.nullable(z.number().check(z.minimum(0), z.maximum(CONTRACT_HOURS_MAXIMUM), z.multipleOf(0.5))),
  most_a_day,
  /** Most periods of a week; null: no limit. */
  most_a_week: z.nullable(z.int().check(z.minimum(1), z.maximum(CONTRACT_HOURS_MAXIMUM))),
  /** So many planned days of the week stay without a lesson; null: none has to. */
  free_days: z.nullable(z.int().check(z.minimum(0), z.maximum(FREE_DAYS_MAXIMUM))),
  /** What they teach (T-3.25). */
  subject_ids: ids,
});

export const bookableDraft = z.strictObject({
  ...head,
  name,
  /** What is in it, where it is: said with its plan, and where rooms are looked for. */
  description: name,
  kind: name,
  building: name,
  /** For how many people. */
  capacity: z.nullable(z.int().check(z.minimum(1), z.maximum(CAPACITY_MAXIMUM))),
  /** Its plan can be seen by those who may see plans of rooms, else by planners alone. */
  is_public: z.boolean(),
  /** Whoever wants it asks the office first. Left out: it stays as it is. */
  is_confirmable: z.optional(z.boolean()),
  is_custom,
});

export const gradeDraft = z.strictObject({
  ...head,
  name,
  category: name,
  most_a_day,
  /** The core time, where the class has another one than the school (D-8.12); null: the day's beginning or end. */
  core_begins_at: z.nullable(f.time),
  core_ends_at: z.nullable(f.time),
  /** Its year levels, `7` or `11-12`; null: as its short name says. Left out, as its place: it stays as it is. */
  range: z.optional(z.nullable(f.line(LEVEL_RANGE_MAXIMUM))),
  /** Its place in lists of classes; null: behind the others, by short name. */
  order: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(CLASS_ORDER_MAXIMUM)))),
});

export const courseDraft = z.strictObject({
  ...head,
  name,
  subject_id: z.nullable(f.id),
  grade_ids: ids,
  teacher_ids: ids,
  /** The whole class takes part; nobody has to be enrolled. */
  is_required: z.boolean(),
  /** What kind of course it is, read by whoever chooses it: basic, advanced, club. Left out, as the rest: it stays as it is. */
  type: z.optional(z.nullable(f.line(COURSE_TYPE_MAXIMUM))),
  /** The school year that it lives in; null: it goes on. */
  season_id: z.optional(z.nullable(f.id)),
  /** For a while only: nobody can choose it, and it is put on no rail. */
  is_temp: z.optional(z.boolean()),
  /** Null: that of its import or of its subject. */
  user_color: z.optional(z.nullable(z.enum(HUES))),
  is_custom,
});

/** A free day or holidays, first and last day included (T-3.06). */
export const holidayDraft = z.strictObject({
  name: f.line(UNIT_NAME_MAXIMUM),
  begins_at: f.date,
  ends_at: f.date,
  /** By law, and not of this school or state. */
  is_public: z.boolean(),
});

const row = {
  id: f.id,
  /** Counts the changes that people made. */
  version: z.int(),
  /** Where it comes from; `manual`: it was made here. */
  source: z.string(),
  /** An import owns its names, and ends it. */
  is_imported: z.boolean(),
  can: z.object({ update: f.flag, remove: f.flag }),
};
export const subjectRow = z.object({ ...subjectDraft.shape, ...row, color: z.string() });
export type SubjectRow = z.output<typeof subjectRow>;
export const teacherRow = z.object({ ...teacherDraft.shape, ...row });
export type TeacherRow = z.output<typeof teacherRow>;
export const bookableRow = z.object({ ...bookableDraft.shape, ...row });
export type BookableRow = z.output<typeof bookableRow>;
/** `channel_id`: of its pupils; null: it has none. */
export const gradeRow = z.object({ ...gradeDraft.shape, ...row, channel_id: z.nullable(f.id) });
export type GradeRow = z.output<typeof gradeRow>;
export const courseRow = z.object({ ...courseDraft.shape, ...row, color: z.nullable(z.string()) });
export type CourseRow = z.output<typeof courseRow>;

export const holidayRow = z.object({ ...holidayDraft.shape, ...row });
export type HolidayRow = z.output<typeof holidayRow>;

/** The rows of each table. */
export interface BasedataRows {
  subjects: SubjectRow;
  teachers: TeacherRow;
  bookables: BookableRow;
  grades: GradeRow;
  courses: CourseRow;
  holidays: HolidayRow;
}
export type BasedataRow = BasedataRows[Basedata];

/** What is written of a row of each table. */
export interface BasedataDrafts {
  subjects: z.output<typeof subjectDraft>;
  teachers: z.output<typeof teacherDraft>;
  bookables: z.output<typeof bookableDraft>;
  grades: z.output<typeof gradeDraft>;
  courses: z.output<typeof courseDraft>;
  holidays: z.output<typeof holidayDraft>;
}
