import { type DeskDay, type DeskLesson, type DeskRanking, withSubstitute } from '@kreide/core/features/desk';
import type { MonitorPlan } from '@kreide/core/features/monitor';
import type { Lesson } from '@kreide/core/features/timetable';
import { beforeAll, expect, it } from 'vitest';
import { DAY, NOBODY, WHOLE_DAY, withDeskSchool } from '../../../../../tests/support/desk-school.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { NOTHING_PUBLIC } from '../../../../../tests/support/public-access.ts';

const desk = withDeskSchool();
const { call, idOf, decide, publish, at, planOf, toldTo } = desk;
const range = `begins_at=${DAY}&ends_at=${DAY}`;
/** The path of the calendar to which a pupil has subscribed. */
let feed = '';

beforeAll(async () => {
  const { server, school, tokens } = desk;
  const token = tokens.admin ?? '';
  const body = { ...NOTHING_PUBLIC, monitor: true, timetable: true, teacher_names: 'shortcut' };
  const released = await server.request('PUT', `/v1/schools/${school.id}/public-access`, { token, body });
  expect(released.status, released.text).toBe(200);
  const whose = { user_id: school.users.ada, language: 'de' };
  const made = await server.request('POST', '/v1/subscriptions', { token: tokens.ada ?? '', body: whose });
  expect(made.status, made.text).toBe(200);
  feed = new URL(made.body.data.url).pathname;
  // A change that only those who plan see, of the same class and day.
  await school.publish(
    [`h1;${DAY};4;CANCLED;10b;Wn;;GE;;112;;Nur im Stillen;yes`],
    'id;date;period;kind;classes;teachers;new_teachers;subject;new_subject;rooms;new_rooms;text;hidden',
  );
});

/** The second and fourth period of 10b, as each door shows them; and all that it sends. */
async function doors() {
  const { server, school, tokens } = desk;
  const own = `/v1/timetables/entities/users/${school.users.ada}?${range}`;
  const plan = await server.request('GET', own, { token: tokens.ada ?? '' });
  const homepage = await server.request('GET', `/v1/public/timetables/amsel/grades/10b?${range}`);
  const hall = await server.request(
    'GET',
    `/v1/public/monitors/single?token=${school.screen}-sub&substitution_date=${DAY}`,
  );
  const calendar = await server.request('GET', feed);
  for (const { status, text } of [plan, homepage, hall, calendar]) expect(status, text).toBe(200);
  const lessonsOf = (lessons: readonly Lesson[]) =>
    lessons
      .filter(({ hour }) => hour === '2' || hour === '4')
      .map(({ hour, kind, teachers }) => `${hour} ${kind ?? ''} ${teachers.map(({ shortcut }) => shortcut)}`);
  const entries = (hall.body.data as MonitorPlan).substitutions.flatMap((group) => group.entries);
  const events = calendar.text.replaceAll('\r\n ', '').split('BEGIN:VEVENT');
  const second = events.find((event) => /DTSTART[^\n]*20261123T0850/.test(event)) ?? '';
  return {
    plan: lessonsOf(plan.body.data.lessons),
    homepage: lessonsOf(homepage.body.data.lessons),
    hall: entries.map(({ hour, teachers }) => `${hour} ${teachers}`),
    calendar: ['Kaya', 'Berg'].filter((name) => second.includes(name)),
    texts: [plan.text, homepage.text, hall.text, calendar.text],
  };
}

it('from the sick note of a teacher to the hall screen: what is published stands everywhere, a draft and a hidden change nowhere [D-8.10] [T-3.12]', async () => {
  const before = await doors();
  expect(before.plan).toEqual(['2  Bg', '4  Wn']);
  expect(await planOf('admin')).toContain('4 CANCLED Wn');
  expect([before.hall, before.calendar]).toEqual([[], ['Berg']]);

  const sick = { ...NOBODY, ...WHOLE_DAY, absence_reason_id: 'sick', comment: 'Grippe, bis Dienstag' };
  const draft = { ...sick, teacher_id: await idOf('Bg'), begins_at: DAY, ends_at: DAY };
  const monday: DeskDay = (await call('POST', '/desk/absences', draft)).body.data;
  const open: DeskLesson = at(monday, '2', '10b');
  expect(open.state).toBe('OPEN');
  const asked = `/desk/suggestions?date=${DAY}&lesson_id=${open.lesson_id}`;
  const { suggestions }: DeskRanking = (await call('GET', asked)).body.data;
  const kaya = await idOf('Ky');
  expect(suggestions[0]?.teacher_id).toBe(kaya);
  expect((await decide([{ ...withSubstitute(open, kaya), comment: 'Seite 12' }])).status).toBe(200);
  expect((await doors()).texts).toEqual(before.texts);

  expect((await publish()).body.data).toEqual({ decisions: 1 });
  await jobsDone(desk.server);
  const after = await doors();
  expect(after.plan).toEqual(['2  Ky', '4  Wn']);
  expect(after.homepage).toEqual(['2  Ky', '4  Wn']);
  expect(after.hall).toEqual(['2 Ky']);
  // "Frau Kaya statt Frau Berg".
  expect(after.calendar).toEqual(['Kaya', 'Berg']);
  expect((await toldTo('ada')).join()).toMatch(/Frau Kaya/);
  // Why somebody is away, and what only those who plan see, goes through none of the doors.
  for (const text of [...after.texts, ...(await toldTo('ada'))]) expect(text).not.toMatch(/Grippe|im Stillen|[Kk]rank/);
});
