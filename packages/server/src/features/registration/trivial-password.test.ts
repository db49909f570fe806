import { TERMS_VERSION } from '@kreide/core/features/registration';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKeyFor, pendingIn } from '../../../../../tests/support/activation.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { createPasswordReset } from '../auth/index.ts';

let server: TestServer;
let school: BuiltSchool;
beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(server.test.database.kysely, 'amsel', { name: 'Amselschule Lindenhof' });
});
afterAll(() => server.stop());

/** What everybody tries first: of breaches, the username, and the school. */
const TRIVIAL = ['Passwort123', 'ada.kern1', 'Lindenhof2026'];

type Answer = { status: number; body: { error?: { issues?: { path: string; rule: string; message: string }[] } } };
const refused = [422, 'body.password trivial_password'];
const said = ({ status, body }: Answer) => [
  status,
  (body.error?.issues ?? []).map(({ path, rule }) => `${path} ${rule}`).join(),
];

it('a password that everybody tries first is refused wherever one is set, in words, and another is taken', async () => {
  const { kysely } = server.test.database;
  const { id } = await buildUser(kysely, school.id, 'ada.kern', 'TEACHER');
  const token = await signIn(server, 'amsel', 'ada.kern');
  const change = (password: string) =>
    server.request('PUT', '/v1/users/self/update-password', {
      token,
      headers: { 'accept-language': 'en' },
      body: { current_password: PASSWORD, password, password_confirmation: password },
    });
  const link = await createPasswordReset(kysely, { school_id: school.id, id }, 600, server.clock.now());
  const confirm = (password: string) =>
    server.request('POST', '/v1/auth/password-reset/confirm', {
      body: { token: link, password, password_confirmation: password },
    });
  const pending = await pendingIn(server, school.id, 'STUDENT');
  const code = await createKeyFor(server, school.id, 'account', pending.id, { days: 30 });
  const register = (password: string) =>
    server.request('POST', '/v1/activationkey/register', {
      body: {
        code,
        terms_version: TERMS_VERSION,
        locale: 'de',
        firstname: 'Nika',
        lastname: 'Neu',
        sex: 'NONE',
        email: null,
        username: 'ada.kern1',
        password,
        password_confirmation: password,
      },
    });
  for (const set of [change, confirm, register])
    for (const password of TRIVIAL) expect(said(await set(password)), password).toEqual(refused);
  const words = (await change('Passwort123')).body.error.issues[0].message;
  expect(words).toMatch(/^This password is among the first that are tried/);
  for (const set of [change, confirm, register]) expect((await set('blaue Giraffe tanzt')).status).toBe(200);
});
