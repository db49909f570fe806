import { classbookApi, TOPIC_MAXIMUM } from '@kreide/core/features/classbook';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { coursesOf, gradesOf, listInUse, subjectsOf } from '../structure/index.ts';
import { describePeople } from '../users/index.ts';
import { type BookParts, openBook } from './book.ts';
import { checkHandlers } from './checks.ts';
import { type ExportParts, exportHandlers } from './exporting.ts';
import { openFilter } from './filter.ts';
import { openLesson } from './held-lessons.ts';
import { homeworkHandlers } from './homeworks.ts';
import { type Hearers, saveMarks, showUsers, type Wish } from './marking.ts';
import { noticeHandlers } from './notices.ts';
import { openEntryOf } from './opened.ts';
import {
  findEntry,
  findEntryOf,
  insertEntry,
  listEntries,
  listEntriesById,
  lockEntry,
  updateEntry,
} from './queries/entries.ts';
import { listMarks } from './queries/marks.ts';
import { listMembers, listStatistics } from './queries/members.ts';
import { rollHandlers } from './rolls.ts';
import { headsOf, judgeEntry, showEntries } from './shown.ts';

type Api = typeof classbookApi;
type Marking = HandlerContext<Api['markAbsent']>;

const toMember = ({ id, firstname, lastname, shortcut }: MemberRow) => ({
  id,
  meta: { displayname: `${firstname} ${lastname}` },
  grade: shortcut === null ? null : { shortcut },
});
type MemberRow = { id: number; firstname: string; lastname: string; shortcut: string | null };

export function classbookHandlers(parts: BookParts & ExportParts & Hearers) {
  /** Calls the roll: sets or removes one mark, or none. */
  async function marking(context: Omit<Marking, 'body'>, wishes: readonly Wish[]) {
    const { params, db, now, write, fail } = context;
    const book = await openBook(parts, context, 'view-entries');
    const entry = (await findEntry(db, book, params.entryId)) ?? fail('not_found');
    if (judgeEntry(book, entry, now).mark !== 1) return fail('forbidden');
    const trx = await write();
    await lockEntry(trx, book, entry.id);
    if (await saveMarks(parts, context, trx, book, { entry, wishes, at: now })) return fail('not_found');
    return { data: await showUsers({ db: trx, t: context.t }, book, entry) };
  }

  return implement(classbookApi, {
    ...noticeHandlers(parts),
    ...homeworkHandlers(parts),
    ...exportHandlers(parts),
    ...rollHandlers(parts),
    ...checkHandlers(parts),

    async get(context) {
      const { db } = context;
      const book = await openBook(parts, context, 'any');
      const { school_id, reach, year, can } = book;
      const isSeen = (ids: readonly number[]) => (one: { id: number }) => reach === 'school' || ids.includes(one.id);
      const isStaff = reach === 'school' || reach === 'teaching';
      const courses = isStaff ? (await listInUse(coursesOf(db, school_id))).filter(isSeen(book.course_ids)) : [];
      const grades = isStaff ? (await listInUse(gradesOf(db, school_id))).filter(isSeen(book.grade_ids)) : [];
      const colors = new Map((await subjectsOf(db, school_id).execute()).map(({ id, color }) => [id, color]));
      return {
        data: {
          id: book.id,
          name: year.name,
          begins_at: year.begins_at,
          ends_at: year.ends_at,
          can,
          courses: courses.map(({ id, shortcut, name, subject_id }) => ({
            id,
            shortcut,
            name,
            meta: { color: colors.get(subject_id ?? 0) ?? 'blue', shortname: shortcut },
          })),
          grades: grades.map(({ id, shortcut, name }) => ({ id, shortcut, name })),
        },
      };
    },

    async listUsers(context) {
      const { query, db, fail } = context;
      const book = await openBook(parts, context, 'view-members');
      const filter = await openFilter(db, book, query, fail);
      return { data: (await listMembers(db, book, filter)).map(toMember) };
    },

    async listEntries(context) {
      const { query, db, now, fail } = context;
      const book = await openBook(parts, context, 'view-entries');
      const filter = await openFilter(db, book, query, fail);
      return { data: await showEntries(db, book, await listEntries(db, book, filter), now) };
    },

    async openEntry(context) {
      const { body, actor, db, now, t, write, record, fail } = context;
      const book = await openBook(parts, context, 'view-entries');
      const lesson = { uuid: body.lesson_uuid, date: body.date };
      const present = await findEntryOf(db, book, lesson);
      if (present) {
        const seen = (await findEntry(db, book, present.id)) ?? fail('not_found');
        const [shown = fail('not_found')] = await showEntries(db, book, [seen], now);
        // Opening what is there changes nothing.
        record({
          entity: 'classbook_entries',
          id: seen.id,
          before: { date: lesson.date },
          after: { date: lesson.date },
        });
        return { data: shown };
      }
      const held = await openLesson(parts, { actor, db, t }, book, lesson);
      if (held === 'none') return fail('not_found');
      if (held === 'foreign') return fail('forbidden');
      const trx = await write();
      await insertEntry(trx, book, held, now);
      const made = (await findEntryOf(trx, book, lesson)) ?? fail('not_found');
      record({
        entity: 'classbook_entries',
        id: made.id,
        after: { date: held.date, hour: held.hour, name: made.name },
      });
      const [shown = fail('not_found')] = await showEntries(trx, book, [made], now);
      return { data: shown };
    },

    async getEntry(context) {
      const { book, entry } = await openEntryOf(parts, context, 'view-entries');
      const [shown = context.fail('not_found')] = await showEntries(context.db, book, [entry], context.now);
      return { data: shown };
    },

    async setTopic(context) {
      const { body, now, t, write, record, fail } = context;
      const { book, entry } = await openEntryOf(parts, context, 'view-entries');
      if (judgeEntry(book, entry, now)['write-topic'] !== 1) return fail('forbidden');
      const topic = body.topic.trim();
      if ([...topic].length > TOPIC_MAXIMUM) {
        const params = { maximum: TOPIC_MAXIMUM };
        refuseIssues([
          { path: 'body.topic', rule: 'too_long', params, message: t('classbook:rules.too_long', params) },
        ]);
      }
      const trx = await write();
      await lockEntry(trx, book, entry.id);
      const [current = fail('not_found')] = await listEntriesById(trx, book, [entry.id]);
      if (current.updated_at !== body.updated_at && current.topic !== topic) return fail('conflict');
      if (current.topic !== topic) await updateEntry(trx, book, entry.id, { topic }, now);
      record({ entity: 'classbook_entries', id: entry.id, before: { topic: current.topic }, after: { topic } });
      const [shown = fail('not_found')] = await showEntries(
        trx,
        book,
        await listEntriesById(trx, book, [entry.id]),
        now,
      );
      return { data: shown };
    },

    async listEntryUsers(context) {
      const { book, entry } = await openEntryOf(parts, context, 'view-entries');
      const users = await showUsers(context, book, entry);
      const { actor, db, t } = context;
      const { school_id, user_id, type } = actor;
      const reader = { school_id, user_id, type, today: entry.lesson_date };
      const described = await describePeople(db, reader, users, t);
      return {
        data: users.map((user) => ({ ...user, meta: { ...user.meta, subtitle: described.get(user.id) ?? '' } })),
      };
    },

    async markAbsent(context) {
      return marking(context, [{ user_id: context.body.user_id, kind: 'absent', minutes: null }]);
    },

    async markTooLate(context) {
      const { user_id, minutes } = context.body;
      return marking(context, [{ user_id, kind: 'too-late', minutes }]);
    },

    async removeMark(context) {
      return marking(context, [{ user_id: context.body.user_id, kind: null, minutes: null }]);
    },

    async takeRoll(context) {
      return marking(context, []);
    },

    async listMarks(context) {
      const { query, db, fail } = context;
      const book = await openBook(parts, context, 'view-absences');
      const rows = await listMarks(db, book, await openFilter(db, book, query, fail));
      const entries = await listEntriesById(db, book, [...new Set(rows.map(({ entry_id }) => entry_id))]);
      const heads = await headsOf(db, book, entries);
      return {
        data: rows.flatMap(({ entry_id, user_id, firstname, lastname, ...mark }) => {
          const entry = heads.get(entry_id);
          const grade = entry?.grades[0] ? { shortcut: entry.grades.map(({ shortcut }) => shortcut).join(', ') } : null;
          const user = { id: user_id, meta: { displayname: `${firstname} ${lastname}` }, grade };
          return entry ? [{ id: `${entry_id}-${user_id}`, user, entry, ...mark }] : [];
        }),
      };
    },

    async getStatistics(context) {
      const { query, db, fail } = context;
      const book = await openBook(parts, context, 'view-statistics');
      const rows = await listStatistics(db, book, await openFilter(db, book, query, fail));
      return {
        data: rows.map((row) => ({
          ...toMember(row),
          absent: {
            count: row.absent_count ?? 0,
            minutes: row.absent_minutes ?? 0,
            excused: row.excused_count ?? 0,
            unexcused: row.unexcused_count ?? 0,
            pending: row.pending_count ?? 0,
          },
          'too-late': { count: row.late_count ?? 0, minutes: row.late_minutes ?? 0 },
        })),
      };
    },
  });
}
