import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { booklet, bookletDraft } from './booklet-schema.ts';

const planning = { auth: 'user', needs: { permission: 'view-timetable-planner' } } as const;

export const listBooklets = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/booklets',
  answer: f.answerOf(z.array(booklet)),
  summary: 'The booklets of plans that were made and can still be downloaded, newest first, with how far each is.',
});

export const createBooklet = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/booklets',
  body: bookletDraft,
  answer: f.answerOf(booklet),
  errors: ['not_found'],
  audit: 'planner:audit.createBooklet',
  summary:
    'Starts to make one PDF of the plans of all classes, teachers or rooms in a week, a page each, without what is hidden; of the plan in force, or of a draft, which each page says; one at a time.',
});

export const downloadBooklet = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/booklets/{id}',
  params: z.object({ id: f.idText }),
  answer: null,
  produces: 'file',
  errors: ['not_found'],
  summary: 'A booklet that is ready, as PDF.',
});
