import {
  type AbsentTime,
  areTogether,
  type DeskReport,
  type deskApi,
  endReport,
  reportAbilitiesOf,
  reportProblems,
} from '@kreide/core/features/desk';
import {
  ApiError,
  addDays,
  isAllowed,
  type Translate,
  toLocal,
  toTime,
  weekdayNames,
  writeDate,
} from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { listTypes } from '../absences/index.ts';
import { reserveAttempt } from '../auth/index.ts';
import type { WithdrawTold } from '../channels/index.ts';
import { teachersOfAccount } from '../structure/index.ts';
import type { PlanStore } from '../timetable/index.ts';
import { listManagersOf, namesOf } from '../users/index.ts';
import { listReasons, periodsOn, toReason } from './day.ts';
import {
  type AbsenceRow,
  type AbsentUnit,
  deleteAbsence,
  insertAbsence,
  listAbsencesOf,
  shortenAbsence,
} from './queries/absences.ts';
import { lockDesk } from './queries/decisions.ts';
import { tellDesk } from './telling.ts';
import { listPeriods, timeAt } from './times.ts';

/** For so many days somebody sees that they were absent. */
const SHOWN_DAYS = 14;

/**
 * Tells the desk that a teacher reports something of themself or is there again, or the teacher that the desk has removed it, in the caller's
 * transaction: who and when, never why.
 */
export type AbsentTeller = (
  db: Kysely<DB>,
  told: {
    readonly school_id: number;
    readonly id: number;
    /** `withdrawn`: nothing stays of what they had reported; `back`: it ends earlier, at `ends_at`. */
    readonly about: 'reported' | 'removed' | 'withdrawn' | 'back';
    readonly person: { readonly id: number; readonly name: string };
    readonly begins_at: string;
    readonly ends_at: string;
    readonly receivers: readonly number[];
  },
  now: Date,
) => Promise<void>;

export interface ReportParts {
  readonly plans: PlanStore;
  readonly tellOfAbsent: AbsentTeller;
  /** To be called in the transaction in which an absence is removed: nobody is told of it any more. */
  readonly withdrawTold: WithdrawTold;
}

/** An absence that somebody has reported is removed at the desk: nothing stays of what the desk was told, and they hear of it. */
export async function tellRemoved(
  trx: Kysely<DB>,
  { tellOfAbsent, withdrawTold }: Pick<ReportParts, 'tellOfAbsent' | 'withdrawTold'>,
  { school_id, user_id }: Pick<Actor, 'school_id' | 'user_id'>,
  removed: Pick<AbsenceRow, 'id' | 'begins_at' | 'ends_at' | 'created_by' | 'reported_at'>,
  now: Date,
): Promise<void> {
  const { id, begins_at, ends_at, created_by, reported_at } = removed;
  if (reported_at === null) return;
  await withdrawTold(trx, { school_id, told_of: [`absent:${id}`] }, now);
  if (created_by === null || created_by === user_id) return;
  const person = { id: created_by, name: (await namesOf(trx, school_id, [created_by])).get(created_by) ?? '' };
  const receivers = [created_by];
  await tellOfAbsent(trx, { school_id, id, about: 'removed', person, begins_at, ends_at, receivers }, now);
}

/** The teacher in use that somebody is, if they report absences; null: they do not. */
async function reporterOf(db: Kysely<DB>, actor: Actor): Promise<number | null> {
  const { school_id, user_id } = actor;
  const own = await teachersOfAccount(db, school_id, user_id).where('ended_at', 'is', null).executeTakeFirst();
  const can = reportAbilitiesOf(actor, { teaches: own !== undefined });
  return own && isAllowed(can, 'report') ? own.id : null;
}

/** One's own absence: of what the desk has entered, no more than when. */
function showReport(
  row: AbsenceRow,
  { user_id }: Pick<Actor, 'user_id'>,
  { types, t }: { types: Awaited<ReturnType<typeof listTypes>>; t: Translate },
): DeskReport {
  const { id, begins_at, ends_at, time_begins_at, time_ends_at, days, reported_at } = row;
  const isOwn = reported_at !== null && row.created_by === user_id;
  const type = isOwn ? types.find((one) => one.id === row.absence_reason_id) : undefined;
  return {
    id,
    begins_at,
    ends_at,
    time_begins_at,
    time_ends_at,
    days,
    reason: type ? toReason(t)(type) : null,
    comment: isOwn ? row.comment : null,
    reported_at: isOwn ? reported_at : null,
    state: isOwn ? 'REPORTED' : 'ENTERED',
  };
}

const toUnit = (teacher_id: number): AbsentUnit => ({ teacher_id, bookable_id: null, grade_id: null });

/** How something is said to whoever asks. */
type Words = Pick<HandlerContext, 'language' | 't'>;

/** "23 November 2026, from 08:50", or from there to another day, and on which of its weekdays. */
function writeTimes(
  { language, t }: Words,
  { begins_at, ends_at, days, time_begins_at, time_ends_at }: Pick<AbsenceRow, keyof AbsentTime>,
): string {
  const weekdays = weekdayNames(language, 'long');
  const parts = [
    [...new Set([begins_at, ends_at])].map((date) => writeDate(language, date, 'long')).join(' – '),
    days.map((weekday) => weekdays[weekday]).join(', '),
    time_begins_at === null ? '' : t('desk:absent.from', { time: time_begins_at }),
    time_ends_at === null ? '' : t('desk:absent.until', { time: time_ends_at }),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Nobody is entered twice for the same time: by the desk, by themself, or by both. To be called under the lock of the desk. */
export async function refuseTwice(
  trx: Kysely<DB>,
  schoolId: number,
  wanted: AbsentUnit & AbsentTime,
  words: Words,
): Promise<void> {
  const all = await listAbsencesOf(trx, schoolId, wanted, wanted.begins_at);
  const known = all.find((one) => areTogether(one, wanted));
  if (known) throw new ApiError({ code: 'already_absent', params: { when: writeTimes(words, known) } });
}

/** Who tells the desk something of themself, and who is told: those who plan, if it is not they. */
async function whoAndWhom(trx: Kysely<DB>, { school_id, user_id }: Pick<Actor, 'school_id' | 'user_id'>) {
  const desk = await listManagersOf(trx, [school_id], 'view-timetable-planner');
  const person = { id: user_id, name: (await namesOf(trx, school_id, [user_id])).get(user_id) ?? '' };
  return { person, receivers: desk.filter((one) => one !== user_id) };
}

/** What teachers say of their own absence: it is one of the desk at once, and those who plan are told. */
export function reportHandlers({ plans, tellOfAbsent, withdrawTold }: ReportParts) {
  return {
    async listReports({ actor, db, now, t, fail }: HandlerContext<typeof deskApi.listReports>) {
      const { school_id, time_zone } = actor;
      const teacherId = (await reporterOf(db, actor)) ?? fail('forbidden');
      const { date } = toLocal(now, time_zone);
      const types = await listTypes(db, school_id);
      const rows = await listAbsencesOf(db, school_id, toUnit(teacherId), addDays(date, -SHOWN_DAYS));
      return {
        data: {
          periods: await listPeriods(db, plans, school_id, date),
          reasons: (await listReasons(db, school_id)).map(toReason(t)),
          reports: rows.map((row) => showReport(row, actor, { types, t })),
        },
      };
    },

    async report(call: HandlerContext<typeof deskApi.report>) {
      const { actor, body, db, now, t, language, write, record, emit, fail } = call;
      const { school_id, user_id } = actor;
      const teacher_id = (await reporterOf(db, actor)) ?? fail('forbidden');
      const { begins_time_id, ends_time_id, begins_at, ends_at, absence_reason_id } = body;
      const first = await timeAt(db, plans, { schoolId: school_id, date: begins_at, id: begins_time_id });
      const last = await timeAt(db, plans, { schoolId: school_id, date: ends_at, id: ends_time_id });
      const times = { begins_at: first?.begins_at ?? null, ends_at: last?.ends_at ?? null };
      const { date, minutes } = toLocal(now, actor.time_zone);
      refuseIssues(
        reportProblems(body, times, { date, time: toTime(minutes) }).map(({ field, rule }) => ({
          path: `body.${field}`,
          rule,
          message: t(`desk:rules.${rule}`),
        })),
      );
      const reasons = await listReasons(db, school_id);
      const isReason = absence_reason_id === null || reasons.some(({ id }) => id === absence_reason_id);
      if (!first || !last || !isReason) return fail('not_found');
      await reserveAttempt(db, { note: `${school_id}:${user_id}` }, now);
      const trx = await write();
      await lockDesk(trx, school_id);
      const spans = { time_begins_at: times.begins_at, time_ends_at: times.ends_at };
      const draft = { ...body, ...toUnit(teacher_id), comment: body.comment?.trim() || null, days: [] };
      await refuseTwice(trx, school_id, { ...draft, ...spans }, { language, t });
      const at = now.toISOString();
      const id = await insertAbsence(trx, school_id, draft, spans, {
        created_by: user_id,
        created_at: at,
        reported_at: at,
      });
      record({ entity: 'desk_absences', id, after: { begins_at, ends_at } });
      await tellDesk(trx, { school_id, emit }, [begins_at, ends_at]);
      const told = { school_id, id, about: 'reported', begins_at, ends_at } as const;
      await tellOfAbsent(trx, { ...told, ...(await whoAndWhom(trx, actor)) }, now);
      const row = (await listAbsencesOf(trx, school_id, toUnit(teacher_id), begins_at)).find((one) => one.id === id);
      const types = await listTypes(trx, school_id);
      return row ? { data: showReport(row, actor, { types, t }) } : fail('not_found');
    },

    async endReport(call: HandlerContext<typeof deskApi.endReport>) {
      const { actor, params, db, now, t, write, record, emit, fail } = call;
      const { school_id, user_id } = actor;
      const teacher_id = (await reporterOf(db, actor)) ?? fail('forbidden');
      const { date, minutes } = toLocal(now, actor.time_zone);
      const snapshot = await plans.snapshotAt(school_id, date);
      const trx = await write();
      await lockDesk(trx, school_id);
      const all = await listAbsencesOf(trx, school_id, toUnit(teacher_id), addDays(date, -SHOWN_DAYS));
      const isOwn = (one: AbsenceRow) => one.reported_at !== null && one.created_by === user_id;
      const row = all.find((one) => one.id === params.id && isOwn(one)) ?? fail('not_found');
      const { id, begins_at, ends_at } = row;
      const left = endReport(row, snapshot ? periodsOn(snapshot, date) : [], { date, time: toTime(minutes) });
      if (left === 'OVER') return fail('absence_over');
      const stays = left === 'NOTHING' ? null : left;
      if (stays) await shortenAbsence(trx, school_id, id, stays);
      else await deleteAbsence(trx, school_id, id);
      record({
        entity: 'desk_absences',
        id,
        before: { begins_at, ends_at },
        ...(stays && { after: { begins_at, ends_at: stays.ends_at } }),
      });
      await tellDesk(trx, { school_id, emit }, [begins_at, ends_at]);
      await withdrawTold(trx, { school_id, told_of: [`absent:${id}`] }, now);
      const told = { school_id, id, begins_at, ends_at: stays?.ends_at ?? ends_at };
      await tellOfAbsent(trx, { ...told, about: stays ? 'back' : 'withdrawn', ...(await whoAndWhom(trx, actor)) }, now);
      if (!stays) return { data: null };
      return { data: showReport({ ...row, ...stays }, actor, { types: await listTypes(trx, school_id), t }) };
    },
  };
}
