import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { TASK_MAXIMUM } from './task-rules.ts';

/** A lesson of the weekly plan on one of its days, also where something is changed or dropped that day. */
const path = '/timetables/lessons/{lesson_id}/{date}/task';
const params = z.object({ lesson_id: f.idText, date: f.date });

/** What is to be done in a lesson that its teacher does not hold. */
export const lessonTask = z.object({
  /** Empty: there is none, or none for the caller. */
  text: z.string(),
  /** Pupils and parents read it too. */
  is_for_pupils: z.boolean(),
  /** Who wrote it last; null: nobody, or an erased account. */
  by: z.nullable(z.string()),
  updated_at: z.nullable(f.instant),
  can: z.object({ update: f.flag }),
});
export type LessonTask = z.output<typeof lessonTask>;

export const getTask = endpoint({
  method: 'GET',
  path,
  auth: 'user',
  needs: { permission: 'view-timetable' },
  params,
  answer: f.answerOf(lessonTask),
  errors: ['not_found'],
  summary:
    'What the teacher of a lesson has left for a day: for the teachers of the lesson by the plan, whoever holds it and planners, and where it is for them for those who take part and their parents. Nobody else is told whether there is any.',
});

export const setTask = endpoint({
  method: 'PUT',
  path,
  auth: 'user',
  needs: { permission: 'view-timetable' },
  params,
  body: z.strictObject({
    /** Empty: it is taken back. */
    text: f.text(TASK_MAXIMUM),
    is_for_pupils: z.boolean(),
    /** Of the version that was changed; null: there was none. */
    updated_at: z.nullable(f.instant),
  }),
  answer: f.answerOf(lessonTask),
  errors: ['not_found', 'conflict'],
  audit: 'lesson-task:audit.setTask',
  summary:
    'Leaves, changes or takes back what is to be done in a lesson; for its teachers by the plan and for planners. 409 when somebody has changed it since.',
});
