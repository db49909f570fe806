import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { availableCourse, enrolment, participant } from '../structure/index.ts';

/** The courses of a pupil by id (T-3.38), and what the reader may do with the selection. */
export const availableCourses = z.record(z.string().check(z.regex(/^[1-9]\d*$/)), availableCourse);
export type AvailableCourses = z.output<typeof availableCourses>;

/** What somebody has chosen. */
export const courseSelection = z.object({
  user_id: f.id,
  firstname: z.string(),
  enrolments: z.array(enrolment),
  can: z.object({ choose: f.flag }),
});
export type CourseSelection = z.output<typeof courseSelection>;

/** A participant, with what the reader may do. */
export const courseParticipant = z.extend(participant, { can: z.object({ update: f.flag }) });
export type CourseParticipant = z.output<typeof courseParticipant>;
