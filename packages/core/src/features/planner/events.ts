import * as z from 'zod/mini';
import { event } from '../../kernel/event.ts';
import * as f from '../../kernel/fields.ts';
import { DONE, EDIT_KINDS, editsDone, plannedLesson, planVersion } from './schema.ts';

export const changed = event({
  name: 'planner.changed',
  payload: z.extend(editsDone, {
    version: z.omit(planVersion, { can: true }),
    done: z.enum(DONE),
    user_id: f.id,
    displayname: z.string(),
    /** What became of the lesson, where it is one; null: of none or several. */
    kind: z.nullable(z.enum(EDIT_KINDS)),
    /** How many lessons are others now. */
    count: z.int(),
    /** Null: all that the editor shows has to be fetched again. */
    lessons: z.nullable(z.array(plannedLesson)),
  }),
  summary:
    'Somebody has changed lessons of a version of the plan, taken that back or published it: told to those who plan, with the lessons where they are few.',
});
