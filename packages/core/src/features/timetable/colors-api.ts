import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { HUES } from '../../kernel/hues.ts';

export const setCourseColor = endpoint({
  forLeavers: true,
  method: 'PUT',
  path: '/users/{id}/timetable/course-colors',
  auth: 'user',
  needs: 'self',
  params: z.object({ id: f.idText }),
  body: z.strictObject({ course_id: f.id, color: z.nullable(z.enum(HUES)) }),
  answer: f.answerOf(z.array(z.object({ course_id: f.id, color: z.enum(HUES) }))),
  errors: ['not_found'],
  summary:
    'Gives a course one of the twelve colours in all plans that the caller sees, or with null that of its subject. Answers all colours.',
});
