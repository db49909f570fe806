import {
  type AvailableCourses,
  type CourseSelection,
  chosenIds,
  courseAbilitiesOf,
  coursesApi,
  enrolmentAbilitiesOf,
  isUndecided,
  planSelection,
  selectionAbilitiesOf,
} from '@kreide/core/features/courses';
import type { Enrolment, EnrolmentState } from '@kreide/core/features/structure';
import { ApiError, isAllowed, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import {
  deselectCourses,
  findCourse,
  findDecided,
  findEnrolment,
  hasUnits,
  listAvailableCourses,
  listEnrolmentsOf,
  listParticipants,
  resetEnrolments,
  selectCourses,
} from '../structure/index.ts';
import { findPerson, isParentOf, lockUser } from '../users/index.ts';
import { listNamed } from './queries.ts';

type Call = Pick<HandlerContext, 'db' | 'now'> & {
  readonly actor: Actor;
  readonly fail: (code: 'not_found') => never;
};
type Deciding = Omit<Call, 'fail'> &
  Pick<HandlerContext, 'write' | 'afterCommit'> & {
    readonly fail: (code: 'not_found' | 'course_unavailable') => never;
  };

const todayOf = ({ actor, now }: Pick<Call, 'actor' | 'now'>) => toLocal(now, actor.time_zone).date;

/** Whose courses these are, as far as the caller is concerned. */
async function ownerOf(db: Kysely<DB>, actor: Actor, user_id: number) {
  const is_child = actor.type === 'PARENT' && (await isParentOf(db, actor.school_id, actor.user_id, user_id));
  return { user_id, is_child };
}

/** A pupil whose courses the caller may see, or choose. */
async function openPupil({ db, actor, fail }: Call, id: number, ability: 'view' | 'choose') {
  const person = (await findPerson(db, actor.school_id, id)) ?? fail('not_found');
  const can = selectionAbilitiesOf(actor, await ownerOf(db, actor, id));
  if (!isAllowed(can, ability)) throw new ApiError({ code: 'forbidden' });
  const choose: 0 | 1 = person.type === 'STUDENT' ? can.choose : 0;
  if (ability === 'choose' && choose === 0) throw new ApiError({ code: 'forbidden' });
  return { person, can: { choose }, key: { school_id: actor.school_id, user_id: id } };
}

const keyed = (courses: readonly AvailableCourses[string][]): AvailableCourses =>
  Object.fromEntries(courses.map((one) => [`${one.id}`, one]));

/** What the log says of a selection: the short names of the courses. */
const written = (available: AvailableCourses) => ({
  courses: Object.values(available)
    .filter(({ enrolment }) => enrolment?.state === 'SELECTED')
    .map(({ shortcut }) => shortcut)
    .join(', '),
});

/** Courses that pupils choose, and who takes them [T-1.03] [T-7.05] [T-7.07] [T-7.21] [T-7.30] [T-7.31]. */
export function coursesHandlers({ planChanged }: { planChanged: (schoolId: number) => void }) {
  async function toSelection(
    db: Kysely<DB>,
    { person, can, key }: Awaited<ReturnType<typeof openPupil>>,
  ): Promise<CourseSelection> {
    const enrolments = await listEnrolmentsOf(db, key);
    return { user_id: person.id, firstname: person.firstname, enrolments, can };
  }

  /**
   * Sets the state of what holds for the person and the course of an enrolment; what planners decide is fixed. All others
   * decide about what they can choose, and a row of former times says nothing of what is fixed since.
   */
  async function decide(
    call: Deciding,
    id: number,
    state: EnrolmentState,
  ): Promise<{ before: Enrolment; after: Enrolment }> {
    const { actor, db, now, fail, write, afterCommit } = call;
    const known = (await findEnrolment(db, actor.school_id, id)) ?? fail('not_found');
    const owner = await ownerOf(db, actor, known.user_id);
    if (!isAllowed(enrolmentAbilitiesOf(actor, { ...owner, is_fixed: known.is_fixed }), 'update'))
      throw new ApiError({ code: 'forbidden' });
    const trx = await write();
    await lockUser(trx, actor.school_id, known.user_id);
    const [key, today] = [{ school_id: actor.school_id, user_id: known.user_id }, todayOf(call)];
    const named = (await findEnrolment(trx, actor.school_id, id)) ?? fail('not_found');
    const before = (await findDecided(trx, key, named.course_id, today)) ?? named;
    if (!isAllowed(enrolmentAbilitiesOf(actor, { ...owner, is_fixed: before.is_fixed }), 'update'))
      throw new ApiError({ code: 'forbidden' });
    const plans = actor.permissions.has('view-timetable-planner');
    if (!plans && !(await listAvailableCourses(trx, key, today)).some(({ id }) => id === before.course_id))
      return fail('course_unavailable');
    const pairs = [{ user_id: before.user_id, course_id: before.course_id }];
    const change = { school_id: actor.school_id, today, now, is_fixed: plans, pairs };
    await (state === 'SELECTED' ? selectCourses(trx, change) : deselectCourses(trx, change));
    const after = (await findDecided(trx, key, before.course_id, today)) ?? fail('not_found');
    afterCommit(() => planChanged(actor.school_id));
    return { before, after };
  }

  const stateOf = ({ state, joined_at, left_at }: Enrolment) => ({ state, joined_at, left_at });

  return implement(coursesApi, {
    async checkAvailable(call) {
      const { params, db, reply } = call;
      const { can, key } = await openPupil(call, params.id, 'view');
      const courses = await listAvailableCourses(db, key, todayOf(call));
      reply.header('cache-control', 'no-store');
      reply.header('need-change', can.choose === 1 && isUndecided(courses) ? '1' : '0');
    },

    async listAvailable(call) {
      const { key } = await openPupil(call, call.params.id, 'view');
      return { data: keyed(await listAvailableCourses(call.db, key, todayOf(call))) };
    },

    async getSelection(call) {
      return { data: await toSelection(call.db, await openPupil(call, call.params.id, 'view')) };
    },

    async setSelection(call) {
      const { params, body, actor, now, write, record, afterCommit, fail } = call;
      const opened = await openPupil(call, params.id, 'choose');
      const named = { courses: [...body.course_ids, ...body.former_ids] };
      if (!(await hasUnits(call.db, actor.school_id, named))) return fail('not_found');
      const trx = await write();
      await lockUser(trx, actor.school_id, params.id);
      const today = todayOf(call);
      const available = keyed(await listAvailableCourses(trx, opened.key, today));
      const plan = planSelection(available, body.course_ids);
      if (!plan) return fail('course_unavailable');
      const former = [...new Set(body.former_ids)].sort((one, other) => one - other);
      if (former.join() !== chosenIds(available).join()) return fail('conflict');
      const pairs = (ids: readonly number[]) => ids.map((course_id) => ({ user_id: params.id, course_id }));
      const change = {
        school_id: actor.school_id,
        today,
        now,
        is_fixed: params.id !== actor.user_id && actor.permissions.has('view-timetable-planner'),
      };
      await selectCourses(trx, { ...change, pairs: pairs(plan.select) });
      await deselectCourses(trx, { ...change, pairs: pairs(plan.deselect) });
      const after = keyed(await listAvailableCourses(trx, opened.key, today));
      record({ entity: 'enrolments', id: params.id, before: written(available), after: written(after) });
      afterCommit(() => planChanged(actor.school_id));
      return { data: await toSelection(trx, opened) };
    },

    async reset(call) {
      const { params, actor, write, record, afterCommit } = call;
      const opened = await openPupil(call, params.id, 'choose');
      const trx = await write();
      await lockUser(trx, actor.school_id, params.id);
      const today = todayOf(call);
      const available = keyed(await listAvailableCourses(trx, opened.key, today));
      await resetEnrolments(
        trx,
        opened.key,
        Object.values(available).map(({ id }) => id),
        today,
      );
      const after = keyed(await listAvailableCourses(trx, opened.key, today));
      record({ entity: 'enrolments', id: params.id, before: written(available), after: written(after) });
      afterCommit(() => planChanged(actor.school_id));
      return { data: await toSelection(trx, opened) };
    },

    async updateEnrolment(call) {
      const { before, after } = await decide(call, call.params.id, call.body.state);
      call.record({ entity: 'enrolments', id: after.id, before: stateOf(before), after: stateOf(after) });
      return { data: after };
    },

    async revokeEnrolment(call) {
      const { before, after } = await decide(call, call.params.id, 'DESELECTED');
      call.record({ entity: 'enrolments', id: after.id, before: stateOf(before), after: stateOf(after) });
      return { data: after };
    },

    async listParticipants(call) {
      const { params, actor, db, fail } = call;
      const course = (await findCourse(db, actor.school_id, params.id)) ?? fail('not_found');
      const self = actor.type === 'TEACHER' ? await findPerson(db, actor.school_id, actor.user_id) : undefined;
      const is_teacher = self?.teacher_id != null && course.teacher_ids.includes(self.teacher_id);
      if (!isAllowed(courseAbilitiesOf(actor, { is_teacher }), 'view')) throw new ApiError({ code: 'forbidden' });
      const rows = await listParticipants(db, { school_id: actor.school_id, course_id: course.id }, todayOf(call));
      const people = await listNamed(
        db,
        actor.school_id,
        rows.map(({ user_id }) => user_id),
      );
      const update = actor.permissions.has('view-timetable-planner') ? 1 : 0;
      const known = new Map(rows.map((row) => [row.user_id, row]));
      return {
        data: people.flatMap(({ id, firstname, lastname }) => {
          const row = known.get(id);
          return row ? [{ ...row, firstname, lastname, can: { update } as const }] : [];
        }),
      };
    },
  });
}
