import type { Timetable } from '@kreide/core/features/timetable';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../../../../../tests/support/plan-school.ts';
import { NOTHING_PUBLIC } from '../../../../../tests/support/public-access.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: PlanSchool;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  const token = await signIn(server, 'amsel', 'admin');
  const body = { ...NOTHING_PUBLIC, timetable: true, monitor: true, screen_origins: [] };
  expect((await server.request('PUT', `/v1/schools/${school.id}/public-access`, { token, body })).status).toBe(200);
  await server.test.database.kysely
    .insertInto('holidays')
    .values({
      school_id: school.id,
      school_year_id: school.yearId,
      name: 'Ferien',
      source: 'manual',
      begins_at: '2026-12-21',
      ends_at: '2027-01-03',
    })
    .execute();
});
afterAll(() => server.stop());

/** The days on which the public sees lessons of 10b, whatever it asks for. */
async function daysAt(instant: string, asked = 'begins_at=2026-10-19&ends_at=2027-01-24'): Promise<string[]> {
  server.clock.set(instant);
  const answer = await server.request('GET', `/v1/public/timetables/amsel/grades/10b?${asked}`);
  expect(answer.status, answer.text).toBe(200);
  return [...new Set((answer.body.data as Timetable).lessons.flatMap(({ dates }) => dates))].sort();
}

describe('the days of a plan that everybody may see', () => {
  it.each([
    [
      'in the middle of a week',
      '2026-11-18T09:10:00Z',
      ['18', '19', '20', '23', '24', '25'].map((d) => `2026-11-${d}`),
    ],
    [
      'when the last lesson is over',
      '2026-11-18T20:00:00Z',
      ['18', '19', '20', '23', '24', '25'].map((d) => `2026-11-${d}`),
    ],
    [
      'a minute before midnight of the school',
      '2026-11-18T22:59:00Z',
      ['18', '19', '20', '23', '24', '25'].map((d) => `2026-11-${d}`),
    ],
    [
      'at its midnight, still yesterday in UTC',
      '2026-11-18T23:00:00Z',
      ['19', '20', '23', '24', '25', '26'].map((d) => `2026-11-${d}`),
    ],
    ['at a weekend', '2026-11-21T10:00:00Z', ['23', '24', '25', '26', '27'].map((d) => `2026-11-${d}`)],
    [
      'before the holidays',
      '2026-12-17T10:00:00Z',
      ['2026-12-17', '2026-12-18', '2027-01-04', '2027-01-05', '2027-01-06', '2027-01-07'],
    ],
    ['in the holidays', '2026-12-24T10:00:00Z', ['2027-01-04', '2027-01-05', '2027-01-06', '2027-01-07', '2027-01-08']],
  ])('are today and the next five school days %s, and no others [D-2.08] [D-2.09]', async (_, instant, expected) => {
    expect(await daysAt(instant)).toEqual(expected);
  });

  it('are none for a week that is over or far off, and the wanted days where they lie inside [D-2.08]', async () => {
    const now = '2026-11-18T09:10:00Z';
    expect(await daysAt(now, 'begins_at=2026-11-09&ends_at=2026-11-15')).toEqual([]);
    expect(await daysAt(now, 'begins_at=2026-11-26&ends_at=2026-12-20')).toEqual([]);
    expect(await daysAt(now, 'begins_at=2026-11-19&ends_at=2026-11-19')).toEqual(['2026-11-19']);
  });

  it('are named in the answer, so that nobody takes the others for free; who is signed in sees them all [D-2.08]', async () => {
    server.clock.set('2026-11-18T09:10:00Z');
    const query = 'begins_at=2026-11-23&ends_at=2026-11-29';
    const open = await server.request('GET', `/v1/public/timetables/amsel/grades/10b?${query}`);
    expect(open.body.data.released).toEqual({ begins_at: '2026-11-18', ends_at: '2026-11-25' });
    const token = await signIn(server, 'amsel', 'admin');
    const own = await server.request('GET', `/v1/timetables/entities/grades/${school.gradeId}?${query}`, {
      token,
    });
    expect(own.status, own.text).toBe(200);
    expect(own.body.data).not.toHaveProperty('released');
    server.clock.set('2026-11-19T09:10:00Z');
    const later = await server.request('GET', `/v1/public/timetables/amsel/grades/10b?${query}`);
    expect(later.body.data.released).toEqual({ begins_at: '2026-11-19', ends_at: '2026-11-26' });
  });

  it('count for the screens too: another day has no changes and no message [D-2.08] [T-2.133]', async () => {
    server.clock.set('2026-11-18T09:10:00Z');
    const read = async (date: string) =>
      (await server.request('GET', `/v1/public/monitors/single?token=${school.screen}-sub&substitution_date=${date}`))
        .body.data.substitutions.length;
    expect([await read('2026-11-18'), await read('2026-11-17'), await read('2026-11-16')]).toEqual([1, 0, 0]);
    server.clock.set('2026-11-16T09:10:00Z');
    expect(await read('2026-11-17')).toBe(1);
  });

  it('count for the message of a day too, from the fifth school day before it until it is over [D-2.08]', async () => {
    const { kysely } = server.test.database;
    const message = { school_id: school.id, date: '2026-11-17', text: 'Wandertag', updated_at: '2026-11-01T08:00:00Z' };
    await kysely.insertInto('day_messages').values(message).execute();
    const told = async (instant: string) => {
      server.clock.set(instant);
      const query = `token=${school.screen}-sub&substitution_date=2026-11-17`;
      const { data } = (await server.request('GET', `/v1/public/monitors/single?${query}`)).body;
      return [data.message, data.substitutions.length];
    };
    expect(await told('2026-11-09T22:59:00Z')).toEqual([null, 0]);
    expect(await told('2026-11-09T23:00:00Z')).toEqual(['Wandertag', 1]);
    expect(await told('2026-11-17T22:59:00Z')).toEqual(['Wandertag', 1]);
    expect(await told('2026-11-17T23:00:00Z')).toEqual([null, 0]);
  });
});
