import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { FILE_MAXIMUM_BYTES, fileEntry } from '../files/index.ts';
import { translationAnswer, translationQuery } from '../translations/index.ts';
import { altName } from './attachments.ts';
import { NEWS_FILES_MAXIMUM } from './rules.ts';
import { newsItem } from './schema.ts';

export const upload = endpoint({
  method: 'POST',
  path: '/channels/news/upload',
  auth: 'user',
  needs: { permission: 'create-news' },
  upload: { max_files: NEWS_FILES_MAXIMUM, max_bytes: FILE_MAXIMUM_BYTES },
  answer: f.answerOf(z.array(fileEntry)),
  timeout: 600_000,
  summary:
    'Uploads files for a news item that is being written, in their order. Nobody else sees them, and what no item names within a day is removed.',
});

export const deleteAttachments = endpoint({
  method: 'POST',
  path: '/channels/news/attachments/delete',
  auth: 'user',
  needs: { can: 'news.update' },
  body: z.strictObject({ attachments: z.array(f.uuid).check(z.minLength(1), z.maxLength(NEWS_FILES_MAXIMUM)) }),
  answer: null,
  errors: ['not_found'],
  audit: 'news:audit.update',
  summary: 'Deletes files of news items that the caller may change, and own uploads that no item has yet; all or none.',
});

export const describeAttachment = endpoint({
  method: 'PUT',
  path: '/channels/news/{id}/attachments/{attachmentUuid}',
  auth: 'user',
  needs: { can: 'news.update' },
  params: z.object({ id: f.idText, attachmentUuid: f.uuid }),
  body: z.strictObject({ alt_name: altName }),
  answer: f.answerOf(newsItem),
  errors: ['not_found'],
  audit: 'news:audit.update',
  summary: 'Changes what a file of a news item is described with, for those who cannot see it.',
});

export const translate = endpoint({
  method: 'GET',
  path: '/channels/news/{id}/translate',
  auth: 'user',
  needs: { permission: 'view-news' },
  params: z.object({ id: f.idText }),
  query: translationQuery,
  answer: translationAnswer,
  errors: ['not_found', 'translation_failed'],
  summary:
    'Title and content of a news item in another language, in this order; the content is sanitised HTML as the original.',
});
