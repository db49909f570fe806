import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { buildFullSchool, type FullSchool } from '../../../../tests/support/full-school.ts';
import { type MailServer, startMailServer } from '../../../../tests/support/mail-server.ts';
import { jobsDone } from '../../../../tests/support/notifications.ts';
import { buildUser, signIn } from '../../../../tests/support/people.ts';
import { startTestServer, TEST_SECRET, type TestServer } from '../../../../tests/support/server.ts';
import { createProgram } from './program.ts';

let mailbox: MailServer;
let server: TestServer;
let amsel: FullSchool;
let drossel: FullSchool;
const said: string[] = [];

beforeAll(async () => {
  mailbox = await startMailServer();
  const mails = {
    KREIDE_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    KREIDE_MAIL_FROM: 'kreide@school.example',
  };
  server = await startTestServer({ env: mails });
  // The command has the time of this machine, and what it orders is due at once.
  server.clock.set(new Date(Date.now() + 60_000));
  amsel = await buildFullSchool(server, 'amsel', 'zimtstern');
  drossel = await buildFullSchool(server, 'drossel', 'quittenbaum');
  const env = {
    ...mails,
    DATABASE_URL: server.test.connectionString,
    DATABASE_OWNER_URL: server.test.ownerConnectionString,
    KREIDE_DATA: server.dataFolder,
  };
  for (const [name, value] of Object.entries({ ...env, KREIDE_SECRET: TEST_SECRET })) vi.stubEnv(name, value);
  vi.stubEnv('KREIDE_URL', 'https://kreide.example');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.stop();
  await mailbox[Symbol.asyncDispose]();
});
beforeEach(() => {
  said.length = 0;
});

const run = async (text: string, values: unknown[] = []) =>
  (await server.test.database.pool.query(text, values)).rows as Record<string, unknown>[];
const command = (...options: string[]) =>
  createProgram((line) => said.push(line)).parseAsync(['node', 'kreide-server', 'user', 'move', ...options]);
const move = (username: string, ...options: string[]) =>
  command('--slink', 'amsel', '--to', 'drossel', '--username', username, ...options);
const findAt = async (school: FullSchool, username: string) =>
  (await run('select * from users where school_id = $1 and username = $2', [school.school.id, username]))[0];

it('first says what a move does, then moves the account with its sign-in, and ends its sessions on running servers', async () => {
  const { id } = await buildUser(server.test.database.kysely, amsel.school.id, 'mover', 'TEACHER');
  await run('update users set email = $1, locale = $2 where id = $3', ['mover@home.example', 'en', id]);
  const session = await signIn(server, 'amsel', 'mover');
  const isLiving = async () => (await server.request('GET', '/v1/users/self', { token: session })).status === 200;

  await move('Mover');
  expect(said.join(' ')).toContain('repeat it with --yes');
  await move('mover', '--json');
  expect(JSON.parse(said.at(-1) ?? '')).toEqual({
    is_moved: false,
    username: 'mover',
    type: 'TEACHER',
    from: { slink: 'amsel', id },
    to: { slink: 'drossel', id: null },
  });
  expect(await findAt(drossel, 'mover')).toBeUndefined();
  expect(await isLiving()).toBe(true);

  await move('mover', '--yes', '--json');
  const there = await findAt(drossel, 'mover');
  expect(JSON.parse(said.at(-1) ?? '')).toMatchObject({ is_moved: true, to: { slink: 'drossel', id: there?.id } });
  await vi.waitFor(async () => expect(await isLiving()).toBe(false));
  expect(await signIn(server, 'drossel', 'mover')).toEqual(expect.any(String));
  expect(await run('select lastname, email, password_hash from users where id = $1', [id])).toEqual([
    { lastname: `#${id}`, email: null, password_hash: null },
  ]);
  const log = await run(
    `select school_id, origin, entity_id from audit_log where action = 'users.moveSchool' order by school_id`,
  );
  expect(log).toEqual([
    { school_id: amsel.school.id, origin: 'operator', entity_id: `${id}` },
    { school_id: drossel.school.id, origin: 'operator', entity_id: `${there?.id}` },
  ]);
  await jobsDone(server);
  const mail = mailbox.received.find((one) => one.mail.subject === 'Your account has moved');
  expect(mail?.mail.text).toContain('https://kreide.example/drossel/login');
});

it('moves nobody whose name is taken there, no last administrator, and nobody between unknown schools', async () => {
  const { kysely } = server.test.database;
  await buildUser(kysely, amsel.school.id, 'twice', 'PARENT');
  await buildUser(kysely, drossel.school.id, 'TWICE', 'PARENT');
  await expect(move('twice', '--yes')).rejects.toThrow('Somebody at "drossel" has the username');
  await expect(move('nobody')).rejects.toThrow('There is no user "nobody" at a school "amsel".');
  await run(`update users set username = 'head' where id = $1`, [amsel.people.admin.id]);
  await expect(move('head', '--yes')).rejects.toThrow('head is the last administrator');
  const schools = (slink: string, to: string) => command('--slink', slink, '--to', to, '--username', 'twice', '--yes');
  await expect(schools('nowhere', 'drossel')).rejects.toThrow('There is no school "nowhere".');
  await expect(schools('amsel', 'nowhere')).rejects.toThrow('There is no school "nowhere".');
  await expect(schools('amsel', 'amsel')).rejects.toThrow('name the same school');
  expect(await findAt(amsel, 'twice')).toMatchObject({ deleted_at: null });
  expect(await findAt(amsel, 'head')).toMatchObject({ deleted_at: null });
  expect(said).toEqual([]);
});
