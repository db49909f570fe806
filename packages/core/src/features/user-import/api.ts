import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { LINE_KINDS } from './plan.ts';
import {
  bulkRevertPreview,
  bulksQuery,
  DOUBTFUL_MAXIMUM,
  duplicateGroup,
  IMPORT_FILE_MAXIMUM,
  IMPORT_FILES_MAXIMUM,
  importFields,
  importLine,
  importRun,
  listedEntities,
} from './schema.ts';
import './errors.ts';

export { compare, comparisonSources, enterStep, readDirectory } from './comparison-api.ts';
export { downloadUsers, listLetters, makeUsers, readUsers } from './generate-api.ts';

const params = z.object({ id: f.idText });
const needs = { permission: 'manage-users' } as const;
const page = { page: f.pageQuery, search: z.optional(f.line(100)) };
const lines = f.answerOf(z.array(importLine));

export const create = endpoint({
  method: 'POST',
  path: '/schools/{id}/csv-users',
  auth: 'user',
  needs,
  params,
  body: importFields,
  upload: { max_files: IMPORT_FILES_MAXIMUM, max_bytes: IMPORT_FILE_MAXIMUM },
  answer: f.answerOf(importRun),
  errors: ['not_found', 'comparison_over', 'import_busy'],
  timeout: 600_000,
  audit: 'user-import:audit.create',
  summary:
    'Takes lists of people, read in the background; nothing changes before it is saved. An import that was open is dropped.',
});

export const status = endpoint({
  method: 'GET',
  path: '/schools/{id}/csv-users/status',
  auth: 'user',
  needs,
  params,
  answer: f.answerOf(z.nullable(importRun)),
  errors: ['not_found'],
  timeout: 300_000,
  summary: 'The newest import of people with the numbers of its plan, compared with the school as it is now.',
});

export const discard = endpoint({
  method: 'DELETE',
  path: '/schools/{id}/csv-users',
  auth: 'user',
  needs,
  params,
  answer: null,
  errors: ['not_found', 'import_not_open'],
  audit: 'user-import:audit.discard',
  summary: 'Drops an import that was not saved.',
});

export const search = endpoint({
  method: 'GET',
  path: '/schools/{id}/csv-users/search',
  auth: 'user',
  needs,
  params,
  query: z.object({ ...page, kind: z.optional(z.enum(LINE_KINDS)) }),
  answer: lines,
  errors: ['not_found'],
  summary: 'The plan of the newest import, person by person, 100 a page; names with special letters first.',
});

export const listRejected = endpoint({
  method: 'GET',
  path: '/schools/{id}/csv-users/rejected',
  auth: 'user',
  needs,
  params,
  answer: null,
  produces: 'file',
  errors: ['not_found'],
  timeout: 300_000,
  summary:
    'The rows of the newest import that are nobody, as CSV with the reason of each: mended, it can be uploaded again.',
});

export const unmatched = endpoint({
  method: 'GET',
  path: '/schools/{id}/csv-users/unmatched',
  auth: 'user',
  needs,
  params,
  query: z.object(page),
  answer: lines,
  errors: ['not_found'],
  summary: 'People of the school whom the file speaks for and does not name, 100 a page.',
});

export const matchingUsers = endpoint({
  method: 'GET',
  path: '/schools/{id}/csv-users/matching-users',
  auth: 'user',
  needs,
  params,
  query: z.object({ ...page, automatched: z.optional(f.flagText) }),
  answer: lines,
  errors: ['not_found'],
  timeout: 300_000,
  summary: 'People of the file with who they are at the school; with `automatched=false` those who wait for a word.',
});

export const merge = endpoint({
  method: 'POST',
  path: '/schools/{id}/csv-users/users/{userId}/merge',
  auth: 'user',
  needs,
  params: z.object({ id: f.idText, userId: f.idText }),
  body: z.strictObject({ key: f.line(1000) }),
  answer: f.answerOf(importRun),
  errors: ['not_found', 'import_not_open', 'import_busy'],
  timeout: 300_000,
  audit: 'user-import:audit.merge',
  summary:
    'Decides that a person of the file is this person of the school. What concerns an administrator is decided by administrators.',
});

export const importUsers = endpoint({
  method: 'POST',
  path: '/schools/{id}/csv-users/import-users',
  auth: 'user',
  needs,
  params,
  body: z.strictObject({ keys: z.array(f.line(1000)).check(z.minLength(1), z.maxLength(500)) }),
  answer: f.answerOf(importRun),
  errors: ['not_found', 'import_not_open', 'import_busy'],
  timeout: 300_000,
  audit: 'user-import:audit.importUsers',
  summary:
    'Decides that people of the file are nobody whom the school knows: saving adds them. What may be an administrator is decided by administrators.',
});

export const takeNewIds = endpoint({
  method: 'POST',
  path: '/schools/{id}/csv-users/new-ids',
  auth: 'user',
  needs,
  params,
  body: z.strictObject({ is_taken: z.boolean() }),
  answer: f.answerOf(importRun),
  errors: ['not_found', 'import_not_open', 'import_busy', 'nobody_renumbered'],
  timeout: 300_000,
  audit: 'user-import:audit.takeNewIds',
  summary:
    'Decides for everybody who was numbered anew, and is certain by name and birth date, that they are who they were and get the new id; or takes that back. Administrators are decided of by administrators.',
});

export const keep = endpoint({
  method: 'POST',
  path: '/schools/{id}/csv-users/keep',
  auth: 'user',
  needs,
  params,
  body: z.strictObject({
    user_ids: z.array(f.id).check(z.minLength(1), z.maxLength(500)),
    is_kept: z.boolean(),
  }),
  answer: f.answerOf(importRun),
  errors: ['not_found', 'import_not_open', 'import_busy'],
  audit: 'user-import:audit.keep',
  summary: 'Decides that people who are missing from the file are not archived.',
});

export const keepParents = endpoint({
  method: 'POST',
  path: '/schools/{id}/csv-users/parents/keep',
  auth: 'user',
  needs,
  params,
  body: z.strictObject({ is_kept: z.boolean() }),
  answer: f.answerOf(importRun),
  errors: ['not_found', 'import_not_open', 'import_busy'],
  timeout: 300_000,
  audit: 'user-import:audit.keepParents',
  summary: 'Decides whether parents stay of whose children none does; otherwise they are missing like them.',
});

export const removeUser = endpoint({
  method: 'DELETE',
  path: '/schools/{id}/csv-users/users/{userId}',
  auth: 'user',
  needs,
  params: z.object({ id: f.idText, userId: f.idText }),
  answer: f.answerOf(importRun),
  errors: ['not_found', 'import_not_open', 'import_busy'],
  timeout: 300_000,
  audit: 'user-import:audit.removeUser',
  summary:
    'Leaves an account out of the comparison, such as a double: nobody is matched with it, and it is not archived. Of administrators only administrators decide that.',
});

export const settleUsers = endpoint({
  method: 'POST',
  path: '/schools/{id}/csv-users/users',
  auth: 'user',
  needs,
  params,
  body: z.strictObject({ user_ids: z.array(f.id).check(z.minLength(1), z.maxLength(500)) }),
  answer: f.answerOf(importRun),
  errors: ['not_found', 'import_not_open', 'import_busy'],
  timeout: 300_000,
  audit: 'user-import:audit.settleUsers',
  summary: 'Decides that these accounts are people of their own; those left out come back into the comparison.',
});

export const duplicatedUsers = endpoint({
  method: 'GET',
  path: '/schools/{id}/duplicated-users',
  auth: 'user',
  needs,
  params,
  query: z.object(page),
  answer: f.answerOf(z.array(duplicateGroup)),
  errors: ['not_found'],
  timeout: 300_000,
  summary: 'Accounts of the school that may be one person’s, 20 groups a page.',
});

export const extractTimetableEntities = endpoint({
  method: 'POST',
  path: '/schools/{id}/csv-users/extract-timetable-entities',
  auth: 'user',
  needs,
  params,
  answer: f.answerOf(listedEntities),
  errors: ['not_found', 'import_not_open', 'import_busy', 'list_missing'],
  timeout: 300_000,
  audit: 'user-import:audit.extractEntities',
  summary: 'The classes and teachers of the list whom the school does not have.',
});

export const publishTimetableEntities = endpoint({
  method: 'POST',
  path: '/schools/{id}/csv-users/publish-timetable-entities',
  auth: 'user',
  needs: { permission: 'publish-timetable-entities' },
  params,
  body: z.strictObject({
    grades: z.array(f.line(100)).check(z.maxLength(1000)),
    teachers: z.array(f.line(100)).check(z.maxLength(1000)),
    /** The doubtful ones of them that are classes nevertheless, by name. */
    accept_classes: z.optional(z.array(f.line(200)).check(z.maxLength(DOUBTFUL_MAXIMUM))),
  }),
  answer: f.answerOf(importRun),
  errors: ['not_found', 'import_not_open', 'import_busy', 'list_missing', 'doubtful_classes'],
  timeout: 300_000,
  audit: 'user-import:audit.publishEntities',
  summary:
    'Adds some of the extracted classes and teachers to the school before its people are saved; they go with the import when it is dropped or taken back.',
});

export const save = endpoint({
  method: 'PUT',
  path: '/schools/{id}/csv-users/save',
  auth: 'user',
  needs,
  params,
  body: z.strictObject({
    /** Of the plan that was shown: saving does that and nothing else. */
    revision: f.line(100, 0),
    /** Archives those who are missing; without it they are only told. */
    archive_missing: z.boolean(),
    /** More than a tenth, or a whole class, may be archived. */
    many_missing: z.boolean(),
    /** The `doubtful_classes` that are classes nevertheless, by name. */
    accept_classes: z.optional(z.array(f.line(200)).check(z.maxLength(DOUBTFUL_MAXIMUM))),
  }),
  answer: f.answerOf(importRun),
  errors: [
    'not_found',
    'import_not_open',
    'import_busy',
    'step_missing',
    'people_changed',
    'many_missing',
    'doubtful_classes',
  ],
  timeout: 300_000,
  audit: 'user-import:audit.save',
  summary: 'Carries the plan out in the background, person by person; who is ambiguous or rejected is left out.',
});

export const listBulks = endpoint({
  method: 'GET',
  path: '/schools/{id}/bulks',
  auth: 'user',
  needs,
  params,
  query: bulksQuery,
  answer: f.answerOf(z.array(importRun)),
  errors: ['not_found'],
  summary:
    'The imports that were saved and the lists with letters, or those of one kind, newest first unless ordered, 20 a page.',
});

export const getBulk = endpoint({
  method: 'GET',
  path: '/schools/{id}/bulks/{bulkId}',
  auth: 'user',
  needs,
  params: z.object({ id: f.idText, bulkId: f.idText }),
  answer: f.answerOf(importRun),
  errors: ['not_found'],
  summary: 'One import that was saved, or is being saved.',
});

export const resumeBulk = endpoint({
  method: 'PUT',
  path: '/schools/{id}/bulks/{bulkId}/resume',
  auth: 'user',
  needs,
  params: z.object({ id: f.idText, bulkId: f.idText }),
  answer: f.answerOf(importRun),
  errors: ['not_found', 'import_not_stalled'],
  audit: 'user-import:audit.resume',
  summary:
    'Goes on with saving, or taking back, where it stands still, as after an outage of hours; who is saved already stays as they are.',
});

export const tryRevertBulk = endpoint({
  method: 'POST',
  path: '/schools/{id}/bulks/{bulkId}/revert',
  auth: 'user',
  needs,
  params: z.object({ id: f.idText, bulkId: f.idText }),
  answer: f.answerOf(bulkRevertPreview),
  errors: ['not_found', 'already_undone', 'import_busy', 'superseded'],
  summary:
    'Tries out in the background what taking a saved import back would do now; nothing is changed, and a former answer is forgotten.',
});

export const previewRevertBulk = endpoint({
  method: 'GET',
  path: '/schools/{id}/bulks/{bulkId}/revert',
  auth: 'user',
  needs,
  params: z.object({ id: f.idText, bulkId: f.idText }),
  answer: f.answerOf(bulkRevertPreview),
  errors: ['not_found', 'already_undone', 'import_busy', 'superseded'],
  summary: 'How far trying it out is, and then what taking the import back would do, person by person.',
});

export const revertBulk = endpoint({
  method: 'PUT',
  path: '/schools/{id}/bulks/{bulkId}/revert',
  auth: 'user',
  needs,
  params: z.object({ id: f.idText, bulkId: f.idText }),
  answer: f.answerOf(importRun),
  errors: ['not_found', 'already_undone', 'import_busy', 'superseded'],
  audit: 'user-import:audit.revert',
  summary:
    'Takes the newest saved import back, in the background and as a whole: everybody is as before it; what somebody changed since then stays. Accounts that it made are removed, or archived once they were used.',
});
