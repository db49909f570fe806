import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { exam, examChange, examCheck, examDraft, examOptions, examSettings, examSettingsUpdate } from './schema.ts';

const one = z.object({ id: f.idText });
const seeing = { auth: 'user', needs: { permission: 'view-timetable' } } as const;
const deciding = { auth: 'user', needs: { permission: 'edit-school' } } as const;

export const list = endpoint({
  ...seeing,
  method: 'GET',
  path: '/exams',
  query: z.object({
    from: f.date,
    until: f.date,
    /** Of one class, or of one person. */
    grade_id: z.optional(f.idText),
    user_id: z.optional(f.idText),
    page: f.pageQuery,
  }),
  answer: f.answerOf(z.array(exam)),
  errors: ['not_found'],
  summary:
    'The exams that the caller sees in a closed range of at most 400 days, by their time, and one more that opens the next page.',
});

export const get = endpoint({
  ...seeing,
  method: 'GET',
  path: '/exams/{id}',
  params: one,
  answer: f.answerOf(exam),
  errors: ['not_found'],
  summary: 'One exam.',
});

export const getOptions = endpoint({
  ...seeing,
  method: 'GET',
  path: '/exam-options',
  answer: f.answerOf(examOptions),
  summary: 'For which courses and classes the caller enters exams, with the rooms and periods of the school.',
});

export const check = endpoint({
  ...seeing,
  method: 'GET',
  path: '/exam-check',
  query: z.object({
    /** An exam that is there and would be moved; left out: a new one. */
    id: z.optional(f.idText),
    course_id: z.optional(f.idText),
    grade_id: z.optional(f.idText),
    subject_id: z.optional(f.idText),
    bookable_id: z.optional(f.idText),
    date: f.date,
    time_begins_at: f.time,
    time_ends_at: f.time,
  }),
  answer: f.answerOf(examCheck),
  errors: ['not_found'],
  summary: 'Who would have more exams than the school allows, because of which others, and who has the room then.',
});

export const create = endpoint({
  ...seeing,
  method: 'POST',
  path: '/exams',
  body: examDraft,
  answer: f.answerOf(exam),
  errors: ['not_found'],
  audit: 'exams:audit.create',
  summary:
    'Enters an exam for what one teaches; more than the limits allow is refused with field and reason, unless somebody who plans says why.',
});

export const update = endpoint({
  ...seeing,
  method: 'PUT',
  path: '/exams/{id}',
  params: one,
  body: examChange,
  answer: f.answerOf(exam),
  errors: ['not_found', 'conflict'],
  audit: 'exams:audit.update',
  summary: 'Changes an exam, or cancels it; 409 when somebody has changed it since `updated_at`.',
});

export const remove = endpoint({
  ...seeing,
  method: 'DELETE',
  path: '/exams/{id}',
  params: one,
  answer: null,
  errors: ['not_found'],
  audit: 'exams:audit.remove',
  summary: 'Removes an exam, and what people were told of it.',
});

export const getSettings = endpoint({
  ...deciding,
  method: 'GET',
  path: '/exam-settings',
  answer: f.answerOf(examSettings),
  summary: 'How many exams a class, or a pupil, may have in a day and in a week.',
});

export const saveSettings = endpoint({
  ...deciding,
  method: 'PUT',
  path: '/exam-settings',
  body: examSettingsUpdate,
  answer: f.answerOf(examSettings),
  errors: ['conflict'],
  audit: 'exams:audit.settings',
  summary: 'Sets them; 0 is no limit. 409 when somebody has set them since `updated_at`.',
});
