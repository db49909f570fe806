import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { difference, source, UPLOAD_FILE_MAXIMUM, UPLOAD_FILES_MAXIMUM, upload, uploadFields } from './schema.ts';
import './errors.ts';

const params = z.object({ uuid: f.uuid });

export const sources = endpoint({
  method: 'GET',
  path: '/sources',
  auth: 'user',
  needs: { permission: 'import-timetable' },
  query: z.object({ search: z.optional(f.line(60)) }),
  answer: f.answerOf(z.array(source)),
  summary: 'Every timetable import source with its file types and whether it can be chosen.',
});

export const create = endpoint({
  method: 'POST',
  path: '/timetable-service/upload',
  auth: 'user',
  needs: { permission: 'import-timetable' },
  body: uploadFields,
  upload: { max_files: UPLOAD_FILES_MAXIMUM, max_bytes: UPLOAD_FILE_MAXIMUM },
  answer: f.answerOf(upload),
  timeout: 600_000,
  audit: 'timetable-import:audit.create',
  summary:
    'Takes the files of one export (at most 64 MB each); they are read in the background, nothing changes before publish.',
});

export const get = endpoint({
  method: 'GET',
  path: '/timetable-service/uploads/{uuid}',
  auth: 'user',
  needs: { permission: 'import-timetable' },
  params,
  answer: f.answerOf(upload),
  errors: ['not_found'],
  summary: 'State, progress, differences from the plan in force, warnings and rejected rows of one upload.',
});

export const changes = endpoint({
  method: 'GET',
  path: '/timetable-service/uploads/{uuid}/changes',
  auth: 'user',
  needs: { permission: 'import-timetable' },
  params,
  answer: f.answerOf(difference),
  errors: ['not_found'],
  timeout: 120_000,
  summary: 'The whole difference of a ready upload from the plan in force, line by line.',
});

export const status = endpoint({
  method: 'GET',
  path: '/timetable-service/status',
  auth: 'user',
  needs: { permission: 'import-timetable' },
  answer: f.answerOf(z.nullable(upload)),
  summary: 'The newest upload of the school.',
});

export const list = endpoint({
  method: 'GET',
  path: '/schools/{id}/uploads',
  auth: 'user',
  needs: { permission: 'import-timetable' },
  params: z.object({ id: f.idText }),
  query: z.object({ page: f.pageQuery }),
  answer: f.answerOf(z.array(upload)),
  errors: ['not_found'],
  summary: 'The uploads of the school, newest first, 20 a page.',
});

export const publish = endpoint({
  method: 'POST',
  path: '/timetable-service/uploads/{uuid}/publish',
  auth: 'user',
  needs: { permission: 'publish-timetable-entities' },
  params,
  body: z.strictObject({
    /** True: more than 20 percent of the lessons may be changed or removed. */
    replace: z.boolean(),
    /** `changes.revision` of the difference that was shown: publishing does that and nothing else. */
    revision: z.int(),
  }),
  answer: f.answerOf(upload),
  errors: ['not_found', 'wrong_state', 'needs_replace', 'nothing_changes', 'preview_outdated'],
  timeout: 120_000,
  audit: 'timetable-import:audit.publish',
  summary: 'Puts a ready upload in force for everybody, in one transaction.',
});

export const discard = endpoint({
  method: 'POST',
  path: '/timetable-service/uploads/{uuid}/discard',
  auth: 'user',
  needs: { permission: 'import-timetable' },
  params,
  answer: f.answerOf(upload),
  errors: ['not_found', 'wrong_state'],
  audit: 'timetable-import:audit.discard',
  summary: 'Drops an upload that was not published.',
});

export const undo = endpoint({
  method: 'POST',
  path: '/timetable-service/uploads/{uuid}/undo',
  auth: 'user',
  needs: { permission: 'publish-timetable-entities' },
  params,
  answer: f.answerOf(upload),
  errors: ['not_found', 'wrong_state', 'superseded'],
  timeout: 120_000,
  audit: 'timetable-import:audit.undo',
  summary: 'Takes the newest publication back: the plan and the substitutions before it are in force again.',
});
