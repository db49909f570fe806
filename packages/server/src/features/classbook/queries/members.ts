import type { AbsenceTypeState } from '@kreide/core/features/absences';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hasWords } from '../../../kernel/data/searching.ts';
import { markCounts, markState } from '../../absences/index.ts';
import { gradeOn, gradesOf, membersOf } from '../../structure/index.ts';
import { dayWithin } from '../../timetable/index.ts';
import { usersPart } from '../../users/index.ts';
import type { Filter } from '../asked.ts';
import type { Book } from '../book.ts';
import { LESSON_OF_MARK } from './marks.ts';
import { isInDays, isSeen, isWanted } from './seen.ts';

const dayOf = ({ today, year }: Book) => dayWithin(year, today);

/** The pupils that a list is about; null: all of the school. */
function unitsOf(book: Book, { course_id, grade_id, kind }: Filter) {
  if (course_id !== null) return { courses: [course_id], grades: [] };
  if (grade_id !== null) return { courses: [], grades: [grade_id] };
  if (book.reach === 'school') return null;
  return {
    courses: kind === 'grades' ? [] : book.course_ids,
    grades: kind === 'courses' ? [] : book.grade_ids,
  };
}

const nameOf = sql`person.lastname || ' ' || person.firstname`;

function pupilsOf(db: Kysely<DB>, book: Book, filter: Filter) {
  const day = dayOf(book);
  const days = { begins_at: filter.begins_at ?? day, ends_at: filter.ends_at ?? day };
  const units = unitsOf(book, filter);
  let query = db
    .selectFrom(usersPart(db).as('person'))
    .leftJoin(gradesOf(db, book.school_id).as('grade'), (join) =>
      join.on((eb) =>
        eb(eb.ref('grade.id'), '=', gradeOn(eb.ref('person.school_id'), eb.ref('person.id'), day) as never),
      ),
    )
    .select(['person.id', 'person.firstname', 'person.lastname', 'grade.shortcut'])
    .where('person.school_id', '=', book.school_id)
    .where('person.type', '=', 'STUDENT')
    .where('person.deleted_at', 'is', null)
    .where(hasWords(nameOf, filter.words))
    .orderBy(sql`kreide_fold(${nameOf})`)
    .orderBy('person.id')
    .offset(filter.offset)
    .limit(filter.limit + 1);
  const among = (of: NonNullable<ReturnType<typeof unitsOf>>) =>
    sql<boolean>`person.id in ${membersOf(book.school_id, of, days)}`;
  if (units) query = query.where(among(units));
  if (filter.user_id !== null) query = query.where('person.id', '=', filter.user_id);
  if (filter.member_grade_id !== null) query = query.where(among({ courses: [], grades: [filter.member_grade_id] }));
  return query;
}

/** A page of pupils by name, and one more. */
export async function listMembers(db: Kysely<DB>, book: Book, filter: Filter) {
  return pupilsOf(db, book, filter).execute();
}

/** Does a teacher see this pupil in their courses and classes? */
export async function isMember(db: Kysely<DB>, book: Book, userId: number): Promise<boolean> {
  const day = dayOf(book);
  const of = membersOf(
    book.school_id,
    { courses: book.course_ids, grades: book.grade_ids },
    { begins_at: day, ends_at: day },
  );
  const { rows } = await sql`select 1 from ${of} as member where member.user_id = ${userId} limit 1`.execute(db);
  return rows.length > 0;
}

/** A page of pupils with how often and how long they were away from lessons that the caller sees, in one statement (T-7.59). */
export async function listStatistics(db: Kysely<DB>, book: Book, filter: Filter) {
  const { school_id, zone } = book;
  const state = markState(school_id, zone, LESSON_OF_MARK);
  const counted = db
    .selectFrom('classbook_marks as mark')
    .innerJoin('classbook_entries as entry', (join) =>
      join.onRef('entry.school_id', '=', 'mark.school_id').onRef('entry.id', '=', 'mark.entry_id'),
    )
    .select(['mark.user_id', 'mark.kind', 'mark.minutes'])
    .select(sql<AbsenceTypeState | null>`case when mark.kind = 'absent' then ${state} end`.as('state'))
    // Pupils who were away for the school have not missed anything.
    .where(sql<boolean>`(mark.kind <> 'absent' or ${markCounts(school_id, zone, LESSON_OF_MARK)})`)
    .where('mark.school_id', '=', book.school_id)
    .where('entry.school_id', '=', book.school_id)
    .where('entry.school_year_id', '=', book.id)
    .where(isSeen(book))
    .where(isWanted(book, filter, true))
    .where(isInDays(filter, sql`entry.lesson_date`));
  const lessons = (state: AbsenceTypeState) => sql<number>`count(*) filter (where counted.state = ${state})`;
  const sums = db
    .selectFrom(counted.as('counted'))
    .select('counted.user_id')
    .select([
      sql<number>`count(*) filter (where counted.kind = 'absent')`.as('absent_count'),
      sql<number>`coalesce(sum(counted.minutes) filter (where counted.kind = 'absent'), 0)`.as('absent_minutes'),
      sql<number>`count(*) filter (where counted.kind = 'too-late')`.as('late_count'),
      sql<number>`coalesce(sum(counted.minutes) filter (where counted.kind = 'too-late'), 0)`.as('late_minutes'),
      lessons('EXCUSED').as('excused_count'),
      lessons('UNEXCUSED').as('unexcused_count'),
      lessons('PENDING').as('pending_count'),
    ])
    .groupBy('counted.user_id');
  return pupilsOf(db, book, filter)
    .leftJoin(sums.as('sums'), 'sums.user_id', 'person.id')
    .select(['sums.absent_count', 'sums.absent_minutes', 'sums.late_count', 'sums.late_minutes'])
    .select(['sums.excused_count', 'sums.unexcused_count', 'sums.pending_count'])
    .execute();
}
