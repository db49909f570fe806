import type { FreeRooms } from '@kreide/core/features/timetable';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: PlanSchool;
let teacher: string;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  server.clock.set(TEST_NOW);
  teacher = await signIn(server, 'amsel', 'teacher');
});
afterAll(() => server.stop());

async function on(date: string, token = teacher): Promise<FreeRooms> {
  const answer = await server.request('GET', `/v1/timetables/free-rooms?date=${date}`, { token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
/** The hours in which a room is taken. */
const takenIn = async (date: string, room: string, token?: string) => {
  const { periods, rooms } = await on(date, token);
  const free = rooms.find(({ shortcut }) => shortcut === room)?.free ?? [];
  return periods.map(({ hour }) => hour).filter((hour) => !free.includes(hour));
};

describe('free rooms', () => {
  it('are all rooms but those in which somebody has a lesson, period by period, in natural order', async () => {
    const { date, periods, rooms } = await on('2026-11-18');
    expect(date).toBe('2026-11-18');
    expect(periods.slice(0, 3).map(({ hour }) => hour)).toEqual(['0', '1', '2']);
    const names = rooms.map(({ shortcut }) => shortcut);
    expect(names.slice(0, 6)).toEqual(['30', '31', '32', '33', '34', '105']);
    expect(await takenIn('2026-11-18', '105')).toEqual(['1']);
    expect(await takenIn('2026-11-18', 'L2')).toEqual(['1', '5', '6']);
    expect(await takenIn('2026-11-18', '30')).toEqual(['8']);
    expect(await takenIn('2026-11-18', 'K2')).toEqual([]);
  });

  it('follow what changes: a room is given up and another one taken, added, cancelled, moved, or only told about', async () => {
    expect([await takenIn('2026-11-18', '112'), await takenIn('2026-11-18', '301')]).toEqual([[], ['2']]);
    expect(await takenIn('2026-11-18', '204'), 'an additional lesson').toEqual(['3', '4', '7']);
    expect(await takenIn('2026-11-16', '112'), 'cancelled').toEqual([]);
    expect(await takenIn('2026-11-23', '112'), 'a week later').toEqual(['4']);
    expect(await takenIn('2026-11-17', '105'), 'moved away').not.toContain('5');
    expect(await takenIn('2026-11-24', '105')).toContain('5');
    expect(await takenIn('2026-11-20', '105'), 'moved to').toContain('5');
    expect(await takenIn('2026-11-19', '105'), 'a message about it').toContain('4');
    expect(await takenIn('2026-11-20', 'L2'), 'an event').toContain('4');
  });

  it('tell those who may not see a hidden change nothing of it', async () => {
    await school.publish(
      ['h1;2026-11-18;1;CANCLED;10b;Ky;EN;105;yes'],
      'id;date;period;kind;classes;teachers;subject;rooms;hidden',
    );
    expect(await takenIn('2026-11-18', '105')).toEqual(['1']);
    expect(await takenIn('2026-11-18', '105', await signIn(server, 'amsel', 'admin'))).toEqual([]);
  });

  it('are all of them at the weekend, and none outside of the school years', async () => {
    const { periods, rooms } = await on('2026-11-21');
    expect(rooms.every(({ free }) => free.length === periods.length)).toBe(true);
    expect(await on('2031-11-18')).toEqual({ date: '2031-11-18', periods: [], rooms: [] });
  });

  it.each(['ada', 'parent', 'office'])('are for staff that may see the plans of rooms: not for %s', async (name) => {
    const token = await signIn(server, 'amsel', name);
    expect((await server.request('GET', '/v1/timetables/free-rooms?date=2026-11-18', { token })).status).toBe(403);
  });
});
