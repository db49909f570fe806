import {
  type AbsenceDraft,
  absenceProblems,
  type DeskSettings,
  deskApi,
  settingsProblems,
} from '@kreide/core/features/desk';
import { addDays, weekdayOf } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { bookablesOf, gradesOf, hasGrade, listDuties, listInUse, subjectsOf } from '../structure/index.ts';
import { countsFor } from './counts.ts';
import { createViews, listReasons, openDay, showDay } from './day.ts';
import { decideHandler } from './deciding.ts';
import { publishLaterHandler, withdrawLater } from './later.ts';
import type { LaterTask } from './later-task.ts';
import { type PublishParts, publishHandler } from './publish.ts';
import { deleteAbsence, insertAbsence } from './queries/absences.ts';
import { lockDesk } from './queries/decisions.ts';
import { findRules, saveRules } from './queries/settings.ts';
import { proposeFor, rankFor } from './ranking.ts';
import { readersOn } from './readers.ts';
import { type ReportParts, refuseTwice, reportHandlers, tellRemoved } from './reports.ts';
import { answersFor } from './second-row.ts';
import { tellDesk } from './telling.ts';
import { timeAt } from './times.ts';

/** Are this teacher, room or class and this reason some of the school's that are in use? */
async function isKnown(db: Kysely<DB>, schoolId: number, draft: AbsenceDraft): Promise<boolean> {
  const { teacher_id, bookable_id, grade_id, absence_reason_id } = draft;
  if (absence_reason_id !== null && !(await listReasons(db, schoolId)).some(({ id }) => id === absence_reason_id))
    return false;
  if (grade_id !== null) return hasGrade(db, schoolId, grade_id);
  if (teacher_id !== null) return (await listDuties(db, schoolId)).some(({ id }) => id === teacher_id);
  const room = await bookablesOf(db, schoolId)
    .where('id', '=', bookable_id ?? 0)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return room !== undefined;
}

/** The first day that an absence is about. */
function firstDay({ begins_at, days }: AbsenceDraft): string {
  const week = [0, 1, 2, 3, 4, 5, 6].map((more) => addDays(begins_at, more));
  return week.find((date) => days.includes(weekdayOf(date))) ?? begins_at;
}

async function showRules(db: Kysely<DB>, schoolId: number): Promise<DeskSettings> {
  const subjects = await listInUse(subjectsOf(db, schoolId));
  return {
    ...(await findRules(db, schoolId)),
    subjects: subjects.map(({ id, shortcut, name, color }) => ({ id, shortcut, name, color })),
  };
}

/** The substitution desk: nobody else sees its absences, drafts and sums; a teacher sees when they themself are absent. */
export function deskHandlers(parts: PublishParts & ReportParts, later: LaterTask) {
  const { plans } = parts;
  return implement(deskApi, {
    async getDay({ actor, query, db, t }) {
      const day = await openDay(db, plans, actor.school_id, query.date);
      return { data: await showDay(db, day, { date: query.date, t }) };
    },

    async listLessons({ actor, query, db, fail }) {
      const grade = await gradesOf(db, actor.school_id).where('id', '=', query.grade_id).executeTakeFirst();
      if (!grade) return fail('not_found');
      const day = await openDay(db, plans, actor.school_id, query.date);
      if (!day) return { data: [] };
      const { showLesson } = await createViews(db, day);
      const own = day.lessons.filter(({ lesson }) => lesson.grade_ids.includes(query.grade_id));
      return { data: own.toSorted((a, b) => (a.begins_at < b.begins_at ? -1 : 1)).map(showLesson) };
    },

    async createAbsence({ actor, body, db, now, t, language, write, record, emit, fail }) {
      const { school_id, user_id } = actor;
      const { begins_time_id, ends_time_id, begins_at } = body;
      const day = firstDay(body);
      const last = body.days.length > 0 ? day : body.ends_at;
      const first = await timeAt(db, plans, { schoolId: school_id, date: day, id: begins_time_id });
      const end = await timeAt(db, plans, { schoolId: school_id, date: last, id: ends_time_id });
      const times = { begins_at: first?.begins_at ?? null, ends_at: end?.ends_at ?? null };
      refuseIssues(
        absenceProblems(body, times).map(({ field, rule }) => ({
          path: `body.${field}`,
          rule,
          message: t(`desk:rules.${rule}`),
        })),
      );
      if (!first || !end || !(await isKnown(db, school_id, body))) return fail('not_found');
      const trx = await write();
      await lockDesk(trx, school_id);
      const spans = { time_begins_at: times.begins_at, time_ends_at: times.ends_at };
      await refuseTwice(trx, school_id, { ...body, ...spans }, { language, t });
      const id = await insertAbsence(
        trx,
        school_id,
        { ...body, comment: body.comment?.trim() || null, days: [...new Set(body.days)].sort() },
        spans,
        { created_by: user_id, created_at: now.toISOString(), reported_at: null },
      );
      record({ entity: 'desk_absences', id, after: { begins_at: body.begins_at, ends_at: body.ends_at } });
      await tellDesk(trx, { school_id, emit }, [body.begins_at, body.ends_at]);
      return { data: await showDay(trx, await openDay(trx, plans, school_id, begins_at), { date: begins_at, t }) };
    },

    async removeAbsence({ actor, params, now, write, record, emit, fail }) {
      const trx = await write();
      const before = (await deleteAbsence(trx, actor.school_id, params.id)) ?? fail('not_found');
      const { begins_at, ends_at } = before;
      record({ entity: 'desk_absences', id: params.id, before: { begins_at, ends_at } });
      await tellDesk(trx, { school_id: actor.school_id, emit }, [begins_at, ends_at]);
      await tellRemoved(trx, parts, actor, before, now);
    },

    async rank({ actor, query, db, fail }) {
      const day = await openDay(db, plans, actor.school_id, query.date);
      const ranking = day && (await rankFor(db, day, query.lesson_id));
      return ranking ? { data: ranking } : fail('not_found');
    },

    async listAnswers({ actor, query, db, t, fail }) {
      const day = await openDay(db, plans, actor.school_id, query.date);
      const answers = day && (await answersFor(db, day, query.lesson_id, t));
      return answers ? { data: answers } : fail('not_found');
    },

    async propose({ actor, query, db }) {
      const day = await openDay(db, plans, actor.school_id, query.date);
      return { data: day ? await proposeFor(db, day) : [] };
    },

    decide: decideHandler(plans),
    publish: publishHandler(parts),
    publishLater: publishLaterHandler(parts, later),
    ...reportHandlers(parts),
    withdrawLater,

    async listReaders({ actor, query, db }) {
      return { data: await readersOn(db, plans, actor.school_id, query.date) };
    },

    async getSettings({ actor, db }) {
      return { data: await showRules(db, actor.school_id) };
    },

    async listCounts({ actor, db, now, fail }) {
      const counts = await countsFor(db, plans, actor, now);
      return counts ? { data: counts } : fail('forbidden');
    },

    async updateSettings({ actor, body, now, t, write, record, fail }) {
      const { school_id } = actor;
      refuseIssues(
        settingsProblems(body).map(({ field, rule }) => ({
          path: `body.${field}`,
          rule,
          message: t(`desk:rules.${rule}`),
        })),
      );
      const { updated_at, ...rules } = body;
      const trx = await write();
      await lockDesk(trx, school_id);
      const subjects = new Set((await subjectsOf(trx, school_id).execute()).map(({ id }) => id));
      if (rules.standby_subject_ids.some((id) => !subjects.has(id))) return fail('not_found');
      const before = await findRules(trx, school_id);
      if (before.updated_at !== updated_at) return fail('conflict');
      await saveRules(trx, school_id, rules, now);
      const toText = (one: Pick<typeof rules, 'weights'>) => ({ text: JSON.stringify(one.weights) });
      record({ entity: 'desk_settings', id: school_id, before: toText(before), after: toText(rules) });
      return { data: await showRules(trx, school_id) };
    },
  });
}
