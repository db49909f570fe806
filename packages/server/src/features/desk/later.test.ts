import { type DecisionDraft, type DeskDay, type DeskLesson, withSubstitute } from '@kreide/core/features/desk';
import { expect, it } from 'vitest';
import { DAY, withDeskSchool } from '../../../../../tests/support/desk-school.ts';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { TEST_NOW } from '../../../../../tests/support/server.ts';
import { enqueue } from '../../kernel/jobs/index.ts';
import type { LaterTask } from './later-task.ts';

const desk = withDeskSchool();
const { call, day, idOf, absent, decide, draftsOf, at, planOf, toldTo } = desk;
/** A few minutes later: the session of nobody ends before. */
const TIME = { date: '2026-11-18', time: '10:25' };
const THEN = new Date('2026-11-18T09:25:00Z');
const pool = () => desk.server.test.database.pool;

/** Sets the time for all drafts that are there. */
async function later(values: object = {}, who = 'admin') {
  const seen: DeskDay = await day();
  const decisions = draftsOf(seen).map(({ id, version }) => ({ id, version }));
  const version = seen.publication?.version ?? 0;
  const body = { date: DAY, decisions, at: TIME, version, ...values };
  return call('PUT', '/desk/publication', body, who);
}
async function pass(): Promise<void> {
  await passJobWaits(pool());
  await jobsDone(desk.server);
}
const drop = async (hour: string, comment: string | null = null) => {
  const path = `/desk/lessons?date=${DAY}&grade_id=${desk.school.gradeId}`;
  const lessons: DeskLesson[] = (await call('GET', path)).body.data;
  const lesson = lessons.find((one) => one.hour === hour) as DeskLesson;
  const draft: DecisionDraft = { ...withSubstitute(lesson, null), kind: 'CANCLED', comment };
  const answer = await decide([draft]);
  expect(answer.status, answer.text).toBe(200);
};
/** The whole answers that everybody reads. */
const bytes = async () =>
  Promise.all(
    ['ada', 'parent', 'teacher'].map(async (who) => {
      const path = `/entities/grades/${desk.school.gradeId}?begins_at=${DAY}&ends_at=${DAY}`;
      return (await call('GET', path, undefined, who)).text;
    }),
  );
async function logged(): Promise<string[]> {
  const { rows } = await pool().query(
    `select action || ' ' || origin || ' ' || coalesce(u.username, '-') as line from audit_log a
     left join users u on u.id = a.user_id where action like 'desk.publish%' order by a.seq`,
  );
  return rows.map(({ line }) => line);
}

it('drafts are published at their time, once, as whoever set it, and nobody reads anything before [D-8.10]', async () => {
  await absent('Bg');
  await drop('2', 'Erst um zur vollen Zeit');
  const before = await bytes();
  expect((await later({ at: { date: '2026-11-18', time: '06:45' } })).body.error.issues[0]).toMatchObject({
    path: 'body.at',
    message: 'Dieser Zeitpunkt ist schon vorbei.',
  });
  const set = await later({}, 'olga');
  expect(set.status, set.text).toBe(200);
  expect(set.body.data.publication).toMatchObject({ publish_at: THEN.toISOString(), done_at: null });
  expect(set.body.data.publication.by).toContain('olga');
  expect(at(set.body.data, '2', '10b').decision?.due).toBe('WAITING');
  // Two people set it at once: the second is told.
  const second = (await later({ version: 0 })).body.error;
  expect([second.code, second.message]).toEqual(['decision_changed', expect.stringContaining('olga')]);
  // The clock of the database is ahead of that of the server.
  await pass();
  expect(await bytes()).toEqual(before);
  expect((await toldTo('ada')).join()).not.toContain('zur vollen Zeit');

  const told = async () => (await toldTo('ada')).filter((text) => text.includes('zur vollen Zeit')).length;
  desk.server.clock.set(THEN);
  // Two processes find it due at the same moment.
  const { id, version } = set.body.data.publication;
  const again = { name: 'desk:publish', attempts: 1 } as unknown as LaterTask;
  await enqueue(desk.server.test.database.kysely, again, { school_id: desk.school.id, id, version });
  await pass();
  expect(await planOf('ada')).toContain('2 CANCLED Bg');
  expect(await told()).toBe(1);
  expect((await day()).publication).toMatchObject({ published: 1, is_refused: false, done_at: THEN.toISOString() });
  expect(await logged()).toEqual(['desk.publishLater session olga', 'desk.publishedLater system olga']);
});

it('what was decided since is no part of it, and what has become impossible is told while the rest is published', async () => {
  const open = at(await day(), '5', '10b');
  const kaya = await idOf('Ky');
  expect((await decide([withSubstitute(open, kaya)])).status).toBe(200);
  await drop('3');
  await drop('1');
  desk.server.clock.advance(1000);
  expect((await later()).status).toBe(200);
  desk.server.clock.advance(1000);
  await drop('3', 'Doch mit einem Wort dazu');
  await drop('4', 'Erst danach entschieden');
  await absent('Ky', { begins_time_id: null });
  const dues = async () => draftsOf(await day()).map(({ hour, due }) => [hour, due]);
  expect(await dues()).toEqual([
    ['1', 'WAITING'],
    ['3', 'CHANGED'],
    ['4', null],
    ['5', 'WAITING'],
  ]);
  desk.server.clock.set(THEN);
  await pass();
  const plan = (await planOf('ada')).join('; ');
  expect(plan).toMatch(/1 CANCLED/);
  expect(plan).not.toMatch(/[345] CANCLED|5 {2}Ky/);
  expect(await dues()).toEqual([
    ['3', 'CHANGED'],
    ['4', null],
    ['5', 'MISSING'],
  ]);
  const told = (await toldTo('admin')).find((text) => text.includes('Nicht alles wurde veröffentlicht'));
  expect(told).toMatch(/Montag, 23\. November/);
  expect(told).toMatch(/3\. Stunde 10b Englisch: seither geändert/);
  expect(told).toMatch(/5\. Stunde 10b Physik: Lehrkraft oder Raum fehlt inzwischen/);
  expect(told).not.toMatch(/1\. Stunde|4\. Stunde/);
});

it('is taken back, and without the right of whoever set it nothing is published and the desk is told', async () => {
  const set = await later();
  expect(set.status, set.text).toBe(200);
  expect((await call('DELETE', `/desk/publication/${set.body.data.publication.id}`)).status).toBe(204);
  const before = await bytes();
  desk.server.clock.set(THEN);
  await pass();
  expect([await bytes(), (await day()).publication]).toEqual([before, null]);

  desk.server.clock.set(TEST_NOW);
  expect((await later({}, 'olga')).status).toBe(200);
  await pool().query("update users set role = 'TEACHER' where username = 'olga'");
  desk.server.clock.set(THEN);
  await pass();
  expect([await bytes(), (await day()).publication]).toMatchObject([before, { is_refused: true, published: 0 }]);
  expect((await toldTo('admin')).join()).toContain('darf es nicht mehr');
});

it('publishing by hand leaves nothing to be done at the time', async () => {
  expect((await later()).status).toBe(200);
  expect((await desk.publish()).status).toBe(200);
  expect((await day()).publication).toBeNull();
});
