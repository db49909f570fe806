import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { SCHOOL_END_DAYS } from '@kreide/core/features/management';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { buildContract } from '../../../../../tests/support/quotations.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { countWaiting } from '../../../../../tests/support/waiting.ts';
import { appendAudit, endAudit } from '../../kernel/data/audit.ts';
import { createLocalStore, type FileStore } from '../../kernel/files/index.ts';
import { silentLog } from '../../kernel/log.ts';
import { createEnding, endSchool } from './ending.ts';

const DAY = 86_400_000;
const START = Date.parse(TEST_NOW);
const END = START + SCHOOL_END_DAYS * DAY;

let server: TestServer;
let store: FileStore;
beforeAll(async () => {
  server = await startTestServer();
  store = await createLocalStore(join(server.dataFolder, 'files'), new Date());
});
afterAll(() => server.stop());

const db = () => server.test.database.kysely;
const run = async (text: string, values: unknown[] = []) => (await server.test.database.pool.query(text, values)).rows;
/** A school with an administrator, whose end is ordered for that time. */
async function build(slink: string, ends_at: number | null = END): Promise<BuiltSchool> {
  const school = await buildSchool(db(), slink);
  await buildUser(db(), school.id, 'admin', 'ADMIN');
  const at = ends_at === null ? null : new Date(ends_at);
  await run('update schools set end_ordered_at = $2, ends_at = $3 where id = $1', [
    school.id,
    at && new Date(Math.min(START, at.getTime() - 1)),
    at,
  ]);
  return school;
}
async function addContent(): Promise<string> {
  const uuid = randomUUID();
  await store.put(uuid, Readable.from([Buffer.from('x')]), 10);
  return uuid;
}
/** A file with its content. */
async function addFile(school_id: number): Promise<string> {
  const uuid = await addContent();
  await run(
    `insert into files (school_id, uuid, name, mime, size, sha256) values ($1, $2, 'x', 'text/plain', 1, 'x')`,
    [school_id, uuid],
  );
  return uuid;
}
const isThere = async (id: number) => (await run('select from schools where id = $1', [id])).length > 0;
/** Runs the hourly job at that time until it has ended. */
async function runAt(time: number): Promise<void> {
  server.clock.set(new Date(time));
  await run(`select graphile_worker.add_job('management:end', '{}')`);
  await expect
    .poll(() => run(`select last_error from graphile_worker.jobs where task_identifier = 'management:end'`))
    .toEqual([]);
}
const toldTo = async (id: number) =>
  (await run(`select content from messages where school_id = $1 and type = 'NC_EVENT' order by seq`, [id])).map(
    ({ content }) => content.split('\n')[0],
  );

it('administrators are told of an order that nobody told of, and a week and a day before the end, once each', async () => {
  const { id } = await build('amsel');
  const ordered = 'School amsel wird am 18. Dezember 2026 gelöscht';
  const warned = 'Bald wird School amsel gelöscht: am 18. Dezember 2026';
  for (const [left, times] of [
    [20 * DAY, 0],
    [7 * DAY + 1, 0],
    [7 * DAY, 1],
    [7 * DAY - 1, 1],
    [DAY + 1, 1],
    [DAY, 2],
    [1, 2],
  ] as const) {
    await runAt(END - left);
    expect(await toldTo(id), String(left)).toEqual([ordered, ...Array.from({ length: times }, () => warned)]);
  }
  expect(await isThere(id)).toBe(true);
  await runAt(END);
  expect(await isThere(id)).toBe(false);
});

it('the order and its taking back are told with the day at the school, and warn anew with the next one', async () => {
  const { id } = await build('meise', null);
  await run(`update schools set time_zone = 'Pacific/Auckland' where id = $1`, [id]);
  server.clock.set(new Date(START + 4 * 3_600_000));
  const token = await signIn(server, 'meise', 'admin');
  const ask = (method: string, body?: object) => server.request(method, `/v1/schools/${id}/end`, { token, body });
  await ask('POST', { name: 'School meise' });
  const said = [
    'School meise wird am 19. Dezember 2026 gelöscht',
    'Bald wird School meise gelöscht: am 19. Dezember 2026',
  ];
  await run('update schools set end_told_days = 1 where id = $1', [id]);
  expect((await ask('DELETE')).status).toBe(200);
  expect(await toldTo(id)).toEqual([said[0], 'School meise bleibt']);
  await ask('POST', { name: 'School meise' });
  await runAt(START + DAY);
  await runAt(END - 6 * DAY);
  expect((await toldTo(id)).slice(2)).toEqual(said);
  await run('delete from messages where school_id = $1', [id]);
  await run('update schools set end_ordered_at = null, ends_at = null where id = $1', [id]);
});

it('nobody else reads, orders or takes back the end: not the office that edits the school, not another school', async () => {
  const [own, other] = [await build('fink'), await build('star')];
  server.clock.set(new Date(START));
  const office = await buildUser(db(), own.id, 'office', 'EMPLOYEE');
  const right = { school_id: own.id, user_id: office.id, permission: 'edit-school' };
  await db()
    .insertInto('user_permissions')
    .values({ ...right, is_allowed: true })
    .execute();
  const tokens = { office: await signIn(server, 'fink', 'office'), admin: await signIn(server, 'fink', 'admin') };
  const askAll = async (token: string, id: number) => {
    const path = `/v1/schools/${id}/end`;
    const answers = [
      await server.request('GET', path, { token }),
      await server.request('POST', path, { token, body: { name: 'School star' } }),
      await server.request('DELETE', path, { token }),
    ];
    return answers.map(({ status }) => status);
  };
  expect(await askAll(tokens.office, own.id)).toEqual([403, 403, 403]);
  expect(await askAll(tokens.admin, other.id)).toEqual([404, 404, 404]);
});

it('of two who order the end at once, or take it back, one does, and all are told once', async () => {
  const { id } = await build('drossel', null);
  server.clock.set(new Date(START));
  const token = await signIn(server, 'drossel', 'admin');
  const path = `/v1/schools/${id}/end`;
  const { pool } = server.test.database;
  const askTwice = async (method: string, body?: object) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('select from schools where id = $1 for update', [id]);
      const answers = [1, 2].map(() => server.request(method, path, { token, body }));
      await expect.poll(() => countWaiting(pool)).toBe(2);
      await client.query('commit');
      return (await Promise.all(answers)).map(({ status }) => status).toSorted();
    } finally {
      client.release();
    }
  };
  expect(await askTwice('POST', { name: 'School drossel' })).toEqual([200, 409]);
  expect(await askTwice('DELETE')).toEqual([200, 404]);
  expect(await toldTo(id)).toHaveLength(2);
});

it('who takes the end back while the school is being closed is too late', async () => {
  const { id } = await build('specht');
  server.clock.set(new Date(END - 1));
  const token = await signIn(server, 'specht', 'admin');
  const client = await server.test.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`update schools set state = 'DEACTIVATED' where id = $1`, [id]);
    const answer = server.request('DELETE', `/v1/schools/${id}/end`, { token });
    await expect.poll(() => countWaiting(server.test.database.pool)).toBe(1);
    await client.query('commit');
    expect((await answer).body.error.code).toBe('end_over');
  } finally {
    client.release();
  }
});

it('of two processes one removes a school, and what breaks off in between begins anew', async () => {
  const { id } = await build('taube');
  const files = [await addFile(id), await addFile(id)];
  const failing: FileStore = { ...store, remove: () => Promise.reject(new Error('the disk is away')) };
  const now = new Date(END);
  await expect(endSchool(db(), failing, id, new Date(END - 1))).resolves.toBe(false);
  await expect(endSchool(db(), failing, id, now)).rejects.toThrow('the disk is away');
  expect(await run('select state from schools where id = $1', [id])).toEqual([{ state: 'DEACTIVATED' }]);
  const ended = await Promise.all([1, 2].map(() => endSchool(db(), store, id, now)));
  expect(ended.toSorted()).toEqual([false, true]);
  for (const uuid of files) expect(await store.has(uuid)).toBe(false);
  expect(await endSchool(db(), store, id, now)).toBe(false);
});

it('what is stored while a school is removed goes too, and a school whose end is put off meanwhile stays', async () => {
  const [gone, put] = [await build('kauz'), await build('uhu')];
  const now = new Date(END);
  await addFile(gone.id);
  let late = '';
  const slow: FileStore = {
    ...store,
    async remove(uuid) {
      if (late === '') late = await addFile(gone.id);
      await store.remove(uuid);
    },
  };
  expect(await endSchool(db(), slow, gone.id, now)).toBe(true);
  expect([late !== '', await store.has(late)]).toEqual([true, false]);

  await addFile(put.id);
  const putOff: FileStore = {
    ...store,
    remove: async () => void (await run('update schools set ends_at = $2 where id = $1', [put.id, new Date(END + 1)])),
  };
  expect(await endSchool(db(), putOff, put.id, now)).toBe(false);
  expect(await isThere(put.id)).toBe(true);
});

it('a school that cannot be removed holds up no other', async () => {
  const [stuck, next] = [await build('geier', END - 2000), await build('adler', END - 1000)];
  const contract = await buildContract(db(), stuck.id);
  await run(
    `insert into invoices (school_id, year, serial, contract_uuid, issued_on, due_on, recipient)
     values ($1, 2026, 7, $2, '2026-11-18', '2026-12-18', array['Schulverein'])`,
    [stuck.id, contract],
  );
  await run(
    `insert into kept_invoices (year, serial, school, issued_on, content, keep_until)
     values (2026, 7, 'x', '2026-11-18', '{}', '2036-12-31')`,
  );
  server.clock.set(new Date(END));
  const planChanged = vi.fn();
  const parts = { database: server.test.database, store, clock: server.clock, log: silentLog, planChanged };
  const [ending] = createEnding({ ...parts, tellAdministrators: vi.fn() }).tasks;
  await ending?.run({}, {} as never);
  expect([await isThere(stuck.id), await isThere(next.id)]).toEqual([true, false]);
  const changed = planChanged.mock.calls.flat();
  expect([changed.includes(next.id), changed.includes(stuck.id)]).toEqual([true, false]);
});

it('what tables hold in the store besides the files goes with their school only, and mails that wait with it', async () => {
  const [gone, other] = [await build('pirol'), await build('zeisig')];
  const contents: Record<string, string[]> = {};
  for (const { id, yearId } of [gone, other]) {
    const [one, listed] = [await addContent(), await addContent()];
    await run(
      `insert into classbook_exports (school_id, school_year_id, begins_at, ends_at, file_uuid, created_at, expires_at)
       values ($1, $2, '2026-11-01', '2026-11-30', $3, now(), now())`,
      [id, yearId, one],
    );
    await run(
      `insert into user_imports (school_id, source, profile, files, created_at) values ($1, 'x', '{}', $2, now())`,
      [id, JSON.stringify([{ name: 'a.csv', size: 1, file_uuid: listed }])],
    );
    await run(
      `insert into mails (school_id, uuid, kind, recipient, content, created_at, not_before, expires_at)
       values ($1, gen_random_uuid(), 'x', 'ada@example.org', '{}', now(), now(), now())`,
      [id],
    );
    contents[id] = [one, listed];
  }
  const has = (id: number) => Promise.all((contents[id] ?? []).map((uuid) => store.has(uuid)));
  expect(await endSchool(db(), store, gone.id, new Date(END))).toBe(true);
  expect([await has(gone.id), await has(other.id)]).toEqual([
    [false, false],
    [true, true],
  ]);
  expect(await run('select school_id from mails where recipient is not null')).toEqual([{ school_id: other.id }]);
});

it('the server ends the log only of a school whose end is ordered, and the guard stands again at once', async () => {
  const [standing, ending] = [await build('ammer', null), await build('gimpel')];
  const entry = { origin: 'system', action: 'news:audit.create', entity: 'news', now: new Date(START) } as const;
  const rows = [standing, ending].map(({ id }) => ({ ...entry, id: 1, school_id: id, after: { title: 'x' } }));
  await appendAudit(db(), rows);
  await expect(endAudit(db(), standing.id)).rejects.toMatchObject({ code: '42501' });
  const counted = await db()
    .transaction()
    .execute(async (trx) => {
      await endAudit(trx, ending.id);
      const { rows: left } =
        await sql`select school_id from audit_heads where school_id = any(${[standing.id, ending.id]})
        union all select school_id from audit_log where school_id = any(${[standing.id, ending.id]})`.execute(trx);
      const { rows: guard } = await sql<{ on: string }>`select current_setting('kreide.ending', true) as on`.execute(
        trx,
      );
      return [left, guard[0]?.on];
    });
  expect(counted).toEqual([[{ school_id: standing.id }, { school_id: standing.id }], '']);
});
