import type { AbsenceTypeState } from '@kreide/core/features/absences';
import type { MarkKind } from '@kreide/core/features/classbook';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';
import { hasWords } from '../../../kernel/data/searching.ts';
import { markState, rollAbsence } from '../../absences/index.ts';
import { usersPart } from '../../users/index.ts';
import type { Filter } from '../asked.ts';
import type { Book } from '../book.ts';
import { isInDays, isSeen, isWanted } from './seen.ts';

/** The lesson of a mark, whose pupil may have an absence at that time. */
export const LESSON_OF_MARK = {
  user_id: sql.ref('mark.user_id'),
  date: sql.ref('entry.lesson_date'),
  time_begins_at: sql.ref('entry.time_begins_at'),
  time_ends_at: sql.ref('entry.time_ends_at'),
};
/** How a mark counts: of who came late nothing does. */
const stateOf = ({ school_id, zone }: Book) =>
  sql<AbsenceTypeState | null>`(case when mark.kind = 'absent' then ${markState(school_id, zone, LESSON_OF_MARK)} end)`;

/** The marks of some entries. */
export async function listMarksOf(db: Kysely<DB>, book: Book, entryIds: readonly number[]) {
  return db
    .selectFrom('classbook_marks as mark')
    .innerJoin('classbook_entries as entry', (join) =>
      join.onRef('entry.school_id', '=', 'mark.school_id').onRef('entry.id', '=', 'mark.entry_id'),
    )
    .select(['mark.entry_id', 'mark.user_id', 'mark.kind', 'mark.minutes', 'mark.marked_at', 'mark.marked_by'])
    .select(['mark.other_kind', 'mark.other_minutes', 'mark.other_by', 'mark.other_at', stateOf(book).as('state')])
    .where('mark.school_id', '=', book.school_id)
    .where('entry.school_id', '=', book.school_id)
    .where('mark.entry_id', '=', sql<number>`any(${entryIds}::bigint[])`)
    .execute();
}

/** A pupil in a lesson, on the school's clock. */
export interface PupilInLesson {
  /** Which lesson of those that are asked about. */
  place: number;
  user_id: number;
  date: string;
  time_begins_at: string;
  time_ends_at: string;
}

/** Those of whom the school knows that they are absent in a lesson: by lesson and pupil. */
export async function listAbsentOf(db: Kysely<DB>, { school_id, zone }: Book, pupils: readonly PupilInLesson[]) {
  if (pupils.length === 0) return [];
  const lesson = {
    user_id: sql.ref('pupil.user_id'),
    date: sql.ref('pupil.date'),
    time_begins_at: sql.ref('pupil.time_begins_at'),
    time_ends_at: sql.ref('pupil.time_ends_at'),
  };
  const rows = await db
    .selectFrom(
      sql<PupilInLesson>`jsonb_to_recordset(${toJsonText(pupils)}::jsonb)`.as<'pupil'>(
        sql`pupil(place integer, user_id bigint, date date, time_begins_at time, time_ends_at time)`,
      ),
    )
    .select(['pupil.place', 'pupil.user_id', rollAbsence(school_id, zone, lesson).as('absence')])
    .execute();
  return rows.flatMap(({ absence, ...row }) => (absence ? [{ ...row, absence }] : []));
}

/** The marks of a pupil in a lesson: the one that counts, and that of a colleague who had not seen it. */
export interface MarkValues {
  user_id: number;
  kind: MarkKind;
  minutes: number;
  marked_by: number | null;
  marked_at: string;
  other_kind: MarkKind | null;
  other_minutes: number | null;
  other_by: number | null;
  other_at: string | null;
}

/** Sets marks of a lesson, and takes those of other pupils away. */
export async function setMarks(
  db: Kysely<DB>,
  { school_id }: Pick<Book, 'school_id'>,
  entry_id: number,
  { set, removed }: { set: readonly MarkValues[]; removed: readonly number[] },
): Promise<void> {
  if (removed.length > 0)
    await db
      .deleteFrom('classbook_marks')
      .where('school_id', '=', school_id)
      .where('entry_id', '=', entry_id)
      .where('user_id', '=', sql<number>`any(${removed}::bigint[])`)
      .execute();
  if (set.length === 0) return;
  await db
    .insertInto('classbook_marks')
    .values(set.map((one) => ({ school_id, entry_id, ...one })))
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'entry_id', 'user_id']).doUpdateSet((eb) => ({
        kind: eb.ref('excluded.kind'),
        minutes: eb.ref('excluded.minutes'),
        marked_by: eb.ref('excluded.marked_by'),
        marked_at: eb.ref('excluded.marked_at'),
        other_kind: eb.ref('excluded.other_kind'),
        other_minutes: eb.ref('excluded.other_minutes'),
        other_by: eb.ref('excluded.other_by'),
        other_at: eb.ref('excluded.other_at'),
      })),
    )
    .execute();
}

/** Marks of lessons that the caller sees, newest lesson first, and one more. */
export async function listMarks(db: Kysely<DB>, book: Book, filter: Filter) {
  let query = db
    .selectFrom('classbook_marks as mark')
    .innerJoin('classbook_entries as entry', (join) =>
      join.onRef('entry.school_id', '=', 'mark.school_id').onRef('entry.id', '=', 'mark.entry_id'),
    )
    .innerJoin(usersPart(db).as('person'), (join) =>
      join.onRef('person.school_id', '=', 'mark.school_id').onRef('person.id', '=', 'mark.user_id'),
    )
    .select(['mark.entry_id', 'mark.user_id', 'mark.kind', 'mark.minutes', 'mark.marked_at', stateOf(book).as('state')])
    .select(['person.firstname', 'person.lastname'])
    .where('mark.school_id', '=', book.school_id)
    .where('entry.school_id', '=', book.school_id)
    .where('entry.school_year_id', '=', book.id)
    .where(isSeen(book))
    .where(isWanted(book, filter, true))
    .where(isInDays(filter, sql`entry.lesson_date`))
    .where(hasWords(sql`person.firstname || ' ' || person.lastname`, filter.words))
    .orderBy('entry.lesson_date', 'desc')
    .orderBy('entry.time_begins_at', 'desc')
    .orderBy('mark.user_id')
    .offset(filter.offset)
    .limit(filter.limit + 1);
  if (filter.user_id !== null) query = query.where('mark.user_id', '=', filter.user_id);
  if (filter.member_grade_id !== null)
    query = query.where(sql<boolean>`${filter.member_grade_id}::bigint = any(entry.grade_ids)`);
  if (filter.absence_types !== null)
    query = query.where('mark.kind', '=', sql<MarkKind>`any(${filter.absence_types}::text[])`);
  if (filter.states !== null) query = query.where(sql<boolean>`${stateOf(book)} = any(${filter.states}::text[])`);
  return query.execute();
}
