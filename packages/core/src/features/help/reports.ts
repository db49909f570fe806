import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import type { Lesson } from '../timetable/index.ts';

/** What may be wrong with a lesson in somebody's plan (T-2.48); `course`: it is of a course that they do not take. */
export const REPORT_REASONS = ['course', 'missing', 'time', 'room', 'teacher', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Longest name of the lesson as it stood on screen, characters. */
export const REPORT_LESSON_MAXIMUM = 160;
/** Longest remark, and longest answer, characters. */
export const REPORT_TEXT_MAXIMUM = 1000;
/** Most reports about one person that wait for an answer. */
export const REPORTS_OPEN_MAXIMUM = 10;

export const REPORT_STATES = ['open', 'answered'] as const;

/** What somebody has said about a lesson in a plan, and what the planners answer. */
export const timetableReport = z.object({
  id: f.id,
  user_id: f.id,
  /** The pupil whose plan it is. */
  displayname: z.string(),
  lesson: z.string(),
  reason: z.enum(REPORT_REASONS),
  /** The course that it should be. */
  course: z.string(),
  text: z.string(),
  state: z.enum(REPORT_STATES),
  answer: z.string(),
  created_at: f.instant,
  answered_at: z.nullable(f.instant),
});
export type TimetableReport = z.output<typeof timetableReport>;

export const timetableReportDraft = z.strictObject({
  user_id: f.id,
  lesson: f.line(REPORT_LESSON_MAXIMUM),
  reason: z.enum(REPORT_REASONS),
  course: f.line(REPORT_LESSON_MAXIMUM, 0),
  text: f.text(REPORT_TEXT_MAXIMUM),
});

export const timetableReportAnswer = z.strictObject({
  answer: z.pipe(z.string().check(z.trim()), f.text(REPORT_TEXT_MAXIMUM).check(z.minLength(1))),
});

/** Why a lesson probably stands in a plan as it does; null: nothing speaks for an explanation (T-2.47). */
export type Solution = 'cancelled' | 'moved' | 'substituted' | 'course';

/** The explanation that is offered before anybody writes: a change of the day first, then the course. */
export function predictSolution({
  kind,
  substituted_lessons,
  course,
}: Pick<Lesson, 'kind' | 'substituted_lessons' | 'course'>): Solution | null {
  if (kind === 'CANCLED') return 'cancelled';
  if (kind === 'MOVED_TO' || kind === 'MOVED_FROM') return 'moved';
  if (substituted_lessons.length > 0) return 'substituted';
  return course ? 'course' : null;
}
