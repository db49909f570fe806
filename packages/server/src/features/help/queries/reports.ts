import type { ReportReason, TimetableReport } from '@kreide/core/features/help';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import { usersPart } from '../../users/index.ts';

const LISTED = 100;

interface NewReport {
  school_id: number;
  user_id: number;
  author_id: number;
  lesson: string;
  reason: ReportReason;
  course: string;
  text: string;
  created_at: string;
}

const reportsOf = (db: Kysely<DB>, schoolId: number) =>
  db
    .selectFrom('timetable_reports')
    .innerJoin(usersPart(db).where('school_id', '=', schoolId).where('deleted_at', 'is', null).as('pupil'), (join) =>
      join
        .onRef('pupil.school_id', '=', 'timetable_reports.school_id')
        .onRef('pupil.id', '=', 'timetable_reports.user_id'),
    )
    .where('timetable_reports.school_id', '=', schoolId)
    .select(['timetable_reports.id', 'user_id', 'author_id', 'lesson', 'reason', 'course', 'text', 'answer'])
    .select(['created_at', 'answered_at', 'firstname', 'lastname']);

type Row = Awaited<ReturnType<ReturnType<typeof reportsOf>['execute']>>[number];

export const toReport = ({ firstname, lastname, author_id: _, ...row }: Row): TimetableReport => ({
  ...row,
  reason: row.reason as ReportReason,
  displayname: `${firstname} ${lastname}`,
  state: row.answered_at === null ? 'open' : 'answered',
});

export async function insertReport(trx: Kysely<DB>, report: NewReport): Promise<number> {
  const { id } = await trx.insertInto('timetable_reports').values(report).returning('id').executeTakeFirstOrThrow();
  return id;
}

export const findReport = (db: Kysely<DB>, schoolId: number, id: number) =>
  reportsOf(db, schoolId).where('timetable_reports.id', '=', id).executeTakeFirst();

/** What was said about the plan of a pupil, the newest first. */
export async function listReportsOf(db: Kysely<DB>, schoolId: number, userId: number): Promise<TimetableReport[]> {
  const rows = await reportsOf(db, schoolId)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('timetable_reports.id', 'desc')
    .limit(LISTED)
    .execute();
  return rows.map(toReport);
}

/** What people of a school said: what waits first, the oldest of it at the top, then what was answered last. */
export async function listReports(db: Kysely<DB>, schoolId: number): Promise<TimetableReport[]> {
  const rows = await reportsOf(db, schoolId)
    .orderBy('answered_at', (order) => order.desc().nullsFirst())
    .orderBy('timetable_reports.id')
    .limit(LISTED)
    .execute();
  return rows.map(toReport);
}

/** Stores an answer; false: there is one already. */
export async function storeAnswer(
  trx: Kysely<DB>,
  { school_id, id, answer, answered_by }: { school_id: number; id: number; answer: string; answered_by: number },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('timetable_reports')
    .set({ answer, answered_by, answered_at: now.toISOString() })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What is about somebody goes; what a parent or planner wrote stays without them. */
export async function eraseReports(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db.deleteFrom('timetable_reports').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
  for (const column of ['author_id', 'answered_by'] as const)
    await db
      .updateTable('timetable_reports')
      .set({ [column]: null })
      .where('school_id', '=', school_id)
      .where(column, '=', user_id)
      .execute();
}

/** What was said about somebody's plan, and what they wrote about those of their children. */
export const reportData: PersonalData = {
  timetable_reports: async (db, { school_id, user_id }) => {
    const rows = await db
      .selectFrom('timetable_reports')
      .select(['lesson', 'course', 'text', 'answer', 'created_at', 'answered_at'])
      .where('school_id', '=', school_id)
      .where((is) => is.or([is('user_id', '=', user_id), is('author_id', '=', user_id)]))
      .orderBy('id')
      .execute();
    return rows.map(({ lesson, course, text, answer, created_at, answered_at }) => ({
      name: lesson,
      course,
      text: [text, answer].filter((part) => part !== ''),
      created_at,
      answered_at,
    }));
  },
};
