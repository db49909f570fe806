import './errors.ts';
import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { one } from './params.ts';
import { CLOUD_ALT_MAXIMUM, CLOUD_NAME_MAXIMUM } from './rules.ts';
import { cloudFile, partialUpload } from './schema.ts';

const oneUpload = z.object({ id: f.idText, upload_uuid: f.uuid });

export const beginUpload = endpoint({
  method: 'POST',
  path: '/channels/cloud/{id}/uploads',
  auth: 'user',
  needs: { can: 'cloud.upload' },
  params: one,
  body: z.strictObject({
    parent: z.nullable(f.uuid),
    name: f.line(2 * CLOUD_NAME_MAXIMUM),
    /** Bytes that it will have. */
    size: z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
  }),
  answer: f.answerOf(partialUpload),
  errors: ['not_found', 'hand_in_over'],
  summary:
    'Begins a large file that comes in parts, by the protocol tus at the address of the answer, within three days; its bytes are taken from the room of the caller and the channel from now on.',
});

export const getUpload = endpoint({
  method: 'GET',
  path: '/channels/cloud/{id}/uploads/{upload_uuid}',
  auth: 'user',
  needs: { can: 'cloud.upload' },
  params: oneUpload,
  answer: f.answerOf(partialUpload),
  errors: ['not_found'],
  summary: 'How much of a file that the caller brings in parts is there.',
});

export const finishUpload = endpoint({
  method: 'POST',
  path: '/channels/cloud/{id}/uploads/{upload_uuid}',
  auth: 'user',
  needs: { can: 'cloud.upload' },
  params: oneUpload,
  body: z.strictObject({
    parent: z.nullable(f.uuid),
    alt_name: z.optional(f.text(2 * CLOUD_ALT_MAXIMUM)),
    has_push: z.optional(z.boolean()),
    is_replacing: z.optional(z.boolean()),
    /** SHA-256 of the SHA-256 of each 8 MB of the file, in hexadecimal digits: it is taken as it was, or not at all. */
    pieces: z.optional(f.line(64)),
  }),
  answer: f.answerOf(cloudFile),
  errors: ['not_found', 'hand_in_over', 'document_open'],
  timeout: 600_000,
  audit: 'cloud:audit.upload',
  summary: 'Makes a file of what has come in parts, in the place that it has then; the same rules as for `upload`.',
});

export const discardUpload = endpoint({
  method: 'DELETE',
  path: '/channels/cloud/{id}/uploads/{upload_uuid}',
  auth: 'user',
  needs: { can: 'cloud.view' },
  params: oneUpload,
  answer: null,
  errors: ['not_found'],
  summary: 'Forgets what has come of a file in parts, and gives its room back.',
});
