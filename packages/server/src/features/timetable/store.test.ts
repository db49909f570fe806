import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collectGarbage } from '../../../../../tests/support/garbage.ts';
import { buildSchool } from '../../../../../tests/support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { createPlanStore, PLAN_CHANNEL, type PlanStore } from './store.ts';

const URL = '/v1/timetables/entities/grades/1?begins_at=2026-11-16';

let server: TestServer;
let school: PlanSchool;
let plans: PlanStore;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
});
beforeEach(() => {
  plans = createPlanStore(server.test.database.kysely);
});
afterAll(() => server.stop());

async function read(store = plans) {
  const [entity, id] = ['grades', school.gradeId] as const;
  const range = { begins_at: '2026-11-16', ends_at: '2026-11-20' };
  const heading = { entity, id, displayname: '10b' };
  const answer = await store.read(school.id, { entity, id }, range, { kind: 'member' }, () => heading);
  if (!answer) throw new Error('The school has a plan');
  return answer;
}

/** Reads, caches the answer for a reader and keeps no reference to it. */
async function readAs(reader: { school_id: number }, url: string) {
  const answer = await read();
  plans.remember(reader, url, answer);
  return new WeakRef(answer);
}

describe('what a reader got at an address', () => {
  it('is answered again until the plans of the school change', async () => {
    const reader = { school_id: school.id };
    const answer = await read();
    plans.remember(reader, URL, answer);
    expect(plans.recall(reader, URL)).toBe(answer);
    expect(plans.recall({ school_id: school.id }, URL)).toBeNull();
    expect(plans.recall(reader, `${URL}&x`)).toBeNull();
    plans.drop(school.id);
    expect(plans.recall(reader, URL)).toBeNull();
    await read();
    expect(plans.recall(reader, URL)).toBeNull();
  });

  it('is not remembered when the plans changed while it was made', async () => {
    const reader = { school_id: school.id };
    const stale = await read();
    plans.drop(school.id);
    await read();
    plans.remember(reader, URL, stale);
    expect(plans.recall(reader, URL)).toBeNull();
  });

  it('does not keep a plan alive that is no longer in force, however long the reader stays', async () => {
    const reader = { school_id: school.id };
    const old = await readAs(reader, URL);
    await collectGarbage();
    expect(old.deref()).toBeDefined();
    plans.drop(school.id);
    await readAs(reader, `${URL}&next`);
    await collectGarbage();
    expect(old.deref()).toBeUndefined();
    expect(plans.recall(reader, `${URL}&next`)).not.toBeNull();
  });
});

describe('people', () => {
  const range = { begins_at: '2026-11-16', ends_at: '2026-11-20' };

  it('about whom is asked at one moment are found together, each with their own and without those of another school', async () => {
    let statements = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const store = createPlanStore(server.test.database.kysely.withPlugin(counting));
    const { ada, ben, teacher } = school.users;
    const stranger = await buildSchool(server.test.database.kysely, 'other');
    const ids = [ada, ben, teacher, 0];
    const [first, second, third, nobody] = await Promise.all(ids.map((id) => store.person(school.id, id, range)));
    const together = statements;
    expect(first?.grades.map(({ id }) => id)).toEqual([school.gradeId]);
    expect(second?.grades.map(({ id }) => id)).not.toEqual([school.gradeId]);
    expect(second?.grades).toHaveLength(1);
    expect(third?.teacher_id).toEqual(expect.any(Number));
    expect(nobody).toBeNull();
    expect(await store.person(stranger.id, ada, range)).toBeNull();
    store.drop(school.id);
    statements = 0;
    await store.person(school.id, ada, range);
    expect(statements).toBe(together);
  });

  it('have nothing of those who are asked for other days or elsewhere, and nobody waits for ever for what has failed', async () => {
    const { kysely } = server.test.database;
    let isBroken = false;
    const breaking: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (isBroken) throw new Error('broken');
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const store = createPlanStore(kysely.withPlugin(breaking));
    const { ada, ben } = school.users;
    const elsewhere = await buildSchool(kysely, 'elsewhere');
    const before = { begins_at: '2019-11-18', ends_at: '2019-11-22' };
    const late = { begins_at: '2026-11-18', ends_at: range.ends_at };
    // The plans are there, so that what fails is the question about the people.
    await Promise.all([school, elsewhere].map(({ id }) => store.snapshotsIn(id, range)));
    const ask = () =>
      Promise.allSettled([
        store.person(school.id, ada, range),
        store.person(school.id, ada, before),
        store.person(elsewhere.id, ada, range),
        store.person(school.id, ben, range),
        store.person(school.id, Number.MAX_SAFE_INTEGER, range),
      ]);
    isBroken = true;
    expect((await ask()).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    isBroken = false;
    const found = await ask();
    const gradesOf = (index: number) => {
      const one = found[index];
      return one?.status === 'fulfilled' ? (one.value?.grades.length ?? null) : one?.reason;
    };
    expect([0, 1, 2, 3, 4].map(gradesOf)).toEqual([1, 0, null, 1, null]);
    store.drop(school.id);
    const ofDays = await Promise.all([range, late].map((days) => store.person(school.id, ada, days)));
    expect(ofDays.map((one) => one?.grades[0])).toMatchObject([range, late]);
    await kysely.updateTable('users').set({ deleted_at: '2026-11-18T00:00:00Z' }).where('id', '=', ben).execute();
    store.drop(school.id);
    expect((await ask()).map((one) => one.status === 'fulfilled' && one.value?.id)).toEqual([
      ada,
      ada,
      undefined,
      undefined,
      undefined,
    ]);
    await kysely.updateTable('users').set({ deleted_at: null }).where('id', '=', ben).execute();
  });
});

/** From the cache of the server itself. */
const readShared = () => read(server.server.features.plans);

/** Waits until what `act` tells about plans has arrived, whatever else is still told: the server has heard it before. */
async function hear(act: () => void, isMeant: (payload: string) => boolean = () => true): Promise<void> {
  const heard = Promise.withResolvers<void>();
  const end = await server.test.database.listen(PLAN_CHANNEL, (payload) => isMeant(payload) && heard.resolve());
  act();
  await heard.promise;
  await end();
}

it('a changed plan is computed once by the server that changed it, although it hears of its own change', async () => {
  const { plans, planChanged } = server.server.features;
  const before = await readShared();
  let computed: ReturnType<typeof readShared> | undefined;
  await hear(() => {
    planChanged(school.id);
    computed = readShared();
  });
  expect(await computed).not.toBe(before);
  const figures = { ...plans.figures };
  expect(await readShared()).toBe(await computed);
  expect(plans.figures).toEqual(figures);
});

it.each(['', ' another-server'])('a plan that somebody else changed is computed again (%j)', async (sender) => {
  const before = await readShared();
  const payload = `${school.id}${sender}`;
  await hear(
    () => void server.test.database.notify(PLAN_CHANNEL, payload),
    (told) => told === payload,
  );
  await expect.poll(readShared).not.toBe(before);
});
