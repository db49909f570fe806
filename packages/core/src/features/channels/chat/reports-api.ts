import * as z from 'zod/mini';
import { endpoint } from '../../../kernel/endpoint.ts';
import * as f from '../../../kernel/fields.ts';
import { MESSAGE_REPORT_MAXIMUM, messageReport, reportedMessage } from './reports.ts';

const oneReport = z.object({ id: f.idText });

export const report = endpoint({
  method: 'POST',
  path: '/channels/chats/{chatId}/messages/{id}/report',
  auth: 'user',
  needs: { can: 'channels.read' },
  params: z.object({ chatId: f.idText, id: f.idText }),
  body: z.strictObject({ text: f.line(MESSAGE_REPORT_MAXIMUM) }),
  answer: null,
  errors: ['not_found', 'message_gone'],
  audit: 'chat:audit.report',
  summary:
    'Reports a message of somebody else, with what is wrong with it; 403 where the school has not switched that on, 409 when it was taken back. Kept with it are the five messages before it, as far as the caller sees them.',
});

export const listReports = endpoint({
  method: 'GET',
  path: '/channels/reports',
  auth: 'user',
  needs: { permission: 'manage-channels' },
  query: z.object({ page: f.pageQuery, is_open: z.optional(f.flagText) }),
  answer: f.answerOf(z.array(messageReport)),
  summary:
    'Reports of messages of others, newest first, 20 a page and one more that opens the next page; with is_open those that wait, or those that were decided.',
});

export const openReport = endpoint({
  method: 'POST',
  path: '/channels/reports/{id}/open',
  auth: 'user',
  needs: { permission: 'manage-channels' },
  params: oneReport,
  answer: f.answerOf(z.array(reportedMessage)),
  errors: ['not_found'],
  audit: 'chat:audit.openReport',
  summary:
    'The reported message and what was written before it, as it was then; that somebody looked at it is recorded.',
});

export const decideReport = endpoint({
  method: 'POST',
  path: '/channels/reports/{id}/decide',
  auth: 'user',
  needs: { permission: 'manage-channels' },
  params: oneReport,
  body: z.strictObject({ state: z.enum(['REMOVED', 'DISMISSED']) }),
  answer: f.answerOf(messageReport),
  errors: ['not_found', 'already_answered'],
  audit: 'chat:audit.decideReport',
  summary:
    'Takes a reported message back for all, or finds that it may stay; so are all other reports of the same message decided. 409 when that was done before.',
});
