import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { gradeOn } from '../../structure/index.ts';
import { usersPart } from '../../users/index.ts';

interface Counted {
  yearId: number;
  from: Date;
  to: Date;
  today: string;
}

/** Absences of single pupils whose account is there, which touch a time, by the grade that they are in on a day. */
export async function countAbsences(
  db: Kysely<DB>,
  schoolId: number,
  { yearId, from, to, today }: Counted,
): Promise<ReadonlyMap<number, { absences: number; people: number }>> {
  const absent = db
    .selectFrom('absences')
    .select('user_id')
    .select((eb) => gradeOn(eb.ref('absences.school_id'), eb.ref('absences.user_id').$notNull(), today).as('grade_id'))
    .where('school_id', '=', schoolId)
    .where('school_year_id', '=', yearId)
    .where(
      'user_id',
      'in',
      usersPart(db).clearSelect().select('id').where('school_id', '=', schoolId).where('deleted_at', 'is', null),
    )
    .where('deleted_at', 'is', null)
    .where('begins_at', '<', to.toISOString())
    .where('ends_at', '>', from.toISOString());
  const rows = await db
    .selectFrom(absent.as('absence'))
    .select('grade_id')
    .select(sql<string>`count(*)`.as('absences'))
    .select(sql<string>`count(distinct user_id)`.as('people'))
    .where('grade_id', 'is not', null)
    .groupBy('grade_id')
    .$narrowType<{ grade_id: number }>()
    .execute();
  return new Map(
    rows.map(({ grade_id, absences, people }) => [grade_id, { absences: Number(absences), people: Number(people) }]),
  );
}
