import ICAL from 'ical.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildAppointment, buildEvening } from '../../../../../tests/support/evenings.ts';
import { signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: PlanSchool;
const run = (text: string, values: unknown[] = []) => server.test.database.pool.query(text, values);

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
});
afterAll(() => server.stop());

async function addressOf(who: 'parent' | 'teacher' | 'ada', whose: 'teacher' | 'ada'): Promise<string> {
  const token = await signIn(server, 'amsel', who);
  const body = { user_id: school.users[whose], language: 'de' };
  const answer = await server.request('POST', '/v1/subscriptions', { token, body });
  expect(answer.status, answer.text).toBe(200);
  return new URL(answer.body.data.url).pathname;
}
const etags = new Map<string, string>();
/** As a calendar program asks that knows the last answer: it hears of every change. */
async function meetingsAt(path: string) {
  const { status, text, headers } = await server.request('GET', path, {
    headers: { 'if-none-match': etags.get(path) ?? '""' },
  });
  expect(status).toBe(200);
  etags.set(path, headers.get('etag') ?? '');
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  return events
    .filter(({ uid }) => uid.startsWith('parents-evening-'))
    .map(({ uid, startDate, endDate, summary, location, component }) => ({
      uid,
      at: startDate.toString(),
      ends: endDate.toString(),
      summary,
      location,
      status: component.getFirstPropertyValue('status'),
      transparency: component.getFirstPropertyValue('transp'),
    }));
}

it('an appointment stands in the calendars of parents and teacher, keeps its uid where it is moved, and says that it is cancelled', async () => {
  const { rows } = await run(`select id from teachers where school_id = $1 and shortcut = 'Bg'`, [school.id]);
  const teacher_id = rows[0].id;
  const { id } = await buildEvening(server.test.database.kysely, { school_id: school.id, teachers: [teacher_id] });
  await run(`update parents_evening_teachers set room = 'A 12' where evening_id = $1`, [id]);
  const values = { school_id: school.id, evening_id: id, teacher_id, child_id: school.users.ada };
  await buildAppointment(server.test.database.kysely, { ...values, parent_id: school.users.parent });
  await buildAppointment(server.test.database.kysely, {
    ...values,
    child_id: school.users.ben,
    starts_at: '16:30',
    state: 'held',
  });
  const parent = await addressOf('parent', 'ada');
  const teacher = await addressOf('teacher', 'teacher');
  const pupil = await addressOf('ada', 'ada');
  const before = await meetingsAt(parent);
  expect(before).toMatchObject([
    { at: '2026-11-25T16:00:00', summary: 'Elternsprechtag: Frau Berg', location: 'Raum A 12', status: 'CONFIRMED' },
  ]);
  expect((await meetingsAt(teacher)).map(({ summary }) => summary)).toEqual([
    'Elternsprechtag: Ada Kern',
    'Elternsprechtag: Ben Kern (Einladung, noch nicht angenommen)',
  ]);
  expect(await meetingsAt(pupil)).toEqual([]);
  await run(
    `update parents_evening_teachers set is_online = true, updated_at = '2026-11-17T08:00:00Z' where evening_id = $1`,
    [id],
  );
  expect(await meetingsAt(parent)).toMatchObject([{ location: 'online', ends: '2026-11-25T16:10:00' }]);
  await run(`update parents_evenings set name = 'Herbst', updated_at = '2026-11-17T09:00:00Z'`);
  expect(await meetingsAt(parent)).toMatchObject([{ summary: 'Herbst: Frau Berg' }]);
  const update = (change: string) =>
    run(`update parents_evening_bookings set ${change} where child_id = $1`, [school.users.ada]);
  await update(`starts_at = '17:00', updated_at = '2026-11-18T08:00:00Z'`);
  const uid = before[0]?.uid;
  expect((await meetingsAt(parent)).find((one) => one.uid === uid)).toMatchObject({ at: '2026-11-25T17:00:00' });
  await update(`state = 'cancelled', updated_at = '2026-11-18T09:00:00Z'`);
  expect((await meetingsAt(parent)).find((one) => one.uid === uid)).toMatchObject({
    status: 'CANCELLED',
    transparency: 'TRANSPARENT',
  });
  await run(`update parents_evenings set state = 'draft'`);
  expect(await meetingsAt(parent)).toEqual([]);
});
