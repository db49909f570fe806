import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { CHOICES_MAXIMUM, codeEntity, uploadCodes } from './codes-schema.ts';
import { upload } from './schema.ts';

const EXTERNAL_KEY_MAXIMUM = 500;

const params = z.object({ uuid: f.uuid });

export const listCodes = endpoint({
  method: 'GET',
  path: '/timetable-service/uploads/{uuid}/codes',
  auth: 'user',
  needs: { permission: 'import-timetable' },
  params,
  answer: f.answerOf(uploadCodes),
  errors: ['not_found', 'upload_not_open'],
  timeout: 120_000,
  summary: 'Short names of a ready upload that the school does not have, with the records that they may stand for.',
});

export const chooseCodes = endpoint({
  method: 'PUT',
  path: '/timetable-service/uploads/{uuid}/codes',
  auth: 'user',
  needs: { permission: 'import-timetable' },
  params,
  body: z.strictObject({
    choices: z
      .array(
        z.strictObject({
          entity: codeEntity,
          external_key: f.line(EXTERNAL_KEY_MAXIMUM),
          /** Null: no record of ours, a new one is made. */
          entity_id: z.nullable(f.id),
        }),
      )
      .check(z.minLength(1), z.maxLength(CHOICES_MAXIMUM)),
  }),
  answer: f.answerOf(upload),
  errors: ['not_found', 'upload_not_open', 'invalid'],
  timeout: 120_000,
  audit: 'timetable-import:audit.codes',
  summary:
    'Says which records short names of a source stand for, at this upload and all later ones of the school; differences that were shown before are outdated.',
});
