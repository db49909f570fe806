import { afterAll, beforeAll, expect, it } from 'vitest';
import { PLAN_HEAD } from '../../../../../tests/support/imports.ts';
import { type MailServer, startMailServer } from '../../../../../tests/support/mail-server.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let mailbox: MailServer;
let server: TestServer;
let school: BuiltSchool;
let token: string;
let program: string;
beforeAll(async () => {
  mailbox = await startMailServer();
  const smtp = { KREIDE_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, KREIDE_MAIL_FROM: 'kreide@school.example' };
  server = await startTestServer({ env: smtp });
  const { kysely, pool } = server.test.database;
  school = await buildSchool(kysely, 'amsel', { name: 'Amselschule' });
  await buildUser(kysely, school.id, 'ada', 'ADMIN');
  await buildUser(kysely, school.id, 'eva', 'TEACHER');
  await pool.query(`update users set email = username || '@school.example'`);
  token = await signIn(server, 'amsel', 'ada');
  const made = await server.request('POST', `/v1/schools/${school.id}/source/credentials-internal`, {
    token,
    body: { password: PASSWORD },
  });
  const entered = await server.request('POST', '/v1/timetable-service/login', { body: made.body.data });
  program = entered.body.data.access_token;
});
afterAll(async () => {
  await server.stop();
  await mailbox[Symbol.asyncDispose]();
});

async function bring(by: string, content: string): Promise<string> {
  const form = new FormData();
  form.append('files', new Blob([content]), 'export.txt');
  const { body, text } = await server.request('POST', '/v1/timetable-service/upload', { token: by, body: form });
  expect(body.data?.uuid, text).toBeTypeOf('string');
  await expect
    .poll(async () => (await server.test.database.pool.query('select state from timetable_uploads order by id')).rows)
    .not.toContainEqual({ state: expect.stringMatching(/QUEUED|PROCESSING/) });
  await jobsDone(server);
  return body.data.uuid;
}
const broken = (number: number) => `nothing that a planning program writes ${number}`;
const told = () => mailbox.received.map(({ to, mail }) => [to, mail.subject]);
const NEWS = ['ada@school.example', 'Der Stundenplan kommt nicht mehr an'];

it('a program whose files cannot be read three times in a row is told to the administrators, once until one is read [T-7.127]', async () => {
  // Whoever brings files themselves sees it.
  for (const number of [1, 2, 3]) await bring(token, broken(number));
  await bring(program, broken(4));
  const second = await bring(program, broken(5));
  // To discard one does not mend it, and what people bring is another matter.
  await server.request('POST', `/v1/timetable-service/uploads/${second}/discard`, { token, body: {} });
  await bring(token, `${PLAN_HEAD}\n1;9z;Xy;DE;1;1;1\n`);
  expect(told()).toEqual([]);
  await bring(program, broken(6));
  expect(told()).toEqual([NEWS]);
  const [{ mail } = { mail: { text: '' } }] = mailbox.received;
  expect(mail.text).toContain('zuletzt mit Import 7');
  expect(mail.text).toContain('export.txt: ');
  expect(mail.text).toContain(`/management/${school.uuid}/web-interface/status`);
  await bring(program, broken(7));
  expect(told()).toHaveLength(1);
  await bring(program, `${PLAN_HEAD}\n1;9z;Xy;DE;2;1;1\n`);
  for (const number of [8, 9]) await bring(program, broken(number));
  expect(told()).toHaveLength(1);
  await bring(program, broken(10));
  expect(told()).toEqual([NEWS, NEWS]);
});
