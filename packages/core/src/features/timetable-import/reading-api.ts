import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { readingAnswer, uploadReading } from './reading-schema.ts';
import { upload } from './schema.ts';

const params = z.object({ uuid: f.uuid });

export const getReading = endpoint({
  method: 'GET',
  path: '/timetable-service/uploads/{uuid}/reading',
  auth: 'upload',
  needs: { permission: 'import-timetable' },
  params,
  answer: f.answerOf(z.nullable(uploadReading)),
  errors: ['not_found'],
  summary: 'What has to be said about the files of an upload before they can be read, and what was; null: nothing.',
});

export const chooseReading = endpoint({
  method: 'PUT',
  path: '/timetable-service/uploads/{uuid}/reading',
  auth: 'user',
  needs: { permission: 'import-timetable' },
  params,
  body: z.strictObject({ answer: readingAnswer }),
  answer: f.answerOf(upload),
  errors: ['not_found', 'reading_not_asked', 'upload_not_open', 'invalid'],
  audit: 'timetable-import:audit.reading',
  summary:
    'Says how the files of an upload are meant, for it and all later ones of the same make at the school; they are read once more.',
});
