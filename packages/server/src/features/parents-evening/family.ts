import {
  attendAbilitiesOf,
  clashOf,
  familyAbilitiesOf,
  leftOf,
  ownMeetings,
  type parentsEveningApi,
  slotsOf,
} from '@kreide/core/features/parents-evening';
import { ApiError, addDays, isAllowed } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import { gradesOf } from '../structure/index.ts';
import { findPerson, isParentOf, listChildrenOf, listParentsOf, listPupilsAmong } from '../users/index.ts';
import { type Call, isManager, openEvening, ownTeacherOf, phaseOf, placeOfTeacher, toHeld } from './opened.ts';
import { familyOfParent } from './placing.ts';
import { deleteWaiting, insertWaiting, listBookings, listTakenTimes, listWaiting } from './queries/bookings.ts';
import { type EveningKey, listEveningTeachers, listShown } from './queries/evenings.ts';
import { listWishes, listWishLists } from './queries/wishes.ts';
import { toMeetingTeacher, toOwnBooking } from './shown.ts';
import { isTeacherOf, teachersOfChild, todayOf } from './teaching.ts';
import { refusalToWait } from './waiting.ts';

/** For how long an evening is shown that is over, days. */
const SHOWN_DAYS = 60;

/** A child of the caller. */
export async function openChild(db: Kysely<DB>, { actor }: Call, childId: number): Promise<void> {
  if (!(await findPerson(db, actor.school_id, childId))) throw new ApiError({ code: 'not_found' });
  const is_child = await isParentOf(db, actor.school_id, actor.user_id, childId);
  if (!isAllowed(familyAbilitiesOf(actor, { is_child }, 'draft'), 'view')) throw new ApiError({ code: 'forbidden' });
}

/** Who waits for these children; a parent of before waits no longer. */
async function waitingOf(db: Kysely<DB>, key: EveningKey, children: readonly number[]) {
  const parents = await listParentsOf(db, key.school_id, children);
  return (await listWaiting(db, key, { children })).filter(({ child_id, parent_id }) =>
    parents.some((one) => one.user_id === child_id && one.parent_id === parent_id),
  );
}

type Api = Handlers<typeof parentsEveningApi>;
type Family = Pick<Api, 'listOwn' | 'getFamilyPlan' | 'getOffers' | 'wait' | 'stopWaiting'>;

/** What those who come see of an evening, and who waits. */
export const familyHandlers: Family = {
  async listOwn(call) {
    const { actor, db, now } = call;
    if (!isAllowed(attendAbilitiesOf(actor), 'attend')) throw new ApiError({ code: 'forbidden' });
    const teacher_id = await ownTeacherOf(db, actor);
    const isOnlyTeacher = actor.type !== 'PARENT' && !isManager(actor);
    const since = addDays(todayOf(actor, now), -SHOWN_DAYS);
    const rows = await listShown(db, actor.school_id, { since, teacher_id, isOnlyTeacher });
    const has_conferences = actor.has_channels ? 1 : 0;
    return {
      data: rows.map(({ updated_at: _at, ...row }) => {
        const phase = phaseOf({ ...row, updated_at: _at }, call);
        return { ...row, phase, has_conferences } as const;
      }),
    };
  },

  async getFamilyPlan(call) {
    const { actor, params, db, now } = call;
    if (actor.type !== 'PARENT') throw new ApiError({ code: 'forbidden' });
    const opened = await openEvening(db, call, params.id);
    const today = todayOf(actor, now);
    const children = (await listChildrenOf(db, actor.school_id, [actor.user_id])).map(({ user_id }) => user_id);
    const bookings = await listBookings(db, opened.key, { family: { children, parent_id: null } }, today);
    const waiting = await waitingOf(db, opened.key, children);
    const ids = [...bookings, ...waiting].map(({ teacher_id }) => teacher_id);
    const teachers = new Map(
      (await listEveningTeachers(db, opened.key, ids)).map((teacher) => [teacher.teacher_id, teacher]),
    );
    const pupils = await listPupilsAmong(db, actor.school_id, children, today);
    const grades = new Map((await gradesOf(db, actor.school_id).execute()).map((one) => [one.id, one.shortcut]));
    return {
      data: {
        bookings: bookings.map((one) => toOwnBooking(one, opened, call, teachers.get(one.teacher_id))),
        waiting: waiting.flatMap(({ teacher_id, child_id }) => {
          const child = pupils.find(({ id }) => id === child_id);
          if (!child) return [];
          const { id, firstname, lastname, grade_id } = child;
          const shown = { id, firstname, lastname, grade: grades.get(grade_id ?? 0) ?? null };
          return [{ child: shown, teacher_id, name: teachers.get(teacher_id)?.name ?? '' }];
        }),
      },
    };
  },

  async getOffers(call) {
    const { actor, params, db, now } = call;
    const opened = await openEvening(db, call, params.id);
    await openChild(db, call, params.child_id);
    const { key, evening, phase } = opened;
    const today = todayOf(actor, now);
    const family = await familyOfParent(db, actor.school_id, actor.user_id, params.child_id);
    const bookings = await listBookings(db, key, { family }, today);
    const taught = await teachersOfChild(db, actor.school_id, params.child_id, today);
    const booked = bookings.map(({ teacher_id }) => teacher_id);
    const all = await listEveningTeachers(db, key, [...new Set([...taught.keys(), ...booked])]);
    const teachers = all.filter(({ teacher_id }) => taught.has(teacher_id));
    const taken = await listTakenTimes(db, key, [...taught.keys()]);
    const held = toHeld(bookings, all);
    const own = ownMeetings({ child_id: params.child_id, parent_id: actor.user_id }, held);
    const waiting = await waitingOf(db, key, [params.child_id]);
    const left = leftOf(params.child_id, held, evening);
    const { book, wish } = familyAbilitiesOf(actor, { is_child: true }, phase);
    const [list] = await listWishLists(db, key, [params.child_id]);
    const wished = await listWishes(db, key, [params.child_id]);
    const shown = teachers.map((teacher) => {
      const { teacher_id } = teacher;
      const times = new Set((taken.get(teacher_id) ?? []).map(({ starts_at }) => starts_at));
      const slots = slotsOf(evening, teacher)
        .filter((starts_at) => !times.has(starts_at))
        .map((starts_at) => ({
          starts_at,
          clash: clashOf({ starts_at, place: placeOfTeacher(teacher) }, own, evening),
        }));
      const booking = bookings.find((one) => one.teacher_id === teacher_id && one.child_id === params.child_id);
      const is_waiting = waiting.some((one) => one.teacher_id === teacher_id);
      const isOpen = book === 1 && !booking && left > 0;
      const isFree = slots.some(({ clash }) => clash === null);
      return {
        ...toMeetingTeacher(teacher),
        is_absent: teacher.is_absent,
        is_class_teacher: taught.get(teacher_id)?.is_class_teacher ?? false,
        slots: isOpen ? slots : [],
        booking: booking ? toOwnBooking(booking, opened, call, teacher) : null,
        is_waiting,
        can: {
          book: isOpen && isFree ? 1 : 0,
          wait: isOpen && !isFree && !is_waiting && !teacher.is_absent ? 1 : 0,
        } as const,
      };
    });
    const first = (one: (typeof shown)[number]) => (one.is_class_teacher ? 0 : 1);
    const wishes = {
      // Of those who teach the child no longer nothing is said: they are in no list to choose from.
      teacher_ids: wished.map(({ teacher_id }) => teacher_id).filter((one) => taught.has(one)),
      begins_at: list?.begins_at ?? null,
      ends_at: list?.ends_at ?? null,
      updated_at: list?.updated_at ?? null,
    };
    const sorted = shown.toSorted((one, other) => first(one) - first(other));
    return { data: { teachers: sorted, left, wishes, can: { wish } } };
  },

  async wait(call) {
    const { actor, params, now, write, record, fail } = call;
    const { key, phase } = await openEvening(call.db, call, params.id);
    await openChild(call.db, call, params.child_id);
    const [teacher] = await listEveningTeachers(call.db, key, [params.teacher_id]);
    if (!teacher) return fail('not_found');
    if (!(await isTeacherOf(call.db, key.school_id, params, todayOf(actor, now))))
      throw new ApiError({ code: 'forbidden' });
    if (phase !== 'open') return fail('evening_closed');
    const trx = await write();
    const { teacher_id, child_id } = params;
    const refusal = await refusalToWait(trx, call, { id: key.id, teacher_id, child_id });
    if (refusal) return fail(refusal);
    await insertWaiting(trx, key, { teacher_id, child_id, parent_id: actor.user_id }, now);
    record({ entity: 'parents_evening_waiting', id: child_id, after: { teacher: teacher.name } });
    return undefined;
  },

  async stopWaiting(call) {
    const { params, write, record, fail } = call;
    const { key } = await openEvening(call.db, call, params.id);
    await openChild(call.db, call, params.child_id);
    const { teacher_id, child_id } = params;
    const [teacher] = await listEveningTeachers(call.db, key, [teacher_id]);
    if (!teacher) return fail('not_found');
    const trx = await write();
    await deleteWaiting(trx, key, { teacher_id, child_id });
    record({ entity: 'parents_evening_waiting', id: child_id, before: { teacher: teacher.name } });
    return undefined;
  },
};
