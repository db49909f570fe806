import { appointmentAbilitiesOf, type parentsEveningApi } from '@kreide/core/features/parents-evening';
import { ApiError, isAllowed } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import { isParentOf } from '../users/index.ts';
import { openChild } from './family.ts';
import { type Call, countMade, openEvening, openTeacher } from './opened.ts';
import { acceptFor, familyOfParent, place, replace, serveWaiting } from './placing.ts';
import { changeBookings, listBookings } from './queries/bookings.ts';
import { toOwnBooking } from './shown.ts';
import { isTeacherOf, todayOf } from './teaching.ts';
import { type EveningParts, tellOf } from './telling.ts';

type Named = Call & { params: { id: number; booking_id: number } };

/** An appointment with what the caller may do with it; locked, with the evening and its teacher, in that order. */
async function openBooking(db: Kysely<DB>, call: Named, lock = false) {
  const { actor, params, now } = call;
  const evening = await openEvening(db, call, params.id, lock ? 'share' : undefined);
  const find = () => listBookings(db, evening.key, { booking_id: params.booking_id, isAny: true }, todayOf(actor, now));
  const [first] = await find();
  if (!first) throw new ApiError({ code: 'not_found' });
  const { teacher, is_own } = await openTeacher(db, call, evening.key, first.teacher_id, lock);
  const [booking = first] = lock ? await find() : [first];
  const is_child = await isParentOf(db, actor.school_id, actor.user_id, booking.child_id);
  const can = appointmentAbilitiesOf(actor, { is_child, is_own, state: booking.state }, evening.phase);
  if (!isAllowed(can, 'view')) throw new ApiError({ code: 'forbidden' });
  return { evening, teacher, booking, can, is_child };
}

const recordOf = (name: string, starts_at: string) => ({ teacher: name, starts_at });

type Api = Handlers<typeof parentsEveningApi>;

/** Appointments: who books, answers, moves and cancels them. */
export function bookingHandlers({
  tellOfEvenings: tell,
}: EveningParts): Pick<Api, 'book' | 'accept' | 'move' | 'cancelBooking'> {
  return {
    async book(call) {
      const { actor, params, body, now, write, record, fail } = call;
      const { key } = await openEvening(call.db, call, params.id);
      await openChild(call.db, call, body.child_id);
      await openTeacher(call.db, call, key, body.teacher_id);
      const today = todayOf(actor, now);
      if (!(await isTeacherOf(call.db, key.school_id, body, today))) throw new ApiError({ code: 'forbidden' });
      const family = await familyOfParent(call.db, key.school_id, actor.user_id, body.child_id);
      await countMade(call.db, call);
      const trx = await write();
      const opened = await openEvening(trx, call, params.id, 'share');
      if (opened.phase !== 'open') return fail('evening_closed');
      const { teacher } = await openTeacher(trx, call, key, body.teacher_id, true);
      const id = await place(trx, call, opened, { teacher, ...body, family, is_invited: false });
      record({ entity: 'parents_evening_bookings', id, after: recordOf(teacher.name, body.starts_at) });
      const [booking] = await listBookings(trx, key, { booking_id: id }, today);
      if (!booking) return fail('not_found');
      return { data: toOwnBooking(booking, opened, call, teacher) };
    },

    async accept(call) {
      const { now, actor, write, record, fail } = call;
      await openBooking(call.db, call);
      const trx = await write();
      const { evening, teacher, booking, can, is_child } = await openBooking(trx, call, true);
      const { starts_at, state } = booking;
      const isDone = is_child && actor.type === 'PARENT' && state === 'booked';
      if (!isAllowed(can, 'accept') && !isDone) {
        if (!is_child || actor.type !== 'PARENT') throw new ApiError({ code: 'forbidden' });
        return fail('evening_closed');
      }
      if (!isDone) await acceptFor(trx, call, evening, { booking, teacher });
      record({
        entity: 'parents_evening_bookings',
        id: booking.id,
        before: { ...recordOf(teacher.name, starts_at), state },
        after: { ...recordOf(teacher.name, starts_at), state: 'booked' },
      });
      const [after] = await listBookings(trx, evening.key, { booking_id: booking.id }, todayOf(actor, now));
      if (!after) return fail('not_found');
      return { data: toOwnBooking(after, evening, call, teacher) };
    },

    async move(call) {
      const { actor, body, now, write, record, fail } = call;
      await openBooking(call.db, call);
      await countMade(call.db, call);
      const trx = await write();
      const { evening, teacher, booking, can } = await openBooking(trx, call, true);
      if (!isAllowed(can, 'move')) return fail('evening_closed');
      const { key } = evening;
      const { parent_id, child_id } = booking;
      const family =
        parent_id === null
          ? { parent_id, children: [child_id] }
          : await familyOfParent(trx, key.school_id, parent_id, child_id);
      await replace(trx, call, evening, { booking, teacher, family, starts_at: body.starts_at });
      record({
        entity: 'parents_evening_bookings',
        id: booking.id,
        before: recordOf(teacher.name, booking.starts_at),
        after: recordOf(teacher.name, body.starts_at),
      });
      const bookings = await listBookings(trx, key, { booking_id: booking.id }, todayOf(actor, now));
      const what = { school_id: key.school_id, evening: evening.evening, teachers: [teacher], by: actor.user_id };
      await tellOf(trx, tell, { ...what, about: 'moved', bookings }, now);
      await serveWaiting(trx, call, evening, teacher, tell);
      return undefined;
    },

    async cancelBooking(call) {
      const { actor, now, write, record, fail } = call;
      await openBooking(call.db, call);
      await countMade(call.db, call);
      const trx = await write();
      const { evening, teacher, booking, can } = await openBooking(trx, call, true);
      const { key } = evening;
      const before = { ...recordOf(teacher.name, booking.starts_at), state: booking.state };
      record({
        entity: 'parents_evening_bookings',
        id: booking.id,
        before,
        after: { ...before, state: 'cancelled' },
      });
      if (booking.state === 'cancelled') return undefined;
      if (!isAllowed(can, 'cancel')) return fail('evening_closed');
      await changeBookings(trx, key.school_id, [booking.id], { state: 'cancelled' }, now);
      const what = { school_id: key.school_id, evening: evening.evening, teachers: [teacher], by: actor.user_id };
      await tellOf(trx, tell, { ...what, about: 'cancelled', bookings: [booking] }, now);
      await serveWaiting(trx, call, evening, teacher, tell);
      return undefined;
    },
  };
}
