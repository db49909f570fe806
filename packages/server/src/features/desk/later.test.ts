import {
  type Decision,
  type DecisionDraft,
  type DeskDay,
  type DeskLesson,
  withSubstitute,
} from '@kreide/core/features/desk';
import { expect, it } from 'vitest';
import { DAY, withDeskSchool } from '../../../../../tests/support/desk-school.ts';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { signIn } from '../../../../../tests/support/people.ts';
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
async function later(values: object = {}, who = 'admin', date = DAY) {
  const seen: DeskDay = await day(date);
  const decisions = draftsOf(seen).map(({ id, version }) => ({ id, version }));
  const version = seen.publication?.version ?? 0;
  const body = { date, decisions, at: TIME, version, ...values };
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

/** Decides about lessons of a day, each named by its hour, class and subject. */
async function decideOn(date: string, drafts: Record<string, Partial<DecisionDraft>>): Promise<void> {
  const lists = await Promise.all(
    [desk.school.gradeId, await idOf('7a')].map((id) => call('GET', `/desk/lessons?date=${date}&grade_id=${id}`)),
  );
  const lessons: DeskLesson[] = lists.flatMap(({ body }) => body.data);
  const nameOf = ({ hour, grades, subject }: DeskLesson) => `${hour} ${grades[0]?.shortcut} ${subject?.shortcut}`;
  const decisions = Object.entries(drafts).map(([name, draft]): DecisionDraft => {
    const lesson = lessons.find((one) => nameOf(one) === name) as DeskLesson;
    return { ...withSubstitute(lesson, null), kind: 'CANCLED', ...draft };
  });
  const answer = await decide(decisions, date);
  expect(answer.status, answer.text).toBe(200);
}
const duesOn = async (date: string) =>
  draftsOf(await day(date)).map(({ hour, comment, due }) => `${hour} ${comment ?? '–'} ${due}`);

it('half of a swap is not published, nor what else hangs on it, whatever has become of the other half', async () => {
  const date = '2026-11-25';
  const to = (hour: string) => ({ kind: 'MOVED', target: { date, hour } }) as const;
  await decideOn(date, {
    '1 10b EN': to('8'),
    '8 10b WP F': { comment: 'F' },
    '8 10b WP L': { comment: 'L' },
    '2 10b GE': to('4'),
    '4 10b MA': {},
    '5 10b BI': {},
    '6 10b BI': to('1'),
    // Nobody of this class comes in its place.
    '1 7a BI': {},
  });
  desk.server.clock.advance(1000);
  expect((await later({}, 'admin', date)).status).toBe(200);
  await decideOn(date, {
    '8 10b WP F': { kind: 'CHANGED', comment: 'F doch' },
    '2 10b GE': { ...to('4'), comment: 'Karten' },
    '6 10b BI': { ...to('1'), comment: 'Raum' },
  });
  desk.server.clock.set(THEN);
  await pass();
  expect((await duesOn(date)).sort()).toEqual([
    '1 – PARTNER',
    '2 Karten CHANGED',
    '4 – PARTNER',
    '6 Raum CHANGED',
    '8 F doch CHANGED',
    '8 L PARTNER',
  ]);
  expect((await day(date)).publication?.published).toBe(2);
  expect((await toldTo('admin')).join()).toContain('4. Stunde 10b Mathematik: die andere Stunde ging nicht');
});

it('the time that counts is the last that was set; what is gone stays, and what is over cannot be taken back', async () => {
  const date = '2026-11-24';
  const target = { date: '2026-11-27', hour: '2' };
  const periods = (await day(date)).periods;
  await pool().query("update users set role = 'ADMIN' where username = 'olga'");
  const on = { begins_at: date, ends_at: date };
  await absent('Or', on);
  desk.server.clock.advance(1000);
  await decideOn(date, {
    '1 10b MA': { kind: 'MOVED', target },
    '2 10b MA': {},
    '3 10b KU': { kind: 'CHANGED', teacher_ids: [await idOf('Or')], comment: 'Mit Raum' },
    '4 10b KU': { kind: 'CHANGED', teacher_ids: [await idOf('Or')], comment: 'Man sah es' },
    '5 10b DE': {},
  });
  expect((await later({}, 'admin', date)).status).toBe(200);
  expect((await later({ at: { ...TIME, time: '10:27' } }, 'olga', date)).status).toBe(200);
  desk.server.clock.advance(1000);
  const third = periods.find(({ hour }) => hour === '3')?.id;
  const room = { teacher_id: null, bookable_id: await idOf('K2'), begins_time_id: third, ends_time_id: third };
  await absent('', { ...on, ...room });
  await absent('Li', on);
  const free = { name: 'Wandertag', begins_at: target.date, ends_at: target.date, is_public: true };
  const holiday = (await call('POST', '/basedata/holidays', free)).body.data;
  desk.server.clock.set(THEN);
  await pass();
  expect(new Set((await duesOn(date)).map((line) => line.split(' ').at(-1)))).toEqual(new Set(['WAITING']));
  desk.server.clock.set(new Date('2026-11-18T09:27:00Z'));
  await pass();
  const left = ['1 – GONE', '3 Mit Raum MISSING'];
  expect(await duesOn(date)).toEqual(left);
  const { publication } = await day(date);
  expect(publication).toMatchObject({ published: 3, is_refused: false });
  const told = async (who: string) => (await toldTo(who)).filter((text) => text.includes('24. November')).join();
  expect(await told('olga')).toContain('1. Stunde 10b Mathematik: diese Stunde gibt es nicht mehr');
  expect(await told('admin')).not.toContain('Nicht alles');
  // Nobody is told that it was taken back when it was done.
  expect((await call('DELETE', `/desk/publication/${publication?.id}`)).status).toBe(404);
  expect(await duesOn(date)).toEqual(left);
  await call('DELETE', `/basedata/holidays/${holiday.id}`);
});

it('is at a time of the clock of the school, and not after the day; taken back, it is not there any more', async () => {
  const date = '2026-11-30';
  await decideOn(date, { '1 10b DE': {}, '2 10b MA': {} });
  const over = await later({ at: { date: '2026-12-01', time: '00:00' } }, 'admin', date);
  expect(over.body.error.issues).toMatchObject([{ path: 'body.at', rule: 'isOver' }]);
  await pool().query("update schools set time_zone = 'Europe/London'");
  const [first] = draftsOf(await day(date)) as [Decision];
  const only = { decisions: [{ id: first.id, version: first.version }], at: { date, time: '06:45' } };
  desk.tokens.elsewhere = await signIn(desk.server, 'amsel', 'admin');
  const { publication } = (await later(only, 'elsewhere', date)).body.data;
  expect(publication.publish_at).toBe('2026-11-30T06:45:00.000Z');
  await pool().query("update schools set time_zone = 'Europe/Berlin'");
  expect(await duesOn(date)).toEqual(['1 – WAITING', '2 – null']);
  // Set anew for the other alone, it is no part of it any more.
  const [, second] = draftsOf(await day(date)) as [Decision, Decision];
  const other = { decisions: [{ id: second.id, version: second.version }], at: { date, time: '06:45' } };
  expect((await later({ ...other, decisions: [{ id: second.id, version: 9 }] }, 'admin', date)).status).toBe(409);
  expect((await later(other, 'admin', date)).status).toBe(200);
  expect(await duesOn(date)).toEqual(['1 – null', '2 – WAITING']);
  const takeBack = async () => (await call('DELETE', `/desk/publication/${publication.id}`)).status;
  expect([await takeBack(), await takeBack()]).toEqual([204, 404]);
  expect(await duesOn(date)).toEqual(['1 – null', '2 – null']);
});
