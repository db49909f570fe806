import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { checkedChild, codeText, nameText, teaching } from './schema.ts';

const person = z.object({ id: z.union([z.literal('self'), f.idText]) });

export const checkChildCode = endpoint({
  method: 'POST',
  path: '/users/{id}/childs/check-code',
  auth: 'user',
  needs: 'self',
  params: person,
  body: z.strictObject({
    code: codeText,
    /** Left out: only whether the code can be used. */
    child: z.optional(z.strictObject({ firstname: nameText, lastname: nameText })),
    /** For a child whose grade the school does not know. */
    grade_id: z.optional(f.id),
  }),
  answer: f.answerOf(checkedChild),
  errors: ['not_found', 'unknown_activation_code', 'code_used', 'code_expired', 'code_withdrawn', 'child_wrong'],
  idempotent: false,
  audit: 'registration:audit.checkChildCode',
  summary:
    'Whether a parent can join a child with a code; with the name of the child the code is the parent’s own and childs/assign is open for an hour.',
});

export const updateTeaching = endpoint({
  method: 'PUT',
  path: '/users/{id}/teaching',
  auth: 'user',
  needs: 'self',
  params: person,
  body: teaching,
  answer: f.answerOf(teaching),
  errors: ['not_found'],
  audit: 'registration:audit.updateTeaching',
  summary: 'Saves which grades and subjects the caller, a teacher, teaches.',
});

export const updateShortcut = endpoint({
  method: 'PUT',
  path: '/users/{id}/shortcut',
  auth: 'user',
  needs: 'self',
  params: person,
  body: z.strictObject({ teacher_id: f.id }),
  answer: f.answerOf(z.object({ teacher_id: f.id })),
  errors: ['not_found', 'teacher_taken'],
  audit: 'registration:audit.updateShortcut',
  summary: 'Gives the caller, a teacher, a record of the timetable that nobody has; 409 when somebody has it.',
});
