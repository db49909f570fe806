import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { HOMEWORK_ORDERS, CLASSBOOK_TIMEOUT as timeout } from './limits.ts';
import { homework, homeworkDraft, homeworkUpdate, listQuery } from './schema.ts';

const book = z.object({ id: f.idText });
const one = z.object({ id: f.idText, homeworkId: f.idText });

export const listHomeworks = endpoint({
  method: 'GET',
  path: '/classbooks/{id}/homeworks',
  auth: 'user',
  needs: { permission: 'view-homeworks' },
  params: book,
  query: z.extend(listQuery, { entry_id: z.optional(f.idText), order: z.optional(z.enum(HOMEWORK_ORDERS)) }),
  answer: f.answerOf(z.array(homework)),
  errors: ['not_found'],
  timeout,
  summary:
    'Homework, what is due next first and then what was due last, unless ordered: of the lessons that the caller sees, or that they or their children take part in.',
});

export const createHomework = endpoint({
  method: 'POST',
  path: '/classbooks/{id}/homeworks',
  auth: 'user',
  needs: { can: 'entry.create-homework' },
  params: book,
  body: homeworkDraft,
  answer: f.answerOf(homework),
  errors: ['not_found'],
  audit: 'classbook:audit.createHomework',
  timeout,
  summary: 'Gives homework in a lesson, due on its day or later.',
});

export const updateHomework = endpoint({
  method: 'PUT',
  path: '/classbooks/{id}/homeworks/{homeworkId}',
  auth: 'user',
  needs: { can: 'homework.update' },
  params: one,
  body: homeworkUpdate,
  answer: f.answerOf(homework),
  errors: ['not_found', 'conflict'],
  audit: 'classbook:audit.updateHomework',
  timeout,
  summary: 'Changes homework; 409 when somebody else changed it since `updated_at`.',
});

export const removeHomework = endpoint({
  method: 'DELETE',
  path: '/classbooks/{id}/homeworks/{homeworkId}',
  auth: 'user',
  needs: { can: 'homework.delete' },
  params: one,
  answer: null,
  errors: ['not_found'],
  audit: 'classbook:audit.removeHomework',
  timeout,
  summary: 'Takes homework back.',
});
