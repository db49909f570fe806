import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { subjectUnit, unit } from './schema.ts';

/** The states of an enrolment (T-3.42, P-3.14). */
export const ENROLMENT_STATES = ['SELECTED', 'DESELECTED'] as const;
export type EnrolmentState = (typeof ENROLMENT_STATES)[number];

/** That somebody takes a course, or has decided not to (T-3.28, T-3.41, P-3.13). */
export const enrolment = z.object({
  id: f.id,
  user_id: f.id,
  course_id: f.id,
  state: z.enum(ENROLMENT_STATES),
  created_at: f.instant,
  joined_at: f.date,
  /** Last day; null: it goes on. */
  left_at: z.nullable(f.date),
  /** The school decided it: the pupil and the parents cannot change it. */
  is_fixed: z.boolean(),
});
export type Enrolment = z.output<typeof enrolment>;

/** A course that a pupil can choose, or takes. */
export const availableCourse = z.object({
  id: f.id,
  shortcut: z.string(),
  name: z.nullable(z.string()),
  /** What kind of course it is, in the words of the school. */
  type: z.nullable(z.string()),
  subject: z.nullable(subjectUnit),
  teachers: z.array(unit),
  /** Null: nothing was decided. */
  enrolment: z.nullable(enrolment),
});
export type AvailableCourse = z.output<typeof availableCourse>;

/** Somebody who takes a course or has given it up. */
export const participant = z.extend(enrolment, {
  firstname: z.string(),
  lastname: z.string(),
  grade: z.nullable(unit),
});
export type Participant = z.output<typeof participant>;
