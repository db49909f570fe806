import { type classbookApi, ROLL_MINUTES_BEFORE, type Roll, type RollUser } from '@kreide/core/features/classbook';
import { type Translate, toInstant } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { listPeopleOf } from '../structure/index.ts';
import { type Book, type BookParts, openBook } from './book.ts';
import { listHeldLessons, type NamedLesson, openLesson } from './held-lessons.ts';
import { type Hearers, saveMarks, toAbsence, toMark } from './marking.ts';
import {
  type EntryRow,
  findEntryOf,
  insertEntry,
  listHeldEntries,
  listLastTopics,
  lockEntry,
} from './queries/entries.ts';
import { listAbsentOf, listMarksOf, type PupilInLesson } from './queries/marks.ts';
import { type HeadRow, headsOf, judgeEntry, namesOf } from './shown.ts';

type Api = typeof classbookApi;
type Lesson = HeadRow & Pick<EntryRow, 'is_open' | 'roll_taken_at'>;

const MINUTE = 60_000;

/** A lesson without an entry, as an entry would keep it; its number is none. */
const toLesson = (book: Book, { uuid, date, ...held }: NamedLesson, place: number): Lesson => ({
  ...held,
  id: -1 - place,
  school_year_id: book.id,
  lesson_uuid: uuid,
  lesson_date: date,
  grade_ids: [...held.grade_ids],
  teacher_ids: [...held.teacher_ids],
  roll_taken_at: null,
});

/** Lessons with everything that calling their roll needs, in as many statements for one as for all of a day. */
async function showRolls(
  { db, t }: { db: Kysely<DB>; t: Translate },
  book: Book,
  lessons: readonly Lesson[],
): Promise<Roll[]> {
  const heads = await headsOf(db, book, lessons);
  const marks = await listMarksOf(
    db,
    book,
    lessons.map(({ id }) => id),
  );
  const sides = lessons.map(({ lesson_date: date, course_id, is_open, grade_ids }) => {
    return { date, course_id, is_open, grade_ids, teacher_ids: [] };
  });
  const people = await listPeopleOf(db, book.school_id, sides);
  const names = await namesOf(db, book, [
    ...people.map(({ user_id }) => user_id),
    ...marks.flatMap(({ user_id, marked_by, other_by }) => [user_id, marked_by, other_by]),
  ]);
  const pupilsOf = lessons.map(({ id }, place) => {
    const ids = new Set([
      ...people.flatMap((one) => (one.place === place ? one.user_id : [])),
      ...marks.flatMap(({ entry_id, user_id }) => (entry_id === id ? user_id : [])),
    ]);
    return [...names].filter(([user_id]) => ids.has(user_id));
  });
  const asked = lessons.flatMap(({ lesson_date: date, time_begins_at, time_ends_at }, place) =>
    (pupilsOf[place] ?? []).map(([user_id]): PupilInLesson => ({ place, user_id, date, time_begins_at, time_ends_at })),
  );
  const known = book.can['view-sick-notes'] === 1 ? await listAbsentOf(db, book, asked) : [];
  const absent = new Map(known.map((one) => [`${one.place} ${one.user_id}`, one.absence]));
  const topics = await listLastTopics(db, book, lessons);
  return lessons.map((lesson, place): Roll => {
    const { id, ...head } = heads.get(lesson.id) as NonNullable<ReturnType<typeof heads.get>>;
    const own = new Map(marks.flatMap((row) => (row.entry_id === lesson.id ? [[row.user_id, row]] : [])));
    const users = (pupilsOf[place] ?? []).map(([user_id, displayname]): RollUser => {
      const row = own.get(user_id);
      const mark = toMark(row);
      const { other_kind, other_minutes, other_at, other_by } = row ?? {};
      const other =
        other_kind && other_minutes && other_at
          ? { kind: other_kind, minutes: other_minutes, marked_at: other_at, by: names.get(other_by ?? 0) ?? null }
          : null;
      return {
        id: user_id,
        meta: { displayname },
        mark: mark && { ...mark, by: names.get(row?.marked_by ?? 0) ?? null, other },
        absence: toAbsence(absent.get(`${place} ${user_id}`), t),
      };
    });
    const { roll_taken_at } = lesson;
    return { ...head, entry_id: id > 0 ? id : null, roll_taken_at, last_topic: topics.get(place) ?? null, users };
  });
}

/** When something was marked: not after now, and not before the roll could be called. */
function momentOf(book: Book, { lesson_date, time_begins_at }: EntryRow, marked_at: string, now: Date): Date {
  const earliest = toInstant(lesson_date, time_begins_at, book.zone).getTime() - ROLL_MINUTES_BEFORE * MINUTE;
  return new Date(Math.min(now.getTime(), Math.max(earliest, Date.parse(marked_at))));
}

/** The rolls of a day, for devices that call them without a network too, and what was marked there. */
export function rollHandlers(parts: BookParts & Hearers) {
  return {
    async listRolls(context: HandlerContext<Api['listRolls']>) {
      const { query, db, t } = context;
      const book = await openBook(parts, context, 'view-entries');
      const { teacher_id } = book;
      if (teacher_id === null) return { data: [] };
      const entries = await listHeldEntries(db, book, query.date, teacher_id);
      const opened = new Set(entries.map(({ lesson_uuid }) => lesson_uuid));
      const held = (await listHeldLessons(parts, context, book, query.date)).filter(({ uuid }) => !opened.has(uuid));
      const lessons = [...entries, ...held.map((one, place) => toLesson(book, one, place))];
      lessons.sort((one, other) => one.time_begins_at.localeCompare(other.time_begins_at));
      return { data: await showRolls({ db, t }, book, lessons) };
    },

    async saveRoll(context: HandlerContext<Api['saveRoll']>) {
      const { params, body, db, now, t, write, fail } = context;
      const book = await openBook(parts, context, 'view-entries');
      const lesson = { uuid: params.lessonUuid, date: params.date };
      const present = await findEntryOf(db, book, lesson);
      const held = present ? null : await openLesson(parts, context, book, lesson);
      if (held === 'none') return fail('not_found');
      if (held === 'foreign') return fail('forbidden');
      const trx = await write();
      if (held) await insertEntry(trx, book, held, now);
      const made = present ?? (await findEntryOf(trx, book, lesson)) ?? fail('not_found');
      await lockEntry(trx, book, made.id);
      const entry = (await findEntryOf(trx, book, lesson)) ?? fail('not_found');
      if (judgeEntry(book, entry, now).mark !== 1) return fail('forbidden');
      const at = momentOf(book, entry, body.marked_at, now);
      // Where a pupil is named twice, the last mark counts.
      const wishes = [...new Map(body.marks.map((one) => [one.user_id, one])).values()];
      const problem = await saveMarks(parts, context, trx, book, { entry, wishes, at });
      if (problem) return fail(problem);
      const saved = (await findEntryOf(trx, book, lesson)) ?? fail('not_found');
      const [shown = fail('not_found')] = await showRolls({ db: trx, t }, book, [saved]);
      return { data: shown };
    },
  };
}
