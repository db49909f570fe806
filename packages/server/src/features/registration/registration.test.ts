import { createHash } from 'node:crypto';
import { codeOf, TERMS_VERSION } from '@kreide/core/features/registration';
import type { ApiError } from '@kreide/core/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyFor, pendingIn } from '../../../../../tests/support/activation.ts';
import { buildFullSchool, type FullSchool } from '../../../../../tests/support/full-school.ts';
import { buildSchool, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_SECRET, type TestServer } from '../../../../../tests/support/server.ts';
import { openKey } from './opened-key.ts';

let server: TestServer;
let full: FullSchool;
let schoolId: number;
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
  full = await buildFullSchool(server, 'amsel', 'zimt');
  schoolId = full.school.id;
});
afterAll(() => server.stop());

const steps = (code: string) => server.request('GET', `/v1/activationkey/steps?code=${encodeURIComponent(code)}`);
const post = (path: string, body: unknown, token?: string) => server.request('POST', `/v1/${path}`, { body, token });
const bodyOf = (code: string, changes: object = {}) => {
  count += 1;
  return {
    code,
    terms_version: TERMS_VERSION,
    locale: 'tr',
    firstname: 'Nika',
    lastname: 'Neu',
    sex: 'FEMALE',
    email: `nika${count}@home.example`,
    username: `nika.neu${count}`,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    ...changes,
  };
};
const register = (body: unknown) => post('activationkey/register', body);
const account = async (type: 'STUDENT' | 'TEACHER' | 'EMPLOYEE' = 'STUDENT', days = 30) => {
  const { id } = await pendingIn(server, schoolId, type);
  return { id, code: await createKeyFor(server, schoolId, 'account', id, { days }) };
};
const childCode = () => createKeyFor(server, schoolId, 'child', full.people.child.id);
const CHILD = () => ({ firstname: full.people.child.username, lastname: `of ${schoolId}` });
const rulesOf = (answer: { body: { error: { issues?: { path: string; rule: string }[] } } }) =>
  (answer.body.error.issues ?? []).map(({ path, rule }) => `${path} ${rule}`);

describe('an activation code', () => {
  it('opens the way of its person: it does not ask what the school knows, and hyphens and small letters do not matter [P-7.21] [P-2.55]', async () => {
    const { code } = await account();
    for (const typed of [code, code.toLowerCase(), code.replace('-', ''), ` ${code.replace('-', ' ')} `]) {
      const answer = await steps(typed);
      expect(answer, answer.text).toMatchObject({ status: 200, body: { data: { state: 'open', name: 'Nika N.' } } });
    }
    const { data } = (await steps(code)).body;
    const intro = ['intro-student-1', 'intro-student-2', 'intro-student-3', 'disclaimer'];
    const asked = ['credentials', 'email', 'username', 'password', 'grade', 'confirmation'];
    expect(data.steps).toEqual([...intro, ...asked]);
    expect(data.school).toEqual({ name: 'Schule zimt', slink: 'amsel' });
    expect(data.choices.grades).toMatchObject([{ shortcut: '10b-zimt' }]);
    expect((await steps(await childCode())).body.data).toMatchObject({
      kind: 'child',
      type: 'PARENT',
      name: null,
      person: null,
      steps: expect.arrayContaining(['child-credentials', 'child-confirmation']),
    });
    const ofTeacher = (await steps((await account('TEACHER')).code)).body.data.steps;
    expect(ofTeacher.slice(-3)).toEqual(['shortcuts', 'teaching', 'confirmation']);
  });

  it('that is used, over or withdrawn says so and for whom, and opens nothing; a wrong one says nothing of others [P-7.20] [P-7.21]', async () => {
    const used = await account();
    expect(await register(bodyOf(used.code))).toMatchObject({ status: 200 });
    const over = await account('STUDENT', -1);
    const withdrawn = await account();
    await server.test.database.pool.query('update activation_keys set withdrawn_at = now() where user_id = $1', [
      withdrawn.id,
    ]);
    for (const [{ code }, state] of [
      [used, 'used'],
      [over, 'expired'],
      [withdrawn, 'withdrawn'],
    ] as const) {
      expect((await steps(code)).body.data, state).toMatchObject({
        state,
        name: 'Nika N.',
        steps: [],
        person: null,
        choices: null,
      });
      expect(await register(bodyOf(code)), state).toMatchObject({
        status: 409,
        body: { error: { code: `code_${state}` } },
      });
      expect(await post('registration/check-username', { code, username: 'nika' })).toMatchObject({ status: 422 });
    }
    const wrong = await steps('ZZZZZ-ZZZZZ');
    expect(wrong).toMatchObject({ status: 422, body: { error: { code: 'unknown_activation_code' } } });
    expect((await steps('0OI1')).text.replace(/"request_id":"[^"]*"/, '')).toBe(
      wrong.text.replace(/"request_id":"[^"]*"/, ''),
    );
  });

  it('is used by one of two who come at the same time [P-7.20]', async () => {
    const { code } = await account();
    const answers = await Promise.all([register(bodyOf(code)), register(bodyOf(code))]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('is not stored: the table has neither its letters nor a hash that can be made without the key of the server', async () => {
    const { id, code } = await account();
    const { rows } = await server.test.database.pool.query('select * from activation_keys where user_id = $1', [id]);
    expect(JSON.stringify(rows)).not.toContain(code.replace('-', ''));
    expect(rows[0].code_hash).toHaveLength(32);
  });

  it('cannot be guessed: of 10,000 tries the server looks 300 up, and a right one among them is refused too', async () => {
    const own = await startTestServer();
    try {
      const { id } = (await buildFullSchool(own, 'drossel', 'mohn')).school;
      const person = await pendingIn(own, id, 'STUDENT');
      const code = await createKeyFor(own, id, 'account', person.id);
      const { kysely: db } = own.test.database;
      const call = (now: Date) => ({ db, secret: TEST_SECRET, network: '127.0.0.1', now });
      const codes: Record<string, number> = {};
      const guess = async (seed: number) => {
        const bytes = createHash('sha256').update(`${seed}`).digest();
        const failed = await openKey(call(own.clock.now()), codeOf(bytes)).catch(({ code: said }: ApiError) => said);
        codes[`${failed}`] = (codes[`${failed}`] ?? 0) + 1;
      };
      for (let round = 0; round < 200; round += 1)
        await Promise.all(Array.from({ length: 50 }, (_, index) => guess(round * 50 + index)));
      expect(codes).toEqual({ unknown_activation_code: 300, too_many: 9700 });
      const ask = () => own.request('GET', `/v1/activationkey/steps?code=${code}`);
      expect((await ask()).status).toBe(429);
      own.clock.advance(20 * 60_000);
      expect((await ask()).status).toBe(200);
    } finally {
      await own.stop();
    }
  });
});

it('what everybody may know before registering: the terms, and how long codes, names and passwords are [P-7.17]', async () => {
  const { body } = await server.request('GET', '/v1/registration/information');
  expect(body.data).toEqual({
    terms_version: TERMS_VERSION,
    code_length: 10,
    password_minimum: 8,
    username_minimum: 3,
  });
});

describe('who registers', () => {
  it('has an account afterwards with the language, the consent and the grade, and signs in with it [P-7.20]', async () => {
    const { id, code } = await account();
    const body = bodyOf(code, { grade_id: full.grade });
    expect(await register(body)).toMatchObject({
      status: 200,
      body: { data: { slink: 'amsel', username: body.username } },
    });
    const self = await server.request('GET', '/v1/users/self', { token: await signIn(server, 'amsel', body.username) });
    expect(self.body.data).toMatchObject({
      id,
      firstname: 'Nika',
      locale: 'tr',
      email: body.email,
      grade_id: full.grade,
    });
    const { kysely } = server.test.database;
    const consents = await kysely.selectFrom('consents').selectAll().where('user_id', '=', id).execute();
    expect(consents).toMatchObject([{ version: TERMS_VERSION, agreed_at: server.clock.now().toISOString() }]);
    const logged = await kysely.selectFrom('audit_log').selectAll().where('entity_id', '=', `${id}`).execute();
    expect(logged.map(({ action }) => action)).toContain('registration.register');
    expect(JSON.stringify(logged)).not.toContain(PASSWORD);
  });

  it('as a pupil cannot take another name than the school gave, and needs no address', async () => {
    const { code } = await account();
    const renamed = await register(bodyOf(code, { lastname: 'Kanzlerin' }));
    expect(rulesOf(renamed)).toEqual(['body.lastname ownName']);
    expect((await register(bodyOf(code, { email: null }))).status).toBe(200);
    const teacher = await register(bodyOf((await account('TEACHER')).code, { email: null }));
    expect(rulesOf(teacher)).toEqual(['body.email emailRequired']);
  });

  it('cannot make more of the account than the school decided: no role, no admin, no other school in the body', async () => {
    const { code } = await account();
    for (const extra of [{ is_admin: true }, { role: 'ADMIN' }, { type: 'TEACHER' }, { school_id: 1 }, { user_id: 1 }])
      expect((await register(bodyOf(code, extra))).status).toBe(422);
  });

  it('hears of each field what is wrong with it', async () => {
    const { code } = await account();
    const taken = full.people.student.username;
    const answer = await register(
      bodyOf(code, { terms_version: '1999', email: 'nika', username: taken, password_confirmation: 'something else' }),
    );
    expect(rulesOf(answer)).toEqual([
      'body.terms_version terms',
      'body.email email',
      'body.username usernameTaken',
      'body.password_confirmation password',
    ]);
    expect(rulesOf(await register(bodyOf(code, { username: 'a@b.example' })))).toEqual(['body.username username']);
    expect(rulesOf(await register(bodyOf(code, { password: 'short', password_confirmation: 'short' })))).toEqual([
      'body.password_confirmation password',
    ]);
  });

  it('as a teacher takes a record of the timetable that nobody has, and says what is taught', async () => {
    const { kysely } = server.test.database;
    const free = await kysely
      .insertInto('teachers')
      .values({ school_id: schoolId, shortcut: 'Nu', source: 'manual' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id, code } = await account('TEACHER');
    const teaching = { grade_ids: [full.grade], subject_ids: [] };
    expect(rulesOf(await register(bodyOf(code, { teacher_id: full.teacher })))).toEqual([
      'body.teacher_id unknownChoice',
    ]);
    expect((await register(bodyOf(code, { teacher_id: free.id, teaching }))).status).toBe(200);
    expect(await kysely.selectFrom('teachers').select('user_id').where('id', '=', free.id).execute()).toEqual([
      { user_id: id },
    ]);
    expect(await kysely.selectFrom('teachings').selectAll().where('user_id', '=', id).execute()).toMatchObject([
      teaching,
    ]);
  });
});

describe('a parent', () => {
  it('joins the child of the code by its name, spelled as people do, and sees it after signing in [P-5.27]', async () => {
    const code = await childCode();
    const { firstname, lastname } = CHILD();
    const found = await post('registration/check-child', { code, firstname: firstname.toUpperCase(), lastname });
    expect(found, found.text).toMatchObject({
      status: 200,
      body: { data: { id: full.people.child.id, grade: '10b-zimt', displayname: `${firstname} ${lastname}` } },
    });
    const body = bodyOf(code, { child: CHILD(), relation: 'MOTHER' });
    expect((await register(body)).status).toBe(200);
    const self = await server.request('GET', '/v1/users/self', { token: await signIn(server, 'amsel', body.username) });
    expect(self.body.data).toMatchObject({ type: 'PARENT', childs: [{ id: full.people.child.id }] });
  });

  it('says the grade of a child whose grade the school does not know, and of no other; both logs have it [P-2.48] [P-7.20]', async () => {
    const ada = await pendingIn(server, schoolId, 'STUDENT', { firstname: 'Ada', lastname: 'Berg' });
    const code = await createKeyFor(server, schoolId, 'child', ada.id);
    expect((await steps(code)).body.data.steps.slice(-3)).toEqual(['child-confirmation', 'grade', 'confirmation']);
    const child = { firstname: 'Ada', lastname: 'Berg' };
    const wrong = await register(bodyOf(code, { child, grade_id: 999_999 }));
    expect(rulesOf(wrong)).toEqual(['body.grade_id unknownChoice']);
    const body = bodyOf(code, { child, grade_id: full.grade });
    expect((await register(body)).status).toBe(200);
    const self = await server.request('GET', '/v1/users/self', { token: await signIn(server, 'amsel', body.username) });
    expect(self.body.data.childs).toMatchObject([{ id: ada.id, grade_id: full.grade, is_registered: true }]);
    const { kysely } = server.test.database;
    const logged = await kysely.selectFrom('audit_log').selectAll().where('entity_id', '=', `${ada.id}`).execute();
    expect(logged).toMatchObject([{ after: { parent_id: self.body.data.id, grade_id: full.grade } }]);

    const other = await kysely
      .insertInto('grades')
      .values({ school_id: schoolId, shortcut: '9z', source: 'manual' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const known = await childCode();
    expect((await steps(known)).body.data.steps).not.toContain('grade');
    expect((await register(bodyOf(known, { child: CHILD(), grade_id: other.id }))).status).toBe(200);
    const held = kysely.selectFrom('grade_memberships').select('grade_id').where('user_id', '=', full.people.child.id);
    expect(await held.execute()).toEqual([{ grade_id: full.grade }]);
    await kysely.deleteFrom('grades').where('id', '=', other.id).execute();
  });

  it('is asked for no grade where the school has none, and held up by none [P-2.08] [P-2.48]', async () => {
    const { kysely } = server.test.database;
    const school = await buildSchool(kysely, 'meise');
    const ada = await pendingIn(server, school.id, 'STUDENT', { firstname: 'Ada', lastname: 'Berg' });
    const code = await createKeyFor(server, school.id, 'child', ada.id);
    expect((await steps(code)).body.data.steps).not.toContain('grade');
    const body = bodyOf(code, { child: { firstname: 'Ada', lastname: 'Berg' } });
    expect((await register(body)).status).toBe(200);
    const token = await signIn(server, 'meise', body.username);
    const registered = async () =>
      (await server.request('GET', '/v1/users/self', { token })).body.data.childs[0].is_registered;
    expect(await registered()).toBe(true);
    await kysely.insertInto('grades').values({ school_id: school.id, shortcut: '5a', source: 'manual' }).execute();
    expect(await registered()).toBe(false);
  });

  it('hears that the name is another child’s, may not try names for long, and registers with none [P-5.27]', async () => {
    const code = await childCode();
    expect(await register(bodyOf(code))).toMatchObject({ status: 422, body: { error: { code: 'child_wrong' } } });
    const guess = () => post('registration/check-child', { code, firstname: 'Ada', lastname: 'Berg' });
    const statuses = [];
    for (let round = 0; round < 6; round += 1) statuses.push((await guess()).status);
    expect(statuses).toEqual([422, 422, 422, 422, 429, 429]);
    expect((await post('registration/check-child', { code, ...CHILD() })).status).toBe(429);
  });
});

describe('a name', () => {
  it('is free or taken for who has a code: of usernames and addresses alike [P-7.18] [P-7.19]', async () => {
    const { id, code } = await account();
    await server.test.database.pool.query("update users set email = 'taken@home.example' where id = $1", [
      full.people.other.id,
    ]);
    await server.test.database.pool.query("update users set email = 'own@home.example' where id = $1", [id]);
    const free = async (path: string, body: object) =>
      (await post(`registration/${path}`, { code, ...body })).body.data;
    expect(await free('check-email', { email: 'TAKEN@home.example' })).toEqual({ is_free: false });
    expect(await free('check-email', { email: 'own@home.example' })).toEqual({ is_free: true });
    expect(await free('check-email', { email: 'free@home.example' })).toEqual({ is_free: true });
    expect(await free('check-username', { username: full.people.student.username.toUpperCase() })).toEqual({
      is_free: false,
    });
    expect(await free('check-username', { username: 'nobody.yet' })).toEqual({ is_free: true });
    // What a username may be counts here as it does when somebody registers.
    for (const username of ['a@b.example', 'no'])
      expect(await free('check-username', { username }), username).toEqual({ is_free: false });
  });

  it('is not told to strangers, nor without end [P-7.18] [P-7.19]', async () => {
    expect((await post('registration/check-email', { code: 'ZZZZZZZZZZ', email: 'a@b.example' })).status).toBe(422);
    const { code } = await account();
    const check = () => post('registration/check-username', { code, username: 'nobody.yet' });
    const statuses = new Set<number>();
    for (let round = 0; round < 102; round += 1) statuses.add((await check()).status);
    expect([...statuses]).toEqual([200, 429]);
  });

  it('is suggested as a username that nobody has [P-7.62]', async () => {
    const { code } = await account();
    const suggest = async (firstname: string, lastname: string) => {
      const query = new URLSearchParams({ code, firstname, lastname });
      return (await server.request('GET', `/v1/users/username-suggestion?${query}`)).body.data.username;
    };
    expect(await suggest('Şükrü', 'Bäumler-Weiß')).toBe('suekrue.baeumlerweiss');
    await pendingIn(server, schoolId, 'STUDENT');
    await server.test.database.pool.query(
      "update users set username = 'Jo.Li' where id = (select max(id) from users where school_id = $1)",
      [schoolId],
    );
    expect(await suggest('Jo', 'Li')).toBe('jo.li2');
  });
});

describe('an administrator', () => {
  const admin = () => signIn(server, 'amsel', full.people.admin.username);

  it('makes codes, sees them without their letters, and withdraws them; a new one takes the place of the one before [P-7.20]', async () => {
    const token = await admin();
    const make = () => post('activationkeys', { kind: 'child', user_ids: [full.people.other.id] }, token);
    const [first] = (await make()).body.data;
    expect(first.code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/);
    const [second] = (await make()).body.data;
    expect((await steps(first.code)).body.data.state).toBe('withdrawn');
    expect((await steps(second.code)).body.data.state).toBe('open');
    const list = await server.request('GET', '/v1/activationkeys', { token });
    expect(list.body.data[0]).toMatchObject({ id: second.id, state: 'open', can: { withdraw: 1 } });
    expect(list.text).not.toContain(second.code);
    const withdraw = () => server.request('DELETE', `/v1/activationkeys/${second.id}`, { token });
    expect(await withdraw()).toMatchObject({
      status: 200,
      body: { data: { state: 'withdrawn', can: { withdraw: 0 } } },
    });
    expect((await withdraw()).body.error.code).toBe('code_closed');
    expect((await steps(second.code)).body.data.state).toBe('withdrawn');
  });

  it('adds somebody who is not known yet, who then registers', async () => {
    const token = await admin();
    const newcomer = { firstname: 'Mina', lastname: 'Ernst', type: 'STUDENT', grade_id: full.grade };
    const made = await post('activationkeys/people', newcomer, token);
    expect(made, made.text).toMatchObject({
      status: 200,
      body: { data: { kind: 'account', user: { displayname: 'Mina Ernst' } } },
    });
    const { code } = made.body.data;
    expect((await steps(code)).body.data).toMatchObject({ person: { username: 'mina.ernst' } });
    expect((await steps(code)).body.data.steps).not.toContain('grade');
    const body = bodyOf(code, { firstname: 'Mina', lastname: 'Ernst', username: 'mina.ernst' });
    expect((await register(body)).status).toBe(200);
  });

  it('makes none for who has an account already, and none for parents of a teacher', async () => {
    const token = await admin();
    const made = (kind: string, id: number) => post('activationkeys', { kind, user_ids: [id] }, token);
    expect(rulesOf(await made('account', full.people.student.id))).toEqual(['body.user_ids hasAccount']);
    expect(rulesOf(await made('child', full.people.teacher.id))).toEqual(['body.user_ids notPupil']);
  });
});
