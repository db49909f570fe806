import type { WebUntisConnection } from '@kreide/core/features/timetable-import';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../../../../../../tests/support/mail-server.ts';
import { jobsDone } from '../../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../../tests/support/server.ts';
import {
  aPeriod,
  PEER_SCHOOL,
  startWebUntisPeer,
  type WebUntisPeer,
} from '../../../../../../tests/support/webuntis-peer.ts';

let peer: WebUntisPeer;
let mailbox: MailServer;
let server: TestServer;
let school: BuiltSchool;
let token: string;
let schools = 0;
let [periods, results]: [WebUntisPeer['periods'], WebUntisPeer['results']] = [{}, {}];

beforeAll(async () => {
  peer = await startWebUntisPeer();
  [periods, results] = [peer.periods, peer.results];
  mailbox = await startMailServer();
  const smtp = { KREIDE_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, KREIDE_MAIL_FROM: 'kreide@school.example' };
  server = await startTestServer({ env: { ...peer.env, ...smtp } });
});
afterAll(async () => {
  await server.stop();
  await mailbox[Symbol.asyncDispose]();
  await peer[Symbol.asyncDispose]();
});
beforeEach(async () => {
  Object.assign(peer, { instead: null, errors: {}, periods, results: { ...results } });
  peer.called.length = 0;
  mailbox.received.length = 0;
  server.clock.set(TEST_NOW);
  // A school of its own, without a plan; those of the tests before are no longer looked at.
  const { kysely, pool } = server.test.database;
  await pool.query('delete from webuntis_connections');
  schools += 1;
  school = await buildSchool(kysely, `amsel-${schools}`, { name: 'Amselschule' });
  await buildUser(kysely, school.id, 'ada', 'ADMIN');
  await buildUser(kysely, school.id, 'eva', 'EMPLOYEE');
  await pool.query(`update users set email = 'ada@school.example' where username = 'ada'`);
  token = await signIn(server, school.slink, 'ada');
});

const at = (rest = '') => `/v1/schools/${school.id}/webuntis-connection${rest}`;
const draft = (more: object = {}) => ({
  address: peer.url,
  school_name: PEER_SCHOOL,
  username: 'plan',
  password: peer.account.password,
  interval_minutes: 60,
  is_on: true,
  publishes: true,
  updated_at: null,
  ...more,
});
const put = (more: object = {}, by = token) => server.request('PUT', at(), { token: by, body: draft(more) });
const get = async (): Promise<WebUntisConnection> => (await server.request('GET', at(), { token })).body.data;
const check = (account: object | null, by = token) =>
  server.request('POST', at('/check'), { token: by, body: { account } });
const query = async (sql: string, values: unknown[] = []) => (await server.test.database.pool.query(sql, values)).rows;
/** Waits until nothing is left to do; an upload whose reading is tried again is waited for too. */
async function done(): Promise<void> {
  await jobsDone(server);
  const unread = () => query(`select 1 from timetable_uploads where state in ('QUEUED', 'PROCESSING')`);
  await expect.poll(unread, { timeout: 30_000 }).toEqual([]);
  await jobsDone(server);
}
async function fetchNow(): Promise<WebUntisConnection> {
  expect((await server.request('POST', at('/fetch'), { token, body: {} })).status).toBe(200);
  await done();
  return get();
}
/** Lets time pass and the schedule look for what is due. */
async function pass(minutes: number): Promise<void> {
  server.clock.advance(minutes * 60_000);
  token = await signIn(server, school.slink, 'ada');
  await query(`select graphile_worker.add_job('timetable-import:webuntis-due', '{}'::json)`);
  await done();
}
const uploads = () =>
  query('select id::int, state, source, format, uuid from timetable_uploads where school_id = $1 order by id', [
    school.id,
  ]);
const last = async () => (await uploads()).at(-1);
const planOf = (code: string) =>
  query(
    `select l.weekday, l.hour, l.time_begins_at::text as begins, l.dates::text[] as dates, s.shortcut as subject
     from school_years y join lessons l on l.school_id = y.school_id and l.version_id = y.published_version_id
     join subjects s on s.school_id = l.school_id and s.id = l.subject_id join grades g on g.school_id = l.school_id and g.id = any(l.grade_ids)
     where y.school_id = $1 and g.shortcut = $2 order by s.shortcut`,
    [school.id, code],
  );

describe('the connection to WebUntis', () => {
  it('is saved without ever giving the password back, and looked at right away', async () => {
    expect((await server.request('GET', at(), { token })).body.data).toBeNull();
    const saved = await put({ address: ` ${peer.url}/WebUntis/?school=x#/basic `.trim() });
    expect(saved.body.data).toMatchObject({ address: peer.url, school_name: PEER_SCHOOL, outcome: null, failures: 0 });
    await done();
    expect(await get()).toMatchObject({ outcome: 'read', message: null, checked_at: TEST_NOW.replace('Z', '.000Z') });
    const kept = ['webuntis_connections', 'audit_log'].map((table) => `(select json_agg(t)::text from ${table} t)`);
    const [{ all }] = await query(`select ${kept.join(' || ')} as all`);
    for (const text of [saved.text, JSON.stringify(await get()), all])
      expect(text).not.toContain(peer.account.password);
    const [{ sealed }] = await query('select sealed_password as sealed from webuntis_connections');
    expect(sealed.includes(peer.account.password)).toBe(false);
  });

  it('hands what it reads on like an upload, and publishes it: lessons, changes and master data [T-3.87]', async () => {
    const away = aPeriod(20261123, [800, 845], [[11, 12], 21, 31, 41], { code: 'cancelled', substText: 'krank' });
    peer.periods = { ...periods, 12: [...(periods[12] ?? []).filter(({ date }) => date !== 20261123), away] };
    peer.periods[11] = [...(periods[11] ?? []).filter(({ date }) => date !== 20261123), away];
    await put();
    await done();
    expect(await last()).toMatchObject({ state: 'PUBLISHED', source: 'webuntis', format: 'webuntis-json' });
    expect((await get()).upload).toBe((await last()).uuid);
    const days = (...dates: string[]) => ({ dates });
    expect(await planOf('5a')).toMatchObject([
      { subject: 'DE', hour: '2', begins: '08:55:00', ...days('2026-11-17', '2026-11-24', '2026-12-01') },
      { subject: 'MA', hour: '1', begins: '08:00:00', ...days('2026-11-16', '2026-11-23', '2026-11-30') },
    ]);
    expect(await planOf('5b')).toMatchObject([{ subject: 'MA' }]);
    const CHANGES = 'select kind, date::text, comment from substitutions where school_id = $1';
    const changes = await query(CHANGES, [school.id]);
    expect(changes).toEqual([{ kind: 'CANCLED', date: '2026-11-23', comment: 'krank' }]);
    const ACTIONS = `select action, origin from audit_log where action ~ 'webuntisRead|publish' and school_id = $1 order by seq`;
    const actions = await query(ACTIONS, [school.id]);
    expect(actions).toEqual([
      { action: 'timetable-import.webuntisRead', origin: 'system' },
      { action: 'timetable-import.publish', origin: 'system' },
    ]);
  });

  it('leaves alone what has not changed, and takes a change over', async () => {
    await put();
    await done();
    const before = (await uploads()).length;
    expect((await fetchNow()).outcome).toBe('unchanged');
    expect(await uploads()).toHaveLength(before);
    peer.periods = { ...periods, 12: [...(periods[12] ?? []), aPeriod(20261203, [800, 845], [[12], 22, 33, 42])] };
    expect((await fetchNow()).outcome).toBe('read');
    expect(await uploads()).toHaveLength(before + 1);
    expect(await last()).toMatchObject({ state: 'PUBLISHED' });
    expect((await planOf('5b')).map(({ subject }) => subject)).toEqual(['MA', 'SP']);
  });

  it('trusts the time of the last import for an hour, unless somebody asks', async () => {
    await put({ interval_minutes: 20 });
    await done();
    peer.called.length = 0;
    await pass(20);
    expect(peer.called).toEqual(['authenticate', 'getLatestImportTime', 'logout']);
    expect(await get()).toMatchObject({ outcome: 'unchanged', checked_at: '2026-11-18T09:30:00.000Z' });
    peer.results.getLatestImportTime = 1_794_000_000_001;
    await pass(20);
    expect(peer.called).toContain('getTimetable');
    peer.called.length = 0;
    await pass(20);
    expect(peer.called).not.toContain('getTimetable');
    await pass(20);
    expect(peer.called).not.toContain('getTimetable');
    await pass(20);
    expect(peer.called).toContain('getTimetable');
    peer.called.length = 0;
    await fetchNow();
    expect(peer.called).toContain('getTimetable');
  });

  it('reads everything each time where the account may not see the time of the last import', async () => {
    peer.errors = { getLatestImportTime: -8509 };
    await put({ interval_minutes: 20 });
    await done();
    peer.called.length = 0;
    await pass(20);
    expect(peer.called).toContain('getTimetable');
    expect((await get()).outcome).toBe('unchanged');
  });

  it('is looked at when its interval has passed, and not before', async () => {
    await put({ interval_minutes: 30 });
    await done();
    peer.called.length = 0;
    await pass(29);
    expect(peer.called).toEqual([]);
    await pass(1);
    expect(peer.called).not.toEqual([]);
    expect((await get()).due_at).toBe('2026-11-18T10:10:00.000Z');
  });

  it('that is switched off is looked at only when somebody asks', async () => {
    await put({ is_on: false });
    await pass(24 * 60);
    expect(peer.called).toEqual([]);
    expect((await fetchNow()).outcome).toMatch(/read|unchanged/);
    expect((await get()).due_at).toBeNull();
  });

  it('waits for somebody where it does not publish, and where too much would change', async () => {
    await put();
    await done();
    expect(await last()).toMatchObject({ state: 'PUBLISHED' });
    peer.periods = { 11: [aPeriod(20261116, [855, 940], [[11], 22, 33, 42])] };
    await put({ publishes: false, updated_at: (await get()).updated_at });
    await fetchNow();
    expect(await last()).toMatchObject({ state: 'READY' });
    const waiting = (await last()).id;
    peer.periods = { 11: [aPeriod(20261117, [855, 940], [[11], 22, 33, 42])] };
    await fetchNow();
    expect((await uploads()).find(({ id }) => id === waiting)?.state).toBe('DISCARDED');
    expect(await last()).toMatchObject({ state: 'READY' });
    const { updated_at } = await get();
    await put({ updated_at });
    peer.periods = { 11: [aPeriod(20261118, [855, 940], [[11], 22, 33, 42])] };
    await fetchNow();
    expect(await last()).toMatchObject({ state: 'READY' });
    expect((await planOf('5a')).map(({ subject }) => subject)).toContain('MA');
  });

  it('reads the same plan again after somebody wants unchanged files again [T-7.24]', async () => {
    await put();
    await done();
    expect((await fetchNow()).outcome).toBe('unchanged');
    await server.request('POST', '/v1/timetable-service/reset-hashes', { token, body: {} });
    expect((await fetchNow()).outcome).toBe('read');
  });

  it('needs its password for another address, school or account, and sends the saved one nowhere else', async () => {
    await put({ is_on: false });
    const { updated_at } = await get();
    const { password: _, ...same } = draft({ updated_at, is_on: false });
    const without = (more: object) => server.request('PUT', at(), { token, body: { ...same, ...more } });
    for (const other of [{ address: 'https://elsewhere.example' }, { school_name: 'x' }, { username: 'x' }]) {
      expect((await without(other)).body.error.issues).toMatchObject([{ path: 'body.password', rule: 'required' }]);
      const { address, school_name, username } = { ...same, ...other };
      const tried = await check({ address, school_name, username });
      expect(tried.body.error.issues).toMatchObject([{ path: 'body.account.password', rule: 'required' }]);
    }
    expect((await without({ interval_minutes: 5 })).status).toBe(200);
    expect((await check(null)).body.data.reason).toBeNull();
  });

  it('is refused field by field', async () => {
    const issuesOf = async (more: object) =>
      (await put(more)).body.error.issues.map(({ path }: { path: string }) => path);
    expect(await issuesOf({ interval_minutes: 4 })).toEqual(['body.interval_minutes']);
    for (const interval_minutes of [1441, 7.5])
      expect(await issuesOf({ interval_minutes })).toEqual(['body.interval_minutes']);
    expect(await issuesOf({ address: 'ftp://untis.example' })).toEqual(['body.address']);
    expect(await issuesOf({ address: 'https://ada:x@untis.example' })).toEqual(['body.address']);
    expect(await issuesOf({ address: 'https://' })).toEqual(['body.address']);
    expect(await issuesOf({ password: undefined })).toEqual(['body.password']);
    expect((await put({ interval_minutes: 5 })).status).toBe(200);
    expect((await put({ interval_minutes: 1440 })).body.error.code).toBe('conflict');
  });

  it('publishes by itself only for those who may publish', async () => {
    const eva = await signIn(server, school.slink, 'eva');
    expect((await put({}, eva)).status).toBe(403);
    await query(
      `insert into user_permissions (school_id, user_id, permission, is_allowed)
       select school_id, id, 'import-timetable', true from users where username = 'eva' and school_id = ${school.id}`,
    );
    const allowed = await signIn(server, school.slink, 'eva');
    expect((await put({}, allowed)).body.error.issues).toMatchObject([{ path: 'body.publishes' }]);
    expect((await put({ publishes: false, is_on: false }, allowed)).status).toBe(200);
    await query('delete from user_permissions');
  });

  it('is forgotten with its password; published plans stay', async () => {
    await put();
    await done();
    expect((await server.request('DELETE', at(), { token })).status).toBe(204);
    expect((await server.request('DELETE', at(), { token })).status).toBe(404);
    expect((await planOf('5a')).length).toBeGreaterThan(0);
  });
});

describe('a look that fails', () => {
  it('changes nothing, says why in words, and comes later each time', async () => {
    await put();
    await done();
    const before = await planOf('5a');
    peer.errors = { authenticate: -8504 };
    peer.results.getLatestImportTime = 5;
    await pass(60);
    const message = 'Benutzername oder Passwort sind falsch.';
    expect(await get()).toMatchObject({ outcome: 'failed', reason: 'bad_credentials', message });
    expect(await get()).toMatchObject({ failures: 1, due_at: '2026-11-18T12:10:00.000Z' });
    await pass(119);
    expect((await get()).failures).toBe(1);
    await pass(1);
    expect(await get()).toMatchObject({ failures: 2, due_at: '2026-11-18T16:10:00.000Z' });
    await pass(240);
    expect(await get()).toMatchObject({ failures: 3, due_at: '2026-11-18T22:10:00.000Z' });
    expect(await planOf('5a')).toEqual(before);
    peer.errors = {};
    await pass(360);
    expect(await get()).toMatchObject({ failures: 0, reason: null, due_at: '2026-11-18T23:10:00.000Z' });
  });

  it('is told to the administrators by mail at the third time, once', async () => {
    peer.errors = { getTimetable: -8509 };
    await put();
    await done();
    await pass(120);
    expect((await get()).failures).toBe(2);
    expect(mailbox.received).toEqual([]);
    for (const minutes of [240, 360]) await pass(minutes);
    expect((await get()).failures).toBe(4);
    expect(mailbox.received.map(({ to, mail }) => [to, mail.subject])).toEqual([
      ['ada@school.example', 'WebUntis kann nicht gelesen werden'],
    ]);
    expect(mailbox.received[0]?.mail.text).toContain(
      'Dem Konto fehlt ein Recht bei WebUntis: Stundenpläne der Klassen.',
    );
    expect(mailbox.received[0]?.mail.text).toContain(`/management/${school.uuid}/web-interface/automatic-upload`);
    peer.errors = {};
    await pass(360);
    peer.errors = { getTimetable: -8509 };
    peer.results.getLatestImportTime = 6;
    for (const minutes of [60, 120, 240]) await pass(minutes);
    expect(mailbox.received).toHaveLength(2);
  });

  it('is a school year that is not ours', async () => {
    const year = { id: 1, name: '2013/2014', startDate: 20130801, endDate: 20140715 };
    peer.results = { ...peer.results, getSchoolyears: [year], getCurrentSchoolyear: year };
    await put();
    await done();
    expect(await get()).toMatchObject({ outcome: 'failed', reason: 'other_year' });
  });

  it('is a password that this server cannot open any more', async () => {
    await put({ is_on: false });
    await query(
      `update webuntis_connections set sealed_password = '\\x00112233445566778899aabbccddeeff00112233445566778899'`,
    );
    expect(await fetchNow()).toMatchObject({ outcome: 'failed', reason: 'password_lost' });
  });
});

describe('the check', () => {
  const account = (more: object = {}) => {
    const { address, school_name, username, password } = draft();
    return { address, school_name, username, password, ...more };
  };

  it('says what the account may do, and signs out', async () => {
    peer.errors = { getSubstitutions: -8509, getRooms: -8509 };
    const before = peer.open();
    const { data } = (await check(account())).body;
    expect(data).toMatchObject({ reason: null, message: null, classes: 2 });
    const refused = data.calls.filter(({ is_allowed }: { is_allowed: boolean }) => !is_allowed);
    expect(refused).toEqual([
      { method: 'getRooms', text: 'Liste der Räume', is_allowed: false, is_needed: false },
      { method: 'getSubstitutions', text: 'Liste der Vertretungen', is_allowed: false, is_needed: false },
    ]);
    expect(data.calls).toHaveLength(11);
    expect(peer.open()).toBe(before);
    expect(await query('select 1 from webuntis_connections')).toEqual([]);
  });

  it('names the right that is missing, and every value that is wrong, in words', async () => {
    const said = async (more: object = {}) => (await check(account(more))).body.data.message;
    expect(await said({ password: 'falsch' })).toBe('Benutzername oder Passwort sind falsch.');
    expect(await said({ school_name: 'x' })).toBe('WebUntis kennt unter dieser Adresse keine Schule mit diesem Namen.');
    const NOT_THERE = 'Diese Adresse liegt in einem Netz, das dieser Server nicht erreichen darf.';
    expect(await said({ address: 'https://10.1.2.3' })).toBe(NOT_THERE);
    expect(await said({ address: 'http://10.1.2.3' })).toBe('Die Adresse muss mit https beginnen.');
    peer.errors = { getKlassen: -8509 };
    expect(await said()).toBe('Dem Konto fehlt ein Recht bei WebUntis: Liste der Klassen.');
    peer.errors = { getTimetable: -8509 };
    expect(await said()).toBe('Dem Konto fehlt ein Recht bei WebUntis: Stundenpläne der Klassen.');
    peer.errors = { authenticate: -8509 };
    expect(await said()).toBe('Das Konto darf diese Schnittstelle nicht benutzen.');
    peer.errors = { getTeachers: -1234 };
    expect(await said()).toBe('WebUntis lehnt die Anfrage ab (Fehler -1234).');
    peer.errors = {};
    peer.results.getKlassen = [];
    expect(await said()).toContain('Das Konto sieht keine Klasse');
    peer.instead = (response) => void response.writeHead(200).end('<html>');
    expect(await said()).toBe('Unter dieser Adresse antwortet kein WebUntis.');
  });

  it('speaks the language of the reader, and of a connection that there is not, there is nothing to say', async () => {
    const asked = { token, body: { account: account({ password: 'x' }) }, headers: { 'accept-language': 'en' } };
    const english = await server.request('POST', at('/check'), asked);
    expect(english.body.data.message).toBe('The user name or the password is wrong.');
    expect((await check(null)).status).toBe(404);
    expect((await server.request('POST', at('/fetch'), { token, body: {} })).status).toBe(404);
  });
});
