import { type EveningInput, eveningProblems, parentsEveningApi } from '@kreide/core/features/parents-evening';
import { ApiError, type Translate } from '@kreide/core/kernel';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { allocatingHandlers } from './allocating.ts';
import { bookingHandlers } from './booking.ts';
import { familyHandlers } from './family.ts';
import { beginOf, type Call, countMade, openEvening } from './opened.ts';
import { cancelMisfits, lockWaiting, serveWaiting } from './placing.ts';
import { changeBookings, listBookings } from './queries/bookings.ts';
import {
  changeEvening,
  deleteEvening,
  type EveningKey,
  type EveningRow,
  findEvening,
  insertEvening,
  listEvenings,
  listEveningTeachers,
} from './queries/evenings.ts';
import { toEvening, toTeacher } from './shown.ts';
import { teacherHandlers } from './teacher.ts';
import { todayOf } from './teaching.ts';
import { type EveningParts, tellOf, tellOthers } from './telling.ts';
import { wishingHandlers } from './wishing.ts';

function checkDraft(draft: EveningInput, { actor }: Call, t: Translate): void {
  refuseIssues(
    eveningProblems(draft, beginOf(draft, actor.time_zone)).map(({ field, rule, params }) => ({
      path: `body.${field}`,
      rule,
      params,
      message: t(`parents-evening:rules.${rule}`, params),
    })),
  );
}

/** What the log says of an evening. */
const toRecord = ({
  name,
  date,
  begins_at,
  ends_at,
  slot_minutes,
  walking_minutes,
  ...rest
}: EveningInput & { state?: string }) => {
  const { maximum, maximum_of, mode, opens_at, closes_at, note, state } = rest;
  const day = { date, time_begins_at: begins_at, time_ends_at: ends_at };
  const times = { ...day, slot_minutes, walking_minutes, opens_at, closes_at };
  return { name, note, mode, ...times, maximum, maximum_of, ...(state !== undefined && { state }) };
};

/** Parents' evenings for those who make them, for teachers and for parents. */
export function parentsEveningHandlers(parts: EveningParts) {
  const { tellOfEvenings: tell, withdrawTold } = parts;
  const shown = async (call: Call & { db: Parameters<typeof listEvenings>[0] }, id: number) => {
    const [row] = await listEvenings(call.db, call.actor.school_id, id);
    if (!row) throw new ApiError({ code: 'not_found' });
    return { data: toEvening(row, call) };
  };

  /** Has anybody booked, waited, wished, or been given something? Then families go on getting appointments as they began to. */
  const isInUse = async (db: Parameters<typeof listEvenings>[0], { school_id, id }: EveningKey, row: EveningRow) => {
    const [counted] = await listEvenings(db, school_id, id);
    const { bookings_count = 0, waiting_count = 0, wishers_count = 0 } = counted ?? {};
    return row.allocated_at !== null || bookings_count + waiting_count + wishers_count > 0;
  };

  return implement(parentsEveningApi, {
    ...teacherHandlers(parts),
    ...familyHandlers,
    ...wishingHandlers,
    ...bookingHandlers(parts),
    ...allocatingHandlers(parts),

    async list(call) {
      const rows = await listEvenings(call.db, call.actor.school_id);
      return { data: rows.map((row) => toEvening(row, call)) };
    },

    async create(call) {
      const { actor, body, now, t, write, record } = call;
      checkDraft(body, call, t);
      const trx = await write();
      const by = { created_by: actor.user_id, updated_at: now.toISOString() };
      const id = await insertEvening(trx, actor.school_id, body, by);
      record({ entity: 'parents_evenings', id, after: toRecord(body) });
      return shown({ ...call, db: trx }, id);
    },

    async update(call) {
      const { params, body, now, t, write, record, fail } = call;
      await openEvening(call.db, call, params.id);
      await countMade(call.db, call);
      const trx = await write();
      const { key, evening: before } = await openEvening(trx, call, params.id, 'update');
      if (before.updated_at !== body.updated_at) return fail('conflict');
      if (before.state === 'cancelled') return fail('evening_cancelled');
      const { updated_at: _, ...input } = body;
      checkDraft(input, call, t);
      const bookings = await listBookings(trx, key, {}, todayOf(call.actor, now));
      const isOtherGrid = before.begins_at !== input.begins_at || before.slot_minutes !== input.slot_minutes;
      if (isOtherGrid && bookings.length > 0) return fail('evening_booked');
      if (before.mode !== input.mode && (await isInUse(trx, key, before))) return fail('evening_booked');
      await changeEvening(trx, key, input, now);
      const opened = await openEvening(trx, call, params.id);
      record({ entity: 'parents_evenings', id: key.id, before: toRecord(before), after: toRecord(input) });
      const teachers = await listEveningTeachers(trx, key);
      await cancelMisfits(trx, call, opened, teachers, tell, before);
      if (before.date !== input.date) {
        const moved = await listBookings(trx, key, {}, todayOf(call.actor, now));
        const what = { school_id: key.school_id, evening: opened.evening, teachers, by: call.actor.user_id };
        await tellOf(trx, tell, { ...what, about: 'moved', bookings: moved }, now);
      }
      const awaited = teachers.filter(({ waiting_count }) => waiting_count > 0);
      await lockWaiting(trx, key, awaited);
      for (const teacher of awaited) await serveWaiting(trx, call, opened, teacher, tell);
      return shown({ ...call, db: trx }, key.id);
    },

    async publish(call) {
      const { params, now, write, record, fail } = call;
      await openEvening(call.db, call, params.id);
      const trx = await write();
      const { key, evening } = await openEvening(trx, call, params.id, 'update');
      if (evening.state === 'published') return fail('evening_published');
      if (evening.state === 'cancelled') return fail('evening_cancelled');
      await changeEvening(trx, key, { state: 'published' }, now);
      record({ entity: 'parents_evenings', id: key.id, before: { state: 'draft' }, after: { state: 'published' } });
      const teachers = await listEveningTeachers(trx, key);
      const people = teachers.flatMap(({ user_id, is_absent }) => (user_id === null || is_absent ? [] : [user_id]));
      const told = people.filter((one) => one !== call.actor.user_id);
      await parts.tellOfOpenings(trx, { school_id: key.school_id, evening, about: 'published', people: told }, now);
      return shown({ ...call, db: trx }, key.id);
    },

    async cancel(call) {
      const { actor, params, now, write, record, fail } = call;
      await openEvening(call.db, call, params.id);
      const trx = await write();
      const { key, evening, phase } = await openEvening(trx, call, params.id, 'update');
      if (evening.state !== 'published' || phase === 'over') return fail('evening_closed');
      const bookings = await listBookings(trx, key, {}, todayOf(actor, now));
      await changeEvening(trx, key, { state: 'cancelled' }, now);
      const { school_id } = key;
      const ids = bookings.map(({ id }) => id);
      await changeBookings(trx, school_id, ids, { state: 'cancelled' }, now);
      const teachers = await listEveningTeachers(trx, key);
      // What was said of it before holds no longer.
      await withdrawTold(trx, { school_id, told_of: [`evening:${key.id}`] }, now);
      await tellOf(trx, tell, { school_id, evening, about: 'cancelled', bookings, teachers, by: actor.user_id }, now);
      await tellOthers(trx, parts, { key, evening, bookings, teachers, by: actor.user_id }, now);
      record({ entity: 'parents_evenings', id: key.id, before: { state: 'published' }, after: { state: 'cancelled' } });
      return shown({ ...call, db: trx }, key.id);
    },

    async remove({ actor, params, db, now, write, record, fail }) {
      const key = { school_id: actor.school_id, id: params.id };
      if (!(await findEvening(db, key))) return fail('not_found');
      const trx = await write();
      const before: EveningRow = (await findEvening(trx, key, 'update')) ?? fail('not_found');
      if (before.state !== 'draft') return fail('evening_published');
      await deleteEvening(trx, key);
      await withdrawTold(trx, { school_id: key.school_id, told_of: [`evening:${key.id}`] }, now);
      record({ entity: 'parents_evenings', id: key.id, before: toRecord(before) });
    },

    async listTeachers(call) {
      const opened = await openEvening(call.db, call, call.params.id);
      const teachers = await listEveningTeachers(call.db, opened.key);
      return { data: teachers.map((teacher) => toTeacher(teacher, opened, call)) };
    },
  });
}
