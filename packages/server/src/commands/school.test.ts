import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSchool } from '../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts';
import { createProgram } from './program.ts';
import { cancelEnd, orderEnd, setPurpose } from './school.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  for (const slink of ['amsel', 'drossel']) await buildSchool(server.test.database.kysely, slink);
});
afterAll(() => server.stop());

it('one school at most is for the management, any number are internal, and each change is recorded [P-6.21]', async () => {
  const db = server.test.database.kysely;
  const set = (slink: string, purpose: string) => setPurpose(db, slink, purpose, server.clock.now());
  await set('amsel', 'management');
  await set('amsel', 'management');
  await expect(set('drossel', 'management')).rejects.toThrow('The school "amsel" is for the management already');
  await expect(set('drossel', 'secret')).rejects.toThrow('--purpose is one of usual, internal, management.');
  await expect(set('nowhere', 'usual')).rejects.toThrow('There is no school "nowhere".');
  await set('amsel', 'internal');
  await set('drossel', 'internal');
  await set('drossel', 'management');
  const purposes = await db.selectFrom('schools').select(['slink', 'purpose']).orderBy('slink').execute();
  expect(purposes.filter(({ slink }) => ['amsel', 'drossel'].includes(slink))).toEqual([
    { slink: 'amsel', purpose: 'internal' },
    { slink: 'drossel', purpose: 'management' },
  ]);
  const recorded = await db.selectFrom('audit_log').select('action').where('action', '=', 'schools.purpose').execute();
  // The second time nothing changed.
  expect(recorded).toHaveLength(4);
});

it('the end of a school is ordered by its whole name and taken back until its time has come, and both are recorded [D-6.08]', async () => {
  const db = server.test.database.kysely;
  const now = server.clock.now();
  const read = () =>
    db.selectFrom('schools').select(['name', 'ends_at']).where('slink', '=', 'amsel').executeTakeFirstOrThrow();
  const { name } = await read();
  const order = (days: number, typed = name) => orderEnd(db, { slink: 'amsel', name: typed, days }, now);
  await expect(order(30, `${name}x`)).rejects.toThrow(`--name has to be the name of the school: ${name}`);
  for (const days of [-1, 366, 1.5])
    await expect(order(days)).rejects.toThrow('--days is a whole number from 0 to 365.');
  await expect(cancelEnd(db, 'amsel', now)).rejects.toThrow('Nobody has ordered');
  expect((await read()).ends_at).toBeNull();
  const at = await order(30);
  expect((await read()).ends_at).toBe(at.toISOString());
  await cancelEnd(db, 'amsel', new Date(at.getTime() - 1));
  expect((await read()).ends_at).toBeNull();
  // With no day at all it comes with the next hour, after its order.
  expect((await order(0)).getTime()).toBeGreaterThan(now.getTime());
  await expect(cancelEnd(db, 'amsel', new Date(now.getTime() + 1000))).rejects.toThrow('is being removed');
  // Whoever is being removed is not put off either.
  await expect(orderEnd(db, { slink: 'amsel', name, days: 30 }, new Date(now.getTime() + 1000))).rejects.toThrow(
    'is being removed',
  );
  const recorded = await db
    .selectFrom('audit_log')
    .select('action')
    .where('action', 'like', 'management.%End')
    .execute();
  expect(recorded.map(({ action }) => action)).toEqual([
    'management.orderEnd',
    'management.cancelEnd',
    'management.orderEnd',
  ]);
});

it('the days until an end are written out: a variable that is empty is not today', async () => {
  for (const days of ['', ' ', '1e1', '30.0', '-1'])
    await expect(
      createProgram(() => {}).parseAsync(['school', 'delete', '--slink', 'amsel', '--name', 'x', `--days=${days}`], {
        from: 'user',
      }),
    ).rejects.toThrow('--days is a whole number.');
});
