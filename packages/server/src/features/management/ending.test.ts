import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SCHOOL_END_DAYS } from '@kreide/core/features/management';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD, startDemoServer } from '../../../../../tests/support/demo.ts';
import { signIn } from '../../../../../tests/support/people.ts';
import { buildContract } from '../../../../../tests/support/quotations.ts';
import { TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { listInOrder } from '../../kernel/data/school-rows.ts';

const DAY = 86_400_000;

let server: TestServer;
let id: number;
let token: string;
beforeAll(async () => {
  server = await startDemoServer();
  const { rows } = await pool().query(`select id from schools where slink = 'demo'`);
  id = rows[0].id;
  token = await enter('admin');
});
afterAll(() => server.stop());

const pool = () => server.test.database.pool;
/** So many days after the first, with a session of that day. */
async function waitFor(days: number): Promise<void> {
  server.clock.set(new Date(Date.parse(TEST_NOW) + days * DAY));
  token = await enter('admin');
}

const enter = (username: string) => signIn(server, 'demo', username, DEMO_PASSWORD);
const ask = (method: string, body?: unknown, using = token) =>
  server.request(method, `/v1/schools/${id}/end`, { token: using, body });

/** The number of rows of a school in every table that says of which school a row is. */
async function countRows(school: number): Promise<Record<string, number>> {
  const tables = await listInOrder(server.test.database.kysely);
  const parts = tables.map(
    (name) => `select '${name}' as name, count(*)::int as number from ${name} where school_id = $1`,
  );
  const { rows } = await pool().query(parts.join(' union all '), [school]);
  return Object.fromEntries(rows.filter(({ number }) => number > 0).map(({ name, number }) => [name, number]));
}
const listStored = async () =>
  (await readdir(join(server.dataFolder, 'files'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .filter((name) => name.includes('-'));
/** Runs the hourly job and waits until it has been there. */
async function runHourly(isThere: () => Promise<boolean>): Promise<void> {
  await pool().query(`select graphile_worker.add_job('management:end', '{}')`);
  await expect.poll(isThere).toBe(true);
}
const isGone = async () => (await pool().query('select from schools where id = $1', [id])).rowCount === 0;

describe('the end of a school', () => {
  it('is ordered by its typed name, by administrators only, told to them and to everybody, and taken back [D-6.08]', async () => {
    const teacher = await enter('teacher');
    for (const method of ['GET', 'DELETE']) expect((await ask(method, undefined, teacher)).status).toBe(403);
    expect((await ask('POST', { name: 'x' }, teacher)).status).toBe(403);
    const before = (await ask('GET')).body.data;
    expect(before).toMatchObject({ ordered: null, people: expect.any(Number) });
    expect((await ask('DELETE')).status).toBe(404);
    const refused = await ask('POST', { name: `${before.name}x` });
    expect(refused).toMatchObject({ status: 422, body: { error: { issues: [{ path: 'body.name' }] } } });

    const ordered = await ask('POST', { name: ` ${before.name.toUpperCase()} ` });
    const ends_at = new Date(Date.parse(TEST_NOW) + SCHOOL_END_DAYS * DAY).toISOString();
    expect(ordered).toMatchObject({ status: 200, body: { data: { ordered: { ends_at } } } });
    expect((await ask('POST', { name: before.name })).body.error.code).toBe('end_ordered');
    const self = await server.request('GET', '/v1/users/self', { token: teacher });
    expect(self.body.data.school.ends_at).toBe(ends_at);

    await waitFor(SCHOOL_END_DAYS - 0.001);
    expect((await ask('DELETE')).body.data.ordered).toBeNull();
    await waitFor(0);
    const { rows } = await pool().query(
      `select action, before, after from audit_log where school_id = $1 and action like 'management.%End' order by seq`,
      [id],
    );
    expect(rows).toEqual([
      { action: 'management.orderEnd', before: { ends_at: null }, after: { ends_at } },
      { action: 'management.cancelEnd', before: { ends_at }, after: { ends_at: null } },
    ]);
  });

  it('leaves nothing behind: no row, no file, no log; the other school keeps all, and the operator the invoices', async () => {
    const { rows: others } = await pool().query('select id from schools where id <> $1', [id]);
    const contract = await buildContract(server.test.database.kysely, id);
    await pool().query(
      `insert into invoices (school_id, year, serial, contract_uuid, issued_on, due_on, recipient)
       values ($1, 2026, 1, $2, '2026-11-18', '2026-12-18', array['Schulverein'])`,
      [id, contract],
    );
    await pool().query(
      `insert into leads (school_id, source, source_key, name, state, made_school_id, activated_at, created_at, fetched_at, updated_at)
       values ($1, 'outside', '1', 'x', 'activated', $2, now(), now(), now(), now())`,
      [others[0].id, id],
    );
    const name = (await ask('GET')).body.data.name;
    await ask('POST', { name });
    // Told again a week before, once.
    await waitFor(SCHOOL_END_DAYS - 6);
    const warned = async () =>
      (await pool().query('select end_told_days as days from schools where id = $1', [id])).rows[0]?.days === 7;
    await runHourly(warned);
    const kept = new Map<number, Record<string, number>>();
    for (const other of others) kept.set(other.id, await countRows(other.id));
    const stored = (await listStored()).length;
    expect(Object.keys(await countRows(id)).length).toBeGreaterThan(50);

    // Not a moment before its time; from then on nobody takes it back.
    await waitFor(SCHOOL_END_DAYS);
    expect((await ask('DELETE')).body.error.code).toBe('end_over');
    await runHourly(isGone);
    expect(await countRows(id)).toEqual({});
    expect((await ask('GET')).status).toBe(401);
    for (const [other, numbers] of kept) expect(await countRows(other)).toEqual(numbers);
    const known = await pool().query('select uuid from files');
    const left = await listStored();
    expect(left.length).toBeLessThan(stored);
    expect(left.toSorted()).toEqual(known.rows.map(({ uuid }) => uuid).toSorted());
    const { rows } = await pool().query('select school, keep_until::text, content from kept_invoices');
    expect(rows).toMatchObject([
      {
        school: name,
        keep_until: '2036-12-31',
        content: { contract: {}, quotation: {}, invoice: { recipient: expect.any(Array) } },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('school_id');
  });
});
