import {
  type ExamLimits,
  type ExamOver,
  type ExamProblem,
  type ExamUnit,
  plansExams,
} from '@kreide/core/features/exams';
import { findsPeople } from '@kreide/core/features/timetable';
import { ApiError, type Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { gradesOf, hasUnits, isPublicRoom, listYears, type YearHead } from '../structure/index.ts';
import { judge, writtenBy } from './judging.ts';

/** Refuses what is wrong, in words, at its fields. */
export function refuseProblems(
  problems: readonly ExamProblem[],
  t: Translate,
  params: Record<string, string> = {},
): void {
  refuseIssues(
    problems.map(({ field, rule }) => ({
      path: `body.${field}`,
      rule,
      params,
      message: t(`exams:rules.${rule}`, { who: '', ...params }),
    })),
  );
}

/** A room of the school that the caller may know of; `present`: the one that the exam has already, which who plans may have given it. */
export async function requireRoom(
  db: Kysely<DB>,
  actor: Pick<Actor, 'school_id' | 'permissions'>,
  room: number | null,
  present: number | null = null,
): Promise<void> {
  if (room === null || room === present) return;
  const isThere = await hasUnits(db, actor.school_id, { bookables: [room] });
  const isKnown = isThere && (findsPeople(actor) || (await isPublicRoom(db, actor.school_id, room)));
  if (!isKnown) throw new ApiError({ code: 'not_found' });
}

/** The school year of a day. */
export async function yearOn(db: Kysely<DB>, schoolId: number, date: string, t: Translate): Promise<YearHead> {
  const years = await listYears(db, schoolId);
  const year = years.find(({ begins_at, ends_at }) => begins_at <= date && date <= ends_at);
  if (!year) refuseProblems([{ field: 'date', rule: 'dateOutside' }], t);
  return year as YearHead;
}

/** Who is over, in words: classes by name, pupils by their number. */
async function wordsOf(db: Kysely<DB>, schoolId: number, overs: readonly ExamOver[], t: Translate): Promise<string> {
  const grades = new Map((await gradesOf(db, schoolId).execute()).map((grade) => [grade.id, grade.shortcut]));
  return overs
    .map(({ scope, grade_id, user_ids, count, limit }) =>
      grade_id === null
        ? t(`exams:check.${scope}Pupils`, { pupils: `${user_ids.length}`, most: `${count}`, limit: `${limit}` })
        : t(`exams:check.${scope}Class`, { grade: grades.get(grade_id) ?? '', most: `${count}`, limit: `${limit}` }),
    )
    .join('; ');
}

interface Judged extends ExamUnit {
  readonly id: number | null;
  readonly date: string;
  readonly over_reason: string | null;
  readonly limits: ExamLimits;
}

/**
 * Why an exam may be one too many; null: it is not. Refused without a reason, and to everybody who does not plan. To be called with
 * the settings locked.
 */
export async function limitReason(
  db: Kysely<DB>,
  { actor, t }: { actor: Pick<Actor, 'school_id' | 'permissions'>; t: Translate },
  { id, date, over_reason, limits, ...unit }: Judged,
): Promise<string | null> {
  const written = await writtenBy(db, actor.school_id, unit, date);
  const { overs } = await judge(db, actor.school_id, written, { limits, without: id });
  if (overs.length === 0) return null;
  const reason = over_reason?.trim() ?? '';
  if (plansExams(actor) && reason !== '') return reason;
  const who = await wordsOf(db, actor.school_id, overs, t);
  refuseProblems(
    [plansExams(actor) ? { field: 'over_reason', rule: 'reasonRequired' } : { field: 'date', rule: 'overLimit' }],
    t,
    { who },
  );
  return null;
}
