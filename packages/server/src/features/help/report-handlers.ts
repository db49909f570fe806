import { type helpApi, REPORTS_OPEN_MAXIMUM } from '@kreide/core/features/help';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { findPerson, isParentOf, lockUser } from '../users/index.ts';
import { findReport, insertReport, listReports, listReportsOf, storeAnswer, toReport } from './queries/reports.ts';

type Api = typeof helpApi;

/** Tells whoever wrote a report, and the pupil, that it was answered, in the caller's transaction. */
export type ReportTeller = (
  db: Kysely<DB>,
  told: {
    readonly school_id: number;
    readonly id: number;
    readonly user_id: number;
    readonly receivers: readonly number[];
    readonly lesson: string;
    readonly answer: string;
  },
  now: Date,
) => Promise<void>;

export interface ReportWays {
  readonly tellOfReports: ReportTeller;
}

/** A pupil's own plan, or that of a child: nobody else says what is wrong in it. */
async function isTheirs(db: Kysely<DB>, actor: Actor, userId: number): Promise<boolean> {
  const person = await findPerson(db, actor.school_id, userId);
  // A child whose account is put away has no plan.
  if (!person) return false;
  if (userId === actor.user_id) return person.type === 'STUDENT';
  return isParentOf(db, actor.school_id, actor.user_id, userId);
}

/** What pupils and parents say is wrong in a plan, and what planners answer. */
export function reportHandlers({ tellOfReports }: ReportWays) {
  return {
    async sendTimetableFeedback(context: HandlerContext<Api['sendTimetableFeedback']>) {
      const { actor, body, now, write, record, fail } = context;
      const { school_id } = actor;
      const trx = await write();
      if (!(await isTheirs(trx, actor, body.user_id))) return fail('not_found');
      // Two reports at once do not pass the limit together.
      await lockUser(trx, school_id, body.user_id);
      const open = (await listReportsOf(trx, school_id, body.user_id)).filter(({ state }) => state === 'open');
      if (open.length >= REPORTS_OPEN_MAXIMUM) return fail('reports_full');
      const report = { ...body, text: body.text.trim(), course: body.course.trim() };
      const created_at = now.toISOString();
      const id = await insertReport(trx, { ...report, school_id, author_id: actor.user_id, created_at });
      record({ entity: 'timetable_reports', id, before: null, after: { user_id: body.user_id } });
      const row = await findReport(trx, school_id, id);
      return row ? { data: toReport(row) } : fail('not_found');
    },

    async listTimetableFeedback({ actor, query, db, fail }: HandlerContext<Api['listTimetableFeedback']>) {
      const plans = actor.permissions.has('view-timetable-planner');
      if (!plans && !(await isTheirs(db, actor, query.user_id))) return fail('not_found');
      if (plans && !(await findPerson(db, actor.school_id, query.user_id))) return fail('not_found');
      return { data: await listReportsOf(db, actor.school_id, query.user_id) };
    },

    async listReports({ actor, db }: HandlerContext<Api['listReports']>) {
      return { data: await listReports(db, actor.school_id) };
    },

    async answerReport({ actor, params, body, now, write, record, fail }: HandlerContext<Api['answerReport']>) {
      const { school_id, user_id } = actor;
      const { id } = params;
      const trx = await write();
      const before = await findReport(trx, school_id, id);
      if (!before) return fail('not_found');
      const { answer } = body;
      if (!(await storeAnswer(trx, { school_id, id, answer, answered_by: user_id }, now)))
        return fail('already_answered');
      record({ entity: 'timetable_reports', id, before: { state: 'open' }, after: { state: 'answered' } });
      const { user_id: pupil, author_id: author, lesson } = before;
      // Who is no parent of the pupil any more reads nothing of it.
      const isTold = author !== null && author !== pupil && (await isParentOf(trx, school_id, author, pupil));
      const receivers = isTold ? [pupil, author] : [pupil];
      await tellOfReports(trx, { school_id, id, user_id: pupil, receivers, lesson, answer }, now);
      const after = await findReport(trx, school_id, id);
      return after ? { data: toReport(after) } : fail('not_found');
    },
  };
}
