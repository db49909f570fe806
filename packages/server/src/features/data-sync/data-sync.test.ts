import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ber } from '../../../../../tests/support/ber.ts';
import { nextPage } from '../../../../../tests/support/directory-paging.ts';
import { type DirectoryPeer, startDirectoryPeer } from '../../../../../tests/support/directory-peer.ts';
import { directoryDraft, resetPeer, SERVICE } from '../../../../../tests/support/directory-school.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from '../../../../../tests/support/people.ts';
import {
  crowd,
  ENTRIES,
  SOURCES,
  TEACHERS,
  toLdif,
  toPeerEntries,
} from '../../../../../tests/support/people-directory.ts';
import {
  type Importing,
  linesOf,
  revertPeople,
  savePeople,
  settledRun,
} from '../../../../../tests/support/people-imports.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { HAS_SLAPD, type Slapd, startSlapd } from '../../../../../tests/support/slapd.ts';
import { silentLog } from '../../kernel/log.ts';

/** More than one page, and not a whole number of them. */
const CROWD = 1_203;

let server: TestServer;
let school: BuiltSchool;
let peer: DirectoryPeer;
let slapd: Slapd | null = null;
let importing: Importing;
let schools = 0;

beforeAll(async () => {
  peer = await startDirectoryPeer({ isTls: true });
  slapd = HAS_SLAPD ? await startSlapd(toLdif([...ENTRIES, ...crowd(CROWD)])) : null;
  server = await startTestServer({ env: { KREIDE_OUTBOUND_ALLOW: '127.0.0.0/8' } });
});
afterAll(async () => {
  await server?.stop();
  await slapd?.[Symbol.asyncDispose]();
  await peer?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  resetPeer(peer);
  peer.entries = toPeerEntries(ENTRIES);
  schools += 1;
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, `wren-${schools}`);
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  importing = { server, token: await signIn(server, school.slink, 'admin'), schoolId: school.id };
});

const at = (path: string) => `/v1/schools/${school.id}${path}`;
const call = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object, token = importing.token) =>
  server.request(method, at(path), { token, ...(body && { body }) });
const peerAddress = () => `ldaps://127.0.0.1:${peer.port}`;

async function connect(issuer: string, change: object = {}) {
  const body = {
    ...directoryDraft(issuer),
    is_on: true,
    passwords: 'EVERYBODY',
    password: PASSWORD,
    updated_at: null,
    ...change,
  };
  expect((await call('PUT', '/auth-driver/settings', body)).status).toBe(200);
}

async function say(sources: readonly object[]) {
  const { updated_at } = (await call('GET', '/auth-driver/sources')).body.data;
  server.clock.set(new Date(server.clock.now().getTime() + 1_000));
  return call('PUT', '/auth-driver/sources', { sources, updated_at });
}

async function read(path = '/data-sync') {
  const answer = await call('POST', path);
  expect(answer.status, answer.text).toBe(200);
  return settledRun(importing);
}
const codeOf = async (path = '/data-sync') => (await call('POST', path)).body.error?.code;
const messageOf = async () => (await call('POST', '/data-sync')).body.error.issues[0];

const directories: [string, boolean, () => string][] = [
  ['a directory of the tests', true, peerAddress],
  ['OpenLDAP', HAS_SLAPD, () => slapd?.ldaps ?? ''],
];

describe.each(directories)('the people of %s', (_, isHere, address) => {
  it.skipIf(!isHere)(
    'are read as a list, whole over all pages, and saved and taken back as one [T-7.129]',
    async () => {
      peer.entries = toPeerEntries([...ENTRIES, ...crowd(CROWD)]);
      await connect(address());
      expect((await say([SOURCES.pupils, SOURCES.teachers])).status).toBe(200);
      const run = await read();
      expect(run).toMatchObject({ state: 'READY', source: 'directory', files: [{ name: 'Schulserver.csv' }] });
      expect(run.counts).toMatchObject({ new: CROWD + 4, rejected: 0, missing: 0 });
      const lines = await linesOf(importing, '?kind=new&search=e');
      const lea = lines.find(({ name }) => name.startsWith('Lehmann'));
      expect(lea).toMatchObject({ name: 'Lehmann, Lea', type: 'TEACHER' });
      expect((await savePeople(importing, run, { accept_classes: ['5a', '7b', '9z'] })).state).toBe('SAVED');
      const { kysely } = server.test.database;
      const users = await kysely
        .selectFrom('users')
        .select(['lastname', 'firstname', 'type'])
        .where('school_id', '=', school.id)
        .where('lastname', 'in', ['Öztürk', 'Blum', 'Lehmann', `Last${CROWD - 1}`])
        .execute();
      expect(users.map(({ lastname, firstname, type }) => `${lastname}, ${firstname}: ${type}`).toSorted()).toEqual([
        'Blum, Berta: STUDENT',
        `Last${CROWD - 1}, First${CROWD - 1}: STUDENT`,
        'Lehmann, Lea: TEACHER',
        'Öztürk, Ayşe, "die Erste": STUDENT',
      ]);
      const again = await read();
      expect(again.counts).toMatchObject({ new: 0, changed: 0, unchanged: CROWD + 4 });
      expect((await revertPeople(importing, run)).state).toBe('UNDONE');
    },
  );

  it.skipIf(!isHere)('stand at places that are there, or it is said which is not', async () => {
    await connect(address());
    await say([SOURCES.teachers, { ...SOURCES.pupils, base_dn: 'ou=nowhere,dc=school,dc=example' }]);
    expect(await messageOf()).toMatchObject({
      path: 'body.sources.1.base_dn',
      message: 'Diesen Ort gibt es im Verzeichnis nicht: ou=nowhere,dc=school,dc=example',
    });
    await say([{ ...SOURCES.pupils, class_pattern: 'cn=other-{class},*' }]);
    expect(await messageOf()).toMatchObject({ path: 'body.sources.0.class_pattern' });
    expect((await messageOf()).message).toContain('zum Beispiel: cn=');
    await say([{ ...SOURCES.pupils, filter: '(objectClass=printer)' }]);
    expect(await codeOf()).toBe('nobody_found');
    expect(await codeOf('/data-sync/teachers')).toBe('no_sync_sources');
  });
});

describe('reading people', () => {
  it('goes by kind: of teachers alone nobody else is missing [T-7.128]', async () => {
    await connect(peerAddress());
    await say([SOURCES.pupils, SOURCES.teachers]);
    await savePeople(importing, await read(), { accept_classes: ['5a', '7b'] });
    const run = await read('/data-sync/teachers');
    expect(run.counts).toMatchObject({ unchanged: 1, new: 0, missing: 0 });
  });

  it('needs a directory that answers and lets us in', async () => {
    expect(await codeOf()).toBe('directory_missing');
    await connect(peerAddress());
    expect(await codeOf()).toBe('no_sync_sources');
    await say([SOURCES.pupils]);
    peer.entries = peer.entries.map((entry) => ({ ...entry, password: 'another one' }));
    expect(await codeOf()).toBe('directory_refuses_us');
    peer.shows = 'expired';
    expect(await codeOf()).toBe('auth_service_unreachable');
    // Neither a name nor a password went there.
    expect(peer.binds.length).toBe(1);
    expect(await newestState()).toBeNull();
  });

  it('leaves whoever stands at two places where the first is said', async () => {
    await connect(peerAddress());
    await say([
      { ...SOURCES.teachers, filter: '(uid=t1)' },
      { ...SOURCES.pupils, base_dn: TEACHERS, class: 'dn', class_pattern: 'uid=*,ou={class},*' },
    ]);
    const run = await read();
    expect((await linesOf(importing, '?kind=new')).map(({ type }) => type)).toEqual(['TEACHER']);
    expect(run.counts?.new).toBe(1);
  });

  it('takes the class from the name of the entry, and a date as directories write it', async () => {
    await connect(peerAddress());
    await say([{ ...SOURCES.pupils, filter: '(uid=p2)', class: 'DN', class_pattern: 'uid=*,ou={class},ou=pupils,*' }]);
    const [line] = await linesOf(importing, (await read()) && '?kind=new');
    expect(line).toMatchObject({ name: 'Blum, Berta', class: '5a', birth_date: '2014-03-09' });
  });

  it('drops the list that was open, and waits for one that is being saved', async () => {
    await connect(peerAddress());
    await say([SOURCES.teachers]);
    const first = await read();
    const second = await read();
    expect(second.id).not.toBe(first.id);
    const { rows } = await server.test.database.pool.query(`select state from user_imports where id = ${first.id}`);
    expect(rows).toEqual([{ state: 'DISCARDED' }]);
    await server.test.database.pool.query(`update user_imports set state = 'SAVING' where id = ${second.id}`);
    expect(await codeOf()).toBe('import_busy');
  });
});

describe('a directory that means harm', () => {
  const answer = (id: Buffer, ...parts: Buffer[]) => ber(0x30, ber(0x02, id), ...parts);
  const done = ber(0x65, ber(0x0a, Buffer.from([0])), ber(0x04, ''), ber(0x04, ''));
  const personOf = (dn: string, values: Buffer) =>
    ber(0x64, ber(0x04, dn), ber(0x30, ber(0x30, ber(0x04, 'sn'), ber(0x31, values))));

  beforeEach(async () => {
    await connect(peerAddress());
    await say([SOURCES.teachers]);
  });

  it('ends with its own reading: a value longer than what it stands in, more values than fit, no end of pages', async () => {
    peer.says = (id, send) => send(answer(id, personOf('uid=x', Buffer.from('0470', 'hex'))));
    expect(await codeOf()).toBe('auth_service_unreachable');
    const many = personOf('uid=x', Buffer.alloc(60_000, Buffer.from('0400', 'hex')));
    peer.says = (id, send) => send(Buffer.concat(Array(20).fill(answer(id, many))));
    expect(await codeOf()).toBe('auth_service_unreachable');
    let pages = 0;
    const same = personOf('uid=x', ber(0x04, 'X'));
    peer.says = (id, send) => {
      pages += 1;
      send(Buffer.concat([...Array(500).fill(answer(id, same)), answer(id, done, nextPage(pages))]));
    };
    expect(await codeOf()).toBe('too_many_people');
    expect(pages).toBe(61);
    expect(await codeOf('/data-sync/teachers')).toBe('too_many_people');
    // As many as a school may have, each with a name that the next page says again.
    for (const [last, code] of [
      [500, undefined],
      [501, 'too_many_people'],
    ] as const) {
      pages = 0;
      peer.says = (id, send) => {
        pages += 1;
        const [count, next] = pages === 60 ? [last, null] : [500, pages];
        send(Buffer.concat([...Array(count).fill(answer(id, same)), answer(id, done, nextPage(next))]));
      };
      expect(await codeOf(), `${last}`).toBe(code);
    }
    // No line is left open, whatever came of it.
    peer.says = null;
    peer.entries = peer.entries.map((entry) => ({ ...entry, password: 'another one' }));
    expect(await codeOf()).toBe('directory_refuses_us');
    await vi.waitFor(() => expect(peer.lines).toBe(0));
    peer.entries = toPeerEntries(ENTRIES);
    expect((await read()).counts?.new).toBe(1);
  });

  it('is read once at a time by a school, and by another meanwhile', async () => {
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    peer.says = (id, send) => {
      asked.resolve();
      peer.says = (other, sendOther) => sendOther(answer(other, done));
      void held.promise.then(() => send(answer(id, done)));
    };
    const first = codeOf();
    await asked.promise;
    expect(await codeOf('/data-sync/teachers')).toBe('import_busy');
    const other = await buildSchool(server.test.database.kysely, `finch-${schools}`);
    await buildUser(server.test.database.kysely, other.id, 'admin', 'ADMIN');
    const token = await signIn(server, other.slink, 'admin');
    const theirs = (method: string, path: string, body?: object) =>
      server.request(method, `/v1/schools/${other.id}${path}`, { token, ...(body && { body }) });
    const settings = {
      ...directoryDraft(peerAddress()),
      is_on: true,
      passwords: 'EVERYBODY',
      password: PASSWORD,
      updated_at: null,
    };
    await theirs('PUT', '/auth-driver/settings', settings);
    await theirs('PUT', '/auth-driver/sources', { sources: [SOURCES.teachers], updated_at: null });
    expect((await theirs('POST', '/data-sync')).body.error.code).toBe('nobody_found');
    held.resolve();
    expect(await first).toBe('nobody_found');
    peer.says = null;
    expect((await read('/data-sync/teachers')).counts?.new).toBe(1);
  });

  it('brings neither a second line nor a long one into the list, and says no more than it has to of a value', async () => {
    const [first] = toPeerEntries(ENTRIES).filter(({ dn }) => dn.startsWith('uid=t1'));
    if (!first) throw new Error('nobody');
    const called = (uid: string, sn: string) => ({
      ...first,
      dn: `uid=${uid},${TEACHERS}`,
      attributes: { ...first.attributes, uid: [uid], sn: [sn] },
    });
    peer.entries = [
      ...toPeerEntries(ENTRIES),
      called('t2', 'Zwei\r\nstudent,x9,"Drei",Vier'),
      called('t3', 'L'.repeat(60_000)),
    ];
    const run = await read();
    expect((run.counts?.new ?? 0) + (run.counts?.rejected ?? 0)).toBe(3);
    expect((await linesOf(importing, '')).map(({ type }) => type)).not.toContain('STUDENT');
    const { dn } = first;
    peer.entries = peer.entries.map((one) =>
      one.dn === dn ? { ...one, attributes: { ...one.attributes, ou: ['v'.repeat(60_000)] } } : one,
    );
    await say([SOURCES.teachers, { ...SOURCES.teachers, class: 'ou', class_pattern: 'cn={class}' }]);
    const issue = await messageOf();
    expect(issue.path).toBe('body.sources.1.class_pattern');
    expect(issue.message.length).toBeLessThan(2_000);
  });

  it('is told nothing about by the log but the number of the answer', async () => {
    using warn = vi.spyOn(silentLog, 'warn');
    peer.entries = peer.entries.map((entry) => ({ ...entry, password: 'another one' }));
    expect(await codeOf()).toBe('directory_refuses_us');
    const said = JSON.stringify(warn.mock.calls);
    expect(said).toContain('people could not be read');
    for (const word of [SERVICE.dn, SERVICE.password, TEACHERS, '52e', `${peer.port}`])
      expect(said).not.toContain(word);
  });
});

it('a fault of the second place is said of it, also where only the teachers are read', async () => {
  await connect(peerAddress());
  await say([SOURCES.pupils, { ...SOURCES.teachers, base_dn: 'ou=nowhere,dc=school,dc=example' }]);
  expect((await call('POST', '/data-sync/teachers')).body.error.issues[0].path).toBe('body.sources.1.base_dn');
});

const newestState = async () => (await call('GET', '/csv-users/status')).body.data?.state ?? null;

describe('the places of a directory', () => {
  it('are kept as they were said, and a colleague’s change is not overwritten [T-7.123]', async () => {
    await connect(peerAddress());
    const saved = await say([SOURCES.pupils, { ...SOURCES.teachers, base_dn: `  ${TEACHERS} ` }]);
    expect(saved.body.data).toMatchObject({
      sources: [SOURCES.pupils, SOURCES.teachers],
      directory: 'Schulserver',
      can: { update: 1, read: 1 },
    });
    const former = saved.body.data.updated_at;
    expect((await say([SOURCES.teachers])).status).toBe(200);
    for (const updated_at of [former, null]) {
      const late = await call('PUT', '/auth-driver/sources', { sources: [], updated_at });
      expect(late.body.error.code).toBe('conflict');
    }
    expect((await call('GET', '/auth-driver/sources')).body.data.sources).toEqual([SOURCES.teachers]);
    const { rows } = await server.test.database.pool.query(
      `select count(*)::int as count from audit_log where school_id = ${school.id} and entity = 'data_sync_sources'`,
    );
    expect(rows).toEqual([{ count: 2 }]);
  });

  it('are refused with the field where they cannot be asked', async () => {
    const wrong = [
      [{ filter: '(objectClass=person' }, 'filter'],
      [{ filter: 'objectClass=person' }, 'filter'],
      [{ filter: '(a=b)(c=d)' }, 'filter'],
      [{ filter: '(&)' }, 'filter'],
      [{ filter: '(cn=\\zz)' }, 'filter'],
      [{ external_id: 'user id' }, 'external_id'],
      [{ email: 'mail;lang' }, 'email'],
      [{ firstname: 'userPassword' }, 'firstname'],
      [{ birth_date: 'unicodePwd' }, 'birth_date'],
      [{ class_pattern: 'cn=*' }, 'class_pattern'],
      [{ class_pattern: '{class}-{class}' }, 'class_pattern'],
      [{ class: null }, 'class_pattern'],
    ] as const;
    for (const [change, field] of wrong) {
      const answer = await say([SOURCES.teachers, { ...SOURCES.pupils, ...change }]);
      expect(answer.status, JSON.stringify(change)).toBe(422);
      expect(answer.body.error.issues[0]).toMatchObject({ path: `body.sources.1.${field}` });
      expect(answer.body.error.issues[0].message).not.toBe('');
    }
    expect((await say(Array(11).fill(SOURCES.pupils))).status).toBe(422);
    expect((await say(Array(10).fill(SOURCES.pupils))).status).toBe(200);
  });

  it('are decided by administrators alone, and read by whoever manages people', async () => {
    const { kysely } = server.test.database;
    const office = await buildUser(kysely, school.id, 'office', 'EMPLOYEE');
    await kysely
      .insertInto('user_permissions')
      .values(
        ['manage-users', 'edit-school'].map((permission) => ({
          school_id: school.id,
          user_id: office.id,
          permission,
          is_allowed: true,
        })),
      )
      .execute();
    await connect(peerAddress());
    const { updated_at } = (await say([SOURCES.teachers])).body.data;
    const token = await signIn(server, school.slink, 'office');
    const seen = await call('GET', '/auth-driver/sources', undefined, token);
    expect(seen.body.data.can).toEqual({ update: 0, read: 1 });
    expect((await call('PUT', '/auth-driver/sources', { sources: [], updated_at }, token)).status).toBe(403);
    expect((await call('POST', '/data-sync', undefined, token)).status).toBe(200);
  });
});
