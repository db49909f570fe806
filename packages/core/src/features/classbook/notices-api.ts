import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { CLASSBOOK_TIMEOUT as timeout } from './limits.ts';
import { listQuery, notice, noticeCategory, noticeDraft, noticeStep, noticeUpdate } from './schema.ts';

const book = z.object({ id: f.idText });
const one = z.object({ id: f.idText, noticeId: f.idText });
const reading = {
  method: 'GET',
  auth: 'user',
  needs: { permission: 'view-notices' },
  errors: ['not_found'],
  timeout,
} as const;

export const listNotices = endpoint({
  ...reading,
  path: '/classbooks/{id}/notices',
  params: book,
  query: listQuery,
  answer: f.answerOf(z.array(notice)),
  summary:
    'Notices, newest first: of the lessons that the caller sees; pupils and parents get those that name them or their children.',
});

export const listEntryNotices = endpoint({
  ...reading,
  path: '/classbooks/{id}/entries/{entryId}/notices',
  params: z.object({ id: f.idText, entryId: f.idText }),
  query: z.pick(listQuery, { limit: true, page: true, with_deleted: true }),
  answer: f.answerOf(z.array(notice)),
  summary: 'The notices of one lesson, newest first, and one more that opens the next page.',
});

export const listNoticeCategories = endpoint({
  ...reading,
  path: '/classbooks/{id}/notices/categories',
  params: book,
  answer: f.answerOf(z.array(noticeCategory)),
  summary: 'What notices can be about.',
});

export const getNotice = endpoint({
  ...reading,
  path: '/classbooks/{id}/notices/{noticeId}',
  params: one,
  answer: f.answerOf(notice),
  summary: 'One notice.',
});

export const getNoticeHistory = endpoint({
  ...reading,
  needs: { can: 'notice.view-history' },
  path: '/classbooks/{id}/notices/{noticeId}/history',
  params: one,
  answer: f.answerOf(z.array(noticeStep)),
  summary: 'How a notice was written, changed and deleted, newest step first.',
});

export const createNotice = endpoint({
  method: 'POST',
  path: '/classbooks/{id}/notices',
  auth: 'user',
  needs: { can: 'entry.create-notice' },
  params: book,
  body: noticeDraft,
  answer: f.answerOf(notice),
  errors: ['not_found'],
  audit: 'classbook:audit.createNotice',
  timeout,
  summary: 'Writes a notice about pupils of a lesson, or about its grades as a whole.',
});

export const updateNotice = endpoint({
  method: 'PUT',
  path: '/classbooks/{id}/notices/{noticeId}',
  auth: 'user',
  needs: { can: 'notice.update' },
  params: one,
  body: noticeUpdate,
  answer: f.answerOf(notice),
  errors: ['not_found', 'conflict'],
  audit: 'classbook:audit.updateNotice',
  timeout,
  summary:
    'Changes a notice, whose former wording its history keeps; 409 when somebody else changed it since `updated_at`.',
});

export const removeNotice = endpoint({
  method: 'DELETE',
  path: '/classbooks/{id}/notices/{noticeId}',
  auth: 'user',
  needs: { can: 'notice.delete' },
  params: one,
  answer: null,
  errors: ['not_found'],
  audit: 'classbook:audit.removeNotice',
  timeout,
  summary: 'Takes a notice back; its history stays.',
});
