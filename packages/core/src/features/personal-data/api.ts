import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { archiveBody, personalArchive } from './schema.ts';
import './errors.ts';

export * from './retention-api.ts';

const person = z.object({ id: z.union([z.literal('self'), f.idText]) });

export const listArchives = endpoint({
  method: 'GET',
  path: '/users/{id}/personal-data',
  auth: 'user',
  needs: { can: 'person.see-personal-data' },
  params: person,
  answer: f.answerOf(z.array(personalArchive)),
  errors: ['not_found'],
  summary:
    'The archives of what is stored about a person, newest first: one’s own, or those that the caller asked for as an administrator.',
});

export const createArchive = endpoint({
  forLeavers: true,
  method: 'POST',
  path: '/users/{id}/personal-data',
  auth: 'user',
  needs: { can: 'person.see-personal-data' },
  params: person,
  body: archiveBody,
  answer: f.answerOf(personalArchive),
  errors: ['not_found', 'archive_running'],
  idempotent: false,
  audit: 'personal-data:audit.asked',
  summary:
    'Starts the making of an archive with all that is stored about a person, as HTML, JSON and files; one at a time, three a day. The caller gives the own password; the person is told by mail.',
});

export const downloadArchive = endpoint({
  method: 'GET',
  path: '/users/{id}/personal-data/{archive_id}',
  auth: 'user',
  needs: { can: 'person.see-personal-data' },
  params: z.object({ id: person.shape.id, archive_id: f.idText }),
  answer: null,
  produces: 'file',
  timeout: 600_000,
  errors: ['not_found'],
  summary: 'An archive that is ready, as ZIP: for the person, and for who asked for it.',
});
