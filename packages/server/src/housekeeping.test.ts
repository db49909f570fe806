import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import { tidy } from './housekeeping.ts';
import { silentLog } from './kernel/log.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('every night', () => {
  it('what is over goes and what is in use stays', async () => {
    const { database, clock, features } = server.server;
    const { kysely } = database;
    const school = await buildSchool(kysely, 'amsel');
    await buildUser(kysely, school.id, 'ada', 'STUDENT');
    const token = await signIn(server, 'amsel', 'ada');
    const old = '2026-10-01T00:00:00Z';
    const fresh = clock.now().toISOString();
    await kysely.updateTable('sessions').set({ refresh_expires_at: old }).execute();
    const kept = await signIn(server, 'amsel', 'ada');
    for (const [key, at] of [
      ['old', old],
      ['fresh', fresh],
    ] as const) {
      await kysely
        .insertInto('sign_in_failures')
        .values({ scope: 'user', key_hash: Buffer.from(key), failures: 3, first_at: at, last_at: at })
        .execute();
      await kysely
        .insertInto('idempotency_keys')
        .values({ school_id: school.id, user_id: 1, key, fingerprint: Buffer.from(key), status: 200, created_at: at })
        .execute();
      await kysely
        .insertInto('timetable_uploads')
        .values({ school_id: school.id, state: 'READY', parsed: Buffer.from('x'), created_at: at })
        .execute();
    }
    const ben = await buildUser(kysely, school.id, 'ben', 'STUDENT');
    const parent = await buildUser(kysely, school.id, 'parent', 'PARENT');
    for (const owner of [ben, parent])
      await kysely
        .insertInto('feeds')
        .values({
          ...{ school_id: school.id, owner_id: owner.id, user_id: ben.id, language: 'de' },
          ...{ secret_hash: Buffer.from(owner.username), created_at: fresh },
        })
        .execute();
    const parts = { database, clock, sessions: features.sessions, log: silentLog };
    expect(await tidy(parts)).toEqual({ sessions: 1, failures: 1, answers: 1, uploads: 1, feeds: 1 });
    expect(await tidy(parts)).toEqual({ sessions: 0, failures: 0, answers: 0, uploads: 0, feeds: 0 });
    expect(token).not.toBe(kept);
    expect((await server.request('GET', '/v1/users/self', { token: kept })).status).toBe(200);
  });
});
