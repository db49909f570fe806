import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildEvening } from '../../../../../tests/support/evenings.ts';
import { signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: PlanSchool;
let token: string;
let teachers: Record<string, number>;
let evening: number;
const run = async (text: string, values: unknown[] = []) => (await server.test.database.pool.query(text, values)).rows;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  token = await signIn(server, 'amsel', 'parent');
  const rows = await run('select id, shortcut from teachers where school_id = $1', [school.id]);
  teachers = Object.fromEntries(rows.map(({ id, shortcut }) => [shortcut, Number(id)]));
});
afterAll(() => server.stop());
beforeEach(async () => {
  const of = { school_id: school.id, teachers: Object.values(teachers) };
  evening = (await buildEvening(server.test.database.kysely, of)).id;
});

/** Asks while somebody holds what `lock` takes, and does `meanwhile` before they let it go. */
async function askMeanwhile(
  ask: () => ReturnType<TestServer['request']>,
  [lock, lockValues, meanwhile, values]: [string, unknown[], string, unknown[]],
) {
  const other = await server.test.database.pool.connect();
  try {
    await other.query('begin');
    await other.query(lock, lockValues);
    const asked = ask();
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await run(waiting)).length, { timeout: 20_000 }).toBe(1);
    await other.query(meanwhile, values);
    await other.query('commit');
    return (await asked).body.error?.code ?? 'booked';
  } finally {
    other.release();
  }
}

/** Books with Frau Berg at 16:10 meanwhile. */
const bookMeanwhile = (...held: [string, unknown[], string, unknown[]]) =>
  askMeanwhile(() => {
    const body = { teacher_id: teachers.Bg, child_id: school.users.ada, starts_at: '16:10' };
    return server.request('POST', `/v1/parents-evenings/${evening}/bookings`, { token, body });
  }, held);

const BOOK = `insert into parents_evening_bookings (school_id, evening_id, teacher_id, child_id, starts_at, is_invited, state, updated_at)
  values ($1, $2, $3, $4, '16:00', false, 'booked', now())`;
const LOCK = 'select 1 from users where school_id = $1 and id = $2 for update';

it('what the family books meanwhile counts: the way from it is kept', async () => {
  const { ada } = school.users;
  const values = [school.id, evening, teachers.Li, ada];
  expect(await bookMeanwhile(LOCK, [school.id, ada], BOOK, values)).toBe('slot_clash');
});

it('so does what a sibling books, as the same parent goes there', async () => {
  const { ada, ben, parent } = school.users;
  const byParent = BOOK.replace('state, updated_at', 'state, updated_at, parent_id').replace('now())', 'now(), $5)');
  const values = [school.id, evening, teachers.Li, ben, parent];
  expect(await bookMeanwhile(LOCK, [school.id, ada], byParent, values)).toBe('slot_clash');
});

it('and a break that the teacher makes meanwhile', async () => {
  const lock = 'select 1 from parents_evening_teachers where evening_id = $1 and teacher_id = $2 for update';
  const pause = `insert into parents_evening_breaks (school_id, evening_id, teacher_id, begins_at, ends_at) values ($1, $2, $3, '16:10', '16:20')`;
  const values = [school.id, evening, teachers.Bg];
  expect(await bookMeanwhile(lock, [evening, teachers.Bg], pause, values)).toBe('slot_taken');
});

it('and the end of the evening itself', async () => {
  const lock = 'select 1 from parents_evenings where id = $1 for update';
  const cancel = `update parents_evenings set state = 'cancelled' where id = $1`;
  expect(await bookMeanwhile(lock, [evening], cancel, [evening])).toBe('evening_closed');
});

it('a wish comes too late for an allocation that goes on', async () => {
  const of = { school_id: school.id, teachers: Object.values(teachers) };
  evening = (await buildEvening(server.test.database.kysely, of, { mode: 'wishes' })).id;
  const ask = () => {
    const body = { teacher_ids: [teachers.Bg], begins_at: null, ends_at: null, updated_at: null };
    const path = `/v1/parents-evenings/${evening}/children/${school.users.ada}/wishes`;
    return server.request('PUT', path, { token, body });
  };
  const lock = 'select 1 from parents_evenings where id = $1 for update';
  const allocated = 'update parents_evenings set allocated_at = now() where id = $1';
  expect(await askMeanwhile(ask, [lock, [evening], allocated, [evening]])).toBe('evening_closed');
  expect(await run('select 1 from parents_evening_wishes')).toEqual([]);
});
