import {
  clashOf,
  type HeldMeeting,
  isWithinWindow,
  ownMeetings,
  refusalOf,
  slotsOf,
} from '@kreide/core/features/parents-evening';
import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { listChildrenOf, listReachable, lockUsers } from '../users/index.ts';
import { type Call, type OpenedEvening, placeOfTeacher, toHeld } from './opened.ts';
import {
  type BookingRow,
  changeBookings,
  deleteWaiting,
  insertBooking,
  listBookings,
  listTakenTimes,
  listWaiting,
} from './queries/bookings.ts';
import { type EveningRow, listEveningTeachers, type TeacherRow } from './queries/evenings.ts';
import { listWishLists } from './queries/wishes.ts';
import { pupilsOfTeacher, todayOf } from './teaching.ts';
import { type EveningTeller, tellOf } from './telling.ts';

// Whoever writes appointments takes locks in one order: the evening, one teacher of it, the people of the families.

/** A parent with all children, or a child whom nobody books for yet. */
export interface Family {
  readonly parent_id: number | null;
  readonly children: readonly number[];
}

/** The family of a parent who goes for a child. */
export async function familyOfParent(
  db: Kysely<DB>,
  schoolId: number,
  parentId: number,
  childId: number,
): Promise<Family> {
  const links = await listChildrenOf(db, schoolId, [parentId]);
  return { parent_id: parentId, children: [...new Set([childId, ...links.map(({ user_id }) => user_id)])] };
}

const peopleOf = ({ parent_id, children }: Family) => [...children, ...(parent_id === null ? [] : [parent_id])];

/** What a family has at an evening, with its places. */
export async function heldOf(
  db: Kysely<DB>,
  call: Call,
  { key }: OpenedEvening,
  family: Family,
): Promise<HeldMeeting[]> {
  const bookings = await listBookings(db, key, { family }, todayOf(call.actor, call.now));
  if (bookings.length === 0) return [];
  return toHeld(bookings, await listEveningTeachers(db, key, [...new Set(bookings.map((one) => one.teacher_id))]));
}

interface Wanted {
  readonly teacher: TeacherRow;
  readonly child_id: number;
  readonly family: Family;
  readonly starts_at: string;
  /** By the teacher, for a family that has not answered. */
  readonly is_invited: boolean;
}

const toMeeting = ({ teacher, child_id, family, starts_at, is_invited }: Wanted) => ({
  teacher_id: teacher.teacher_id,
  child_id,
  parent_id: family.parent_id,
  starts_at,
  is_invited,
  place: placeOfTeacher(teacher),
});

/**
 * Gives a family an appointment of a teacher whose lock the caller holds. The keys of the table refuse what two would have; the lock of the
 * family keeps what it has as it is while ways and numbers are compared. Fails with the reason.
 */
export async function place(trx: Kysely<DB>, call: Call, opened: OpenedEvening, wanted: Wanted): Promise<number> {
  const { key, evening } = opened;
  const { teacher, child_id, family, starts_at, is_invited } = wanted;
  if (!slotsOf(evening, teacher).includes(starts_at)) throw new ApiError({ code: 'slot_taken' });
  await lockUsers(trx, key.school_id, peopleOf(family));
  const refusal = refusalOf(toMeeting(wanted), await heldOf(trx, call, opened, family), evening);
  if (refusal) throw new ApiError({ code: refusal });
  const state = is_invited ? 'held' : 'booked';
  const values = {
    teacher_id: teacher.teacher_id,
    child_id,
    parent_id: family.parent_id,
    starts_at,
    is_invited,
    state,
  } as const;
  const id = await insertBooking(trx, key, values, call.now);
  if (id === null) throw new ApiError({ code: 'slot_taken' });
  await deleteWaiting(trx, key, { teacher_id: teacher.teacher_id, child_id });
  return id;
}

/** Moves an appointment to another time of the same teacher, whose lock the caller holds. */
export async function replace(
  trx: Kysely<DB>,
  call: Call,
  opened: OpenedEvening,
  {
    booking,
    teacher,
    family,
    starts_at,
  }: { booking: BookingRow; teacher: TeacherRow; family: Family; starts_at: string },
): Promise<void> {
  const { key, evening } = opened;
  const taken = (await listTakenTimes(trx, key, [teacher.teacher_id])).get(teacher.teacher_id) ?? [];
  const isFree = slotsOf(evening, teacher).includes(starts_at) && !taken.some((one) => one.starts_at === starts_at);
  if (!isFree) throw new ApiError({ code: 'slot_taken' });
  await lockUsers(trx, key.school_id, peopleOf(family));
  const held = (await heldOf(trx, call, opened, family)).filter(({ id }) => id !== booking.id);
  const { child_id, parent_id } = booking;
  const meeting = { starts_at, place: placeOfTeacher(teacher) };
  if (clashOf(meeting, ownMeetings({ child_id, parent_id }, held), evening)) throw new ApiError({ code: 'slot_clash' });
  await changeBookings(trx, key.school_id, [booking.id], { starts_at }, call.now);
}

/** The caller accepts an invitation of a teacher whose lock is held. */
export async function acceptFor(
  trx: Kysely<DB>,
  call: Call,
  opened: OpenedEvening,
  { booking, teacher }: { booking: BookingRow; teacher: TeacherRow },
): Promise<void> {
  const { school_id } = opened.key;
  const { child_id, starts_at } = booking;
  const family = await familyOfParent(trx, school_id, call.actor.user_id, child_id);
  await lockUsers(trx, school_id, peopleOf(family));
  const held = (await heldOf(trx, call, opened, family)).filter(({ id }) => id !== booking.id);
  const own = ownMeetings({ child_id, parent_id: family.parent_id }, held);
  if (clashOf({ starts_at, place: placeOfTeacher(teacher) }, own, opened.evening))
    throw new ApiError({ code: 'slot_clash' });
  await changeBookings(trx, school_id, [booking.id], { state: 'booked', parent_id: call.actor.user_id }, call.now);
}

/** The times of a teacher that nobody has. */
export async function freeTimesOf(
  db: Kysely<DB>,
  { key, evening }: OpenedEvening,
  teacher: TeacherRow,
): Promise<string[]> {
  const taken = (await listTakenTimes(db, key, [teacher.teacher_id])).get(teacher.teacher_id) ?? [];
  return slotsOf(evening, teacher).filter((time) => !taken.some(({ starts_at }) => starts_at === time));
}

/** Locks all families that wait for one of these teachers, where several are served in one transaction. */
export async function lockWaiting(
  trx: Kysely<DB>,
  key: OpenedEvening['key'],
  teachers: readonly TeacherRow[],
): Promise<void> {
  const lists = await Promise.all(teachers.map(({ teacher_id }) => listWaiting(trx, key, { teacher_id })));
  await lockFamilies(
    trx,
    key.school_id,
    lists.flat().map(({ parent_id }) => parent_id),
  );
}

async function lockFamilies(trx: Kysely<DB>, schoolId: number, parentIds: readonly number[]) {
  const links = await listChildrenOf(trx, schoolId, [...new Set(parentIds)]);
  await lockUsers(trx, schoolId, [...new Set(links.flatMap(({ user_id, parent_id }) => [user_id, parent_id]))]);
  return links;
}

/**
 * Gives the free appointments of a teacher, whose lock the caller holds, to those who wait: the longest first, each the first one that fits.
 * They are told; who can come to none, also by the times that the wishes name, whose account is locked, or whom the teacher no longer teaches, goes on waiting.
 */
export async function serveWaiting(
  trx: Kysely<DB>,
  call: Call,
  opened: OpenedEvening,
  teacher: TeacherRow,
  tell: EveningTeller,
): Promise<void> {
  const { key, evening, phase } = opened;
  if (phase !== 'open' && phase !== 'closed') return;
  const free = await freeTimesOf(trx, opened, teacher);
  const waiting = free.length > 0 ? await listWaiting(trx, key, { teacher_id: teacher.teacher_id }) : [];
  if (waiting.length === 0) return;
  const { school_id } = key;
  const links = await lockFamilies(
    trx,
    school_id,
    waiting.map(({ parent_id }) => parent_id),
  );
  const today = todayOf(call.actor, call.now);
  const pupils = await pupilsOfTeacher(trx, school_id, teacher.teacher_id, today);
  const parents = await listReachable(
    trx,
    school_id,
    [...new Set(waiting.map(({ parent_id }) => parent_id))],
    call.now,
  );
  const lists = await listWishLists(trx, key, [...new Set(waiting.map(({ child_id }) => child_id))]);
  const windows = new Map(lists.map((one) => [one.child_id, one]));
  const present = new Set(parents.map(({ id }) => id));
  const given: number[] = [];
  for (const { parent_id, child_id } of waiting) {
    if (free.length === 0) break;
    const children = links.filter((link) => link.parent_id === parent_id).map(({ user_id }) => user_id);
    if (!present.has(parent_id) || !children.includes(child_id) || !pupils.includes(child_id)) continue;
    const family = { parent_id, children };
    const held = await heldOf(trx, call, opened, family);
    const window = windows.get(child_id);
    const fits = (starts_at: string) =>
      (window === undefined || isWithinWindow(starts_at, evening.slot_minutes, window)) &&
      refusalOf(toMeeting({ teacher, child_id, family, starts_at, is_invited: false }), held, evening) === null;
    const at = free.findIndex(fits);
    const [starts_at] = at < 0 ? [] : free.splice(at, 1);
    if (starts_at !== undefined)
      given.push(await place(trx, call, opened, { teacher, child_id, family, starts_at, is_invited: false }));
  }
  const bookings = (await listBookings(trx, key, { teacher_id: teacher.teacher_id }, today)).filter(({ id }) =>
    given.includes(id),
  );
  await tellOf(trx, tell, { school_id, evening, about: 'booked', bookings, teachers: [teacher], by: 0 }, call.now);
}

/** Cancels the appointments of teachers that they offer no longer, and tells whose they were. @param before the evening in which they stood */
export async function cancelMisfits(
  trx: Kysely<DB>,
  call: Call,
  { key, evening }: OpenedEvening,
  teachers: readonly TeacherRow[],
  tell: EveningTeller,
  before: EveningRow = evening,
): Promise<void> {
  const all = await listBookings(trx, key, {}, todayOf(call.actor, call.now));
  const bookings = teachers.flatMap((teacher) => {
    const slots = slotsOf(evening, teacher);
    return all.filter((one) => one.teacher_id === teacher.teacher_id && !slots.includes(one.starts_at));
  });
  const { school_id } = key;
  await changeBookings(
    trx,
    school_id,
    bookings.map(({ id }) => id),
    { state: 'cancelled' },
    call.now,
  );
  const by = call.actor.user_id;
  await tellOf(trx, tell, { school_id, evening: before, about: 'cancelled', bookings, teachers, by }, call.now);
}
