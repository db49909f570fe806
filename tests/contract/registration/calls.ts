import { randomUUID } from 'node:crypto';
import { toCode } from '../../../packages/core/src/features/registration/rules.ts';
import { createTicket } from '../../../packages/server/src/features/registration/form-ticket.ts';
import { hashCode } from '../../../packages/server/src/features/registration/opened-key.ts';
import { createKeyFor, pendingIn } from '../../support/activation.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import type { FullSchool } from '../../support/full-school.ts';
import { TEST_SECRET, type TestServer } from '../../support/server.ts';

/** Nobody has it. */
const WRONG = 'ZZZZZ-ZZZZZ';
const NOBODY = 999_999_999;

const SELF = { params: { id: 'self' } } as const;
const idOf = (id: number) => ({ params: { id: `${id}` } });

const body = (code: string) => ({
  code,
  terms_version: '2026-11',
  locale: 'de' as const,
  sex: 'NONE' as const,
  firstname: 'Nika',
  lastname: 'Neu',
  email: `${randomUUID()}@home.example`,
  username: `nika-${randomUUID()}`,
  password: 'Kreide an der Tafel',
  password_confirmation: 'Kreide an der Tafel',
});

const accountCode = ({ server, here }: Asking) =>
  pendingIn(server, here.school.id, 'STUDENT').then(({ id }) => createKeyFor(server, here.school.id, 'account', id));
const childCode = ({ server, here }: Asking) => createKeyFor(server, here.school.id, 'child', here.people.child.id);
const child = ({ people }: FullSchool, schoolId: number) => ({
  child: { firstname: people.child.username, lastname: `of ${schoolId}` },
});

const query = (code: string) => ({ query: { code } });
const email = (code: string) => ({ body: { code, email: 'nika@home.example' } });
const username = (code: string) => ({ body: { code, username: 'nika.neu' } });
const suggestion = (code: string) => ({ query: { code, firstname: 'Nika', lastname: 'Neu' } });
const named = (code: string, school: FullSchool) => ({ body: { code, ...child(school, school.school.id).child } });
const newcomer = (grade_id: number) => ({
  body: { firstname: 'Nika', lastname: 'Neu', type: 'STUDENT' as const, grade_id },
});

async function keyIn({ server }: Asking, school: FullSchool) {
  const code = await createKeyFor(server, school.school.id, 'child', school.people.child.id);
  const row = await server.test.database.kysely
    .selectFrom('activation_keys')
    .select('id')
    .where('code_hash', '=', hashCode(TEST_SECRET, toCode(code)))
    .executeTakeFirstOrThrow();
  return { params: { id: `${row.id}` } };
}

/** The record of the school's teacher, which no account has any more. */
async function freeTeacher(server: TestServer, { school, teacher }: FullSchool): Promise<number> {
  const change = server.test.database.kysely.updateTable('teachers').set({ user_id: null });
  await change.where('school_id', '=', school.id).where('id', '=', teacher).execute();
  return teacher;
}

/** A request that waits, of the parent of a school unless of somebody else. */
async function requestIn({ server }: Asking, { school, people }: FullSchool, parent_id = people.parent.id) {
  const { id } = await server.test.database.kysely
    .insertInto('child_requests')
    .values({
      school_id: school.id,
      parent_id,
      firstname: 'Nika',
      lastname: 'Neu',
      grade: '5a',
      created_at: '2026-11-17T08:00:00Z',
      expires_at: '2027-05-16T08:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `${id}`;
}
/** A school that takes applications of pupils, and a form of it that has been open for a minute. */
async function openedIn({ server }: Asking, { school }: FullSchool) {
  await server.test.database.kysely
    .insertInto('application_pages')
    .values({ school_id: school.id, type: 'STUDENT', is_open: true, updated_at: '2026-11-17T08:00:00Z' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const ticket = createTicket(TEST_SECRET, school.id, new Date(server.clock.now().getTime() - 60_000));
  return { uuid: school.uuid, ticket };
}
const applicationFor = ({ uuid, ticket }: { uuid: string; ticket: string }) => ({
  body: {
    school_uuid: uuid,
    type: 'STUDENT' as const,
    ticket,
    website: '',
    locale: 'de' as const,
    firstname: 'Nika',
    lastname: 'Neu',
    email: 'nika@home.example',
    phone: '030 1',
    child: null,
    message: 'Hello',
  },
});
const NO_UUID = '00000000-0000-4000-8000-000000000000';
async function applicationIn({ server }: Asking, { school }: FullSchool) {
  const { id } = await server.test.database.kysely
    .insertInto('applications')
    .values({
      school_id: school.id,
      type: 'STUDENT',
      firstname: 'Nika',
      lastname: 'Neu',
      locale: 'de',
      email: `${randomUUID()}@home.example`,
      created_at: '2026-11-17T08:00:00Z',
      expires_at: '2027-05-16T08:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { params: { id: `${id}` } };
}
const ofStudents = (id: number, updated_at: string | null = null) => ({
  params: { id: `${id}`, type: 'student' as const },
  body: { is_open: true, content: '<p>Welcome</p>', updated_at },
});

const wantedChild = { firstname: 'Nika', lastname: 'Neu', birthdate: '2015-03-04', grade: '5a' };
const accepted = (child_id: number) => ({ body: { child_id, way: 'letter' as const } });
const refused = { body: { reason: 'We do not know the child.' } };

const calls: CallsOf<'registration'> = {
  getSteps: {
    sample: () => query(WRONG),
    'code:account': async (asking) => query(await accountCode(asking)),
    'code:child': async (asking) => query(await childCode(asking)),
    'code:wrong': () => query(WRONG),
  },
  register: {
    sample: ({ here }) => ({
      body: {
        ...body(WRONG),
        grade_id: here.grade,
        teacher_id: here.teacher,
        relation: 'MOTHER' as const,
        teaching: { grade_ids: [here.grade], subject_ids: [] },
        ...child(here, here.school.id),
      },
    }),
    'code:account': async (asking) => ({ body: body(await accountCode(asking)) }),
    'code:child': async (asking) => ({
      body: { ...body(await childCode(asking)), ...child(asking.here, asking.here.school.id) },
    }),
    'code:wrong': () => ({ body: body(WRONG) }),
    other_school_grade: async (asking) => ({
      body: { ...body(await accountCode(asking)), grade_id: asking.there.grade },
    }),
    other_school_teacher: async (asking) => ({
      body: { ...body(await accountCode(asking)), teacher_id: asking.there.teacher },
    }),
  },
  getInformation: { sample: () => ({}) },
  checkEmail: {
    sample: () => email(WRONG),
    'code:account': async (asking) => email(await accountCode(asking)),
    'code:wrong': () => email(WRONG),
  },
  checkUsername: {
    sample: () => username(WRONG),
    'code:account': async (asking) => username(await accountCode(asking)),
    'code:wrong': () => username(WRONG),
  },
  suggestUsername: {
    sample: () => suggestion(WRONG),
    'code:account': async (asking) => suggestion(await accountCode(asking)),
    'code:wrong': () => suggestion(WRONG),
  },
  checkChild: {
    sample: ({ here }) => named(WRONG, here),
    'code:child': async (asking) => named(await childCode(asking), asking.here),
    'code:account': async (asking) => named(await accountCode(asking), asking.here),
    'code:wrong': ({ here }) => named(WRONG, here),
  },
  listKeys: { sample: () => ({ query: { page: '1' } }) },
  listKeyPeople: { sample: () => ({ query: { keyword: 'student' } }) },
  createKeys: {
    sample: () => ({ body: { kind: 'child', user_ids: [NOBODY], days: 30 } }),
    child: ({ here }) => ({ body: { kind: 'child', user_ids: [here.people.child.id] } }),
    other_school: ({ there }) => ({ body: { kind: 'child', user_ids: [there.people.child.id] } }),
  },
  createPerson: {
    sample: () => newcomer(NOBODY),
    own: ({ here }) => newcomer(here.grade),
    other_school: ({ there }) => newcomer(there.grade),
  },
  withdrawKey: {
    sample: () => ({ params: { id: `${NOBODY}` } }),
    own: (asking) => keyIn(asking, asking.here),
    other_school: (asking) => keyIn(asking, asking.there),
  },
  checkChildCode: {
    sample: ({ here }) => ({
      ...SELF,
      body: { code: WRONG, ...child(here, here.school.id), grade_id: NOBODY },
    }),
    'code:child': async (asking) => ({
      ...SELF,
      body: { code: await childCode(asking), ...child(asking.here, asking.here.school.id) },
    }),
    'code:wrong': () => ({ ...SELF, body: { code: WRONG } }),
    'code:elsewhere': async (asking) => ({
      ...SELF,
      body: { code: await childCode({ ...asking, here: asking.there }) },
    }),
    other: ({ here }) => ({ params: { id: `${here.people.other.id}` }, body: { code: WRONG } }),
    other_school: ({ there }) => ({ params: { id: `${there.people.parent.id}` }, body: { code: WRONG } }),
    other_school_grade: async ({ server, here, there }) => {
      const { id } = await pendingIn(server, here.school.id, 'STUDENT');
      const code = await createKeyFor(server, here.school.id, 'child', id);
      return { ...SELF, body: { code, child: { firstname: 'Nika', lastname: 'Neu' }, grade_id: there.grade } };
    },
  },
  requestChildCode: {
    sample: () => ({ ...SELF, body: { ...wantedChild, firstname: ' ', lastname: ' ' } }),
    own: () => ({ ...SELF, body: wantedChild }),
    other: ({ here }) => ({ ...idOf(here.people.other.id), body: wantedChild }),
    other_school: ({ there }) => ({ ...idOf(there.people.parent.id), body: wantedChild }),
  },
  listOwnChildRequests: {
    sample: () => SELF,
    other: ({ here }) => idOf(here.people.other.id),
    other_school: ({ there }) => idOf(there.people.parent.id),
  },
  withdrawChildRequest: {
    sample: () => ({ params: { id: 'self', request_id: `${NOBODY}` } }),
    own: async (asking) => ({ params: { id: 'self', request_id: await requestIn(asking, asking.here) } }),
    other: async (asking) => {
      const { here } = asking;
      const request_id = await requestIn(asking, here, here.people.teacher.id);
      return { params: { id: `${here.people.other.id}`, request_id } };
    },
    other_request: async (asking) => {
      const { here } = asking;
      return { params: { id: 'self', request_id: await requestIn(asking, here, here.people.other.id) } };
    },
    other_school: async (asking) => ({
      params: { id: 'self', request_id: await requestIn(asking, asking.there) },
    }),
    other_school_person: async (asking) => {
      const request_id = await requestIn(asking, asking.there);
      return { params: { id: `${asking.there.people.parent.id}`, request_id } };
    },
  },
  listChildRequests: { sample: () => ({ query: { page: '1' } }) },
  acceptChildRequest: {
    sample: () => ({ params: { id: `${NOBODY}` }, ...accepted(NOBODY) }),
    own: async (asking) => ({
      params: { id: await requestIn(asking, asking.here) },
      ...accepted(asking.here.people.child.id),
    }),
    other_school: async (asking) => ({
      params: { id: await requestIn(asking, asking.there) },
      ...accepted(asking.there.people.child.id),
    }),
    other_school_child: async (asking) => ({
      params: { id: await requestIn(asking, asking.here) },
      ...accepted(asking.there.people.child.id),
    }),
  },
  refuseChildRequest: {
    sample: () => ({ params: { id: `${NOBODY}` }, ...refused }),
    own: async (asking) => ({ params: { id: await requestIn(asking, asking.here) }, ...refused }),
    other_school: async (asking) => ({ params: { id: await requestIn(asking, asking.there) }, ...refused }),
  },
  getWaiting: { sample: () => ({}) },
  getChildRequestRules: {
    sample: ({ here }) => idOf(here.school.id),
    other_school: ({ there }) => idOf(there.school.id),
  },
  updateChildRequestRules: {
    sample: () => ({ ...idOf(NOBODY), body: { asks: 'both' as const } }),
    own: ({ here }) => ({ ...idOf(here.school.id), body: { asks: 'grade' as const } }),
    other_school: ({ there }) => ({ ...idOf(there.school.id), body: { asks: 'both' as const } }),
  },
  getApplyingSchool: {
    sample: () => ({ params: { uuid: NO_UUID } }),
    open: async (asking) => ({ params: { uuid: (await openedIn(asking, asking.here)).uuid } }),
    closed: () => ({ params: { uuid: NO_UUID } }),
  },
  getApplicationInformation: {
    sample: () => ({ params: { uuid: NO_UUID, type: 'student' as const } }),
    open: async (asking) => ({
      params: { uuid: (await openedIn(asking, asking.here)).uuid, type: 'student' as const },
    }),
    closed: async (asking) => ({
      params: { uuid: (await openedIn(asking, asking.here)).uuid, type: 'teacher' as const },
    }),
  },
  apply: {
    sample: () => applicationFor({ uuid: NO_UUID, ticket: 'x' }),
    open: async (asking) => applicationFor(await openedIn(asking, asking.here)),
    closed: () => applicationFor({ uuid: NO_UUID, ticket: 'x' }),
  },
  listApplications: { sample: () => ({ query: { page: '1' } }) },
  acceptApplication: {
    sample: () => ({ params: { id: `${NOBODY}` }, body: { grade_id: NOBODY } }),
    own: async (asking) => ({
      ...(await applicationIn(asking, asking.here)),
      body: { grade_id: asking.here.grade },
    }),
    other_school: async (asking) => ({ ...(await applicationIn(asking, asking.there)), body: { grade_id: null } }),
    other_school_grade: async (asking) => ({
      ...(await applicationIn(asking, asking.here)),
      body: { grade_id: asking.there.grade },
    }),
  },
  declineApplication: {
    sample: () => ({ params: { id: `${NOBODY}` }, ...refused }),
    own: async (asking) => ({ ...(await applicationIn(asking, asking.here)), ...refused }),
    other_school: async (asking) => ({ ...(await applicationIn(asking, asking.there)), ...refused }),
  },
  listApplicationPages: {
    sample: ({ here }) => idOf(here.school.id),
    other_school: ({ there }) => idOf(there.school.id),
  },
  updateApplicationPage: {
    sample: () => ofStudents(NOBODY),
    own: async ({ server, here }) => {
      const page = await server.test.database.kysely
        .selectFrom('application_pages')
        .select('updated_at')
        .where('school_id', '=', here.school.id)
        .where('type', '=', 'STUDENT')
        .executeTakeFirst();
      return ofStudents(here.school.id, page?.updated_at ?? null);
    },
    other_school: ({ there }) => ofStudents(there.school.id),
  },
  updateTeaching: {
    sample: () => ({ ...SELF, body: { grade_ids: [NOBODY], subject_ids: [NOBODY] } }),
    own: ({ here }) => ({ ...SELF, body: { grade_ids: [here.grade], subject_ids: [] } }),
    other: ({ here }) => ({ ...idOf(here.people.other.id), body: { grade_ids: [], subject_ids: [] } }),
    other_school: ({ there }) => ({ ...idOf(there.people.teacher.id), body: { grade_ids: [], subject_ids: [] } }),
    other_school_grade: ({ there }) => ({ ...SELF, body: { grade_ids: [there.grade], subject_ids: [] } }),
    other_school_subject: async ({ server, there }) => {
      const subjects = server.test.database.kysely.selectFrom('subjects').select('id');
      const subject = await subjects.where('school_id', '=', there.school.id).executeTakeFirstOrThrow();
      return { ...SELF, body: { grade_ids: [], subject_ids: [subject.id] } };
    },
  },
  updateShortcut: {
    sample: () => ({ ...SELF, body: { teacher_id: NOBODY } }),
    own: async ({ server, here }) => ({ ...SELF, body: { teacher_id: await freeTeacher(server, here) } }),
    other: ({ here }) => ({ ...idOf(here.people.other.id), body: { teacher_id: here.teacher } }),
    other_school: async ({ server, there }) => ({
      ...idOf(there.people.teacher.id),
      body: { teacher_id: await freeTeacher(server, there) },
    }),
    other_school_teacher: async ({ server, there }) => ({
      ...SELF,
      body: { teacher_id: await freeTeacher(server, there) },
    }),
  },
};

describeContract('registration', calls);
