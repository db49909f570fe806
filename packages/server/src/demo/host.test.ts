import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts';
import { type FixedClock, fixedClock } from '../kernel/clock.ts';
import { createLog, silentLog } from '../kernel/log.ts';
import { type DemoHost, startDemo } from './host.ts';

/** Where no database answers: whoever needs one fails. */
const NOWHERE = 'postgresql://kreide@127.0.0.1:1/kreide';

let test: TestDatabase;
let files: string;
let clock: FixedClock;
let changed: number[];
let said: string[];

beforeAll(async () => {
  test = await createTestDatabase();
  files = await mkdtemp(join(tmpdir(), 'kreide-demo-'));
});
afterAll(async () => {
  await test.drop();
  await rm(files, { recursive: true });
});

const host = (rest: Partial<DemoHost> = {}): DemoHost => ({
  kysely: test.database.kysely,
  connectionString: test.connectionString,
  files: { folder: files, s3: null },
  clock,
  log: silentLog,
  changed: (id) => changed.push(id),
  say: (line) => said.push(line),
  ...rest,
});

/** What the first start left. */
let made: Awaited<ReturnType<typeof schools>>;
/** How many messages each school has. */
async function messages(): Promise<Record<string, number>> {
  const { rows } = await test.database.pool.query<{ slink: string; count: number }>(
    'select slink, count(*)::int as count from messages m join schools s on s.id = m.school_id group by slink',
  );
  return Object.fromEntries(rows.map(({ slink, count }) => [slink, count]));
}

const nightly = { now: () => clock.now(), log: silentLog, attempt: 1, isLastAttempt: false };
const schools = () =>
  test.database.kysely.selectFrom('schools').select(['id', 'slink', 'meta']).orderBy('id').execute();

// One demo lives through these in order.
describe('the demo of a server', () => {
  it('that cannot be made ends the start with the reason', async () => {
    clock = fixedClock('2026-11-18T09:10:00Z');
    changed = [];
    said = [];
    await expect(startDemo(host({ connectionString: NOWHERE }))).rejects.toThrow(
      /^The demo could not be made: .*ECONNREFUSED/,
    );
    expect(await schools()).toEqual([]);
  });

  it('that is cut off in the middle of a school keeps those before it whole, and nothing of this one; no time limit of requests cuts it off', async () => {
    await test.asOwner(`create function cut_off() returns trigger language plpgsql as $$ begin
      if current_setting('statement_timeout') <> '0' then
        raise exception 'seeding within %', current_setting('statement_timeout');
      end if;
      if (select slink from schools where id = new.school_id) = 'demo2' then
        raise exception 'canceling statement' using errcode = 'query_canceled';
      end if;
      return new; end $$;
      create trigger cut_off before insert on messages for each row execute function cut_off()`);
    await expect(startDemo(host())).rejects.toThrow('The demo could not be made: canceling statement');
    await test.asOwner('drop function cut_off() cascade');
    made = await schools();
    expect(made.map(({ slink }) => slink)).toEqual(['demo']);
    expect(await messages()).toEqual({ demo: expect.any(Number) });
  });

  it('is made by another process at the first start, which says so, or the rest of it; the next start has nothing to do and needs none', async () => {
    said = [];
    await startDemo(host());
    expect((await schools()).map(({ slink }) => slink)).toEqual(['demo', 'demo2']);
    expect((await schools())[0]).toEqual({ ...made[0], meta: { demo_lived_on: '2026-11-18' } });
    expect(await messages()).toEqual({ demo: expect.any(Number), demo2: expect.any(Number) });
    const { tasks, hints } = await startDemo(host({ connectionString: NOWHERE }));
    const lines = await hints({ url: 'http://127.0.0.1:3000', root: files });
    expect(lines.join('\n')).toContain('admin, teacher, parent, student (password kreide-demo)');
    for (const task of tasks) await task.run({}, { ...nightly, signal: AbortSignal.any([]) });
    expect(changed).toEqual([]);
    expect(said).toEqual(['Filling the demo schools …']);
  });

  it('is moved on by the nightly job in another process, and what this one keeps of the plans is dropped', async () => {
    const { tasks } = await startDemo(host());
    clock.set('2026-11-25T23:05:00Z');
    for (const task of tasks) await task.run({}, { ...nightly, signal: AbortSignal.any([]) });
    expect(changed).toEqual((await schools()).map(({ id }) => id));
    expect((await schools()).map(({ meta }) => meta)).toEqual([
      { demo_lived_on: '2026-11-26' },
      { demo_lived_on: '2026-11-26' },
    ]);
    await expect(
      (async () => {
        clock.set('2026-11-26T23:05:00Z');
        for (const task of tasks) await task.run({}, { ...nightly, signal: AbortSignal.abort(new Error('the end')) });
      })(),
    ).rejects.toThrow('the end');
  });

  it('leaves a school of your own alone that has the short link, and says so', async () => {
    const lines: string[] = [];
    await test.database.kysely.updateTable('schools').set({ is_demo: false }).execute();
    const log = createLog({ json: true, write: (line) => lines.push(line) });
    await startDemo(host({ connectionString: NOWHERE, log }));
    expect(lines.map((line) => JSON.parse(line).slink)).toEqual(['demo', 'demo2']);
  });
});
