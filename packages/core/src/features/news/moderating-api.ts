import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { REPORT_MAXIMUM } from './moderating.ts';

export const report = endpoint({
  method: 'POST',
  path: '/channels/news/{id}/report',
  auth: 'user',
  needs: { permission: 'view-news' },
  params: z.object({ id: f.idText }),
  body: z.strictObject({ text: f.line(REPORT_MAXIMUM) }),
  answer: null,
  errors: ['not_found'],
  audit: 'news:audit.report',
  summary:
    'Reports a news item of somebody else to the administrators of the school, with what is wrong with it; 403 where the school has not switched that on.',
});
