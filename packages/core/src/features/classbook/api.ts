import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { CLASSBOOK_TIMEOUT as timeout } from './limits.ts';
import {
  absentBody,
  classbook,
  entry,
  entryOpening,
  entryUser,
  listQuery,
  markRow,
  member,
  statistic,
  tooLateBody,
  topicBody,
} from './schema.ts';

const book = z.object({ id: f.idText });
const oneEntry = z.object({ id: f.idText, entryId: f.idText });
/** The lists of a class book, filtered alike. */
const listing = {
  method: 'GET',
  auth: 'user',
  params: book,
  query: listQuery,
  errors: ['not_found'],
  timeout,
} as const;

export const get = endpoint({
  method: 'GET',
  path: '/classbooks/{id}',
  auth: 'user',
  needs: { can: 'classbook.view' },
  params: book,
  answer: f.answerOf(classbook),
  errors: ['not_found'],
  timeout,
  summary: 'The class book of a school year: the courses and grades that the caller sees in it, and which parts of it.',
});

export const listUsers = endpoint({
  ...listing,
  path: '/classbooks/{id}/users',
  needs: { permission: 'view-members' },
  answer: f.answerOf(z.array(member)),
  summary:
    'The pupils of a course, a grade, or of all that the caller sees, by name, and one more that opens the next page.',
});

export const listEntries = endpoint({
  ...listing,
  path: '/classbooks/{id}/entries',
  needs: { permission: 'view-entries' },
  answer: f.answerOf(z.array(entry)),
  summary: 'The entries of a class book, newest first; with is_open=1 those without topic or roll.',
});

export const openEntry = endpoint({
  method: 'POST',
  path: '/classbooks/{id}/entries',
  auth: 'user',
  needs: { permission: 'view-entries' },
  params: book,
  body: entryOpening,
  answer: f.answerOf(entry),
  errors: ['not_found'],
  audit: 'classbook:audit.openEntry',
  timeout,
  summary: 'The entry of a lesson on a date, which is made when somebody who teaches it opens it for the first time.',
});

export const getEntry = endpoint({
  method: 'GET',
  path: '/classbooks/{id}/entries/{entryId}',
  auth: 'user',
  needs: { permission: 'view-entries' },
  params: oneEntry,
  answer: f.answerOf(entry),
  errors: ['not_found'],
  timeout,
  summary: 'One entry.',
});

export const setTopic = endpoint({
  method: 'PUT',
  path: '/classbooks/{id}/entries/{entryId}/topic',
  auth: 'user',
  needs: { can: 'entry.write-topic' },
  params: oneEntry,
  body: topicBody,
  answer: f.answerOf(entry),
  errors: ['not_found', 'conflict'],
  audit: 'classbook:audit.setTopic',
  timeout,
  summary: 'Says what a lesson was about; 409 when somebody else has changed the topic since `updated_at`.',
});

export const listEntryUsers = endpoint({
  method: 'GET',
  path: '/classbooks/{id}/entries/{entryId}/users',
  auth: 'user',
  needs: { permission: 'view-entries' },
  params: oneEntry,
  answer: f.answerOf(z.array(entryUser)),
  errors: ['not_found'],
  timeout,
  summary: 'Who takes part in a lesson, by name, with who is absent or late.',
});

const marking = {
  method: 'POST',
  auth: 'user',
  needs: { can: 'entry.mark' },
  params: oneEntry,
  answer: f.answerOf(z.array(entryUser)),
  errors: ['not_found'],
  audit: 'classbook:audit.mark',
  timeout,
} as const;

export const markAbsent = endpoint({
  ...marking,
  path: '/classbooks/{id}/entries/{entryId}/absent',
  body: absentBody,
  summary: 'Somebody was not in a lesson; the roll counts as called.',
});

export const markTooLate = endpoint({
  ...marking,
  path: '/classbooks/{id}/entries/{entryId}/too-late',
  body: tooLateBody,
  summary: 'Somebody came so many minutes too late, at most as long as the lesson is; the roll counts as called.',
});

export const removeMark = endpoint({
  ...marking,
  path: '/classbooks/{id}/entries/{entryId}/remove',
  body: absentBody,
  summary: 'Somebody was there after all; the roll counts as called.',
});

export const takeRoll = endpoint({
  ...marking,
  path: '/classbooks/{id}/entries/{entryId}/roll',
  summary: 'The roll was called: who has no mark was there.',
});

export const listMarks = endpoint({
  ...listing,
  path: '/classbooks/{id}/marks',
  needs: { permission: 'view-absences' },
  answer: f.answerOf(z.array(markRow)),
  summary:
    'Who was absent or late, newest lesson first; `absence_type` is absent, too-late or both, `absence_type_state` how absences count, joined with |.',
});

export const getStatistics = endpoint({
  ...listing,
  path: '/classbooks/{id}/statistics',
  needs: { permission: 'view-statistics' },
  answer: f.answerOf(z.array(statistic)),
  summary:
    'How often and how many minutes each pupil was absent or late, by name, of the lessons that the caller sees.',
});

export { listContradictions } from './checks-api.ts';
export { createExport, downloadExport, exportPdf, listExports } from './exports-api.ts';
export { createHomework, listHomeworks, removeHomework, updateHomework } from './homeworks-api.ts';
export {
  createNotice,
  getNotice,
  getNoticeHistory,
  listEntryNotices,
  listNoticeCategories,
  listNotices,
  removeNotice,
  updateNotice,
} from './notices-api.ts';

import './errors.ts';

export { listRolls, saveRoll } from './rolls-api.ts';
