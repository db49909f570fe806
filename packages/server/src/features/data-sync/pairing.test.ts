import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import Papa from 'papaparse';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DirectoryPeer, startDirectoryPeer } from '../../../../../tests/support/directory-peer.ts';
import { DIRECTORY_PASSWORD, directoryDraft, resetPeer } from '../../../../../tests/support/directory-school.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { crowd, ENTRIES, SOURCES, toPeerEntries } from '../../../../../tests/support/people-directory.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let peer: DirectoryPeer;
let school: BuiltSchool;
let token: string;
let schools = 0;

/** Accounts as people name them; the pupils of the directory are p1, p2, p3, its teacher is t1. */
const ACCOUNTS = [
  ['p1', 'STUDENT', 'Öztürk', 'Ayşe'],
  ['bblum', 'STUDENT', 'Blum', 'Berta'],
  ['t1', 'TEACHER', 'Zander', 'Zoe'],
  ['left', 'TEACHER', '=1+1', 'Formel'],
] as const;

beforeAll(async () => {
  peer = await startDirectoryPeer({ isTls: true });
  server = await startTestServer({ env: { KREIDE_OUTBOUND_ALLOW: '127.0.0.0/8' } });
});
afterAll(async () => {
  await server?.stop();
  await peer?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  resetPeer(peer);
  peer.entries = toPeerEntries(ENTRIES);
  schools += 1;
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, `lark-${schools}`);
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  for (const [username, type, lastname, firstname] of ACCOUNTS)
    await name((await buildUser(kysely, school.id, username, type)).id, { lastname, firstname });
  token = await signIn(server, school.slink, 'admin');
  const driver = directoryDraft(`ldaps://127.0.0.1:${peer.port}`);
  const body = { ...driver, subject_attribute: 'uid', is_on: true, passwords: 'EVERYBODY', updated_at: null };
  expect((await call('PUT', '/auth-driver/settings', body)).status).toBe(200);
  const sources = [SOURCES.pupils, SOURCES.teachers];
  expect((await call('PUT', '/auth-driver/sources', { sources, updated_at: null })).status).toBe(200);
});

const name = (id: number, values: { lastname: string; firstname: string }) =>
  server.test.database.kysely
    .updateTable('users')
    .set(values)
    .where('school_id', '=', school.id)
    .where('id', '=', id)
    .execute();
const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object) =>
  server.request(method, `/v1/schools/${school.id}${path}`, { token, ...(body && { body }) });
const generate = async () => {
  const answer = await call('POST', '/ldap-migration/generate');
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
const take = (text: string, isDry = false) => {
  const body = new FormData();
  body.append('is_dry_run', `${isDry}`);
  body.append('files', new Blob([text]), 'pairs.csv');
  return server.request('POST', `/v1/schools/${school.id}/ldap-migration/import`, { token, body });
};
const HEAD = 'Wer [account];x [connect];Nr [entry]';
const rows = (...lines: string[]) => [HEAD, ...lines].join('\r\n');
const enter = (username: string) =>
  server.request('POST', '/v1/auth/login-idm', {
    body: { slink: school.slink, username, password: DIRECTORY_PASSWORD, stayLoggedIn: false },
  });
const pairing = async () => (await call('GET', '/auth-driver/sources')).body.data.pairing;

describe('a list of pairs', () => {
  it('marks who is certain, proposes who is alike, and names whoever nobody stands for [T-7.116]', async () => {
    const list = await generate();
    expect(list.counts).toEqual({ connected: 0, sure: 1, alike: 0, doubtful: 2, nobody: 1 });
    // The administrator and the one whose name a spreadsheet would calculate.
    expect(list.without_entry).toBe(2);
    expect(list.text.startsWith('\uFEFF')).toBe(true);
    const [head = [], ...lines] = Papa.parse<string[]>(list.text.slice(1), { skipEmptyLines: true }).data;
    expect(head[0]).toBe('Verbinden [connect]');
    const found = Object.fromEntries(lines.map((cells) => [cells[4] || cells[1], [cells[0], cells[1], cells[7]]]));
    expect(found).toMatchObject({
      p1: ['x', 'p1', 'sicher'],
      p2: ['', 'bblum', 'zu klären'],
      // The username fits, and the name is somebody else's.
      t1: ['', 't1', 'zu klären'],
      p3: ['', '', 'kein Konto gefunden'],
      left: ['', 'left', 'niemand im Verzeichnis'],
    });
    expect(lines.find((cells) => cells[1] === 'left')?.[2]).toBe("'=1+1, Formel");
    expect(await pairing()).toBeNull();
  });

  it('tells namesakes apart by class and date of birth, and changes nothing [T-7.116]', async () => {
    const { kysely } = server.test.database;
    const row = await kysely
      .selectFrom('users')
      .select('id')
      .where('school_id', '=', school.id)
      .where('username', '=', 'bblum')
      .executeTakeFirstOrThrow();
    await kysely
      .insertInto('user_import_identities')
      .values({ school_id: school.id, user_id: row.id, source: 'office', external_id: '7', birth_date: '2014-03-09' })
      .execute();
    const list = await generate();
    expect(list.counts).toMatchObject({ sure: 1, alike: 1 });
    expect(list.text).toContain(';bblum;Blum, Berta;;p2;Blum, Berta;5a;Name und Geburtsdatum oder Klasse');
    expect((await enter('p2')).body.error.code).toBe('person_unknown');
  });

  it('is not made where the attribute that never changes is nobody’s', async () => {
    const { updated_at } = (await call('GET', '/auth-driver/settings')).body.data.driver;
    const driver = directoryDraft(`ldaps://127.0.0.1:${peer.port}`);
    await call('PUT', '/auth-driver/settings', { ...driver, is_on: true, passwords: 'EVERYBODY', updated_at });
    const refused = await call('POST', '/ldap-migration/generate');
    expect([refused.status, refused.body.error.issues[0].message]).toEqual([422, expect.stringContaining('entryUUID')]);
  });

  it('connects the marked rows, tried dry before, and is taken back as one [T-7.117]', async () => {
    const text = rows('p1;x;p1', 'BBLUM;X;p2', 'left;;p3');
    expect((await take(text, true)).body.data).toMatchObject({ is_dry_run: true, connected: 2, refused_count: 0 });
    expect(await pairing()).toBeNull();
    expect((await enter('p2')).body.error.code).toBe('person_unknown');
    expect((await take(text)).body.data).toMatchObject({ connected: 2, unchanged: 0 });
    expect((await pairing()).people).toBe(2);
    const inside = await enter('p2');
    expect(inside.status, inside.text).toBe(200);
    const self = await server.request('GET', '/v1/users/self', { token: inside.body.access_token });
    expect(self.body.data.username).toBe('bblum');
    expect((await take(text)).body.data).toMatchObject({ connected: 0, unchanged: 2 });
    expect((await generate()).counts.connected).toBe(2);
    // Only the newest list.
    server.clock.set(new Date(server.clock.now().getTime() + 60_000));
    await take(rows('left;x;t1'));
    expect((await call('DELETE', '/ldap-migration/import')).status).toBe(204);
    expect((await pairing()).people).toBe(2);
    expect((await call('DELETE', '/ldap-migration/import')).status).toBe(204);
    expect((await enter('p2')).body.error.code).toBe('person_unknown');
    expect((await call('DELETE', '/ldap-migration/import')).status).toBe(404);
  });

  it('keeps every good row and names every bad one with its line and reason [T-7.117]', async () => {
    await take(rows('p1;x;p1'));
    const { data } = (
      await take(
        rows(
          'bblum;x;p2',
          'left;ja;p3',
          'left;x;2,0E+11',
          'nobody;x;p3',
          't1;x;t1',
          'left;x;t1',
          'admin;x;p3',
          'admin;x;t1',
          'left;x;p1',
          'p1;x;p3',
        ),
      )
    ).body;
    expect(data.connected).toBe(1);
    expect(data.refused_count).toBe(9);
    expect(data.refused.map(({ row, reason }: { row: number; reason: string }) => [row, reason])).toEqual([
      [3, 'mark'],
      [4, 'noEntry'],
      [5, 'noAccount'],
      [6, 'entryTwice'],
      [7, 'entryTwice'],
      [8, 'entryTwice'],
      [9, 'entryTwice'],
      [10, 'accountTwice'],
      [11, 'entryTwice'],
    ]);
    expect((await take(rows('left;x;p1'))).body.data.refused[0].reason).toBe('entryTaken');
    expect((await take(rows('p1;x;p3'))).body.data.refused[0].reason).toBe('accountTaken');
    expect(
      (await take(rows('left;x;p3', 'left;x;t1'))).body.data.refused.map((one: { reason: string }) => one.reason),
    ).toEqual(['accountTwice', 'accountTwice']);
  });

  it('is refused where it is no such list, and stays with the administrators', async () => {
    expect((await take('name;first name\r\nx;y')).body.error.issues[0]).toMatchObject({
      path: 'files',
      rule: 'noPairs',
    });
    await buildUser(server.test.database.kysely, school.id, 'office', 'EMPLOYEE');
    token = await signIn(server, school.slink, 'office');
    for (const answer of [await take(rows('left;x;p3')), await call('POST', '/ldap-migration/generate')])
      expect(answer.status).toBe(403);
  });
});

describe('accounts in line with the directory', () => {
  const sync = (body: object = {}) => call('POST', '/idm-connector/sync', { is_dry_run: false, ...body });
  const locked = async () =>
    (
      await server.test.database.kysely
        .selectFrom('users')
        .select('username')
        .where('school_id', '=', school.id)
        .where('is_locked', '=', true)
        .orderBy('username')
        .execute()
    ).map(({ username }) => username);
  const joined = async () =>
    (
      await server.test.database.kysely
        .selectFrom('joined_accounts')
        .select('user_id')
        .where('school_id', '=', school.id)
        .execute()
    ).length;
  const join = async (...usernames: string[]) => {
    const { kysely } = server.test.database;
    const rows = await kysely
      .selectFrom('users')
      .select('id')
      .where('school_id', '=', school.id)
      .where('username', 'in', usernames)
      .execute();
    const identity = randomUUID();
    const joined_at = server.clock.now().toISOString();
    for (const { id: user_id } of rows)
      await kysely
        .insertInto('joined_accounts')
        .values({ school_id: school.id, user_id, identity, joined_at })
        .execute();
  };
  const without = (...uids: string[]) => {
    peer.entries = peer.entries.filter(({ attributes }) => !uids.includes(`${attributes.uid?.[0]}`));
  };

  it('lock and sign out whoever is gone or switched off there, and open again whoever is back [T-7.114]', async () => {
    await take(rows('p1;x;p1', 'bblum;x;p2', 't1;x;t1', 'left;x;p3'));
    const inside = await signIn(server, school.slink, 'bblum');
    // Whoever joined the account comes in by it no more, and is joined with nobody then.
    await join('bblum', 'left');
    without('p2');
    peer.entries = peer.entries.map((entry) =>
      entry.attributes.uid?.[0] === 't1'
        ? { ...entry, attributes: { ...entry.attributes, userAccountControl: ['514'] } }
        : entry,
    );
    const tried = (await sync({ is_dry_run: true })).body.data;
    expect(tried).toMatchObject({ connected: 4, gone_count: 2, back_count: 0, is_many: false });
    expect(tried.gone.map(({ name, why }: { name: string; why: string }) => [name, why])).toEqual([
      ['Blum, Berta', 'missing'],
      ['Zander, Zoe', 'disabled'],
    ]);
    expect(await locked()).toEqual([]);
    expect((await sync({ version: 'of another day' })).status).toBe(409);
    expect((await sync({ version: tried.version })).status).toBe(200);
    expect(await locked()).toEqual(['bblum', 't1']);
    expect((await server.request('GET', '/v1/users/self', { token: inside })).status).toBe(401);
    // Locked by hand: nobody but a person opens it again.
    const { kysely } = server.test.database;
    await kysely
      .updateTable('users')
      .set({ is_locked: true })
      .where('school_id', '=', school.id)
      .where('username', '=', 'p1')
      .execute();
    peer.entries = toPeerEntries(ENTRIES);
    expect((await sync()).body.data).toMatchObject({ gone_count: 0, back_count: 2 });
    expect(await locked()).toEqual(['p1']);
    const log = await kysely
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('school_id', '=', school.id)
      .where('entity', '=', 'users')
      .where(sql<boolean>`after ? 'is_locked'`)
      .orderBy('seq')
      .execute();
    const [closed, open] = [
      { before: { is_locked: false }, after: { is_locked: true } },
      { before: { is_locked: true }, after: { is_locked: false } },
    ];
    expect(log).toEqual([closed, closed, open, open]);
    expect(await joined()).toBe(0);
  });

  it('never lock an administrator, nor more than a fifth unless somebody accepts it [T-7.114]', async () => {
    const { kysely } = server.test.database;
    peer.entries = toPeerEntries([...ENTRIES, ...crowd(30)]);
    for (let index = 0; index < 30; index += 1) await buildUser(kysely, school.id, `c${index}`, 'STUDENT');
    await take(rows('admin;x;p1', ...Array.from({ length: 30 }, (_, index) => `c${index};x;c${index}`)));
    // Six of 31 are a fifth, and one more.
    without('p1', ...Array.from({ length: 6 }, (_, index) => `c${index}`));
    expect((await sync({ is_dry_run: true })).body.data).toMatchObject({
      gone_count: 6,
      is_many: false,
      kept_administrators: 1,
    });
    without('c6');
    const tried = (await sync({ is_dry_run: true })).body.data;
    expect(tried).toMatchObject({ gone_count: 7, is_many: true });
    const refused = await sync({ version: tried.version });
    expect([refused.status, refused.body.error.issues[0].path]).toEqual([422, 'body.accepts_many']);
    expect(await locked()).toEqual([]);
    expect((await sync({ version: tried.version, accepts_many: true })).status).toBe(200);
    expect(await locked()).toHaveLength(7);
  });

  it('stay as they are while the directory does not answer', async () => {
    await take(rows('p1;x;p1'));
    peer.shows = null;
    expect((await sync()).body.error.code).toBe('auth_service_unreachable');
    expect(await locked()).toEqual([]);
  });
});
