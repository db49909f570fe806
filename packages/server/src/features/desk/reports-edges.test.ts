import type { DeskReports } from '@kreide/core/features/desk';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY, withDeskSchool } from '../../../../../tests/support/desk-school.ts';
import { signIn } from '../../../../../tests/support/people.ts';

/** `teacher` is Berg; `olga` plans, and teaches as Or. */
const desk = withDeskSchool();
const { call, absent, tokens, toldTo } = desk;
const kysely = () => desk.server.test.database.kysely;
const pool = () => desk.server.test.database.pool;

const WHOLE = { begins_at: DAY, ends_at: DAY, begins_time_id: null, ends_time_id: null };
const report = (values: object = {}, who = 'teacher') =>
  call('POST', '/desk/reports', { ...WHOLE, absence_reason_id: 'sick', comment: 'Migräne', ...values }, who);
const own = async (who = 'teacher'): Promise<DeskReports> =>
  (await call('GET', '/desk/reports', undefined, who)).body.data;
const TWO = { begins_at: '2026-12-10', ends_at: '2026-12-11' };

beforeAll(async () => {
  const { id } = await kysely()
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'olga')
    .executeTakeFirstOrThrow();
  await kysely().updateTable('teachers').set({ user_id: id }).where('shortcut', '=', 'Or').execute();
  tokens.olga = await signIn(desk.server, 'amsel', 'olga');
});
beforeEach(async () => {
  await kysely().deleteFrom('desk_absences').execute();
  await pool().query('delete from outbox');
});

it('what is reported of several days is said, told and looked up with all of them', async () => {
  expect((await report(TWO)).status).toBe(200);
  const { rows } = await pool().query("select payload from outbox where event = 'desk.changed'");
  expect(rows).toEqual([{ payload: TWO }]);
  const told = (await toldTo('admin')).find((text) => text.includes('meldet sich abwesend'));
  expect(told).toContain('10. Dezember 2026 – 11. Dezember 2026');
  const links = await pool().query(
    "select actions::text as link from messages where actions::text like '%substitution-desk%'",
  );
  expect(links.rows.map(({ link }) => /date=([\d-]+)/.exec(link)?.[1])).toContain(TWO.begins_at);
  const twice = await report(TWO);
  expect(twice.body.error.message).toContain('10. Dezember 2026 – 11. Dezember 2026');
});

it('the list begins with the next one, and keeps what was over a fortnight ago', async () => {
  for (const date of ['2026-11-03', '2026-11-04']) await absent('Bg', { begins_at: date, ends_at: date });
  for (const days of [TWO, {}]) expect((await report(days)).status).toBe(200);
  expect((await own()).reports.map(({ begins_at }) => begins_at)).toEqual(['2026-11-04', DAY, TWO.begins_at]);
});

it('sent twice at once it is entered once', async () => {
  const answers = await Promise.all([report(), report(), report()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

it('until a period is until its end, and a note of blanks is none', async () => {
  const second = (await own()).periods.find(({ hour }) => hour === '2');
  const { body } = await report({ ends_time_id: second?.id, comment: '   ' });
  expect(body.data).toMatchObject({ time_ends_at: second?.ends_at, comment: null });
});

it('who plans and teaches is not told of themself, and of what was entered at a desk reads no more than when', async () => {
  const before = (await toldTo('olga')).length;
  expect((await report({}, 'olga')).status).toBe(200);
  expect(await toldTo('olga')).toHaveLength(before);
  await call(
    'POST',
    '/desk/absences',
    {
      ...WHOLE,
      ...TWO,
      teacher_id: await desk.idOf('Or'),
      bookable_id: null,
      grade_id: null,
      days: [],
      absence_reason_id: 'sick',
      comment: 'Anruf',
    },
    'olga',
  );
  const nothing = { state: 'ENTERED', reason: null, comment: null, reported_at: null };
  expect((await own('olga')).reports).toMatchObject([{ state: 'REPORTED', comment: 'Migräne' }, nothing]);
  // Whoever had this place before has reported it.
  await pool().query("update desk_absences set created_by = (select id from users where username = 'ada')");
  expect((await own('olga')).reports).toMatchObject([nothing, nothing]);
});
