import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import {
  difference,
  schoolForPrograms,
  source,
  sourceKey,
  UPLOAD_FILE_MAXIMUM,
  UPLOAD_FILES_MAXIMUM,
  UPLOAD_ORDERS,
  upload,
  uploadFields,
} from './schema.ts';
import './errors.ts';

export * from './codes-api.ts';
export * from './reading-api.ts';
export * from './webuntis-api.ts';

const params = z.object({ uuid: f.uuid });

export const sources = endpoint({
  method: 'GET',
  path: '/sources',
  auth: 'upload',
  needs: { permission: 'import-timetable' },
  query: z.object({ search: z.optional(f.line(60)) }),
  answer: f.answerOf(z.array(source)),
  summary: 'Every timetable import source with its file types and whether it can be chosen.',
});

export const create = endpoint({
  method: 'POST',
  path: '/timetable-service/upload',
  auth: 'upload',
  needs: { permission: 'import-timetable' },
  body: uploadFields,
  upload: { max_files: UPLOAD_FILES_MAXIMUM, max_bytes: UPLOAD_FILE_MAXIMUM },
  answer: f.answerOf(upload),
  errors: ['unchanged_files'],
  timeout: 600_000,
  audit: 'timetable-import:audit.create',
  summary:
    'Takes the files of one export (at most 64 MB each); they are read in the background, nothing changes before publish. A program is refused the files that are published already (T-7.24).',
});

export const get = endpoint({
  method: 'GET',
  path: '/timetable-service/uploads/{uuid}',
  auth: 'upload',
  needs: { permission: 'import-timetable' },
  params,
  answer: f.answerOf(upload),
  errors: ['not_found'],
  summary: 'State, progress, differences from the plan in force, warnings and rejected rows of one upload.',
});

export const changes = endpoint({
  method: 'GET',
  path: '/timetable-service/uploads/{uuid}/changes',
  auth: 'upload',
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
  auth: 'upload',
  needs: { permission: 'import-timetable' },
  answer: f.answerOf(z.nullable(upload)),
  summary: 'The newest upload of the school.',
});

export const list = endpoint({
  method: 'GET',
  path: '/schools/{id}/uploads',
  auth: 'upload',
  needs: { permission: 'import-timetable' },
  params: z.object({ id: f.idText }),
  query: z.object({ page: f.pageQuery, order: z.optional(z.enum(UPLOAD_ORDERS)) }),
  answer: f.answerOf(z.array(upload)),
  errors: ['not_found'],
  summary: 'The uploads of the school, newest first unless ordered, 20 a page.',
});

export const publish = endpoint({
  method: 'POST',
  path: '/timetable-service/uploads/{uuid}/publish',
  auth: 'upload',
  needs: { permission: 'publish-timetable-entities' },
  params,
  body: z.strictObject({
    /** True: more than 20 percent of the lessons may be changed or removed. */
    replace: z.boolean(),
    /** `changes.revision` of the difference that was shown: publishing does that and nothing else. */
    revision: z.int(),
  }),
  answer: f.answerOf(upload),
  errors: ['not_found', 'upload_not_open', 'not_published', 'needs_replace', 'nothing_changes', 'preview_outdated'],
  timeout: 120_000,
  audit: 'timetable-import:audit.publish',
  summary: 'Puts a ready upload in force for everybody, in one transaction.',
});

export const discard = endpoint({
  method: 'POST',
  path: '/timetable-service/uploads/{uuid}/discard',
  auth: 'upload',
  needs: { permission: 'import-timetable' },
  params,
  answer: f.answerOf(upload),
  errors: ['not_found', 'upload_not_open'],
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
  errors: ['not_found', 'not_published', 'superseded'],
  timeout: 120_000,
  audit: 'timetable-import:audit.undo',
  summary: 'Takes the newest publication back: the plan and the substitutions before it are in force again.',
});

export const getSource = endpoint({
  method: 'GET',
  path: '/sources/{source_id}',
  auth: 'upload',
  needs: { permission: 'import-timetable' },
  params: z.object({ source_id: sourceKey }),
  answer: f.answerOf(source),
  summary: 'One import source by its key (T-7.125).',
});

export const setSource = endpoint({
  method: 'PUT',
  path: '/schools/{id}/source',
  auth: 'user',
  needs: { permission: 'import-timetable' },
  params: z.object({ id: f.idText }),
  body: z.strictObject({
    /** Null: recognised from the files. */
    source: z.nullable(sourceKey),
  }),
  answer: f.answerOf(z.object({ source: z.nullable(sourceKey) })),
  errors: ['not_found'],
  audit: 'timetable-import:audit.source',
  summary: 'Chooses the source of the school: offered first to people, and taken for what programs bring (T-7.126).',
});

export const createCredentials = endpoint({
  method: 'POST',
  path: '/schools/{id}/source/credentials-internal',
  auth: 'user',
  needs: { permission: 'import-timetable' },
  params: z.object({ id: f.idText }),
  body: z.strictObject({ password: f.password }),
  answer: f.answerOf(z.object({ slink: f.slink, username: z.string(), password: z.string() })),
  errors: ['not_found'],
  idempotent: false,
  audit: 'timetable-import:audit.credentials',
  summary:
    'Credentials for a program that uploads plans, answered this once; they open nothing else, and end those of the caller before. Needs the password of the account (T-7.127).',
});

export const login = endpoint({
  method: 'POST',
  path: '/timetable-service/login',
  auth: 'public',
  needs: 'nothing',
  body: z.strictObject({
    slink: f.slink,
    username: f.line(200),
    password: f.password,
  }),
  answer: f.answerOf(z.object({ access_token: z.string(), expires_in: z.int() })),
  errors: ['wrong_credentials', 'user_locked', 'user_expired', 'school_locked', 'second_step_missing'],
  idempotent: false,
  audit: 'auth:audit.signInProgram',
  summary:
    'Signs a program in with upload credentials; the token lasts while it is used, and is good for the calls about uploads alone (T-7.22).',
});

export const syncSchool = endpoint({
  method: 'POST',
  path: '/timetable-service/schools/sync',
  auth: 'upload',
  needs: { permission: 'import-timetable' },
  body: z.strictObject({}),
  answer: f.answerOf(schoolForPrograms),
  summary:
    'What a program has to know before it brings a plan: school, source, school years and the last upload (T-7.26).',
});

export const resetHashes = endpoint({
  method: 'POST',
  path: '/timetable-service/reset-hashes',
  auth: 'upload',
  needs: { permission: 'import-timetable' },
  body: z.strictObject({}),
  answer: f.answerOf(z.object({ count: z.int() })),
  audit: 'timetable-import:audit.resetHashes',
  summary: 'Files that programs have brought before are accepted again, though nothing in them has changed (T-7.24).',
});

export const reprocess = endpoint({
  method: 'POST',
  path: '/timetable-service/reprocess',
  auth: 'upload',
  needs: { permission: 'import-timetable' },
  body: z.strictObject({ uuid: f.uuid }),
  answer: f.answerOf(upload),
  errors: ['not_found', 'files_not_there'],
  audit: 'timetable-import:audit.reprocess',
  summary:
    'Reads the files of an upload once more, as a new upload with the same choices; possible for a week (T-7.25).',
});
