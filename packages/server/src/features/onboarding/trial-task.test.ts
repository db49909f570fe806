import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSchool } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import type { MakeTrial } from '../../kernel/feature.ts';
import { silentLog } from '../../kernel/log.ts';
import { addTrial, findTrial, removeTrial } from './queries/trials.ts';
import { createTrialTask } from './trial-task.ts';

let server: TestServer;
let order: { school_id: number; ordered_at: string };
const made: unknown[] = [];
beforeAll(async () => {
  server = await startTestServer();
  const { id } = await buildSchool(server.test.database.kysely, 'amsel');
  order = { school_id: id, ordered_at: new Date(TEST_NOW).toISOString() };
});
afterAll(() => server.stop());

const stateNow = async () => (await findTrial(server.test.database.kysely, order.school_id))?.state;
const broken: MakeTrial = async (wanted) => {
  made.push(wanted);
  throw new Error('no space left');
};
function run(makeTrial: MakeTrial | null, isLastAttempt: boolean, signal = new AbortController().signal) {
  const now = () => server.clock.now();
  const context = { now, signal, log: silentLog, attempt: 1, isLastAttempt };
  return createTrialTask({ database: server.test.database, makeTrial }).run(order, context);
}

it('is tried again, and says at last that nothing came of it', async () => {
  const db = server.test.database.kysely;
  await run(broken, true);
  expect([made, await stateNow()]).toEqual([[], undefined]);

  await addTrial(db, order);
  await expect(run(broken, false)).rejects.toThrow('no space left');
  // A process that ends leaves it to the next one.
  await expect(run(broken, true, AbortSignal.abort())).rejects.toThrow('no space left');
  expect([made, await stateNow()]).toEqual([[order, order], 'making']);
  await run(broken, true);
  expect(await stateNow()).toBe('failed');
  await run(broken, true);
  expect(made).toHaveLength(3);

  // Another order has come in the meantime: that one is not said to have failed.
  await removeTrial(db, order.school_id);
  await addTrial(db, order);
  const late = new Date(Date.parse(TEST_NOW) + 1000).toISOString();
  await run(async () => {
    await removeTrial(db, order.school_id);
    await addTrial(db, { ...order, ordered_at: late });
    throw new Error('nobody wants it');
  }, true);
  expect(await stateNow()).toBe('making');
  order = { ...order, ordered_at: late };
  await run(null, true);
  expect(await stateNow()).toBe('failed');
});
