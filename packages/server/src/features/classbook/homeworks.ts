import { type classbookApi, homeworkProblems } from '@kreide/core/features/classbook';
import type { Translate } from '@kreide/core/kernel';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { type BookParts, openBook } from './book.ts';
import { openFilter } from './filter.ts';
import { findEntry, listEntriesById } from './queries/entries.ts';
import { findHomework, insertHomework, listHomeworks, lockHomework, updateHomework } from './queries/homeworks.ts';
import { judgeEntry, showHomeworks } from './shown.ts';

type Api = typeof classbookApi;

function check(values: { text: string; due_at: string }, givenOn: string, t: Translate): void {
  refuseIssues(
    homeworkProblems(values, givenOn).map(({ field, rule, params }) => ({
      path: `body.${field}`,
      rule,
      params,
      message: t(`classbook:rules.${rule}`, params),
    })),
  );
}

export function homeworkHandlers(parts: BookParts) {
  /** Homework that the caller sees. */
  async function openHomework(context: Parameters<typeof openBook>[1] & { params: { homeworkId: number } }) {
    const book = await openBook(parts, context, 'view-homeworks');
    const row = (await findHomework(context.db, book, context.params.homeworkId)) ?? context.fail('not_found');
    const [homework = context.fail('not_found')] = await showHomeworks(context.db, book, [row]);
    return { book, row, homework };
  }

  return {
    async listHomeworks(context: HandlerContext<Api['listHomeworks']>) {
      const { query, db, fail } = context;
      const book = await openBook(parts, context, 'view-homeworks');
      const { entry_id, order } = query;
      if (entry_id !== undefined && !(await findEntry(db, book, entry_id))) return fail('not_found');
      const filter = await openFilter(db, book, query, fail);
      const rows = await listHomeworks(db, book, filter, { entryId: entry_id ?? null, order });
      return { data: await showHomeworks(db, book, rows) };
    },

    async createHomework(context: HandlerContext<Api['createHomework']>) {
      const { body, db, now, t, write, record, fail } = context;
      const book = await openBook(parts, context, 'view-homeworks');
      const entry = (await findEntry(db, book, body.entry_id)) ?? fail('not_found');
      if (judgeEntry(book, entry, now)['create-homework'] !== 1) return fail('forbidden');
      check(body, entry.lesson_date, t);
      const values = { entry_id: entry.id, text: body.text.trim(), due_at: body.due_at };
      const trx = await write();
      const id = await insertHomework(trx, book, values, now);
      record({ entity: 'classbook_homeworks', id, after: values });
      const row = (await findHomework(trx, book, id)) ?? fail('not_found');
      const [homework = fail('not_found')] = await showHomeworks(trx, book, [row]);
      return { data: homework };
    },

    async updateHomework(context: HandlerContext<Api['updateHomework']>) {
      const { body, now, t, write, record, fail } = context;
      const { book, row, homework } = await openHomework(context);
      if (homework.can.update !== 1) return fail('forbidden');
      const trx = await write();
      await lockHomework(trx, book, row.id);
      const current = (await findHomework(trx, book, row.id)) ?? fail('not_found');
      if (current.deleted_at !== null) return fail('forbidden');
      if (current.updated_at !== body.updated_at) return fail('conflict');
      const [entry = fail('not_found')] = await listEntriesById(trx, book, [row.entry_id]);
      check(body, entry.lesson_date, t);
      const values = { text: body.text.trim(), due_at: body.due_at };
      await updateHomework(trx, book, row.id, values, now);
      const before = { text: current.text, due_at: current.due_at };
      record({ entity: 'classbook_homeworks', id: row.id, before, after: values });
      const changed = (await findHomework(trx, book, row.id)) ?? fail('not_found');
      const [shown = fail('not_found')] = await showHomeworks(trx, book, [changed]);
      return { data: shown };
    },

    async removeHomework(context: HandlerContext<Api['removeHomework']>) {
      const { now, write, record, fail } = context;
      const { book, row, homework } = await openHomework(context);
      if (homework.can.delete !== 1) return fail('forbidden');
      const trx = await write();
      await lockHomework(trx, book, row.id);
      const current = (await findHomework(trx, book, row.id)) ?? fail('not_found');
      if (current.deleted_at !== null) return fail('forbidden');
      await updateHomework(trx, book, row.id, { deleted_at: now.toISOString() }, now);
      const before = { text: current.text, due_at: current.due_at };
      record({ entity: 'classbook_homeworks', id: row.id, before, after: null });
      return undefined;
    },
  };
}
