import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { period, subjectUnit, unit } from '../structure/index.ts';
import { EXAM_KINDS, EXAM_LIMIT_MAXIMUM, EXAM_NOTE_MAXIMUM, EXAM_REASON_MAXIMUM, EXAM_TOPIC_MAXIMUM } from './rules.ts';

const times = { date: f.date, time_begins_at: f.time, time_ends_at: f.time };

/** An exam that is there as it is changed: whose it is stays. */
export const examChange = z.strictObject({
  ...times,
  bookable_id: z.nullable(f.id),
  kind: z.enum(EXAM_KINDS),
  topic: f.line(EXAM_TOPIC_MAXIMUM, 0),
  note: f.text(EXAM_NOTE_MAXIMUM),
  /** May it be shown on screens of the school? */
  is_public: z.boolean(),
  is_cancelled: z.boolean(),
  /** Why there may be one too many; empty: nobody says so. */
  over_reason: f.line(EXAM_REASON_MAXIMUM, 0),
  updated_at: f.instant,
});
export type ExamChange = z.output<typeof examChange>;

/** A new exam: of a course, or of a grade in a subject. */
export const examDraft = z.extend(z.omit(examChange, { updated_at: true, is_cancelled: true }), {
  course_id: z.nullable(f.id),
  grade_id: z.nullable(f.id),
  subject_id: z.nullable(f.id),
});
export type ExamDraft = z.output<typeof examDraft>;

export const exam = z.object({
  id: f.id,
  uuid: f.uuid,
  ...times,
  kind: z.enum(EXAM_KINDS),
  topic: z.string(),
  note: z.string(),
  course: z.nullable(unit),
  subject: z.nullable(subjectUnit),
  grades: z.array(unit),
  room: z.nullable(unit),
  is_public: z.boolean(),
  is_cancelled: z.boolean(),
  /** For those who may change it: why it is one too many, who entered it, and who changed it last. */
  over_reason: z.nullable(z.string()),
  author: z.nullable(z.string()),
  editor: z.nullable(z.string()),
  /** The reader's children who write it, where there are several. */
  child_ids: z.array(f.id),
  updated_at: f.instant,
  can: z.object({ update: f.flag, delete: f.flag }),
});
export type Exam = z.output<typeof exam>;

/** What somebody can choose for an exam. */
export const examOptions = z.object({
  /** Courses, and grades with their subjects, for which the caller enters exams. */
  units: z.array(
    z.object({ course: z.nullable(unit), grade: z.nullable(unit), subject: z.nullable(subjectUnit), name: z.string() }),
  ),
  /** The classes whose exams the caller sees. */
  grades: z.array(unit),
  rooms: z.array(unit),
  times: z.array(period),
  can: z.object({ create: f.flag, exceed: f.flag }),
});
export type ExamOptions = z.output<typeof examOptions>;

/** Another exam, to those who plan one: what it is, and nothing of what it is about. */
const otherExam = z.object({
  id: f.id,
  date: f.date,
  time_begins_at: f.time,
  kind: z.enum(EXAM_KINDS),
  name: z.string(),
});

/** What an exam at some time would mean. */
export const examCheck = z.object({
  overs: z.array(
    z.object({
      scope: z.enum(['day', 'week']),
      /** A class as a whole; null: pupils of several courses. */
      grade: z.nullable(unit),
      pupils_count: z.int(),
      /** Their names, for those who may see them. */
      pupils: z.array(z.string()),
      count: z.int(),
      limit: z.int(),
      exams: z.array(otherExam),
    }),
  ),
  /** Who has the room then. */
  taken: z.array(
    z.object({ type: z.enum(['lesson', 'exam']), name: z.string(), time_begins_at: f.time, time_ends_at: f.time }),
  ),
  can: z.object({ exceed: f.flag }),
});
export type ExamCheck = z.output<typeof examCheck>;

const limit = z.int().check(z.minimum(0), z.maximum(EXAM_LIMIT_MAXIMUM));

/** The limits of a school; 0 is none. */
export const examSettings = z.object({ per_day: limit, per_week: limit, updated_at: z.nullable(f.instant) });
export type ExamSettings = z.output<typeof examSettings>;
export const examSettingsUpdate = z.strictObject(examSettings.shape);
