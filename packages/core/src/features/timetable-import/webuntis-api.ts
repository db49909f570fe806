import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { webUntisConnection, webUntisDraft, webUntisReport, webUntisTrial } from './webuntis-schema.ts';

const params = z.object({ id: f.idText });

export const getWebUntis = endpoint({
  method: 'GET',
  path: '/schools/{id}/webuntis-connection',
  auth: 'upload',
  needs: { permission: 'import-timetable' },
  params,
  answer: f.answerOf(z.nullable(webUntisConnection)),
  errors: ['not_found'],
  summary: 'The connection of the school to its WebUntis and how the last look ended; never with its password.',
});

export const setWebUntis = endpoint({
  method: 'PUT',
  path: '/schools/{id}/webuntis-connection',
  auth: 'user',
  needs: { permission: 'import-timetable' },
  params,
  body: webUntisDraft,
  answer: f.answerOf(webUntisConnection),
  errors: ['not_found', 'conflict'],
  idempotent: false,
  audit: 'timetable-import:audit.webuntis',
  summary:
    'Saves where the plan is read and how often. Another address, school or account needs its password; publishing by itself needs the permission to publish.',
});

export const removeWebUntis = endpoint({
  method: 'DELETE',
  path: '/schools/{id}/webuntis-connection',
  auth: 'user',
  needs: { permission: 'import-timetable' },
  params,
  answer: null,
  errors: ['not_found'],
  audit: 'timetable-import:audit.webuntisRemoved',
  summary: 'Forgets the connection with its password; what was published stays.',
});

export const checkWebUntis = endpoint({
  method: 'POST',
  path: '/schools/{id}/webuntis-connection/check',
  auth: 'upload',
  needs: { permission: 'import-timetable' },
  params,
  body: webUntisTrial,
  answer: f.answerOf(webUntisReport),
  errors: ['not_found'],
  timeout: 90_000,
  idempotent: false,
  summary: 'Signs in at WebUntis and says in words what is wrong or which right is missing; changes nothing.',
});

export const fetchWebUntis = endpoint({
  method: 'POST',
  path: '/schools/{id}/webuntis-connection/fetch',
  auth: 'upload',
  needs: { permission: 'import-timetable' },
  params,
  body: z.strictObject({}),
  answer: f.answerOf(webUntisConnection),
  errors: ['not_found'],
  audit: 'timetable-import:audit.webuntisFetch',
  summary: 'Reads the plan now, in the background, whether the interval has passed or not.',
});
