import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildChannel } from '../../../../../tests/support/channels.ts';
import { buildEvent } from '../../../../../tests/support/events.ts';
import { signIn } from '../../../../../tests/support/people.ts';
import {
  buildPlanSchool,
  type PlanSchool,
  SUBSTITUTION_HEAD,
  SUBSTITUTION_ROWS,
} from '../../../../../tests/support/plan-school.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: PlanSchool;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  // So they may write to each other.
  await server.test.database.pool.query(
    'insert into user_parents (school_id, user_id, parent_id) values ($1, $2, $3)',
    [school.id, school.users.ada, school.users.teacher],
  );
  for (const name of ['teacher', 'office', 'ada', 'admin']) tokens[name] = await signIn(server, 'amsel', name);
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date(TEST_NOW));
  await server.test.database.pool.query('delete from calendar_events');
  await server.test.database.pool.query('delete from holidays');
});

type Name = keyof PlanSchool['users'];
const find = (who: string, query: { from?: string; minutes?: number; event?: number }, ...users: Name[]) => {
  const { from = '2026-11-19', minutes = 45, event } = query;
  const ids = users.map((name) => school.users[name]).join();
  const moved = event === undefined ? '' : `&event=${event}`;
  return server.request(
    'GET',
    `/v1/channels/calendars/suitable-times?from=${from}&minutes=${minutes}&users=${ids}${moved}`,
    {
      token: tokens[who],
    },
  );
};
/** `19 09:50–10:35`, in the school's time, with who is missing. */
async function told(...asked: Parameters<typeof find>): Promise<string[]> {
  const { status, body, text } = await find(...asked);
  expect(status, text).toBe(200);
  const local = (instant: string) =>
    new Date(Date.parse(instant) + 3_600_000).toISOString().replace(/^\d+-\d+-(\d+)T(\d+:\d+).*$/, '$1 $2');
  const name = (id: number) => Object.entries(school.users).find(([, one]) => one === id)?.[0];
  return body.data.map((one: { begins_at: string; ends_at: string; missing: number[] }) =>
    [`${local(one.begins_at)}–${local(one.ends_at).slice(3)}`, ...one.missing.map(name)].join(' '),
  );
}
const make = async (values: object) => {
  const body = {
    name: 'Konferenz',
    is_all_day: false,
    category: 'MEETING',
    location: null,
    description: '',
    begins_at: '2026-11-19T06:00:00.000Z',
    ends_at: '2026-11-19T17:00:00.000Z',
    channels: [],
    users: [],
    is_notifiable: false,
    ...values,
  };
  const answer = await server.request('POST', '/v1/channels/calendars/events', { token: tokens.teacher, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.id as number;
};

const days = (found: readonly string[]) => [...new Set(found.map((one) => one.slice(0, 2)))];

it('times are free by the plans of all, as they are after substitutions, on school days from now on', async () => {
  const alone = await told('admin', {}, 'teacher');
  expect(alone.slice(0, 3)).toEqual(['19 09:45–10:30', '19 10:30–11:15', '19 11:15–12:00']);
  expect(days(alone)).toEqual(['19', '20', '23', '24']);
  expect((await told('teacher', {}, 'ada')).slice(0, 3)).toEqual([
    '19 10:45–11:30',
    '19 15:15–16:00',
    '19 16:00–16:45',
  ]);
  // It is 10:10, and there is one lesson more this afternoon.
  const today = await told('admin', { from: '2026-11-18', minutes: 120 }, 'teacher');
  expect(today[0]).toBe('18 11:30–13:30');
  await school.publish([...SUBSTITUTION_ROWS, 's9;2026-11-19;1;;;;10b;Bg;Ta;PH;;L1;;;;'], SUBSTITUTION_HEAD);
  expect((await told('admin', {}, 'teacher'))[0]).toBe('19 07:30–08:15');
  expect((await told('teacher', {}, 'ada'))[0]).toBe('19 10:45–11:30');
  // What is hidden yet is told to nobody, planners included.
  await server.test.database.pool.query("update substitutions set is_hidden = true where external_key = 's9'");
  for (const cache of server.server.features.all.flatMap(({ caches = [] }) => caches))
    cache.drop(school.id, 'somebody');
  expect((await told('admin', {}, 'teacher'))[0]).toBe('19 09:45–10:30');
  await server.test.database.pool.query(
    `insert into holidays (school_id, school_year_id, name, begins_at, ends_at, source)
      select school_id, id, 'Brückentag', '2026-11-19', '2026-11-20', 'manual' from school_years where school_id = $1`,
    [school.id],
  );
  expect(days(await told('admin', {}, 'teacher'))).toEqual(['23', '24', '25', '26']);
});

it('events keep people, but not those of a whole day, those declined or deleted, or the one that is moved', async () => {
  const { teacher, admin } = school.users;
  const keeps = async () => !days(await told('admin', {}, 'teacher')).includes('19');
  await make({ is_all_day: true });
  expect(await keeps()).toBe(false);
  const event = await make({ users: [admin], answers_for: 'names' });
  expect(await keeps()).toBe(true);
  // Whoever looks is invited to it, and has no time either.
  expect(days(await told('admin', {}, 'office'))).not.toContain('19');
  expect(days(await told('admin', { event }, 'teacher'))).toContain('19');
  expect((await find('admin', { event: 999_999 }, 'teacher')).status).toBe(404);
  const declining = (user_id: number) =>
    server.test.database.pool.query(
      "insert into calendar_event_answers (school_id, event_id, user_id, answer, answered_at) values ($1, $2, $3, 'no', now())",
      [school.id, event, user_id],
    );
  await declining(admin);
  expect(await keeps()).toBe(true);
  await declining(teacher);
  expect(await keeps()).toBe(false);
  await server.test.database.pool.query("update calendar_event_answers set answer = 'yes'");
  expect(await keeps()).toBe(true);
  await server.test.database.pool.query('delete from calendar_event_answers');
  await server.test.database.pool.query('update calendar_events set deleted_at = now() where id = $1', [event]);
  expect(await keeps()).toBe(false);
});

it('those are named who are missing where a time suits nobody else better; lengths and rights have limits', async () => {
  await make({ ends_at: '2026-12-03T17:00:00.000Z' });
  expect((await told('admin', { minutes: 480 }, 'teacher'))[0]).toBe('19 07:30–15:30 teacher');
  const statuses = [4, 5, 480, 481].map(async (minutes) => (await find('admin', { minutes }, 'teacher')).status);
  expect(await Promise.all(statuses)).toEqual([422, 200, 200, 422]);
  expect((await find('admin', {}, 'ada')).body.error.issues).toMatchObject([{ path: 'query.users', rule: 'contact' }]);
  expect((await find('office', {}, 'teacher')).status).toBe(403);
  await server.test.database.kysely
    .insertInto('user_permissions')
    .values({ school_id: school.id, user_id: school.users.teacher, permission: 'create-events', is_allowed: false })
    .execute();
  expect((await find('teacher', {}, 'office')).status).toBe(403);
});

it('an event keeps the members of its channels, not those who left, however long before it began', async () => {
  const { database } = server.test;
  const { office, teacher } = school.users;
  const channel = await buildChannel(database.kysely, school.id, { admins: [office], members: [teacher] });
  const span = { begins_at: '2026-11-02T06:00:00Z', ends_at: '2026-11-19T17:00:00Z' };
  await buildEvent(database.kysely, school.id, office, { channels: [channel.id] }, span);
  expect(days(await told('admin', {}, 'teacher'))).not.toContain('19');
  await database.pool.query('update channel_members set left_at = now() where user_id = $1', [teacher]);
  expect(days(await told('admin', {}, 'teacher'))).toContain('19');
});

it('what is for the whole school keeps teachers as well as pupils', async () => {
  await school.publish([...SUBSTITUTION_ROWS, 's8;2026-11-19;3;;;EVENT;;;;;;;;;;Schulfest'], SUBSTITUTION_HEAD);
  expect((await told('admin', {}, 'teacher'))[0]).toBe('19 10:45–11:30');
  await school.publish(SUBSTITUTION_ROWS, SUBSTITUTION_HEAD);
});

it('fourteen days are looked at, at the hours of each in the clock of the school', async () => {
  const close = (begins: string, ends: string) =>
    server.test.database.pool.query(
      `insert into holidays (school_id, school_year_id, name, begins_at, ends_at, source)
        select school_id, id, 'Brückentage', $2, $3, 'manual' from school_years where school_id = $1`,
      [school.id, begins, ends],
    );
  await close('2026-11-19', '2026-12-01');
  expect(await told('admin', { minutes: 60 }, 'teacher')).toEqual([
    '02 07:30–08:30',
    '02 08:30–09:30',
    '02 11:30–12:30',
  ]);
  const span = { begins_at: '2026-12-02T06:00:00Z', ends_at: '2026-12-02T09:00:00Z' };
  await buildEvent(server.test.database.kysely, school.id, school.users.teacher, {}, span);
  expect((await told('admin', { minutes: 60 }, 'teacher'))[0]).toBe('02 11:30–12:30');
  // Sunday the clock goes forward: 7:30 is an hour earlier by that of winter.
  expect((await told('admin', { from: '2027-03-26', minutes: 480 }, 'office')).slice(0, 2)).toEqual([
    '26 07:30–15:30',
    '29 06:30–14:30',
  ]);
});
