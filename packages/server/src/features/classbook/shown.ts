import {
  type ClassbookEntry,
  type EntryHead,
  entryAbilitiesOf,
  type Homework,
  homeworkAbilitiesOf,
  isRollOpen,
  NOTICE_CATEGORIES,
  type Notice,
  type NoticeCategoryKey,
  noticeAbilitiesOf,
} from '@kreide/core/features/classbook';
import { type Translate, toInstant } from '@kreide/core/kernel';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { coursesOf, gradesOf, subjectsOf, teachersOf } from '../structure/index.ts';
import { usersPart } from '../users/index.ts';
import type { Book } from './book.ts';
import { type EntryRow, listEntriesById } from './queries/entries.ts';
import type { HomeworkRow } from './queries/homeworks.ts';
import type { NoticeRow } from './queries/notices.ts';

const isAmong = (ids: readonly number[]) => sql<number>`any(${[...new Set(ids)]}::bigint[])`;
const byId = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));
const found = <T>(map: ReadonlyMap<number, T>, ids: readonly number[]): T[] => ids.flatMap((id) => map.get(id) ?? []);

/** What an entry keeps of its lesson. */
export type HeadRow = Pick<
  EntryRow,
  | 'id'
  | 'school_year_id'
  | 'lesson_uuid'
  | 'lesson_date'
  | 'hour'
  | 'time_begins_at'
  | 'time_ends_at'
  | 'name'
  | 'course_id'
  | 'subject_id'
  | 'grade_ids'
  | 'teacher_ids'
>;

/** The units that entries name. */
async function unitsOf(db: Kysely<DB>, { school_id }: Book, rows: readonly HeadRow[]) {
  const grades = await gradesOf(db, school_id)
    .where('id', '=', isAmong(rows.flatMap(({ grade_ids }) => grade_ids)))
    .execute();
  const teachers = await teachersOf(db, school_id)
    .where('id', '=', isAmong(rows.flatMap(({ teacher_ids }) => teacher_ids)))
    .execute();
  const courses = await coursesOf(db, school_id)
    .where('id', '=', isAmong(rows.flatMap(({ course_id }) => course_id ?? [])))
    .execute();
  const subjects = await subjectsOf(db, school_id)
    .where('id', '=', isAmong(rows.flatMap(({ subject_id }) => subject_id ?? [])))
    .execute();
  return {
    grades: byId(grades.map(({ id, shortcut, name }) => ({ id, shortcut, name }))),
    teachers: byId(
      teachers.map(({ id, shortcut, title, firstname, lastname }) => ({
        id,
        shortcut,
        name: [title, firstname, lastname].filter(Boolean).join(' ') || null,
      })),
    ),
    courses: byId(courses),
    subjects: byId(subjects),
  };
}

/** The lessons of entries, as they are shown with everything that belongs to them. */
export async function headsOf(db: Kysely<DB>, book: Book, rows: readonly HeadRow[]): Promise<Map<number, EntryHead>> {
  const units = await unitsOf(db, book, rows);
  const heads = rows.map((row): EntryHead => {
    const color = units.subjects.get(row.subject_id ?? 0)?.color ?? 'blue';
    const course = units.courses.get(row.course_id ?? 0);
    return {
      id: row.id,
      classbook_id: row.school_year_id,
      lesson_uuid: row.lesson_uuid,
      date: row.lesson_date,
      hour: row.hour,
      color,
      begins_at: toInstant(row.lesson_date, row.time_begins_at, book.zone).toISOString(),
      ends_at: toInstant(row.lesson_date, row.time_ends_at, book.zone).toISOString(),
      name: row.name,
      course: course
        ? { id: course.id, shortcut: course.shortcut, name: course.name, meta: { color, shortname: course.shortcut } }
        : null,
      grades: found(units.grades, row.grade_ids),
      teachers: found(units.teachers, row.teacher_ids),
    };
  });
  return byId(heads);
}

/** The abilities of the caller with an entry. */
export function judgeEntry(book: Book, row: EntryRow, now: Date) {
  const { teacher_id, actor, zone } = book;
  const isOf = (ids: readonly number[]) => teacher_id !== null && ids.includes(teacher_id);
  return entryAbilitiesOf(actor, {
    holds: isOf(row.teacher_ids),
    is_regular: isOf(row.regular_teacher_ids),
    is_begun: isRollOpen(toInstant(row.lesson_date, row.time_begins_at, zone).toISOString(), now),
  });
}

export async function showEntries(
  db: Kysely<DB>,
  book: Book,
  rows: readonly EntryRow[],
  now: Date,
): Promise<ClassbookEntry[]> {
  const heads = await headsOf(db, book, rows);
  return rows.map((row) => ({
    ...(heads.get(row.id) as EntryHead),
    topic: row.topic,
    roll_taken_at: row.roll_taken_at,
    is_open: row.is_unfinished,
    updated_at: row.updated_at,
    absent_count: row.absent_count,
    too_late_count: row.late_count,
    can: judgeEntry(book, row, now),
  }));
}

/** The names of people, by their number. */
export async function namesOf(db: Kysely<DB>, { school_id }: Pick<Book, 'school_id'>, ids: readonly (number | null)[]) {
  const rows = await usersPart(db)
    .where('school_id', '=', school_id)
    .where('id', '=', isAmong(ids.flatMap((id) => id ?? [])))
    .orderBy('lastname')
    .orderBy('firstname')
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ id, firstname, lastname }) => [id, `${firstname} ${lastname}`]));
}

/** How many names stand in the short description of a notice. */
const NAMES_IN_SHORT = 2;

export async function showNotices(
  db: Kysely<DB>,
  book: Book,
  rows: readonly NoticeRow[],
  t: Translate,
): Promise<Notice[]> {
  const entries = await listEntriesById(db, book, [...new Set(rows.map(({ entry_id }) => entry_id))]);
  const heads = await headsOf(db, book, entries);
  const isFamily = book.reach === 'family';
  // Of other people's children families learn nothing, not even how many there are.
  const shownOf = (ids: readonly number[]) => (isFamily ? ids.filter((id) => book.user_ids.includes(id)) : ids);
  const people = rows.flatMap(({ user_ids, created_by, edited_by }) => [...shownOf(user_ids), created_by, edited_by]);
  const names = await namesOf(db, book, people);
  const grades = byId(
    await gradesOf(db, book.school_id)
      .where('id', '=', isAmong(rows.flatMap(({ grade_ids }) => grade_ids)))
      .execute(),
  );
  return rows.map((row) => {
    const entry = heads.get(row.entry_id) as EntryHead;
    const wanted = new Set(shownOf(row.user_ids));
    const users = [...names].flatMap(([id, displayname]) => (wanted.has(id) ? [{ id, meta: { displayname } }] : []));
    const units = isFamily
      ? []
      : found(grades, row.grade_ids).map(({ id, shortcut, name }) => ({ id, shortcut, name }));
    const first = users.slice(0, NAMES_IN_SHORT).map(({ meta }) => meta.displayname);
    const more = users.length - first.length;
    const whom = units.length > 0 ? units.map(({ shortcut }) => shortcut) : first;
    const description = whom.join(', ');
    return {
      id: row.id,
      classbook_id: book.id,
      entry_id: row.entry_id,
      entry,
      course: entry.course,
      message: row.deleted_at === null ? row.message : '',
      ...categoryOf(row.category, t),
      occurred_at: row.occurred_at,
      users,
      grades: units,
      deleted_at: row.deleted_at,
      updated_at: row.updated_at,
      author: names.get(row.created_by ?? 0) ?? null,
      edited_by: names.get(row.edited_by ?? 0) ?? null,
      meta: {
        users_count: users.length,
        last_updated_at: row.edited_at,
        description: more > 0 ? t('classbook:andMore', { names: description, count: more }) : description,
      },
      can: noticeAbilitiesOf(book.actor, book.reach, {
        created_by: row.created_by,
        is_deleted: row.deleted_at !== null,
      }),
    };
  });
}

/** A category in words. */
export function categoryOf(key: NoticeCategoryKey, t: Translate): { category_uuid: string; category: string } {
  const known = NOTICE_CATEGORIES.find((one) => one.key === key) ?? NOTICE_CATEGORIES[0];
  return { category_uuid: known.uuid, category: t(`classbook:categories.${known.key}`) };
}

export async function showHomeworks(db: Kysely<DB>, book: Book, rows: readonly HomeworkRow[]): Promise<Homework[]> {
  const entries = await listEntriesById(db, book, [...new Set(rows.map(({ entry_id }) => entry_id))]);
  const heads = await headsOf(db, book, entries);
  const concerned = [...new Set(rows.flatMap(({ child_ids }) => child_ids))];
  const names = concerned.length > 0 ? await namesOf(db, book, concerned) : new Map<number, string>();
  return rows.map(({ id, entry_id, text, due_at, updated_at, deleted_at, created_by, child_ids }) => ({
    id,
    classbook_id: book.id,
    entry: heads.get(entry_id) as EntryHead,
    text: deleted_at === null ? text : '',
    due_at,
    children: child_ids.map((child) => ({ id: child, meta: { displayname: names.get(child) ?? '' } })),
    updated_at,
    deleted_at,
    can: homeworkAbilitiesOf(book.actor, book.reach, { created_by, is_deleted: deleted_at !== null }),
  }));
}
