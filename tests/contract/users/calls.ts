import { randomUUID } from 'node:crypto';
import type { PeopleViewDraft } from '@kreide/core/features/users';
import type { UserState } from '@kreide/core/kernel';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import type { FullSchool } from '../../support/full-school.ts';
import { buildUser } from '../../support/people.ts';
import { changeCalls, putRole } from './change-calls.ts';

const gradeOf = (whose: FullSchool, which: FullSchool) => ({
  params: { id: `${whose.people.other.id}` },
  body: { grade_id: which.grade },
});

/** Links the student to the parent, whatever the calls before have done. */
async function link({ server, here }: Pick<Asking, 'server' | 'here'>): Promise<void> {
  const { kysely } = server.test.database;
  const pair = { user_id: here.people.student.id, parent_id: here.people.parent.id };
  await kysely
    .insertInto('user_parents')
    .values({ school_id: here.school.id, ...pair })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
/** The parent of a school has entered the right code of the other child. */
async function checkCode({ server, here }: Asking): Promise<void> {
  const pair = { user_id: here.people.other.id, parent_id: here.people.parent.id };
  await server.test.database.kysely
    .insertInto('checked_childs')
    .values({ school_id: here.school.id, ...pair, expires_at: '2026-11-18T12:00:00Z' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
const assign = (parents: FullSchool, childs: FullSchool) => ({
  params: { id: `${parents.people.parent.id}` },
  body: { child_id: childs.people.other.id, relation: 'MOTHER' as const },
});
const removeChild = (parents: FullSchool, childs: FullSchool) => ({
  params: { id: `${parents.people.parent.id}` },
  body: { child_id: childs.people.student.id },
});
const removeParent = (childs: FullSchool, parents: FullSchool) => ({
  params: { id: `${childs.people.student.id}` },
  body: { parent_id: parents.people.parent.id },
});
const NOBODY = { params: { id: '999999999' } };

/** Somebody of the school to do something with: always the same, in the state that the call needs. */
async function put(
  { server }: Pick<Asking, 'server'>,
  whose: FullSchool,
  values: { deleted_at?: string | null; state?: UserState } = {},
): Promise<{ params: { id: string } }> {
  const { kysely } = server.test.database;
  const username = `somebody-${whose.mark}`;
  const state = { deleted_at: null, state: 'ACTIVE' as UserState, is_locked: false, expire_at: null, ...values };
  const found = await kysely
    .updateTable('users')
    .set(state)
    .where('school_id', '=', whose.school.id)
    .where('username', '=', username)
    .returning('id')
    .executeTakeFirst();
  const made = found ?? (await buildUser(kysely, whose.school.id, username, 'STUDENT'));
  if (!found) await kysely.updateTable('users').set(state).where('id', '=', made.id).execute();
  return { params: { id: `${made.id}` } };
}
const roleOf = async (asking: Pick<Asking, 'server'>, whose: FullSchool) =>
  Number((await putRole(asking, whose, 'SECRETARIAT')).params.roleId);
const DRAFT = { name: 'Library', permissions: ['create-news' as const] };
const CHANGE = { ...DRAFT, updated_at: '2026-11-01T08:00:00.000Z' };

const DELETED = { deleted_at: '2026-11-01T08:00:00Z' };
const PENDING = { state: 'PENDING' } as const;
const administrator = (whose: FullSchool) => ({ params: { id: `${whose.people.admin.id}` } });
const GIVE = { body: { permission: 'send-push', is_allowed: true } } as const;
const LOCK = { body: { is_locked: true } };
const EXPIRE = { body: { expire_at: '2026-12-01T08:00:00Z' } };
const NAMES = { body: { firstname: 'Nora', lastname: 'Nord', email: null } };

const HIDDEN = {
  body: {
    'users.hints.notifications.hidden': '1',
    'users.hints.timetable-import.hidden': '0',
    'users.typing.off': '0',
    'users.sounds.off': '1',
    'users.surveys.satisfaction.hidden': '1',
    'users.surveys.satisfaction.result': '3',
    'users.surveys.satisfaction.feedback': 'Slow on Mondays.',
  },
} as const;

/** A kept choice of the people, of the administrator of a school or of somebody else there. */
async function putView({ server }: Pick<Asking, 'server'>, whose: FullSchool, person: 'admin' | 'teacher' = 'admin') {
  const { kysely } = server.test.database;
  const of = { school_id: whose.school.id, user_id: whose.people[person].id };
  await kysely
    .deleteFrom('people_views')
    .where('school_id', '=', of.school_id)
    .where('user_id', '=', of.user_id)
    .execute();
  const row = await kysely
    .insertInto('people_views')
    .values({ ...of, name: 'Kept' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { params: { id: `${row.id}` } };
}
const viewOf = (filters: PeopleViewDraft['filters']) => ({ body: { name: 'A view', filters } });
const VIEW = viewOf({ search: 'ab', role: 'STUDENT', role_id: 999_999_999, grade_id: 999_999_999, status: 'locked' });

const calls: CallsOf<'users'> = {
  ...changeCalls,
  listViews: { sample: () => ({}) },
  createView: {
    sample: () => VIEW,
    own: async (asking) => {
      await putView(asking, asking.here);
      return viewOf({ role: 'TEACHER', grade_id: asking.here.grade });
    },
    other_school_grade: ({ there }) => viewOf({ grade_id: there.grade }),
    other_school_role: async (asking) => viewOf({ role_id: await roleOf(asking, asking.there) }),
  },
  updateView: {
    sample: () => ({ ...NOBODY, ...VIEW }),
    own: async (asking) => ({ ...(await putView(asking, asking.here)), ...viewOf({ grade_id: asking.here.grade }) }),
    other: async (asking) => ({ ...(await putView(asking, asking.here, 'teacher')), ...viewOf({}) }),
    other_school: async (asking) => ({ ...(await putView(asking, asking.there)), ...viewOf({}) }),
    other_school_grade: async (asking) => ({
      ...(await putView(asking, asking.here)),
      ...viewOf({ grade_id: asking.there.grade }),
    }),
    other_school_role: async (asking) => ({
      ...(await putView(asking, asking.here)),
      ...viewOf({ role_id: await roleOf(asking, asking.there) }),
    }),
  },
  removeView: {
    sample: () => NOBODY,
    own: async (asking) => putView(asking, asking.here),
    other: async (asking) => putView(asking, asking.here, 'teacher'),
    other_school: async (asking) => putView(asking, asking.there),
  },
  getSelf: { sample: () => ({}) },
  getFamily: {
    sample: () => ({ params: { id: 'self' } }),
    other: ({ here }) => ({ params: { id: `${here.people.child.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.people.child.id}` } }),
  },
  listPendingParents: {
    sample: () => ({ params: { id: 'self' } }),
    other: ({ here }) => ({ params: { id: `${here.people.child.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.people.child.id}` } }),
  },
  assignChild: {
    sample: ({ here }) => ({ ...NOBODY, body: { child_id: here.people.other.id, relation: 'FATHER' } }),
    own: ({ here }) => assign(here, here),
    own_checked: async (asking) => {
      await checkCode(asking);
      return assign(asking.here, asking.here);
    },
    other_school: ({ here, there }) => assign(there, here),
    other_school_child: ({ here, there }) => assign(here, there),
  },
  removeChild: {
    sample: ({ here }) => ({ ...NOBODY, body: { child_id: here.people.other.id } }),
    own: async (asking) => {
      await link(asking);
      return removeChild(asking.here, asking.here);
    },
    not_linked: ({ here }) => ({
      params: { id: `${here.people.parent.id}` },
      body: { child_id: here.people.teacher.id },
    }),
    other_school: async ({ server, here, there }) => {
      await link({ server, here: there });
      return removeChild(there, here);
    },
    other_school_child: async ({ server, here, there }) => {
      await link({ server, here: there });
      return removeChild(here, there);
    },
  },
  removeParent: {
    sample: ({ here }) => ({ ...NOBODY, body: { parent_id: here.people.parent.id } }),
    own: async (asking) => {
      await link(asking);
      return removeParent(asking.here, asking.here);
    },
    other_school: async ({ server, here, there }) => {
      await link({ server, here: there });
      return removeParent(there, here);
    },
    other_school_parent: async ({ server, here, there }) => {
      await link({ server, here: there });
      return removeParent(here, there);
    },
  },
  list: {
    sample: () => ({ query: { page: '1', limit: '5', search: 'nobody has this name', order: '-username' } }),
    of_grade: ({ here }) => ({ query: { grade_id: `${here.grade}`, limit: '500' } }),
    of_grade_filtered: ({ here }) => ({ query: { grade_id: `${here.grade}`, is_locked: 'true' } }),
    other_school: ({ there }) => ({ query: { grade_id: `${there.grade}` } }),
    other_school_role: async (asking) => ({ query: { role_id: `${await roleOf(asking, asking.there)}` } }),
  },
  count: {
    sample: () => ({ query: { search: 'nobody has this name' } }),
    other_school: ({ there }) => ({ query: { grade_id: `${there.grade}` } }),
    other_school_role: async (asking) => ({ query: { role_id: `${await roleOf(asking, asking.there)}` } }),
  },
  get: {
    sample: () => ({ ...NOBODY }),
    own: async (asking) => ({ ...(await put(asking, asking.here)) }),
    other_school: async (asking) => ({ ...(await put(asking, asking.there)) }),
  },
  lock: {
    sample: () => ({ ...NOBODY, ...LOCK }),
    own: async (asking) => ({ ...(await put(asking, asking.here)), ...LOCK }),
    administrator: ({ here }) => ({ ...administrator(here), ...LOCK }),
    other_school: async (asking) => ({ ...(await put(asking, asking.there)), ...LOCK }),
  },
  expire: {
    sample: () => ({ ...NOBODY, ...EXPIRE }),
    own: async (asking) => ({ ...(await put(asking, asking.here)), ...EXPIRE }),
    administrator: ({ here }) => ({ ...administrator(here), ...EXPIRE }),
    other_school: async (asking) => ({ ...(await put(asking, asking.there)), ...EXPIRE }),
  },
  undoExpire: {
    sample: () => ({ ...NOBODY }),
    own: async (asking) => ({ ...(await put(asking, asking.here)) }),
    other_school: async (asking) => ({ ...(await put(asking, asking.there)) }),
  },
  resetSecondFactor: {
    sample: () => ({ ...NOBODY }),
    own: async (asking) => ({ ...(await put(asking, asking.here)) }),
    administrator: ({ here }) => ({ ...administrator(here) }),
    other_school: async (asking) => ({ ...(await put(asking, asking.there)) }),
  },
  forceLogoutAll: {
    sample: () => ({ ...NOBODY }),
    own: async (asking) => ({ ...(await put(asking, asking.here)) }),
    other_school: async (asking) => ({ ...(await put(asking, asking.there)) }),
  },
  listMoveSchools: {
    sample: () => NOBODY,
    own: async (asking) => put(asking, asking.here),
    administrator: ({ here }) => administrator(here),
    other_school: async (asking) => put(asking, asking.there),
  },
  moveSchool: {
    sample: ({ there }) => ({ ...NOBODY, body: { school_id: there.school.id } }),
    // Who has no account at the other school moves nobody there; the test of the handlers has somebody who does.
    unmanaged: async (asking) => ({
      ...(await put(asking, asking.here)),
      body: { school_id: asking.there.school.id },
    }),
    administrator: ({ here, there }) => ({ ...administrator(here), body: { school_id: there.school.id } }),
    other_school: async (asking) => ({
      ...(await put(asking, asking.there)),
      body: { school_id: asking.there.school.id },
    }),
    'school:other_school': async (asking) => ({
      ...(await put(asking, asking.there)),
      body: { school_id: asking.there.school.id },
    }),
  },
  remove: {
    sample: () => ({ ...NOBODY }),
    own: async (asking) => ({ ...(await put(asking, asking.here)) }),
    administrator: ({ here }) => ({ ...administrator(here) }),
    other_school: async (asking) => ({ ...(await put(asking, asking.there)) }),
  },
  recover: {
    sample: () => ({ ...NOBODY }),
    own: async (asking) => ({ ...(await put(asking, asking.here, DELETED)) }),
    other_school: async (asking) => ({ ...(await put(asking, asking.there, DELETED)) }),
  },
  hardDelete: {
    sample: () => NOBODY,
    own: async (asking) => put(asking, asking.here, DELETED),
    administrator: ({ here }) => administrator(here),
    other_school: async (asking) => put(asking, asking.there, DELETED),
  },
  setup: {
    sample: () => ({ ...NOBODY, ...NAMES }),
    own: async (asking) => ({ ...(await put(asking, asking.here, PENDING)), ...NAMES }),
    other_school: async (asking) => ({ ...(await put(asking, asking.there, PENDING)), ...NAMES }),
  },
  getPermissions: {
    sample: () => NOBODY,
    own: async (asking) => put(asking, asking.here),
    other_school: async (asking) => put(asking, asking.there),
  },
  setPermission: {
    sample: () => ({ ...NOBODY, ...GIVE }),
    own: async (asking) => ({ ...(await put(asking, asking.here)), ...GIVE }),
    administrator: ({ here }) => ({ ...administrator(here), ...GIVE }),
    not_held: async (asking) => ({
      ...(await put(asking, asking.here)),
      body: { permission: 'manage-kreide', is_allowed: true },
    }),
    other_school: async (asking) => ({ ...(await put(asking, asking.there)), ...GIVE }),
  },
  listRoles: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` } }),
  },
  createRole: {
    sample: ({ there }) => ({ params: { id: `${there.school.id}` }, body: DRAFT }),
    own: ({ here }) => ({ params: { id: `${here.school.id}` }, body: { ...DRAFT, name: randomUUID() } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` }, body: { ...DRAFT, name: randomUUID() } }),
    not_held: ({ here }) => ({
      params: { id: `${here.school.id}` },
      body: { name: 'Operator', permissions: ['manage-kreide'] },
    }),
  },
  updateRole: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}`, roleId: '999999999' }, body: CHANGE }),
    own: async (asking) => {
      const { params, updated_at } = await putRole(asking, asking.here);
      return { params, body: { ...CHANGE, updated_at } };
    },
    out_of_date: async (asking) => ({ params: (await putRole(asking, asking.here)).params, body: CHANGE }),
    other_school: async (asking) => ({ params: (await putRole(asking, asking.there)).params, body: CHANGE }),
    other_school_role: async (asking) => {
      const { params } = await putRole(asking, asking.there);
      return { params: { ...params, id: `${asking.here.school.id}` }, body: CHANGE };
    },
  },
  removeRole: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}`, roleId: '999999999' } }),
    own: async (asking) => ({ params: (await putRole(asking, asking.here)).params }),
    kind: async (asking) => ({ params: (await putRole(asking, asking.here, 'TEACHER')).params }),
    other_school: async (asking) => ({ params: (await putRole(asking, asking.there)).params }),
    other_school_role: async (asking) => {
      const { params } = await putRole(asking, asking.there);
      return { params: { ...params, id: `${asking.here.school.id}` } };
    },
  },
  getRoles: {
    sample: () => NOBODY,
    own: async (asking) => put(asking, asking.here),
    other_school: async (asking) => put(asking, asking.there),
  },
  setRoles: {
    sample: async (asking) => ({ ...NOBODY, body: { role_ids: [await roleOf(asking, asking.here)] } }),
    own: async (asking) => ({
      ...(await put(asking, asking.here)),
      body: { role_ids: [await roleOf(asking, asking.here)] },
    }),
    administrator: ({ here }) => ({ ...administrator(here), body: { role_ids: [] } }),
    other_school: async (asking) => ({ ...(await put(asking, asking.there)), body: { role_ids: [] } }),
    other_school_role: async (asking) => ({
      ...(await put(asking, asking.here)),
      body: { role_ids: [await roleOf(asking, asking.there)] },
    }),
  },
  updateGrade: {
    sample: ({ here }) => ({ params: { id: '999999999' }, body: { grade_id: here.grade, begins_at: '2026-11-18' } }),
    own: ({ here }) => gradeOf(here, here),
    other_school: ({ here, there }) => gradeOf(there, here),
    other_school_grade: ({ here, there }) => gradeOf(here, there),
  },
  updateProperties: {
    sample: () => ({ params: { id: 'self' }, ...HIDDEN }),
    other: ({ here }) => ({ params: { id: `${here.people.other.id}` }, ...HIDDEN }),
    other_school: ({ there }) => ({ params: { id: `${there.people.student.id}` }, ...HIDDEN }),
  },
};

describeContract('users', calls);
