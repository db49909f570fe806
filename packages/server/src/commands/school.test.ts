import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSchool } from '../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts';
import { setPurpose } from './school.ts';

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
