import { type DeskLesson, withSubstitute } from '@kreide/core/features/desk';
import { beforeEach, expect, it } from 'vitest';
import { DAY, withDeskSchool } from '../../../../../tests/support/desk-school.ts';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';

const desk = withDeskSchool();
const { call, day, absent, decide, draftsOf } = desk;
const pool = () => desk.server.test.database.pool;
beforeEach(() => pool().query('delete from outbox'));

/** Which days are told of, each to those who plan and nobody else. */
async function told(): Promise<string[]> {
  const { rows } = await pool().query(
    "delete from outbox where event = 'desk.changed' returning payload, audience, school_id::int",
  );
  const planners = await pool().query("select id from users where role = 'ADMIN' order by id");
  const audience = planners.rows.map(({ id }) => `user:${id}`);
  for (const row of rows) expect(row).toMatchObject({ audience, school_id: desk.school.id });
  return rows.map(({ payload: { begins_at, ends_at } }) => `${begins_at} ${ends_at}`);
}

it('whoever has the desk open hears of what others enter, decide, and set a time for', async () => {
  const { absences } = await absent('Bg', { ends_at: '2026-11-27' });
  expect(await told()).toEqual([`${DAY} 2026-11-27`]);
  const path = `/desk/lessons?date=${DAY}&grade_id=${desk.school.gradeId}`;
  const lessons: DeskLesson[] = (await call('GET', path)).body.data;
  const lesson = lessons[0] as DeskLesson;
  await decide([{ ...withSubstitute(lesson, null), kind: 'CANCLED' }]);
  expect(await told()).toEqual([`${DAY} ${DAY}`]);
  const decisions = draftsOf(await day()).map(({ id, version }) => ({ id, version }));
  const set = (version: number) =>
    call('PUT', '/desk/publication', { date: DAY, decisions, at: { date: '2026-11-18', time: '10:25' }, version });
  const { publication } = (await set(0)).body.data;
  expect(await told()).toEqual([`${DAY} ${DAY}`]);
  expect((await call('DELETE', `/desk/publication/${publication.id}`)).status).toBe(204);
  expect(await told()).toEqual([`${DAY} ${DAY}`]);
  expect((await set(0)).status).toBe(200);
  await told();
  desk.server.clock.set(new Date('2026-11-18T09:25:00Z'));
  await passJobWaits(pool());
  await jobsDone(desk.server);
  expect(await told()).toEqual([`${DAY} ${DAY}`]);
  expect((await call('DELETE', `/desk/absences/${absences[0]?.id}`)).status).toBe(204);
  expect(await told()).toEqual([`${DAY} 2026-11-27`]);
});
