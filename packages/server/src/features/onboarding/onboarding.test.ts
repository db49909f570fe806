import type { OnboardingProgress } from '@kreide/core/features/onboarding';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** The progress of a school as its administrator reads it, a line each; with `skipped` after saying so. */
async function progress(school: { id: number; slink: string }, skipped?: string[]): Promise<string[]> {
  const token = await signIn(server, school.slink, 'admin');
  const answer = skipped
    ? await server.request('PUT', `/v1/schools/${school.id}/onboarding`, { token, body: { skipped } })
    : await server.request('GET', `/v1/schools/${school.id}/onboarding`, { token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.map(({ step, state, count }: OnboardingProgress) => `${step} ${state} ${count}`);
}

describe('what a school needs before its people use it', () => {
  it('is open where nobody has done it, and done however it came [P-7.91] [T-7.143]', async () => {
    const { kysely } = server.test.database;
    const empty = await buildSchool(kysely, 'leer');
    await kysely.updateTable('schools').set({ active_school_year_id: null }).where('id', '=', empty.id).execute();
    await buildUser(kysely, empty.id, 'admin', 'ADMIN');
    expect(await progress(empty)).toEqual([
      'year open 1',
      'timetable open null',
      'people open 0',
      'letters open 0',
      'screens open 0',
    ]);
    const whole = await buildPlanSchool(server);
    const gone = await buildUser(kysely, whole.id, 'gone', 'STUDENT');
    await kysely.updateTable('users').set({ deleted_at: '2026-11-01T00:00:00Z' }).where('id', '=', gone.id).execute();
    const unopened = await buildUser(kysely, whole.id, 'unopened', 'PARENT');
    await kysely.updateTable('users').set({ state: 'PENDING' }).where('id', '=', unopened.id).execute();
    expect(await progress(whole)).toEqual([
      'year done 1',
      'timetable done null',
      'people done 3',
      'letters done 1',
      'screens done 1',
    ]);
  });

  it('can be skipped and taken up again, in one school only; a step whose data exist counts as done [P-7.91]', async () => {
    const { kysely } = server.test.database;
    const here = await buildSchool(kysely, 'hier');
    const there = await buildSchool(kysely, 'dort');
    for (const school of [here, there]) await buildUser(kysely, school.id, 'admin', 'ADMIN');
    await progress(here, ['screens', 'year', 'screens']);
    expect(await progress(here)).toContain('screens skipped 0');
    expect(await progress(here)).toContain('year done 1');
    expect(await progress(here)).toContain('timetable open null');
    expect(await progress(there)).toContain('screens open 0');
    expect(await progress(here, ['people'])).toContain('screens open 0');
    await buildUser(kysely, here.id, 'ada', 'STUDENT');
    expect(await progress(here)).toContain('people done 1');
    const logged = await kysely
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('school_id', '=', here.id)
      .where('action', '=', 'onboarding.update')
      .orderBy('seq')
      .execute();
    expect(logged).toMatchObject([
      { before: { skipped: '' }, after: { skipped: 'year, screens' } },
      { before: { skipped: 'year, screens' }, after: { skipped: 'people' } },
    ]);
  });
});
