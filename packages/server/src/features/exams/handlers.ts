import {
  EXAM_DAYS_MAXIMUM,
  EXAMS_PAGE,
  examEvents,
  examProblems,
  examsApi,
  isExamUnit,
  plansExams,
} from '@kreide/core/features/exams';
import { ApiError, addDays, isAllowed } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { reserveAttempt } from '../auth/index.ts';
import { bookablesOf, hasUnits } from '../structure/index.ts';
import type { PlanStore } from '../timetable/index.ts';
import { findPerson, isParentOf } from '../users/index.ts';
import { checkHandler } from './checking.ts';
import { optionsHandler } from './options.ts';
import {
  changeExam,
  deleteExam,
  type ExamKey,
  type ExamPerson,
  type ExamRow,
  findExam,
  findSeen,
  findSettings,
  insertExam,
  listExams,
  lockExam,
  lockSettings,
  saveSettings,
} from './queries.ts';
import { type ExamReader, readerOfCall, teachesUnit } from './reader.ts';
import { isOwn, toExams } from './shown.ts';
import { type ExamWays, tellConcerned } from './telling.ts';
import { limitReason, refuseProblems, requireRoom, yearOn } from './values.ts';

interface Call {
  readonly db: Kysely<DB>;
  readonly actor: Actor;
  readonly now: Date;
}

/** What the log says of an exam. */
async function toRecord(db: Kysely<DB>, { school_id }: ExamKey, row: ExamRow) {
  const { date, time_begins_at, time_ends_at, kind, topic, note, is_public, is_cancelled, over_reason } = row;
  const room = await bookablesOf(db, school_id)
    .where('id', '=', row.bookable_id ?? 0)
    .executeTakeFirst();
  const times = { date, time_begins_at, time_ends_at };
  return { ...times, kind, room: room?.shortcut ?? null, topic, note, is_public, is_cancelled, over_reason };
}

/** Exams: who sees, enters and changes them, and the limits of the school (D-6.01). */
export function examsHandlers(parts: { plans: PlanStore } & ExamWays) {
  const { plans } = parts;

  async function shown(db: Kysely<DB>, reader: ExamReader, actor: Actor, id: number) {
    const row = await findSeen(db, reader, id);
    const [exam] = row ? await toExams(db, reader, actor, [row]) : [];
    if (!exam) throw new ApiError({ code: 'not_found' });
    return exam;
  }

  /** An exam that the caller may change; one that they do not see is not there. */
  async function changeable({ db, actor, now }: Call, id: number) {
    const reader = await readerOfCall(plans, { db, actor, now });
    const row = await findSeen(db, reader, id);
    if (!row) throw new ApiError({ code: 'not_found' });
    const [exam] = await toExams(db, reader, actor, [row]);
    if (!isAllowed(exam?.can, 'update')) throw new ApiError({ code: 'forbidden' });
    return { reader, present: row.bookable_id };
  }

  /** Whose own exams are asked for: one's own, a child's, or anybody's for who sees the whole school. */
  async function personAsked({ db, actor }: Call, reader: ExamReader, user_id: number): Promise<ExamPerson> {
    const person = await findPerson(db, actor.school_id, user_id);
    if (!person) throw new ApiError({ code: 'not_found' });
    const isSelf = user_id === actor.user_id;
    const isChild = actor.type === 'PARENT' && (await isParentOf(db, actor.school_id, actor.user_id, user_id));
    if (!isSelf && !isChild && !reader.sees_all) throw new ApiError({ code: 'forbidden' });
    return { user_id, taught: isSelf && person.teacher_id !== null ? reader : null };
  }

  return implement(examsApi, {
    check: checkHandler(plans),
    getOptions: optionsHandler(plans),

    async list({ query, actor, db, now, fail }) {
      const { from, until, grade_id, user_id, page = 1 } = query;
      const reader = await readerOfCall(plans, { db, actor, now });
      if (!(await hasUnits(db, actor.school_id, { grades: grade_id === undefined ? [] : [grade_id] })))
        return fail('not_found');
      const person = user_id === undefined ? undefined : await personAsked({ db, actor, now }, reader, user_id);
      const last = addDays(from, EXAM_DAYS_MAXIMUM - 1);
      const days = { from, until: until < last ? until : last };
      const paging = { offset: (page - 1) * EXAMS_PAGE, limit: EXAMS_PAGE + 1 };
      const rows = await listExams(db, reader, { ...days, grade_id, person, ...paging });
      return { data: await toExams(db, reader, actor, rows) };
    },

    async get({ params, actor, db, now }) {
      return { data: await shown(db, await readerOfCall(plans, { db, actor, now }), actor, params.id) };
    },

    async create({ body, actor, db, now, t, write, emit, record, fail }) {
      const { school_id, user_id } = actor;
      const { course_id, grade_id, subject_id, over_reason, ...values } = body;
      const unit = { course_id, grade_id, subject_id };
      const named = (id: number | null) => (id === null ? [] : [id]);
      const units = { courses: named(course_id), grades: named(grade_id), subjects: named(subject_id) };
      if (!(await hasUnits(db, school_id, units))) return fail('not_found');
      await requireRoom(db, actor, body.bookable_id);
      const reader = await readerOfCall(plans, { db, actor, now });
      if (
        isExamUnit(unit)
          ? !teachesUnit(reader, unit)
          : !reader.plans && reader.subjects.length === 0 && reader.course_ids.length === 0
      )
        return fail('forbidden');
      refuseProblems(examProblems(body, unit), t);
      const year = await yearOn(db, school_id, body.date, t);
      await reserveAttempt(db, { exam: `${school_id}:${user_id}` }, now);
      const trx = await write();
      const limits = await lockSettings(trx, school_id);
      const reason = await limitReason(trx, { actor, t }, { ...body, id: null, limits });
      const id = await insertExam(
        trx,
        school_id,
        { ...values, ...unit, school_year_id: year.id, over_reason: reason },
        { user_id, now },
      );
      const after = (await findExam(trx, { school_id, id })) ?? fail('not_found');
      record({ entity: 'exams', id, after: await toRecord(trx, { school_id, id }, after) });
      await tellConcerned(trx, parts, { before: null, after, actor }, now);
      await emit(examEvents.changed, { school: school_id }, {});
      return { data: await shown(trx, reader, actor, id) };
    },

    async update({ params, body, actor, db, now, t, write, emit, record, fail }) {
      const key: ExamKey = { school_id: actor.school_id, id: params.id };
      const { reader, present } = await changeable({ db, actor, now }, params.id);
      await requireRoom(db, actor, body.bookable_id, present);
      refuseProblems(examProblems(body), t);
      const year = await yearOn(db, actor.school_id, body.date, t);
      await reserveAttempt(db, { exam: `${actor.school_id}:${actor.user_id}` }, now);
      const trx = await write();
      const limits = await lockSettings(trx, actor.school_id);
      await lockExam(trx, key);
      const before = (await findExam(trx, key)) ?? fail('not_found');
      if (before.updated_at !== body.updated_at) return fail('conflict');
      const { updated_at: _, over_reason, ...values } = body;
      const isOtherReason = plansExams(actor) && over_reason !== '' && over_reason !== before.over_reason;
      // What was allowed stays allowed, as long as it is on the same day.
      const isJudged = !body.is_cancelled && (before.is_cancelled || before.date !== body.date || isOtherReason);
      const reason = isJudged
        ? await limitReason(trx, { actor, t }, { ...before, ...body, limits })
        : before.over_reason;
      await changeExam(
        trx,
        key,
        { ...values, school_year_id: year.id, over_reason: reason },
        { user_id: actor.user_id, now },
      );
      const after = (await findExam(trx, key)) ?? fail('not_found');
      record({
        entity: 'exams',
        id: key.id,
        before: await toRecord(trx, key, before),
        after: await toRecord(trx, key, after),
      });
      await tellConcerned(trx, parts, { before, after, actor }, now);
      await emit(examEvents.changed, { school: key.school_id }, {});
      return { data: await shown(trx, reader, actor, key.id) };
    },

    async remove({ params, actor, db, now, write, emit, record, fail }) {
      const key: ExamKey = { school_id: actor.school_id, id: params.id };
      const { reader } = await changeable({ db, actor, now }, params.id);
      const trx = await write();
      await lockExam(trx, key);
      const before = (await findExam(trx, key)) ?? fail('not_found');
      if (!isOwn(reader, before)) return fail('forbidden');
      await deleteExam(trx, key);
      await parts.withdrawTold(trx, { school_id: key.school_id, told_of: [`exam:${key.id}`] }, now);
      await emit(examEvents.changed, { school: key.school_id }, {});
      record({ entity: 'exams', id: key.id, before: await toRecord(trx, key, before) });
    },

    async getSettings({ actor, db }) {
      return { data: await findSettings(db, actor.school_id) };
    },

    async saveSettings({ body, actor, now, write, record, fail }) {
      const { per_day, per_week } = body;
      const trx = await write();
      const before = await lockSettings(trx, actor.school_id);
      if (before.updated_at !== body.updated_at) return fail('conflict');
      await saveSettings(trx, actor.school_id, { per_day, per_week }, now);
      const toSaid = (one: { per_day: number; per_week: number }) => ({ per_day: one.per_day, per_week: one.per_week });
      record({ entity: 'exam_settings', id: actor.school_id, before: toSaid(before), after: { per_day, per_week } });
      return { data: await findSettings(trx, actor.school_id) };
    },
  });
}
