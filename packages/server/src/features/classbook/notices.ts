import { type classbookApi, NOTICE_CATEGORIES, noticeProblems } from '@kreide/core/features/classbook';
import type { Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { type Book, type BookParts, openBook } from './book.ts';
import { openFilter } from './filter.ts';
import { openEntryOf, participantsOf } from './opened.ts';
import { type EntryRow, findEntry, listEntriesById } from './queries/entries.ts';
import {
  findNotice,
  insertNotice,
  listNotices,
  listSteps,
  lockNotice,
  type NoticeContent,
  type NoticeRow,
  removeNotice,
  updateNotice,
} from './queries/notices.ts';
import { categoryOf, judgeEntry, namesOf, showNotices } from './shown.ts';

type Api = typeof classbookApi;
type Draft = HandlerContext<Api['createNotice']>['body'];

interface Checking {
  readonly db: Kysely<DB>;
  readonly t: Translate;
  fail(code: 'not_found'): never;
}

/** What a notice says, checked: it is about pupils of its lesson, or about grades of it; others are not there. */
async function contentOf({ db, t, fail }: Checking, book: Book, entry: EntryRow, draft: Draft): Promise<NoticeContent> {
  const { message, occurred_at, category_uuid, users = [], grades = [] } = draft;
  const category = NOTICE_CATEGORIES.find(({ uuid }) => uuid === category_uuid)?.key ?? fail('not_found');
  refuseIssues(
    noticeProblems({ message, occurred_at, category_uuid, users, grades }).map(({ field, rule, params }) => ({
      path: `body.${field}`,
      rule,
      params,
      message: t(`classbook:rules.${rule}`, params),
    })),
  );
  const user_ids = [...new Set(users)];
  // The people are the narrower word.
  const grade_ids = user_ids.length > 0 ? [] : [...new Set(grades)];
  const people = user_ids.length > 0 ? await participantsOf(db, book, entry) : new Map();
  if (!user_ids.every((id) => people.has(id)) || !grade_ids.every((id) => entry.grade_ids.includes(id)))
    return fail('not_found');
  return { message: message.trim(), category, occurred_at, user_ids, grade_ids };
}

const toContent = ({ message, category, occurred_at, user_ids, grade_ids }: NoticeRow): NoticeContent => ({
  message,
  category,
  occurred_at,
  user_ids,
  grade_ids,
});

/** What the log says of a notice: never its words, which are in its history. */
const toRecord = ({ category, occurred_at, user_ids, grade_ids, message }: NoticeContent) => ({
  category,
  occurred_at,
  users: user_ids.length,
  grades: grade_ids.length,
  length: message.length,
});

export function noticeHandlers(parts: BookParts) {
  /** A notice that the caller sees. */
  async function openNotice(context: Parameters<typeof openBook>[1] & { params: { noticeId: number }; t: Translate }) {
    const book = await openBook(parts, context, 'view-notices');
    const row = (await findNotice(context.db, book, context.params.noticeId)) ?? context.fail('not_found');
    const [notice = context.fail('not_found')] = await showNotices(context.db, book, [row], context.t);
    return { book, row, notice };
  }

  return {
    async listNotices(context: HandlerContext<Api['listNotices']>) {
      const { query, db, t, fail } = context;
      const book = await openBook(parts, context, 'view-notices');
      const filter = await openFilter(db, book, query, fail);
      return { data: await showNotices(db, book, await listNotices(db, book, filter), t) };
    },

    async listEntryNotices(context: HandlerContext<Api['listEntryNotices']>) {
      const { query, db, t, fail } = context;
      const { book, entry } = await openEntryOf(parts, context, 'view-notices');
      const filter = await openFilter(db, book, query, fail);
      return { data: await showNotices(db, book, await listNotices(db, book, filter, entry.id), t) };
    },

    async listNoticeCategories(context: HandlerContext<Api['listNoticeCategories']>) {
      await openBook(parts, context, 'view-notices');
      return {
        data: NOTICE_CATEGORIES.map(({ key, uuid }) => ({ uuid, name: context.t(`classbook:categories.${key}`) })),
      };
    },

    async getNotice(context: HandlerContext<Api['getNotice']>) {
      return { data: (await openNotice(context)).notice };
    },

    async getNoticeHistory(context: HandlerContext<Api['getNoticeHistory']>) {
      const { db, t, fail } = context;
      const { book, row, notice } = await openNotice(context);
      if (notice.can['view-history'] !== 1) return fail('forbidden');
      const steps = await listSteps(db, book, row.id);
      const names = await namesOf(
        db,
        book,
        steps.map(({ by_id }) => by_id),
      );
      return {
        data: steps.map(({ by_id, category, ...step }) => ({
          ...step,
          by: names.get(by_id ?? 0) ?? null,
          category: categoryOf(category, t).category,
        })),
      };
    },

    async createNotice(context: HandlerContext<Api['createNotice']>) {
      const { body, db, now, t, write, record, fail } = context;
      const book = await openBook(parts, context, 'view-notices');
      const entry = (await findEntry(db, book, body.entry_id)) ?? fail('not_found');
      if (judgeEntry(book, entry, now)['create-notice'] !== 1) return fail('forbidden');
      const content = await contentOf(context, book, entry, body);
      const trx = await write();
      const id = await insertNotice(trx, book, entry.id, content, now);
      record({ entity: 'classbook_notices', id, after: toRecord(content) });
      const row = (await findNotice(trx, book, id)) ?? fail('not_found');
      const [notice = fail('not_found')] = await showNotices(trx, book, [row], t);
      return { data: notice };
    },

    async updateNotice(context: HandlerContext<Api['updateNotice']>) {
      const { body, now, t, write, record, fail } = context;
      const { book, row, notice } = await openNotice(context);
      if (notice.can.update !== 1) return fail('forbidden');
      // A notice stays with its lesson.
      if (body.entry_id !== row.entry_id) return fail('not_found');
      const trx = await write();
      await lockNotice(trx, book, row.id);
      const current = (await findNotice(trx, book, row.id)) ?? fail('not_found');
      if (current.deleted_at !== null) return fail('forbidden');
      if (current.updated_at !== body.updated_at) return fail('conflict');
      const [entry = fail('not_found')] = await listEntriesById(trx, book, [row.entry_id]);
      const content = await contentOf({ db: trx, t, fail }, book, entry, body);
      await updateNotice(trx, book, row.id, content, now);
      const before = toRecord(toContent(current));
      record({ entity: 'classbook_notices', id: row.id, before, after: toRecord(content) });
      const changed = (await findNotice(trx, book, row.id)) ?? fail('not_found');
      const [shown = fail('not_found')] = await showNotices(trx, book, [changed], t);
      return { data: shown };
    },

    async removeNotice(context: HandlerContext<Api['removeNotice']>) {
      const { now, write, record, fail } = context;
      const { book, row, notice } = await openNotice(context);
      if (notice.can.delete !== 1) return fail('forbidden');
      const trx = await write();
      await lockNotice(trx, book, row.id);
      const current = (await findNotice(trx, book, row.id)) ?? fail('not_found');
      if (current.deleted_at !== null) return fail('forbidden');
      await removeNotice(trx, book, row.id, toContent(current), now);
      record({ entity: 'classbook_notices', id: row.id, before: toRecord(toContent(current)), after: null });
      return undefined;
    },
  };
}
