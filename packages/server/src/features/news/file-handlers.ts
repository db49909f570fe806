import { type NewsItem, type newsApi, newsProblems } from '@kreide/core/features/news';
import type { Translate } from '@kreide/core/kernel';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { describeFiles, listUploads, removeFiles, type UploadParts } from '../files/index.ts';
import { altIssue, dropContents, mayChange, toAltName, uploadFiles } from './attachments.ts';
import { describePreview, detachFiles, listOwners } from './queries/attachments.ts';
import { listNewsByIds, type NewsReading, type ReadNewsRow } from './queries/reading.ts';
import { touchNews } from './queries.ts';

type Api = typeof newsApi;
type Writing = Pick<HandlerContext, 'write' | 'emit' | 'now'> & { actor: Actor };

/** What of the handlers of an item its files need. */
export interface FileHandling {
  readonly parts: UploadParts & { readonly fileKey: Uint8Array };
  load(
    context: Pick<HandlerContext, 'db' | 'now' | 't'> & { actor: Actor; fail(code: 'not_found' | 'forbidden'): never },
    id: number,
  ): Promise<ReadNewsRow>;
  readingOf(actor: Actor, t: Translate): NewsReading;
  tell(row: ReadNewsRow, writing: Writing): Promise<NewsItem>;
}

/** What the audit log keeps of files. */
const toRecorded = (files: readonly { readonly name: string; readonly alt_name: string }[]) => ({
  files: files.map(({ name, alt_name }) => (alt_name === '' ? name : `${name}: ${alt_name}`)),
});

/** Uploading, describing and deleting the files of items (C-7.83, C-7.84, C-7.91). */
export function fileHandlers({ parts, load, readingOf, tell }: FileHandling) {
  return {
    upload: (context: HandlerContext<Api['upload']> & { actor: Actor }) => uploadFiles(context, parts),

    async deleteAttachments(context: HandlerContext<Api['deleteAttachments']> & { actor: Actor }) {
      const { body, actor, now, t, write, record, fail } = context;
      const { school_id, user_id } = actor;
      const uuids = [...new Set(body.attachments)];
      const trx = await write();
      const waiting = await listUploads(trx, { school_id, user_id }, uuids);
      const attached = await listOwners(trx, school_id, uuids);
      if (waiting.length + attached.length < uuids.length) return fail('not_found');
      const ids = [...new Set(attached.map(({ news_id }) => news_id))];
      const rows = await listNewsByIds(trx, readingOf(actor, t), ids);
      const isVisible = rows.every((row) => Date.parse(row.publish_at) <= now.getTime() || mayChange(actor, row));
      if (rows.length < ids.length || !isVisible) return fail('not_found');
      if (!rows.every((row) => mayChange(actor, row))) return fail('forbidden');
      for (const { uuid, name } of waiting) record({ entity: 'files', id: uuid, before: { name }, after: null });
      const gone = [...waiting, ...attached].map(({ id }) => id);
      for (const row of rows) {
        const files = row.attachments.filter(({ id }) => !gone.includes(id));
        const draft = { ...row, content: row.content_rendered, survey_form_id: row.survey_id, files };
        refuseIssues(
          newsProblems({ ...draft, publish_at: null, channels: [], user_ids: [user_id] }, now)
            .filter(({ field }) => field === 'content')
            .map(({ rule, params }) => ({
              path: 'body.attachments',
              rule,
              params,
              message: t(`news:rules.${rule}`, params),
            })),
        );
        record({ entity: 'news', id: row.id, before: toRecorded(row.attachments), after: toRecorded(files) });
      }
      await detachFiles(
        trx,
        school_id,
        attached.map(({ id }) => id),
      );
      dropContents(await removeFiles(trx, school_id, gone, now), context, parts.store);
      await touchNews(trx, school_id, ids, now);
      for (const row of await listNewsByIds(trx, readingOf(actor, t), ids)) await tell(row, context);
    },

    async describeAttachment(context: HandlerContext<Api['describeAttachment']> & { actor: Actor }) {
      const { params, body, actor, now, t, write, record, fail } = context;
      const row = await load(context, params.id);
      const file = row.attachments.find(({ uuid }) => uuid === params.attachmentUuid);
      if (!file) return fail('not_found');
      refuseIssues(altIssue('body.alt_name', body.alt_name, t));
      const alt_name = toAltName(body.alt_name);
      const trx = await write();
      await describeFiles(trx, actor.school_id, [{ id: file.id, alt_name }]);
      await describePreview(trx, actor.school_id, file.id, alt_name);
      await touchNews(trx, actor.school_id, [row.id], now);
      record({ entity: 'news', id: row.id, before: toRecorded([file]), after: toRecorded([{ ...file, alt_name }]) });
      const changed = await load({ ...context, db: trx }, row.id);
      return { data: await tell(changed, context) };
    },
  };
}
