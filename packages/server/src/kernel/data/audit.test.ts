import { PERMISSION_ACTION, toAuditName } from '@kreide/core/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, namedForTests, type TestDatabase } from '../../../../../tests/support/database.ts';
import { buildSchool, buildUser } from '../../../../../tests/support/people.ts';
import { checkAudit } from '../../commands/audit.ts';
import { type AuditEntry, appendAudit, forgetAudit, verifyAudit } from './audit.ts';
import { openDatabase } from './database.ts';

const NOW = new Date('2026-11-18T09:10:00.123Z');
let test: TestDatabase;
let owner: ReturnType<typeof openDatabase>;
let school_id: number;

beforeAll(async () => {
  test = await createTestDatabase();
  owner = openDatabase(namedForTests(test.ownerConnectionString), { poolSize: 2 });
  school_id = (await buildSchool(test.database.kysely, 'amsel')).id;
});
afterAll(async () => {
  await owner.close();
  await test.drop();
});

const entry = (id: number, values: Partial<AuditEntry> = {}): AuditEntry => ({
  school_id,
  origin: 'session',
  user_id: 7,
  address: '203.0.113.9',
  request_id: 'r-1',
  action: 'news:audit.create',
  entity: 'news',
  id,
  before: null,
  after: { title: `News ${id}` },
  now: NOW,
  ...values,
});
const add = (...entries: AuditEntry[]) => appendAudit(test.database.kysely, entries);
const rowsOf = (id = school_id) =>
  test.database.kysely.selectFrom('audit_log').selectAll().where('school_id', '=', id).orderBy('seq').execute();

/** Changes what the triggers keep from being changed, as somebody with the owner's password could. */
async function tamper(statement: string): Promise<void> {
  const client = await owner.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(statement);
  } finally {
    await client.query('reset session_replication_role');
    client.release();
  }
}

describe('the audit log', () => {
  it('says who changed which record when, from where, with before and after [D-4.11]', async () => {
    await add(
      entry(1),
      entry(1, { action: 'news:audit.update', before: { title: 'News 1' }, after: { title: 'Zwei' } }),
    );
    expect(await rowsOf()).toMatchObject([
      {
        seq: 1,
        at: NOW.toISOString(),
        origin: 'session',
        user_id: 7,
        address: '203.0.113.9',
        request_id: 'r-1',
        action: 'news.create',
        entity: 'news',
        entity_id: '1',
        before: null,
        after: { title: 'News 1' },
      },
      { seq: 2, action: 'news.update', before: { title: 'News 1' }, after: { title: 'Zwei' } },
    ]);
  });

  it('leaves out what changed nothing, and keeps what has no values', async () => {
    const before = (await rowsOf()).length;
    await add(entry(1, { before: { title: 'a' }, after: { title: 'a' } }), entry(1, { after: null }));
    expect((await rowsOf()).slice(before)).toMatchObject([{ before: null, after: null }]);
  });

  it('is rolled back with its change, and leaves no gap', async () => {
    const before = await rowsOf();
    const failed = test.database.kysely.transaction().execute(async (trx) => {
      await appendAudit(trx, [entry(2)]);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    await add(entry(3));
    expect((await rowsOf()).at(-1)).toMatchObject({ seq: before.length + 1, entity_id: '3' });
  });

  it('numbers concurrent changes of a school one after the other, in one chain', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, index) => add(entry(100 + index), entry(200 + index))));
    const rows = await rowsOf();
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
    expect(await verifyAudit(test.database.kysely)).toEqual({
      chains: [{ school_id, rows: rows.length, head: rows.at(-1)?.hash.toString('hex') }],
      breaches: [],
    });
  });

  it.each([
    "update audit_log set action = 'x' where school_id = 1",
    'delete from audit_log where school_id = 1',
    'truncate audit_log',
    'delete from audit_heads where school_id = 1',
    'truncate audit_heads',
  ])('is only added to, whoever says %s', async (statement) => {
    await expect(test.database.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
    await expect(owner.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('the role of the server can neither move the end of a chain nor touch tables, and is no superuser', async () => {
    const { pool } = test.database;
    await expect(pool.query('update audit_heads set seq = 1')).rejects.toMatchObject({ code: '42501' });
    await expect(pool.query('alter table audit_log disable trigger all')).rejects.toMatchObject({ code: '42501' });
    await expect(pool.query('set session_replication_role = replica')).rejects.toMatchObject({ code: '42501' });
    await expect(pool.query('create table mine (id int)')).rejects.toMatchObject({ code: '42501' });
    const { rows } = await pool.query('select rolsuper, rolcreaterole from pg_roles where rolname = current_user');
    expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false }]);
  });

  it('records a right that is changed by hand', async () => {
    const { kysely } = test.database;
    const key = { school_id, role: 'TEACHER', permission: 'manage-news' } as const;
    await kysely
      .insertInto('role_permissions')
      .values({ ...key, is_allowed: true })
      .execute();
    await kysely
      .updateTable('role_permissions')
      .set({ is_allowed: false })
      .where('school_id', '=', school_id)
      .execute();
    const user = await buildUser(kysely, school_id, 'ada', 'STUDENT');
    const ofUser = { school_id, user_id: user.id, permission: 'view-news' };
    await kysely
      .insertInto('user_permissions')
      .values({ ...ofUser, is_allowed: false })
      .execute();
    await kysely.deleteFrom('user_permissions').where('school_id', '=', school_id).execute();
    const rows = (await rowsOf()).slice(-4);
    expect(rows).toMatchObject([
      {
        origin: 'operator',
        action: toAuditName(PERMISSION_ACTION),
        entity: 'roles',
        entity_id: 'TEACHER',
        before: null,
      },
      { before: { 'manage-news': true }, after: { 'manage-news': false } },
      { entity: 'users', entity_id: `${user.id}`, before: null, after: { 'view-news': false } },
      { before: { 'view-news': false }, after: null },
    ]);
  });
});

describe('a school that forgets the beginning of its log', () => {
  const AGES = ['2020-01-01', '2020-02-01', '2025-01-01', '2025-02-01'];
  async function build(slink: string): Promise<number> {
    const { id } = await buildSchool(test.database.kysely, slink);
    for (const [index, day] of AGES.entries())
      await add(entry(index, { school_id: id, now: new Date(`${day}T00:00:00Z`) }));
    return id;
  }
  const forget = (id: number, before: string) => forgetAudit(test.database.kysely, id, new Date(before));
  const verify = async (id: number) => {
    const { chains, breaches } = await verifyAudit(test.database.kysely);
    const isOf = (one: { school_id: number }) => one.school_id === id;
    return { rows: chains.find(isOf)?.rows, breaches: breaches.filter(isOf) };
  };

  it('keeps the rest in one chain that is verified, and goes on with it [D-6.08] [D-4.11]', async () => {
    const id = await build('forgetting');
    expect(await forget(id, '2024-01-01')).toBe(2);
    expect((await rowsOf(id)).map(({ seq }) => seq)).toEqual([3, 4]);
    expect(await verify(id)).toEqual({ rows: 2, breaches: [] });
    await add(entry(9, { school_id: id }));
    expect(await forget(id, '2024-01-01')).toBe(0);
    expect(await verify(id)).toEqual({ rows: 3, breaches: [] });
    await tamper(`delete from audit_log where school_id = ${id} and seq = 3`);
    expect((await verify(id)).breaches).toMatchObject([{ seq: 3, reason: 'missing' }]);
  });

  it('never forgets what is younger than half a year, nor the last row, and leaves the log closed', async () => {
    const id = await build('young');
    await add(entry(9, { school_id: id, now: new Date() }));
    expect(await forget(id, '2099-01-01')).toBe(4);
    expect((await rowsOf(id)).length).toBe(1);
    const old = await build('old');
    expect(await forget(old, '2099-01-01')).toBe(3);
    expect((await rowsOf(old)).map(({ seq }) => seq)).toEqual([4]);
    await expect(test.database.pool.query('delete from audit_log')).rejects.toMatchObject({ code: '42501' });
    await expect(owner.pool.query('delete from audit_log')).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the check of the audit log finds', () => {
  /** A school of its own with five rows, tampered with. */
  async function breachesAfter(slink: string, statement: (id: number) => string) {
    const { id } = await buildSchool(test.database.kysely, slink);
    for (let index = 1; index <= 5; index += 1) await add(entry(index, { school_id: id }));
    await tamper(statement(id));
    const { breaches } = await verifyAudit(test.database.kysely);
    return breaches.filter(({ school_id: of }) => of === id).map(({ seq, reason }) => ({ seq, reason }));
  }

  it.each(['at', 'origin', 'user_id', 'address', 'request_id', 'action', 'entity', 'entity_id', 'before', 'after'])(
    'a changed %s',
    async (column) => {
      const value = { at: 'now()', origin: "'system'", user_id: '8', before: `'{"a": 1}'`, after: `'{"a": 1}'` }[
        column
      ];
      expect(
        await breachesAfter(
          `changed-${column.replace('_', '-')}`,
          (id) => `update audit_log set ${column} = ${value ?? "'other'"} where school_id = ${id} and seq = 3`,
        ),
      ).toEqual([{ seq: 3, reason: 'changed' }]);
    },
  );

  it('a changed row whose hash was computed anew, by the row after it', async () => {
    const statement = (id: number) =>
      `update audit_log set user_id = 8 where school_id = ${id} and seq = 3;
       update audit_log entry set hash = kreide_audit_hash(entry) where school_id = ${id} and seq = 3`;
    expect(await breachesAfter('rehashed', statement)).toEqual([{ seq: 4, reason: 'changed' }]);
  });

  it.each([
    ['first', 1],
    ['middle', 3],
  ])('a missing %s row', async (name, seq) => {
    const statement = (id: number) => `delete from audit_log where school_id = ${id} and seq = ${seq}`;
    expect(await breachesAfter(`missing-${name}`, statement)).toEqual([{ seq, reason: 'missing' }]);
  });

  it('a missing end, and an emptied log', async () => {
    const end = (id: number) => `delete from audit_log where school_id = ${id} and seq > 3`;
    expect(await breachesAfter('end', end)).toEqual([{ seq: 4, reason: 'cut_off' }]);
    const all = (id: number) => `delete from audit_log where school_id = ${id}`;
    expect(await breachesAfter('all', all)).toEqual([{ seq: 1, reason: 'cut_off' }]);
  });

  it('a missing head', async () => {
    const statement = (id: number) => `delete from audit_heads where school_id = ${id}`;
    expect(await breachesAfter('headless', statement)).toEqual([{ seq: 1, reason: 'cut_off' }]);
  });
});

it('takes what changes thousands of people at once, and numbers all of it [D-4.11]', async () => {
  const { id } = await buildSchool(test.database.kysely, 'big');
  await add(...Array.from({ length: 4700 }, (_, index) => entry(index + 1, { school_id: id })));
  const { count } = test.database.kysely.fn;
  const rows = test.database.kysely.selectFrom('audit_log').where('school_id', '=', id);
  expect(await rows.select([count<number>('seq').as('rows')]).executeTakeFirst()).toEqual({ rows: 4700 });
});

it('the check says in words, school by school, which chains are whole and which are broken [D-4.11]', async () => {
  const { lines, problems } = await checkAudit(test.database.kysely);
  expect(lines.find((line) => line.startsWith('amsel:'))).toMatch(/^amsel: \d+ rows, head [0-9a-f]{64}$/);
  expect(problems).toContain('changed-at: row 3 was changed after it had been written.');
  expect(problems).toContain('missing-first: row 1 is missing.');
  expect(problems).toContain('end: the log ends before row 4, which has been written.');
});
