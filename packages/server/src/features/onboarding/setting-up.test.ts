import { CALLS_PER_DAY } from '@kreide/core/features/onboarding';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../../../../../tests/support/mail-server.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let mailbox: MailServer;
let server: TestServer;
let school: BuiltSchool;
let token: string;

beforeAll(async () => {
  mailbox = await startMailServer();
  server = await startTestServer({
    env: {
      KREIDE_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
      KREIDE_MAIL_FROM: 'kreide@school.example',
      KREIDE_SUPPORT_MAIL: 'office@operator.example',
    },
  });
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel', { name: 'Amselschule' });
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  await kysely.updateTable('schools').set({ state: 'ONBOARDING' }).execute();
  token = await signIn(server, 'amsel', 'admin');
});
afterAll(async () => {
  await server.stop();
  await mailbox[Symbol.asyncDispose]();
});

const call = (method: string, path: string, body?: unknown) => server.request(method, `/v1${path}`, { token, body });
const steps = async () =>
  ((await call('GET', `/schools/${school.id}/onboarding`)).body.data as { step: string; state: string }[]).map(
    ({ step, state }) => `${step} ${state}`,
  );

it('a school that is set up is asked who it is and who pays, which is done once it has said so [P-7.91]', async () => {
  expect((await steps()).slice(0, 3)).toEqual(['school open', 'billing open', 'year done']);
  await server.test.database.kysely
    .updateTable('schools')
    .set({ type: 'grammar', street: 'Am Wald 1', postal_code: '20095', city: 'Hamburg' })
    .execute();
  const billing = (await call('GET', `/schools/${school.id}/billing`)).body.data;
  expect((await call('PUT', `/schools/${school.id}/billing`, billing)).status).toBe(200);
  expect((await steps()).slice(0, 2)).toEqual(['school done', 'billing done']);
});

it('a school year far away is refused while the school is set up, in words [T-5.36] [T-5.37] [P-5.34] [P-5.35]', async () => {
  const far = { begins_at: '2028-08-01', ends_at: '2029-07-15' };
  const { status, body } = await call('POST', '/timetables/years', far);
  expect(status).toBe(422);
  expect(body.error?.issues).toMatchObject([
    { path: 'body.begins_at', rule: 'beginTooFar', message: 'Das Schuljahr beginnt 2025 oder 2026.' },
    { path: 'body.ends_at', rule: 'endTooFar', message: 'Das Schuljahr endet 2026 oder 2027.' },
  ]);
  const changed = await call('PUT', `/timetables/years/${school.yearId}`, far);
  expect(changed.status).toBe(422);
  const { kysely } = server.test.database;
  await kysely.updateTable('schools').set({ state: 'ACTIVE' }).execute();
  expect((await call('POST', '/timetables/years', far)).status).toBe(200);
  await kysely.updateTable('schools').set({ state: 'ONBOARDING' }).execute();
});

it('a call reaches the operator by mail, and the own calendar as a file', async () => {
  const wish = {
    name: 'Ada Amsel',
    phone: '040 12345',
    email: 'ada@amsel.example',
    date: '2026-12-01',
    time: '10:00',
    topic: 'Wie kommen die Klassen hinein?',
  };
  const path = `/schools/${school.id}/onboarding/call`;
  expect((await call('POST', path, { ...wish, date: '2020-01-01' })).body.error?.issues).toMatchObject([
    { path: 'body.date', rule: 'notAhead' },
  ]);
  const { status, body } = await call('POST', path, wish);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ begins_at: '2026-12-01T09:00:00.000Z', ends_at: '2026-12-01T09:30:00.000Z' });
  expect(body.data.calendar).toContain('DTSTART;TZID=Europe/Berlin:20261201T100000\r\n');
  expect(body.data.calendar).toContain('DTEND;TZID=Europe/Berlin:20261201T103000\r\n');
  await jobsDone(server);
  const [mail] = mailbox.received;
  expect([mail?.to, mail?.mail.subject]).toEqual(['office@operator.example', 'Amselschule: bitte anrufen']);
  for (const part of ['Ada Amsel', '040 12345', 'ada@amsel.example', 'Wie kommen die Klassen hinein?'])
    expect(mail?.mail.text).toContain(part);
  const { rows } = await server.test.database.pool.query(
    `select after from audit_log where action = 'onboarding.call'`,
  );
  expect(rows).toEqual([{ after: { date: '2026-12-01', time: '10:00' } }]);
  // The operator's box is not filled by one school.
  const more = await Promise.all(Array.from({ length: 2 * CALLS_PER_DAY }, () => call('POST', path, wish)));
  expect(more.filter((one) => one.status === 200)).toHaveLength(CALLS_PER_DAY - 1);
  expect(new Set(more.map((one) => one.status))).toEqual(new Set([200, 429]));
});

it('steps that are skipped at once, in two windows, are skipped', async () => {
  const path = `/schools/${school.id}/onboarding`;
  const both = await Promise.all(Array.from({ length: 6 }, () => call('PUT', path, { skipped: ['screens'] })));
  expect(both.map(({ status }) => status)).toEqual(both.map(() => 200));
});

it('a school ends its setting up itself, once [P-3.17]', async () => {
  const finish = () => call('PUT', `/schools/${school.id}/onboarding/finish`, {});
  expect((await finish()).body.data).toEqual({ state: 'ACTIVE' });
  expect((await finish()).status).toBe(404);
  const { state, installed_at } = (await call('GET', `/schools/${school.id}`)).body.data;
  expect([state, installed_at]).toEqual(['ACTIVE', server.clock.now().toISOString()]);
  expect(await steps()).toHaveLength(5);
});
