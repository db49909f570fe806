import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { bookablesOf } from '../../structure/index.ts';
import type { PlanStore } from '../../timetable/index.ts';
import { findPerson } from '../../users/index.ts';
import { examsOf, isTheirs } from '../queries.ts';
import { taughtOf } from '../reader.ts';

/** The exams of somebody's own plan: a pupil's those that they write, a teacher's those of what they teach, with their rooms. */
export async function listOfPerson(
  db: Kysely<DB>,
  plans: PlanStore,
  { school_id, user_id }: { school_id: number; user_id: number },
  { begins_at, ends_at, day }: { begins_at: string; ends_at: string; day: string },
) {
  const person = await findPerson(db, school_id, user_id);
  const teacher_id = person?.teacher_id ?? null;
  const taught = teacher_id === null ? null : await taughtOf(db, plans, { school_id, teacher_id }, day);
  return examsOf(db, school_id)
    .leftJoin(bookablesOf(db, school_id).as('room'), 'room.id', 'exam.bookable_id')
    .select('room.shortcut as room')
    .where('exam.date', '>=', begins_at)
    .where('exam.date', '<=', ends_at)
    .where(isTheirs(school_id, { user_id, taught }))
    .orderBy('exam.date')
    .orderBy('exam.time_begins_at')
    .orderBy('exam.id')
    .execute();
}
