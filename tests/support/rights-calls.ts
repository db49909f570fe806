import { randomUUID } from 'node:crypto';
import { createPasswordReset, createToken, hashToken } from '../../packages/server/src/features/auth/index.ts';
import { signFileAddress, toFileKey } from '../../packages/server/src/kernel/files/index.ts';
import type { FullSchool } from './full-school.ts';
import { PASSWORD } from './people.ts';
import type { Column } from './rights-table.ts';
import { TEST_SECRET, type TestAnswer, type TestServer } from './server.ts';

/** One real request for a cell of the rights table. */
export interface RightsCall {
  method: string;
  path: string;
  body?: unknown;
}

export interface RightsContext {
  server: TestServer;
  here: FullSchool;
  there: FullSchool;
  column: Column;
  /** Signs the person of this column in anew and answers what the sign-in answered. */
  login(column: Column): Promise<TestAnswer>;
  /** An upload of the own school in the wanted state, made by its administrator for this call only. */
  freshUpload(state: 'READY' | 'PUBLISHED'): Promise<string>;
}

type Maker = (context: RightsContext) => RightsCall | Promise<RightsCall>;

const RANGE = 'begins_at=2026-11-16&ends_at=2026-11-20';
const get = (path: string): RightsCall => ({ method: 'GET', path: `/v1${path}` });
const post = (path: string, body?: unknown): RightsCall => ({ method: 'POST', path: `/v1${path}`, body });
const plan = (entity: string, id: number) => get(`/timetables/entities/${entity}/${id}?${RANGE}`);
const publicPlan = (slink: string, entity: string, id: number) => get(`/public/timetables/${slink}/${entity}/${id}`);

const ACCESS = { monitor: true, timetable: true, news: true, teacher_names: 'none', absent_teachers: false };
const accessOf = (school: FullSchool): RightsCall => ({
  method: 'PUT',
  path: `/v1/schools/${school.school.id}/public-access`,
  body: ACCESS,
});

const credentials = (slink: string, username: string) =>
  post('/auth/login', { slink, username, password: PASSWORD, stayLoggedIn: false });

function exportForm(): FormData {
  const form = new FormData();
  form.append(
    'files',
    new Blob(['lesson_id;classes;teachers;subject;rooms;weekday;period\n1;9z;Xy;DE;9;1;1\n']),
    'plan.csv',
  );
  return form;
}

function fileAddress({ server }: RightsContext, signed: FullSchool, asked: FullSchool): RightsCall {
  const { file, school } = signed;
  const address = signFileAddress(
    toFileKey(TEST_SECRET),
    { uuid: file.uuid, name: file.name, audience: `school:${school.id}` },
    server.clock.now(),
  );
  return {
    method: 'GET',
    path: address.replace(file.uuid, asked.file.uuid).replace(file.name, asked.file.name),
  };
}

const upload = (verb: string, school: FullSchool, body?: unknown) =>
  post(`/timetable-service/uploads/${school.upload}/${verb}`, body);

async function ownUpload(context: RightsContext, verb: string, state: 'READY' | 'PUBLISHED', body?: unknown) {
  const uuid = context.column === 'admin' ? await context.freshUpload(state) : context.here.upload;
  return post(`/timetable-service/uploads/${uuid}/${verb}`, body);
}

const gradeOf = (whose: FullSchool, which: FullSchool): RightsCall => ({
  method: 'PUT',
  path: `/v1/users/${whose.people.other.id}/timetable/grade`,
  body: { grade_id: which.grade },
});

/** The person of a column; somebody who is not signed in asks as if being the student. */
export function personOf(school: FullSchool, column: Column) {
  return school.people[column === 'anonymous' ? 'student' : column];
}

/** A link of somebody who has no column of the table: using it ends all sessions of that person. */
async function passwordLink({ server, here }: RightsContext, seconds: number): Promise<RightsCall> {
  const user = { school_id: here.school.id, id: here.people.child.id };
  const token = await createPasswordReset(server.test.database.kysely, user, seconds, server.clock.now());
  return confirmReset(token);
}
const confirmReset = (token: string) =>
  post('/auth/password-reset/confirm', { token, password: PASSWORD, password_confirmation: PASSWORD });

const subscribe = (user_id: number) => post('/subscriptions', { user_id, language: 'de' });

/** An address of the owner for somebody's plan, whether the owner may have one or not. */
async function subscriptionOf({ server }: RightsContext, whose: FullSchool, owner: number, user_id = owner) {
  const secret = createToken();
  const { uuid } = await server.test.database.kysely
    .insertInto('subscriptions')
    .values({
      school_id: whose.school.id,
      owner_id: owner,
      user_id,
      language: 'de',
      secret_hash: hashToken(secret),
      created_at: server.clock.now().toISOString(),
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  return { uuid, address: get(`/feeds/${secret}.ics`) };
}
const removeSubscription = ({ uuid }: { uuid: string }): RightsCall => ({
  method: 'DELETE',
  path: `/v1/subscriptions/${uuid}`,
});

async function revokedAddress(context: RightsContext): Promise<RightsCall> {
  const { uuid, address } = await subscriptionOf(context, context.here, context.here.people.student.id);
  await context.server.test.database.kysely.deleteFrom('subscriptions').where('uuid', '=', uuid).execute();
  return address;
}

/** How each object of the rights table is asked for: `<endpoint> <object>`. */
export const CALLS: Record<string, Maker> = {
  'auth.confirmPasswordReset link:own': (context) => passwordLink(context, 600),
  'auth.confirmPasswordReset link:over': (context) => passwordLink(context, -1),
  'auth.confirmPasswordReset link:unknown': () => confirmReset(randomUUID()),
  'auth.login credentials:own': ({ here, column }) => credentials(here.school.slink, personOf(here, column).username),
  'auth.login credentials:other_school': ({ here, there, column }) =>
    credentials(there.school.slink, personOf(here, column).username),
  'auth.refresh token:own': async ({ login, column }) => {
    const { uuid, refresh_token } = (await login(column)).body;
    return post('/auth/refresh', { uuid, refresh_token });
  },
  'auth.refresh token:other': async ({ login, column, here }) => {
    const { refresh_token } = (await login(column)).body;
    return post('/auth/refresh', { uuid: here.people.other.uuid, refresh_token });
  },
  'auth.refresh token:none': ({ here, column }) => post('/auth/refresh', { uuid: personOf(here, column).uuid }),
  'auth.logout none': () => post('/logout', {}),
  'auth.logoutAll none': () => post('/logout-all'),
  'subscriptions.list none': () => get('/subscriptions'),
  'subscriptions.create self': ({ here, column }) => subscribe(personOf(here, column).id),
  'subscriptions.create child': ({ here }) => subscribe(here.people.child.id),
  'subscriptions.create other': ({ here }) => subscribe(here.people.other.id),
  'subscriptions.create other_school': ({ there }) => subscribe(there.people.student.id),
  'subscriptions.remove own': async (context) =>
    removeSubscription(await subscriptionOf(context, context.here, personOf(context.here, context.column).id)),
  'subscriptions.remove other': async (context) =>
    removeSubscription(await subscriptionOf(context, context.here, context.here.people.other.id)),
  'subscriptions.remove other_school': async (context) =>
    removeSubscription(await subscriptionOf(context, context.there, context.there.people.student.id)),
  'subscriptions.read address:own': async (context) =>
    (await subscriptionOf(context, context.here, context.here.people.student.id)).address,
  'subscriptions.read address:revoked': revokedAddress,
  'subscriptions.read address:unknown': () => get(`/feeds/${createToken()}.ics`),
  'subscriptions.read address:not_a_parent': async (context) => {
    const { parent, other } = context.here.people;
    return (await subscriptionOf(context, context.here, parent.id, other.id)).address;
  },
  'files.get signed': (context) => fileAddress(context, context.here, context.here),
  'files.get unsigned': ({ here }) => get(`/files/${here.file.uuid}/${here.file.name}`),
  'files.get signed_for_another_file': (context) => {
    const call = fileAddress(context, context.here, context.here);
    return { ...call, path: call.path.replace(context.here.file.name, 'another.png') };
  },
  'files.get other_school': (context) => fileAddress(context, context.here, context.there),
  'monitor.getSingle own': ({ here }) => get(`/public/monitors/single?token=${here.school.uuid}-news-split`),
  'monitor.getSingle other_school_switched_off': ({ there }) =>
    get(`/public/monitors/single?token=${there.school.uuid}-news-split`),
  'news.feed own': () => get('/users/self/feed/news'),
  'news.feed other': ({ here }) => get(`/users/${here.people.other.id}/feed/news`),
  'news.feed other_school': ({ there }) => get(`/users/${there.people.student.id}/feed/news`),
  'news.getPublic own': ({ here }) => get(`/public/news/${here.school.slink}`),
  'news.getPublic other_school_switched_off': ({ there }) => get(`/public/news/${there.school.slink}`),
  'schools.find none': ({ here }) => get(`/find-schools?keyword=${here.mark}`),
  'schools.get own': ({ here }) => get(`/public/schools/${here.school.slink}`),
  'schools.get unknown': () => get('/public/schools/nobody'),
  'schools.getPublicAccess own': ({ here }) => get(`/schools/${here.school.id}/public-access`),
  'schools.getPublicAccess other_school': ({ there }) => get(`/schools/${there.school.id}/public-access`),
  'schools.updatePublicAccess own': ({ here }) => accessOf(here),
  'schools.updatePublicAccess other_school': ({ there }) => accessOf(there),
  'timetable.get users:self': ({ here, column }) => plan('users', personOf(here, column).id),
  'timetable.get users:child': ({ here }) => plan('users', here.people.child.id),
  'timetable.get users:other': ({ here }) => plan('users', here.people.other.id),
  'timetable.get users:other_school': ({ there }) => plan('users', there.people.student.id),
  'timetable.get grades:own': ({ here }) => plan('grades', here.grade),
  'timetable.get grades:other_school': ({ there }) => plan('grades', there.grade),
  'timetable.get teachers:own': ({ here }) => plan('teachers', here.teacher),
  'timetable.get teachers:other_school': ({ there }) => plan('teachers', there.teacher),
  'timetable.get bookables:own': ({ here }) => plan('bookables', here.bookable),
  'timetable.get bookables:other_school': ({ there }) => plan('bookables', there.bookable),
  'timetable.get courses:own': ({ here }) => plan('courses', here.course),
  'timetable.get courses:other_school': ({ there }) => plan('courses', there.course),
  'timetable.getPublic grades:own': ({ here }) => publicPlan(here.school.slink, 'grades', here.grade),
  'timetable.getPublic bookables:own': ({ here }) => publicPlan(here.school.slink, 'bookables', here.bookable),
  'timetable.getPublic courses:own': ({ here }) => publicPlan(here.school.slink, 'courses', here.course),
  'timetable.getPublic teachers:own': ({ here }) => publicPlan(here.school.slink, 'teachers', here.teacher),
  'timetable.getPublic grades:other_school': ({ here, there }) => publicPlan(here.school.slink, 'grades', there.grade),
  'timetable.getPublic other_school_switched_off': ({ there }) => publicPlan(there.school.slink, 'grades', there.grade),
  'timetable.search none': () => get('/timetables/search?keyword=1'),
  'timetable-import.sources none': () => get('/sources'),
  'timetable-import.create none': () => post('/timetable-service/upload', exportForm()),
  'timetable-import.get own': ({ here }) => get(`/timetable-service/uploads/${here.upload}`),
  'timetable-import.get other_school': ({ there }) => get(`/timetable-service/uploads/${there.upload}`),
  'timetable-import.status none': () => get('/timetable-service/status'),
  'timetable-import.list own': ({ here }) => get(`/schools/${here.school.id}/uploads`),
  'timetable-import.list other_school': ({ there }) => get(`/schools/${there.school.id}/uploads`),
  'timetable-import.publish own': (context) => ownUpload(context, 'publish', 'READY', { replace: true }),
  'timetable-import.publish other_school': ({ there }) => upload('publish', there, { replace: true }),
  'timetable-import.discard own': (context) => ownUpload(context, 'discard', 'READY'),
  'timetable-import.discard other_school': ({ there }) => upload('discard', there),
  'timetable-import.undo own': (context) => ownUpload(context, 'undo', 'PUBLISHED'),
  'timetable-import.undo other_school': ({ there }) => upload('undo', there),
  'users.getSelf none': () => get('/users/self'),
  'users.updateGrade own': ({ here }) => gradeOf(here, here),
  'users.updateGrade other_school': ({ here, there }) => gradeOf(there, here),
  'users.updateGrade other_school_grade': ({ here, there }) => gradeOf(here, there),
};
