import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CERTIFICATES } from '../../../../../tests/support/certificates.ts';
import { type DirectoryPeer, startDirectoryPeer } from '../../../../../tests/support/directory-peer.ts';
import {
  BASE,
  DIRECTORY_PASSWORD,
  directoryDraft,
  entriesOfPeer,
  LOADED,
  resetPeer,
  SERVICE,
} from '../../../../../tests/support/directory-school.ts';
import { SAML } from '../../../../../tests/support/drivers.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import { writeIdpMetadata } from '../../../../../tests/support/saml-answers.ts';
import { startTestServer, type TestAnswer, type TestServer } from '../../../../../tests/support/server.ts';
import { HAS_SLAPD, type Slapd, startSlapd } from '../../../../../tests/support/slapd.ts';

let server: TestServer;
let school: BuiltSchool;
let admin: string;
let peers: Record<'ldaps' | 'ldap', DirectoryPeer>;
let slapd: Slapd | null = null;

const NAMES = ['ada', 'ben', 'cem', 'jörg (7a)*'];

beforeAll(async () => {
  peers = { ldaps: await startDirectoryPeer({ isTls: true }), ldap: await startDirectoryPeer({ isTls: false }) };
  slapd = HAS_SLAPD ? await startSlapd(LOADED) : null;
  server = await startTestServer({ env: { KREIDE_OUTBOUND_ALLOW: '127.0.0.0/8' } });
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel');
  await buildSchool(kysely, 'drossel');
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  for (const name of NAMES) await buildUser(kysely, school.id, name, 'TEACHER');
});
afterAll(async () => {
  await server?.stop();
  await slapd?.[Symbol.asyncDispose]();
  for (const peer of Object.values(peers)) await peer[Symbol.asyncDispose]();
});

const later = (minutes: number) => server.clock.set(new Date(server.clock.now().getTime() + minutes * 60_000));
const addressOf = (scheme: 'ldaps' | 'ldap') => `${scheme}://127.0.0.1:${peers[scheme].port}`;
const settings = () => `/v1/schools/${school.id}/auth-driver/settings`;

async function save(issuer: string, change: object = {}): Promise<TestAnswer> {
  const { driver } = (await server.request('GET', settings(), { token: admin })).body.data;
  later(1);
  const rest = { is_on: true, passwords: 'EVERYBODY', password: PASSWORD, updated_at: driver?.updated_at ?? null };
  const body = { ...directoryDraft(issuer), ...rest, ...change };
  return server.request('PUT', settings(), { token: admin, body });
}

const come = (username: string, password = DIRECTORY_PASSWORD, slink = 'amsel') =>
  server.request('POST', '/v1/auth/login-idm', { body: { slink, username, password, stayLoggedIn: true } });
const codeOf = (answer: TestAnswer) => answer.body.error?.code ?? answer.status;
async function nameOf(answer: TestAnswer): Promise<string> {
  expect(answer.status, answer.text).toBe(200);
  const self = await server.request('GET', '/v1/users/self', { token: answer.body.access_token });
  expect(self.status, self.text + answer.text).toBe(200);
  return self.body.data.username;
}

beforeEach(async () => {
  later(1);
  for (const peer of Object.values(peers)) resetPeer(peer);
  await server.test.database.pool.query('delete from auth_driver_people; delete from sign_in_failures');
  admin = await signIn(server, 'amsel', 'admin');
});

const directories: [string, boolean, () => string][] = [
  ['a directory of the tests, encrypted from the first byte', true, () => addressOf('ldaps')],
  ['a directory of the tests that is asked to encrypt', true, () => addressOf('ldap')],
  ['OpenLDAP, encrypted from the first byte', HAS_SLAPD, () => slapd?.ldaps ?? ''],
  ['OpenLDAP that is asked to encrypt', HAS_SLAPD, () => slapd?.ldap ?? ''],
];

describe.each(directories)('signing in at %s', (_, isHere, issuer) => {
  it.skipIf(!isHere)('opens the account of the name, and knows the person afterwards [P-7.09] [P-3.21]', async () => {
    expect((await save(issuer())).body.data?.driver).toMatchObject({ method: 'LDAP', base_dn: BASE, scope: '' });
    const way = (await server.request('GET', '/v1/auth/ways/amsel')).body.data;
    expect(way).toEqual({ name: 'Schulserver', method: 'LDAP' });
    const answer = await come(' ADA ');
    expect(await nameOf(answer)).toBe('ada');
    expect(answer.body).toMatchObject({ username: 'ada', stay_logged_in: true, tfa_mode: '' });
    const { pool } = server.test.database;
    // Another name here: it is the same person all the same.
    await pool.query("update users set username = 'lovelace' where username = 'ada'");
    expect(await nameOf(await come('ada'))).toBe('lovelace');
    await pool.query("update users set username = 'ada' where username = 'lovelace'");
    const { rows } = await pool.query('select subject from auth_driver_people');
    expect(rows).toEqual([{ subject: '11111111-1111-4111-8111-111111111111' }]);
  });

  it.skipIf(!isHere)(
    'refuses a wrong password, a name that nobody has, and one that several have, in words',
    async () => {
      await save(issuer());
      expect(codeOf(await come('ada', 'wrong'))).toBe('wrong_credentials');
      expect(codeOf(await come('nobody'))).toBe('wrong_credentials');
      const several = await come('shared');
      expect(codeOf(several)).toBe('directory_ambiguous');
      expect(several.body.error.message).toMatch(/mehrere Personen/);
      // Two names are no name to compare: it is not known who of them is meant here.
      expect(codeOf(await come('ben'))).toBe('person_unknown');
    },
  );

  it.skipIf(!isHere)('takes what somebody enters for a name and nothing else', async () => {
    await save(issuer());
    for (const name of ['*', 'a*', 'ada)(uid=*', '*)(objectClass=*', 'ada)(|(uid=*', '\\61da', 'ada\u0001x', ')', '('])
      expect(['wrong_credentials', 'invalid'], name).toContain(codeOf(await come(name)));
    expect(await nameOf(await come('Jörg (7a)*'))).toBe('jörg (7a)*');
  });

  it.skipIf(!isHere)('finds people by the key of an import', async () => {
    const { kysely } = server.test.database;
    const { id } = await kysely
      .selectFrom('users')
      .select('id')
      .where('school_id', '=', school.id)
      .where('username', '=', 'cem')
      .executeTakeFirstOrThrow();
    await kysely
      .insertInto('user_import_identities')
      .values({ school_id: school.id, user_id: id, source: issuer(), external_id: 'key-2' })
      .execute();
    await save(issuer(), { match_claim: 'employeeNumber', match_field: 'external_id' });
    expect(await nameOf(await come('ben'))).toBe('cem');
    await kysely.deleteFrom('user_import_identities').where('school_id', '=', school.id).execute();
  });

  it.skipIf(!isHere)('says that the directory is away where it is, or does not know its own account', async () => {
    await save(issuer(), { client_secret: 'wrong' });
    expect(codeOf(await come('ada'))).toBe('auth_service_unreachable');
    await save(issuer(), { authority: null });
    expect(codeOf(await come('ada'))).toBe('auth_service_unreachable');
    await save('ldaps://127.0.0.1:1');
    expect(codeOf(await come('ada'))).toBe('auth_service_unreachable');
  });
});

describe('a directory', () => {
  it('gets no password without encryption, none at all for nobody, and none on a second line', async () => {
    for (const scheme of ['ldaps', 'ldap'] as const) {
      const peer = peers[scheme];
      await save(addressOf(scheme));
      peer.shows = null;
      expect(codeOf(await come('ada')), scheme).toBe('auth_service_unreachable');
      for (const shows of ['expired', 'otherName'] as const) {
        peer.shows = shows;
        expect(codeOf(await come('ada')), shows).toBe('auth_service_unreachable');
      }
      peer.shows = 'good';
      // The line breaks between the search and the password.
      peer.hangsUpAfter = 2;
      expect(codeOf(await come('ada')), scheme).toBe('auth_service_unreachable');
      expect(peer.binds, scheme).toEqual([SERVICE.dn]);
      expect(peer.plain, scheme).toBe(0);
      expect(codeOf(await come('ada', ''))).toBe('invalid');
      expect(await nameOf(await come('ada'))).toBe('ada');
    }
    peers.ldap.injects = Buffer.from('300c02010261070a010004000400', 'hex');
    expect(codeOf(await come('ada'))).toBe('auth_service_unreachable');
    Object.assign(peers.ldap, { injects: Buffer.alloc(0), refusesTls: true, binds: [] });
    expect(codeOf(await come('ada'))).toBe('auth_service_unreachable');
    expect(peers.ldap.binds).toEqual([]);
  });

  it('whose answer does not end is left, before it fills the memory', async () => {
    await save(addressOf('ldaps'));
    peers.ldaps.isEndless = true;
    expect(codeOf(await come('ada'))).toBe('auth_service_unreachable');
    // What lies in the sockets of both sides besides.
    expect(peers.ldaps.poured).toBeLessThan(20_000_000);
    peers.ldaps.isEndless = false;
    expect(await nameOf(await come('ada'))).toBe('ada');
  });

  it('is asked as somebody whom nobody is for a name that nobody has, and is told nothing of the two apart', async () => {
    await save(addressOf('ldaps'));
    for (const name of ['nobody', 'NOBODY']) {
      peers.ldaps.binds = [];
      expect(codeOf(await come(name))).toBe('wrong_credentials');
      expect(peers.ldaps.binds).toEqual([SERVICE.dn, `cn=nobody,${BASE}`]);
    }
    // Each try counts for the name, in whatever capitals, and for where it came from.
    const { rows } = await server.test.database.pool.query(
      "select scope, failures from sign_in_failures where scope in ('user', 'address') order by scope",
    );
    expect(rows).toEqual([
      { scope: 'address', failures: 2 },
      { scope: 'user', failures: 2 },
    ]);
    // An entry that says two things of who it is, or nothing, is nobody here.
    peers.ldaps.entries = entriesOfPeer().map((one) => ({
      ...one,
      attributes: { ...one.attributes, ...(one.attributes.uid?.[0] === 'ada' && { entryUUID: ['', 'one', 'two'] }) },
    }));
    expect(codeOf(await come('ada'))).toBe('person_unknown');
  });

  it.each([
    ['532', 'directory_password_expired', /abgelaufen/],
    ['773', 'directory_password_expired', /abgelaufen/],
    ['775', 'directory_account_locked', /gesperrt/],
    ['533', 'directory_account_ended', /abgeschaltet/],
    ['701', 'directory_account_ended', /abgelaufen/],
    ['530', 'directory_time_refused', /gerade/],
    ['531', 'directory_time_refused', /von hier/],
    ['525', 'wrong_credentials', /stimmen nicht/],
  ])('that says %s of an account is told as %s, in words', async (refusal, code, words) => {
    await save(addressOf('ldaps'));
    const [first, ...others] = entriesOfPeer().toSorted((one) => (one.attributes.uid?.[0] === 'ada' ? -1 : 1));
    if (first) peers.ldaps.entries = [{ ...first, refusal }, ...others];
    const answer = await come('ada');
    expect(codeOf(answer)).toBe(code);
    expect(answer.body.error.message).toMatch(words);
  });

  it('with the bytes of Active Directory knows people by them, not by their text', async () => {
    const bytes = Buffer.from('00ff8041c3a9d2b74f0a112233445566', 'hex');
    const [base, ...others] = entriesOfPeer();
    if (base)
      peers.ldaps.entries = [
        base,
        ...others.map((one) => ({ ...one, attributes: { ...one.attributes, objectGUID: [bytes] } })),
      ];
    await save(addressOf('ldaps'), { subject_attribute: 'objectguid' });
    expect(await nameOf(await come('ada'))).toBe('ada');
    const { rows } = await server.test.database.pool.query('select subject from auth_driver_people');
    expect(rows).toEqual([{ subject: bytes.toString('hex') }]);
  });

  it('holds up whoever guesses, by whatever spelling of the name, and forgets it after the right password', async () => {
    await save(addressOf('ldaps'));
    const spellings = ['ada', 'ADA', 'ada ', 'Ada', 'aDa', 'adA', ' ada'];
    const codes: unknown[] = [];
    for (const name of spellings) codes.push(codeOf(await come(name, 'wrong')));
    expect(codes.slice(0, 5)).toEqual(Array(5).fill('wrong_credentials'));
    expect(codes.slice(5)).toContain('too_many');
    const asked = peers.ldaps.binds.length;
    expect(codeOf(await come('ada'))).toBe('too_many');
    // The password has gone nowhere.
    expect(peers.ldaps.binds.slice(asked)).toEqual([SERVICE.dn]);
    later(60);
    expect(await nameOf(await come('ada'))).toBe('ada');
    const { rows } = await server.test.database.pool.query(
      "select scope, failures from sign_in_failures where scope = 'user'",
    );
    expect(rows).toEqual([]);
  });

  it('does not open locked or ended accounts, asks for the second step, and is of one school', async () => {
    const { pool } = server.test.database;
    const set = (values: string) => pool.query(`update users set ${values} where username = 'ada'`);
    await save(addressOf('ldaps'));
    expect(await nameOf(await come('ada'))).toBe('ada');
    await set('is_locked = true');
    expect(codeOf(await come('ada'))).toBe('user_locked');
    await set("is_locked = false, expire_at = '2026-11-17'");
    expect(codeOf(await come('ada'))).toBe('user_expired');
    later(1);
    await set("expire_at = null, is_tfa_enabled = true, tfa_mode = 'totp'");
    expect((await come('ada')).body).toMatchObject({ tfa_mode: 'totp', username: 'ada' });
    const { rows } = await pool.query(
      "select after from audit_log where action like 'auth-drivers.%' order by seq desc",
    );
    expect(rows[0].after).toEqual({ second_step: 'open' });
    const used = await pool.query('select created_at, used_at from auth_driver_people');
    expect(Date.parse(used.rows[0].used_at)).toBeGreaterThan(Date.parse(used.rows[0].created_at));
    await set("is_tfa_enabled = false, tfa_mode = 'email'");
    expect(codeOf(await come('ada', DIRECTORY_PASSWORD, 'drossel'))).toBe('no_auth_driver');
    // Nobody is sent to a page that a directory does not have.
    const begun = await server.request('POST', '/v1/auth/service/begin', {
      body: { slink: 'amsel', stayLoggedIn: true },
    });
    expect(codeOf(begun)).toBe('no_auth_driver');
    await pool.query("update schools set is_locked = true where slink = 'amsel'");
    expect(codeOf(await come('ada'))).toBe('no_auth_driver');
    await pool.query("update schools set is_locked = false where slink = 'amsel'");
    await save(addressOf('ldaps'), { is_on: false });
    expect(codeOf(await come('ada'))).toBe('no_auth_driver');
  });

  it('keeps its people under another account of ours, and knows nobody of another directory [T-7.119]', async () => {
    await save(addressOf('ldaps'));
    expect(await nameOf(await come('ada'))).toBe('ada');
    const peopleOf = (answer: TestAnswer) => answer.body.data?.driver.people;
    expect(peopleOf(await save(addressOf('ldaps'), { client: `cn=other,${BASE}` }))).toBe(1);
    const { client_secret: _, ...withoutSecret } = directoryDraft(addressOf('ldaps'));
    const moved = await save(addressOf('ldap'), {
      ...withoutSecret,
      client_secret: undefined,
      issuer: addressOf('ldap'),
    });
    expect(moved.body.error.issues).toMatchObject([{ path: 'body.client_secret', rule: 'required' }]);
    expect(peopleOf(await save(addressOf('ldap')))).toBe(0);
    for (const change of [{ base_dn: 'dc=school,dc=example' }, { subject_attribute: 'uid' }]) {
      await save(addressOf('ldaps'));
      expect(await nameOf(await come('ada'))).toBe('ada');
      expect(peopleOf(await save(addressOf('ldaps'), change))).toBe(0);
    }
    for (const change of [{ client: `cn=other,${BASE}` }, { authority: null }]) {
      await save(addressOf('ldaps'));
      const other = await save(addressOf('ldaps'), { client_secret: undefined, ...change });
      expect(other.body.error.issues).toMatchObject([{ path: 'body.client_secret', rule: 'required' }]);
      expect((await save(`${addressOf('ldaps')}/`, { client_secret: undefined })).status).toBe(200);
    }
  });

  it('is saved only with what it needs, each field named [T-7.119]', async () => {
    const wrong = {
      issuer: 'https://dc.school.example',
      match_field: 'email',
      base_dn: null,
      user_filter: '(uid=ada)',
      subject_attribute: ' ',
      authority: 'none',
    };
    const { body } = await save(addressOf('ldaps'), wrong);
    const paths = body.error.issues.map(({ path }: { path: string }) => path).toSorted();
    expect(paths).toEqual(
      Object.keys(wrong)
        .map((field) => `body.${field}`)
        .toSorted(),
    );
    for (const change of [
      { client_secret: null },
      { authority: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' },
    ])
      expect((await save(addressOf('ldaps'), change)).status).toBe(422);
  });

  it('signs in with the name and the password that it knows, and with no other [P-7.09]', async () => {
    await save(addressOf('ldaps'));
    expect(codeOf(await come('ada', 'wrong'))).toBe('wrong_credentials');
    expect(codeOf(await come('nobody'))).toBe('wrong_credentials');
    const answer = await come('ada');
    expect(await nameOf(answer)).toBe('ada');
    expect(answer.body).toMatchObject({ username: 'ada', tfa_mode: '' });
    expect(peers.ldaps.binds.at(-1)).toBe(entriesOfPeer().find(({ attributes }) => attributes.uid?.[0] === 'ada')?.dn);
  });

  it('is one of the kinds that a school can choose, which the server takes all, and no other [T-7.121] [P-3.21]', async () => {
    const types = await server.request('GET', '/v1/auth-driver/types', { token: admin });
    expect(types.body.data).toEqual(['none', 'LDAP', 'OIDC', 'SAML']);
    expect((await save(addressOf('ldaps'), { method: 'CAS' })).status).toBe(422);
    expect((await save(addressOf('ldaps'), { method: 'SAML' })).status).toBe(422);
    const step = await save(addressOf('ldaps'), { second_step: true });
    expect(step.body.error.issues).toMatchObject([{ path: 'body.second_step', rule: 'notStep' }]);
    const metadata = writeIdpMetadata('https://idp.school.example', [{ certificate: CERTIFICATES.good }]);
    const saml = await save('', { ...SAML, metadata, match_field: 'username' });
    expect(saml.body.data.driver).toMatchObject({ method: 'SAML', issuer: 'https://idp.school.example' });
    expect((await save(addressOf('ldaps'))).body.data.driver.method).toBe('LDAP');
    const none = { base_dn: null, user_filter: null, subject_attribute: null, authority: null };
    const openId = {
      ...none,
      method: 'OIDC',
      issuer: 'https://id.school.example',
      scope: 'openid',
      match_claim: 'sub',
    };
    expect((await save('', openId)).body.data.driver).toMatchObject({ method: 'OIDC', people: 0 });
    expect(codeOf(await come('ada'))).toBe('no_auth_driver');
    expect((await server.request('DELETE', settings(), { token: admin })).status).toBe(204);
  });
});
