import { toLocal } from '@kreide/core/kernel';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import type { WithdrawTold } from '../channels/index.ts';
import { teacherAccounts } from '../structure/index.ts';
import { listParentsOf } from '../users/index.ts';
import { listWriters } from './queries/writers.ts';
import type { ExamRow } from './queries.ts';
import { namesOfExams } from './shown.ts';

/** What people are told of an exam. */
export interface ToldExam {
  readonly school_id: number;
  readonly about: 'created' | 'changed' | 'cancelled';
  readonly exam: Pick<ExamRow, 'id' | 'date' | 'time_begins_at' | 'time_ends_at' | 'kind'> & { readonly name: string };
  readonly people: readonly number[];
}

export type ExamTeller = (db: Kysely<DB>, told: ToldExam, now: Date) => Promise<void>;

export interface ExamWays {
  readonly tellOfExams: ExamTeller;
  readonly withdrawTold: WithdrawTold;
}

/** What those who write an exam want to know of a change. */
const TOLD = ['date', 'time_begins_at', 'time_ends_at', 'bookable_id', 'kind', 'topic', 'note'] as const;

/** What became of an exam; null: nothing that anybody has to know. */
export function aboutOf(before: ExamRow | null, after: ExamRow): ToldExam['about'] | null {
  if (!before) return 'created';
  if (before.is_cancelled !== after.is_cancelled) return after.is_cancelled ? 'cancelled' : 'changed';
  if (after.is_cancelled) return null;
  return TOLD.some((field) => before[field] !== after[field]) ? 'changed' : null;
}

/** Tells pupils, their parents and the teachers of the course once each, except whoever does it; of what is over nobody is told. */
export async function tellConcerned(
  db: Kysely<DB>,
  { tellOfExams }: Pick<ExamWays, 'tellOfExams'>,
  { before, after, actor }: { before: ExamRow | null; after: ExamRow; actor: Actor },
  now: Date,
): Promise<void> {
  const about = aboutOf(before, after);
  const last = before && before.date > after.date ? before.date : after.date;
  if (about === null || last < toLocal(now, actor.time_zone).date) return;
  const { school_id } = actor;
  const pupils = await listWriters(db, school_id, before ? [before, after] : [after]);
  const parents = await listParentsOf(db, school_id, pupils);
  const teachers = await teacherAccounts(db)
    .where('school_id', '=', school_id)
    .where('id', '=', sql<number>`any(${after.teacher_ids}::bigint[])`)
    .execute();
  const people = new Set([
    ...pupils,
    ...parents.map(({ parent_id }) => parent_id),
    ...teachers.flatMap(({ user_id }) => user_id ?? []),
  ]);
  people.delete(actor.user_id);
  if (people.size === 0) return;
  const named = await namesOfExams(db, school_id, [after]);
  const exam = { ...after, name: named(after).displayname };
  await tellOfExams(db, { school_id, about, exam, people: [...people] }, now);
}
