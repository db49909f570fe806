import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: PlanSchool;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const DAY = '2026-11-27';
type Person = keyof PlanSchool['users'];

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  const { kysely } = server.test.database;
  // The second lesson of that day is mathematics for 10b with Bg, who is the teacher of this school, in room 204.
  await school.publish(
    [`h1;${DAY};2;cancelled;10b;Bg;MA;204;quietly;yes`, `h2;${DAY};3;cancelled;10b;Li;DE;105;aloud;`],
    'id;date;period;kind;classes;teachers;subject;rooms;text;hidden',
  );
  await kysely.updateTable('schools').set({ public_timetable: true, public_monitor: true }).execute();
  for (const name of Object.keys(school.users)) tokens[name] = await signIn(server, 'amsel', name);
  for (const table of ['grades', 'teachers', 'bookables'] as const)
    for (const row of await kysely.selectFrom(table).select(['id', 'shortcut']).execute()) ids[row.shortcut] = row.id;
});
afterAll(() => server.stop());

interface Row {
  kind: string | null;
  comment: string | null;
  meta: { shortname: string };
  dates: string[];
  time_begins_at: string;
}
/** The mathematics lessons on that day and how each is shown. */
async function mathematics(who: Person, entity: string, id: number | undefined): Promise<string[]> {
  const path = `/v1/timetables/entities/${entity}/${id}?begins_at=${DAY}&ends_at=${DAY}`;
  const answer = await server.request('GET', path, { token: tokens[who] });
  expect(answer.status, `${who} ${entity}: ${answer.text}`).toBe(200);
  const lessons = answer.body.data.lessons as Row[];
  return lessons.flatMap((one) =>
    one.meta.shortname === 'MA' ? [`${one.kind ?? 'regular'} ${one.comment ?? ''}`] : [],
  );
}
const units = () =>
  [
    ['grades', ids['10b']],
    ['teachers', ids.Bg],
    ['bookables', ids['204']],
  ] as const;

describe('a hidden substitution', () => {
  it.each(['ada', 'parent', 'teacher'] as const)(
    'is not in any plan that %s can open, the lesson stands as ever [T-3.12]',
    async (who) => {
      for (const [entity, id] of units()) expect(await mathematics(who, entity, id), entity).toEqual(['regular ']);
      const own = who === 'teacher' ? school.users.teacher : school.users.ada;
      expect(await mathematics(who, 'users', own)).toEqual(['regular ']);
      const { text } = await server.request(
        'GET',
        `/v1/timetables/entities/grades/${ids['10b']}?begins_at=${DAY}&ends_at=${DAY}`,
        { token: tokens[who] },
      );
      expect([text.includes('aloud'), text.includes('quietly')]).toEqual([true, false]);
    },
  );

  it('is in the plans of the administrator, in place of the lesson [T-3.12]', async () => {
    const people = [school.users.ada, school.users.teacher].map((id) => ['users', id] as const);
    for (const [entity, id] of [...units(), ...people])
      expect(await mathematics('admin', entity, id), entity).toEqual(['CANCLED quietly']);
  });

  it.each([
    ['ada', 'ada'],
    ['parent', 'ada'],
    ['teacher', 'teacher'],
  ] as const)(
    'is not in the calendar that %s subscribed to for %s, the lesson stands as ever [D-6.01] [T-3.12]',
    async (who, whose) => {
      const created = await server.request('POST', '/v1/subscriptions', {
        token: tokens[who],
        body: { user_id: school.users[whose], language: 'de' },
      });
      expect(created.status, created.text).toBe(200);
      const { text } = await server.request('GET', new URL(created.body.data.url).pathname);
      expect(text).not.toContain('quietly');
      const events = new ICAL.Component(ICAL.parse(text))
        .getAllSubcomponents('vevent')
        .map((one) => new ICAL.Event(one));
      const found = events.filter(
        ({ startDate, summary }) => `${startDate}`.startsWith(DAY) && summary.includes('Mathematik'),
      );
      expect(found.map(({ component }) => component.getFirstPropertyValue('status') ?? 'CONFIRMED')).toEqual([
        'CONFIRMED',
      ]);
    },
  );

  it('is not on the homepage and not on the screen in the hall [T-3.12] [D-2.09]', async () => {
    server.clock.set('2026-11-25T08:00:00Z');
    const days = `begins_at=${DAY}&ends_at=${DAY}`;
    const homepage = await server.request('GET', `/v1/public/timetables/amsel/grades/10b?${days}`);
    const shown = (homepage.body.data.lessons as Row[]).filter((one) => one.meta.shortname === 'MA');
    expect(shown.map(({ kind }) => kind)).toEqual([null]);
    const monitor = await server.request(
      'GET',
      `/v1/public/monitors/single?token=${school.screen}-sub&substitution_date=${DAY}`,
    );
    const entries = (monitor.body.data.substitutions as { entries: { hour: string }[] }[]).flatMap(
      (one) => one.entries,
    );
    expect(entries.map(({ hour }) => hour)).toEqual(['3']);
  });
});
