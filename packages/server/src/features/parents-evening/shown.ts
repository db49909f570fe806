import {
  appointmentAbilitiesOf,
  type Evening,
  type EveningTeacher,
  endOf,
  eveningAbilitiesOf,
  type OwnBooking,
  slotsOf,
  type TeacherBooking,
  type TeacherPlan,
  teacherAbilitiesOf,
} from '@kreide/core/features/parents-evening';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { type Call, type OpenedEvening, phaseOf } from './opened.ts';
import { freeTimesOf } from './placing.ts';
import { type BookingRow, listBookings } from './queries/bookings.ts';
import type { CountedEvening, TeacherRow } from './queries/evenings.ts';
import { todayOf } from './teaching.ts';

/** An evening as those who make it see it. */
export function toEvening(row: CountedEvening, call: Call): Evening {
  const phase = phaseOf(row, call);
  const { view: _, ...can } = eveningAbilitiesOf(call.actor, { state: row.state, phase });
  return { ...row, phase, can };
}

export function toTeacher(teacher: TeacherRow, { evening, phase }: OpenedEvening, { actor }: Call): EveningTeacher {
  const is_own = teacher.user_id === actor.user_id;
  const { plan: _, ...can } = teacherAbilitiesOf(actor, { is_own }, phase);
  const { user_id: _account, ...shown } = teacher;
  return { ...shown, slots_count: slotsOf(evening, teacher).length, can };
}

type Facts = { is_child: boolean; is_own: boolean };

function canOf(booking: BookingRow, { phase }: OpenedEvening, { actor }: Call, facts: Facts) {
  const { view: _, ...can } = appointmentAbilitiesOf(actor, { ...facts, state: booking.state }, phase);
  return can;
}

/** The state of an appointment that is there. */
const stateOf = ({ state }: BookingRow): 'held' | 'booked' => (state === 'held' ? 'held' : 'booked');

export function toTeacherBooking(
  booking: BookingRow,
  opened: OpenedEvening,
  call: Call,
  is_own: boolean,
): TeacherBooking {
  const { id, starts_at, is_invited, child, parent } = booking;
  return {
    id,
    starts_at,
    ends_at: endOf(starts_at, opened.evening.slot_minutes),
    state: stateOf(booking),
    is_invited,
    child,
    parent,
    can: canOf(booking, opened, call, { is_child: false, is_own }),
  };
}

export async function toPlan(
  db: Kysely<DB>,
  opened: OpenedEvening,
  call: Call,
  { teacher, is_own }: { teacher: TeacherRow; is_own: boolean },
): Promise<TeacherPlan> {
  const { teacher_id } = teacher;
  const bookings = await listBookings(db, opened.key, { teacher_id }, todayOf(call.actor, call.now));
  return {
    teacher: toTeacher(teacher, opened, call),
    bookings: bookings.map((one) => toTeacherBooking(one, opened, call, is_own)),
    free: await freeTimesOf(db, opened, teacher),
  };
}

/** What a family sees of a teacher. */
export const toMeetingTeacher = ({ teacher_id, name, room, is_online, user_id }: TeacherRow) => ({
  teacher_id,
  name,
  room,
  is_online,
  user_id,
});

export function toOwnBooking(
  booking: BookingRow,
  opened: OpenedEvening,
  call: Call,
  teacher: TeacherRow | undefined,
): OwnBooking {
  const { id, starts_at, is_invited, child, teacher_id } = booking;
  const unknown = { teacher_id, name: '', room: '', is_online: false, user_id: null };
  return {
    id,
    child,
    teacher: teacher ? toMeetingTeacher(teacher) : unknown,
    starts_at,
    ends_at: endOf(starts_at, opened.evening.slot_minutes),
    state: stateOf(booking),
    is_invited,
    can: canOf(booking, opened, call, { is_child: true, is_own: false }),
  };
}
