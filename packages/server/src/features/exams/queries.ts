import { EXAM_LIMITS, type ExamDraft, type ExamKind, type ExamSettings } from '@kreide/core/features/exams';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { changedAt } from '../../kernel/data/changed-at.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { enrolledCoursesOf, takesPart } from '../structure/index.ts';
import type { ExamReader } from './reader.ts';

export interface ExamKey {
  readonly school_id: number;
  readonly id: number;
}

const IS_OPEN = sql<boolean>`(exam.course_id is null or course.is_required or not course.has_enrolments)`;
const GRADES = sql<number[]>`case when exam.course_id is null then array[exam.grade_id] else course.grade_ids end`;

/** The exams of a school with whose they are: all of their grades write those that are `is_open`. */
export function examsOf(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('exams as exam')
    .leftJoin(enrolledCoursesOf(db, schoolId).as('course'), 'course.id', 'exam.course_id')
    .select(['exam.id', 'exam.uuid', 'exam.school_year_id', 'exam.course_id', 'exam.grade_id', 'exam.date'])
    .select(['exam.time_begins_at', 'exam.time_ends_at'])
    .select(['exam.bookable_id', 'exam.topic', 'exam.note', 'exam.is_public', 'exam.is_cancelled', 'exam.over_reason'])
    .select(['exam.created_by', 'exam.changed_by', 'exam.updated_at'])
    .select(['course.shortcut as course_shortcut', 'course.name as course_name'])
    .select(sql<ExamKind>`exam.kind`.as('kind'))
    .select(sql<number | null>`coalesce(exam.subject_id, course.subject_id)`.as('subject_id'))
    .select(sql<number[]>`coalesce(course.teacher_ids, '{}')`.as('teacher_ids'))
    .select([IS_OPEN.as('is_open'), GRADES.as('grade_ids')])
    .where('exam.school_id', '=', schoolId);
}
export type ExamRow = Awaited<ReturnType<typeof findExam>> & object;

/** What decides who writes an exam, in a query of `examsOf`. */
const WRITTEN = {
  date: sql<string>`exam.date`,
  course_id: sql<number | null>`exam.course_id`,
  is_open: IS_OPEN,
  grade_ids: GRADES,
};

/** Which exams somebody sees. */
export function isSeen(reader: ExamReader) {
  const { school_id, user_id, sees_all, course_ids, grade_ids, user_ids } = reader;
  if (sees_all) return sql<SqlBool>`true`;
  if (user_ids.length > 0) return takesPart(school_id, user_ids, WRITTEN);
  return sql<SqlBool>`(exam.created_by = ${user_id} or exam.course_id = any(${[...course_ids]}::bigint[])
    or ${GRADES} && ${[...grade_ids]}::bigint[])`;
}

/** Somebody whose own exams are asked for; `taught`: a teacher, with what they teach. */
export interface ExamPerson {
  readonly user_id: number;
  readonly taught: Pick<ExamReader, 'course_ids' | 'subjects'> | null;
}

/** Is an exam part of somebody's own plan: do they write it, teach it, or have they entered it? */
export function isTheirs(schoolId: number, { user_id, taught }: ExamPerson) {
  if (!taught) return takesPart(schoolId, [user_id], WRITTEN);
  const { course_ids, subjects } = taught;
  const [grades, named] = [subjects.map(({ grade_id }) => grade_id), subjects.map(({ subject_id }) => subject_id)];
  return sql<SqlBool>`(exam.created_by = ${user_id} or exam.course_id = any(${[...course_ids]}::bigint[])
    or (exam.grade_id, exam.subject_id) in (select * from unnest(${grades}::bigint[], ${named}::bigint[])))`;
}

/** Which of a reader's children write an exam, where there are several. */
function childrenAmong({ school_id, user_ids }: ExamReader) {
  if (user_ids.length < 2) return sql<number[]>`'{}'::bigint[]`;
  const each = user_ids.map((id) => sql`case when ${takesPart(school_id, [id], WRITTEN)} then ${id}::bigint end`);
  return sql<number[]>`array_remove(array[${sql.join(each)}], null)`;
}

/** What a list of exams is about. */
export interface ExamRange {
  readonly from: string;
  readonly until: string;
  readonly grade_id?: number | undefined;
  readonly person?: ExamPerson | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** A page of the exams that somebody sees, by their time. */
export async function listExams(db: Kysely<DB>, reader: ExamReader, range: ExamRange) {
  let query = examsOf(db, reader.school_id)
    .select(childrenAmong(reader).as('child_ids'))
    .where('exam.date', '>=', range.from)
    .where('exam.date', '<=', range.until)
    .where(isSeen(reader));
  if (range.grade_id !== undefined) query = query.where(sql<SqlBool>`${range.grade_id}::bigint = any(${GRADES})`);
  if (range.person) query = query.where(isTheirs(reader.school_id, range.person));
  return query
    .orderBy('exam.date')
    .orderBy('exam.time_begins_at')
    .orderBy('exam.id')
    .offset(range.offset)
    .limit(range.limit)
    .execute();
}

export async function findExam(db: Kysely<DB>, { school_id, id }: ExamKey) {
  return examsOf(db, school_id).where('exam.id', '=', id).executeTakeFirst();
}

/** Holds an exam until the end of the transaction, so that two changes wait for each other. */
export async function lockExam(db: Kysely<DB>, { school_id, id }: ExamKey): Promise<void> {
  await sql`select 1 from exams where school_id = ${school_id} and id = ${id} for update`.execute(db);
}

/** An exam that is there, as this reader sees it; undefined: they do not. */
export async function findSeen(db: Kysely<DB>, reader: ExamReader, id: number) {
  return examsOf(db, reader.school_id)
    .select(childrenAmong(reader).as('child_ids'))
    .where('exam.id', '=', id)
    .where(isSeen(reader))
    .executeTakeFirst();
}
export type SeenExam = Awaited<ReturnType<typeof listExams>>[number];

type Stored = Omit<ExamDraft, 'over_reason' | 'course_id' | 'grade_id' | 'subject_id'> & { over_reason: string | null };

export async function insertExam(
  db: Kysely<DB>,
  school_id: number,
  values: Stored & Pick<ExamDraft, 'course_id' | 'grade_id' | 'subject_id'> & { school_year_id: number },
  { user_id, now }: { user_id: number; now: Date },
): Promise<number> {
  const at = now.toISOString();
  const { id } = await db
    .insertInto('exams')
    .values({ school_id, ...values, created_by: user_id, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function changeExam(
  db: Kysely<DB>,
  { school_id, id }: ExamKey,
  values: Stored & { school_year_id: number; is_cancelled: boolean },
  { user_id, now }: { user_id: number; now: Date },
): Promise<void> {
  await db
    .updateTable('exams')
    .set({ ...values, changed_by: user_id, updated_at: changedAt(now) })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}

export async function deleteExam(db: Kysely<DB>, { school_id, id }: ExamKey): Promise<void> {
  await db.deleteFrom('exams').where('school_id', '=', school_id).where('id', '=', id).execute();
}

/** Exams in a room at some time of a day, without one. */
export async function listInRoom(
  db: Kysely<DB>,
  schoolId: number,
  at: { bookable_id: number; date: string; time_begins_at: string; time_ends_at: string },
  without: number | null,
) {
  return examsOf(db, schoolId)
    .where('exam.bookable_id', '=', at.bookable_id)
    .where('exam.date', '=', at.date)
    .where('exam.time_begins_at', '<', at.time_ends_at)
    .where('exam.time_ends_at', '>', at.time_begins_at)
    .where('exam.is_cancelled', '=', false)
    .where('exam.id', '!=', without ?? 0)
    .orderBy('exam.time_begins_at')
    .execute();
}

/** The limits of a school; without any of its own those of the product. */
export async function findSettings(db: Kysely<DB>, schoolId: number): Promise<ExamSettings> {
  const row = await db
    .selectFrom('exam_settings')
    .select(['per_day', 'per_week', 'updated_at'])
    .where('school_id', '=', schoolId)
    .executeTakeFirst();
  return row ?? { ...EXAM_LIMITS, updated_at: null };
}

/** The same, held until the end of the transaction: whoever else enters an exam, or sets the limits, waits. */
export async function lockSettings(db: Kysely<DB>, schoolId: number): Promise<ExamSettings> {
  await db
    .insertInto('exam_settings')
    .values({ school_id: schoolId, ...EXAM_LIMITS })
    .onConflict((on) => on.column('school_id').doNothing())
    .execute();
  return db
    .selectFrom('exam_settings')
    .select(['per_day', 'per_week', 'updated_at'])
    .where('school_id', '=', schoolId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function saveSettings(
  db: Kysely<DB>,
  schoolId: number,
  { per_day, per_week }: Pick<ExamSettings, 'per_day' | 'per_week'>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('exam_settings')
    .set({ per_day, per_week, updated_at: changedAt(now) })
    .where('school_id', '=', schoolId)
    .execute();
}
