import { createHash } from 'node:crypto';
import {
  type Allocation,
  type AllocationProblem,
  allocateWishesInSteps,
  eveningAbilitiesOf,
  type parentsEveningApi,
  slotsOf,
  waitingAfter,
} from '@kreide/core/features/parents-evening';
import { isAllowed } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import { inSlices } from '../../kernel/process/slices.ts';
import { gradesOf } from '../structure/index.ts';
import { listChildrenOf, listParentsOf, listPupilsAmong, listReachable } from '../users/index.ts';
import { type Call, type OpenedEvening, openEvening, placeOfTeacher, toHeld } from './opened.ts';
import { listBookings, listTakenTimes } from './queries/bookings.ts';
import { changeEvening, listEvenings, listEveningTeachers, type TeacherRow } from './queries/evenings.ts';
import { insertGranted, insertWaitingAll, listWishes, listWishLists } from './queries/wishes.ts';
import { toEvening } from './shown.ts';
import { teachersOfChildren, todayOf } from './teaching.ts';
import type { EveningParts } from './telling.ts';

interface Opened extends AllocationProblem {
  readonly rows: readonly TeacherRow[];
  readonly pupils: Awaited<ReturnType<typeof listPupilsAmong>>;
  readonly revision: string;
}

/**
 * What is allocated: wishes of parents who can sign in, for their children of today and teachers who teach them. Of each child they count
 * from 1 without a gap.
 */
async function problemOf(db: Kysely<DB>, call: Call, { key, evening }: OpenedEvening): Promise<Opened> {
  const { school_id } = key;
  const today = todayOf(call.actor, call.now);
  const all = await listWishes(db, key);
  const parents = [...new Set(all.map(({ parent_id }) => parent_id))];
  const reachable = new Set((await listReachable(db, school_id, parents, call.now)).map(({ id }) => id));
  const links = await listChildrenOf(db, school_id, parents);
  const childIds = [...new Set(all.map(({ child_id }) => child_id))];
  const pupils = await listPupilsAmong(db, school_id, childIds, today);
  const taught = await teachersOfChildren(db, school_id, childIds, today);
  const children = new Map(
    [...Map.groupBy(links, ({ parent_id }) => parent_id)].map(([id, own]) => [id, own.map(({ user_id }) => user_id)]),
  );
  const isThere = new Set(pupils.map(({ id }) => id));
  const counts = all.filter(
    ({ parent_id, child_id, teacher_id }) =>
      reachable.has(parent_id) &&
      isThere.has(child_id) &&
      (children.get(parent_id) ?? []).includes(child_id) &&
      taught.has(`${child_id} ${teacher_id}`),
  );
  const wishes = [...Map.groupBy(counts, ({ child_id }) => child_id).values()].flatMap((own) =>
    own.map((one, place) => ({ ...one, rank: place + 1 })),
  );
  const rows = await listEveningTeachers(db, key);
  const taken = await listTakenTimes(
    db,
    key,
    rows.map(({ teacher_id }) => teacher_id),
  );
  const teachers = rows.map((row) => {
    const times = new Set((taken.get(row.teacher_id) ?? []).map(({ starts_at }) => starts_at));
    const free = slotsOf(evening, row).filter((time) => !times.has(time));
    return { teacher_id: row.teacher_id, place: placeOfTeacher(row), is_absent: row.is_absent, free };
  });
  const held = toHeld(await listBookings(db, key, {}, today), rows);
  const lists = await listWishLists(db, key);
  const windows = new Map(lists.map(({ child_id, begins_at, ends_at }) => [child_id, { begins_at, ends_at }]));
  const { slot_minutes, walking_minutes, maximum, maximum_of } = evening;
  const rules = { slot_minutes, walking_minutes, maximum, maximum_of };
  const fixed = held.map(({ id, starts_at, place, parent_id }) => [id, starts_at, place, parent_id]);
  const made = [wishes, teachers, fixed, [...windows], [...children], rules];
  const revision = createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 32);
  return { wishes, teachers, held, windows, children, rules, seed: evening.uuid, rows, pupils, revision };
}

/** How a result looks to those who make evenings. */
async function toAllocation(db: Kysely<DB>, { key }: OpenedEvening, problem: Opened): Promise<Allocation> {
  const { granted, refused } = await inSlices(allocateWishesInSteps(problem));
  const grades = new Map((await gradesOf(db, key.school_id).execute()).map((one) => [one.id, one.shortcut]));
  const names = new Map(problem.rows.map((row) => [row.teacher_id, row.name]));
  const all = [...granted, ...refused];
  const parents = Map.groupBy(all, ({ parent_id }) => parent_id);
  const without = new Set(refused.flatMap((one) => (one.reason === 'enough' ? [] : one.parent_id)));
  const countOf = (wishes: readonly { teacher_id: number; rank: number }[], of: 'teacher_id' | 'rank', value: number) =>
    wishes.filter((one) => one[of] === value).length;
  const numbers = (of: 'teacher_id' | 'rank', value: number) => ({
    wishes_count: countOf(all, of, value),
    granted_count: countOf(granted, of, value),
  });
  const ranks = [...new Set(all.map(({ rank }) => rank))].sort((one, other) => one - other);
  const wanted = problem.teachers.filter(({ teacher_id }) => countOf(all, 'teacher_id', teacher_id) > 0);
  const teachers = wanted.map(({ teacher_id, free }) => {
    const counts = numbers('teacher_id', teacher_id);
    return {
      teacher_id,
      name: names.get(teacher_id) ?? '',
      ...counts,
      free_count: Math.max(0, free.length - counts.granted_count),
    };
  });
  return {
    revision: problem.revision,
    wishes_count: all.length,
    granted_count: granted.length,
    families_count: parents.size,
    complete_count: [...parents.keys()].filter((one) => !without.has(one)).length,
    ranks: ranks.map((rank) => ({ rank, ...numbers('rank', rank) })),
    teachers: teachers.toSorted((one, other) => other.wishes_count - one.wishes_count),
    refused: refused
      .flatMap(({ child_id, teacher_id, rank, reason }) => {
        const pupil = problem.pupils.find(({ id }) => id === child_id);
        if (!pupil) return [];
        const { id, firstname, lastname, grade_id } = pupil;
        const child = { id, firstname, lastname, grade: grades.get(grade_id ?? 0) ?? null };
        return [{ child, teacher_id, name: names.get(teacher_id) ?? '', rank, reason }];
      })
      .toSorted(
        (one, other) =>
          one.child.lastname.localeCompare(other.child.lastname) ||
          one.child.id - other.child.id ||
          one.rank - other.rank,
      ),
  };
}

type Api = Handlers<typeof parentsEveningApi>;

/** Makes appointments of wishes. */
export function allocatingHandlers({
  tellOfOpenings,
}: Pick<EveningParts, 'tellOfOpenings'>): Pick<Api, 'getAllocation' | 'allocate'> {
  const mayAllocate = ({ evening, phase }: OpenedEvening, { actor }: Call) =>
    isAllowed(eveningAbilitiesOf(actor, { state: evening.state, phase }), 'allocate');
  return {
    async getAllocation(call) {
      const opened = await openEvening(call.db, call, call.params.id);
      if (!mayAllocate(opened, call)) return call.fail('evening_closed');
      return { data: await toAllocation(call.db, opened, await problemOf(call.db, call, opened)) };
    },

    async allocate(call) {
      const { actor, params, body, now, write, record, fail } = call;
      await openEvening(call.db, call, params.id);
      const trx = await write();
      // Whoever books, invites or wishes asks for a share of this lock first.
      const opened = await openEvening(trx, call, params.id, 'update');
      if (!mayAllocate(opened, call)) return fail('evening_closed');
      const problem = await problemOf(trx, call, opened);
      if (problem.revision !== body.revision) return fail('allocation_changed');
      const allocated = await inSlices(allocateWishesInSteps(problem));
      const { granted } = allocated;
      const { key, evening } = opened;
      await insertGranted(trx, key, granted, now);
      await changeEvening(trx, key, { allocated_at: now.toISOString() }, now);
      const waiting = waitingAfter(allocated);
      await insertWaitingAll(trx, key, waiting, now);
      const links = await listParentsOf(trx, key.school_id, [...new Set(problem.wishes.map((one) => one.child_id))]);
      const met = new Set(granted.map(({ teacher_id }) => teacher_id));
      const staff = problem.rows.flatMap(({ teacher_id, user_id }) =>
        user_id !== null && met.has(teacher_id) ? [user_id] : [],
      );
      const people = [...new Set([...links.map(({ parent_id }) => parent_id), ...staff])];
      const told = people.filter((one) => one !== actor.user_id);
      await tellOfOpenings(trx, { school_id: key.school_id, evening, about: 'allocated', people: told }, now);
      record({
        entity: 'parents_evenings',
        id: key.id,
        after: { bookings_count: granted.length, waiting_count: waiting.length },
      });
      const [row] = await listEvenings(trx, key.school_id, key.id);
      if (!row) return fail('not_found');
      return { data: toEvening(row, call) };
    },
  };
}
