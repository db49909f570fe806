import type { DeskReport, DeskReports } from '@kreide/core/features/desk';
import { addDays, toLocal } from '@kreide/core/kernel';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, withDeskSchool } from '../../../../../tests/support/desk-school.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { deskData, eraseDesk } from './queries/personal-data.ts';

/** `teacher` is Berg, whose lessons on the Monday are the second and the fifth of 10b, and the first of 7a. */
const desk = withDeskSchool();
const { call, day, absent, says, tokens, toldTo } = desk;
const kysely = () => desk.server.test.database.kysely;
const pool = () => desk.server.test.database.pool;

const WHOLE = { begins_at: DAY, ends_at: DAY, begins_time_id: null, ends_time_id: null };
const SICK = { ...WHOLE, absence_reason_id: 'sick', comment: ' Migräne ' };
const report = (values: object = {}, who = 'teacher') => call('POST', '/desk/reports', { ...SICK, ...values }, who);
const own = async (who = 'teacher'): Promise<DeskReports> =>
  (await call('GET', '/desk/reports', undefined, who)).body.data;

beforeAll(async () => {
  const colleague = await buildUser(kysely(), desk.school.id, 'kaya', 'TEACHER');
  await kysely().updateTable('teachers').set({ user_id: colleague.id }).where('shortcut', '=', 'Ky').execute();
  await buildUser(kysely(), desk.school.id, 'unplanned', 'TEACHER');
  for (const who of ['kaya', 'unplanned', 'office']) tokens[who] = await signIn(desk.server, 'amsel', who);
});
beforeEach(async () => {
  await kysely().deleteFrom('desk_absences').execute();
  await pool().query('delete from outbox');
});

describe('a teacher who is ill', () => {
  it('reports it: the desk has it at once, as said and when, and is told who and when, but not why', async () => {
    const answer = await report();
    expect(answer.status, answer.text).toBe(200);
    const reported_at = desk.server.clock.now().toISOString();
    const when = { begins_at: DAY, ends_at: DAY, time_begins_at: null, time_ends_at: null, days: [] };
    const said: Partial<DeskReport> = { ...when, comment: 'Migräne', state: 'REPORTED', reported_at };
    expect(answer.body.data).toMatchObject({ ...said, reason: { id: 'sick' } });
    expect((await own()).reports).toEqual([answer.body.data]);
    const monday = await day();
    expect(monday.lessons.map(says)).toEqual(['1 7a OPEN', '2 10b OPEN', '5 10b OPEN']);
    expect(monday.absences).toMatchObject([
      { teacher: { shortcut: 'Bg' }, reason: { id: 'sick' }, comment: 'Migräne', reported_at, by: expect.any(String) },
    ]);
    const { rows: events } = await pool().query("select payload, audience from outbox where event = 'desk.changed'");
    const planners = await pool().query("select id from users where role = 'ADMIN' order by id");
    expect(events).toEqual([
      { payload: { begins_at: DAY, ends_at: DAY }, audience: planners.rows.map(({ id }) => `user:${id}`) },
    ]);
    for (const who of ['admin', 'olga']) {
      const told = (await toldTo(who)).filter((text) => text.includes('meldet sich abwesend'));
      expect(told).toHaveLength(1);
      expect(told[0]).toContain('23. November 2026');
      expect(told[0]).not.toMatch(/Migräne|[Kk]rank/);
    }
    for (const who of ['kaya', 'ada', 'parent', 'teacher'])
      expect((await toldTo(who)).join()).not.toContain('meldet sich abwesend');
  });

  it('hears when the desk removes it, and nothing stays of what the desk was told', async () => {
    await report();
    const [taken] = (await day()).absences;
    const before = (await toldTo('olga')).filter((text) => text.includes('meldet sich abwesend'));
    expect((await call('DELETE', `/desk/absences/${taken?.id}`)).status).toBe(204);
    const after = (await toldTo('olga')).filter((text) => text.includes('meldet sich abwesend'));
    expect(after).toHaveLength(before.length - 1);
    const heard = async () => (await toldTo('teacher')).filter((text) => text.includes('ausgetragen'));
    expect(await heard()).toEqual([expect.stringContaining('23. November 2026')]);
    expect((await heard()).join()).not.toMatch(/Migräne|[Kk]rank/);
    // What the desk has entered itself it removes without a word.
    const entered = (await absent('Bg')).absences.at(-1);
    expect((await call('DELETE', `/desk/absences/${entered?.id}`)).status).toBe(204);
    expect(await heard()).toHaveLength(1);
  });

  it('takes it back, or is there again: the desk sees what is left, and hears that alone; what it has entered is not theirs', async () => {
    const end = (id: number | undefined, who = 'teacher') => call('POST', `/desk/reports/${id}/end`, undefined, who);
    const heard = async (word: RegExp) => (await toldTo('olga')).filter((text) => word.test(text));
    const before = (await heard(/meldet sich abwesend/)).length;
    const { id } = (await report()).body.data;
    expect((await end(id, 'kaya')).status).toBe(404);
    await pool().query('delete from outbox');
    const taken = await end(id);
    expect([taken.status, taken.body.data]).toEqual([200, null]);
    expect([(await own()).reports, (await day()).absences]).toEqual([[], []]);
    expect(await heard(/doch nicht abwesend/)).toEqual([expect.stringContaining('23. November 2026')]);
    expect(await heard(/meldet sich abwesend/)).toHaveLength(before);
    const { rows } = await pool().query("select payload from outbox where event = 'desk.changed'");
    expect(rows).toEqual([{ payload: { begins_at: DAY, ends_at: DAY } }]);
    expect((await end(id)).status).toBe(404);

    // Reported some days ago, and there again this morning.
    const { id: long } = (await report({ ends_at: '2026-11-27' })).body.data;
    const today = toLocal(desk.server.clock.now(), 'Europe/Berlin').date;
    const days = { begins_at: addDays(today, -3), ends_at: addDays(today, 3) };
    await kysely().updateTable('desk_absences').set(days).where('id', '=', long).execute();
    const back = await end(long);
    expect(back.status, back.text).toBe(200);
    expect(back.body.data).toMatchObject({
      id: long,
      begins_at: days.begins_at,
      comment: 'Migräne',
      state: 'REPORTED',
    });
    expect(back.body.data.ends_at < days.ends_at).toBe(true);
    expect(await kysely().selectFrom('desk_absences').select(['id', 'ends_at']).execute()).toEqual([
      { id: long, ends_at: back.body.data.ends_at },
    ]);
    expect(await heard(/wieder da/)).toEqual([expect.not.stringMatching(/Migräne|[Kk]rank/)]);
    expect(await heard(/meldet sich abwesend/)).toHaveLength(before);
    // At ten past ten, in the third period.
    expect([back.body.data.ends_at, back.body.data.time_ends_at]).toEqual([today, '10:40']);
    const told = (await heard(/wieder da/)).join();
    expect(told).toContain(`${Number(today.slice(-2))}. November`);
    expect(told).not.toContain(`${Number(days.ends_at.slice(-2))}. November`);
    const again = await end(long);
    expect([again.status, again.body.error?.code]).toEqual([409, 'absence_over']);

    // What is over is over for whoever looks at it some days later, and theirs is what they themselves have reported.
    const last = { begins_at: addDays(today, -3), ends_at: addDays(today, -1) };
    await kysely().updateTable('desk_absences').set(last).where('id', '=', long).execute();
    expect((await end(long)).body.error?.code).toBe('absence_over');
    const self = (await own()).reports.find((one) => one.id === long);
    expect(self?.state).toBe('REPORTED');
    const { created_by } = await kysely()
      .selectFrom('desk_absences')
      .select('created_by')
      .where('id', '=', long)
      .executeTakeFirstOrThrow();
    const other = await kysely()
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'kaya')
      .executeTakeFirstOrThrow();
    for (const values of [{ created_by: other.id }, { created_by, reported_at: null }]) {
      await kysely()
        .updateTable('desk_absences')
        .set({ ...days, ...values })
        .where('id', '=', long)
        .execute();
      expect((await end(long)).status, JSON.stringify(values)).toBe(404);
    }
    await kysely().deleteFrom('desk_absences').execute();
    const entered = (await absent('Bg')).absences.at(-1);
    expect((await end(entered?.id)).status).toBe(404);
    expect((await day()).absences.map((one) => one.id)).toContain(entered?.id);
    const log = await pool().query("select before, after from audit_log where action = 'desk.endReport' order by seq");
    expect(log.rows).toEqual([
      { before: { begins_at: DAY, ends_at: DAY }, after: null },
      { before: { ends_at: days.ends_at }, after: { ends_at: back.body.data.ends_at } },
    ]);
  });

  it('says from which period on, and the log keeps neither why nor the note', async () => {
    const { periods, reasons } = await own();
    expect(reasons.map(({ id }) => id)).toEqual(['sick', 'doctor', 'leave', 'event', 'other']);
    const third = periods.find(({ hour }) => hour === '3');
    const answer = await report({ begins_time_id: third?.id, absence_reason_id: 'doctor' });
    expect(answer.body.data).toMatchObject({ time_begins_at: third?.begins_at, time_ends_at: null });
    expect((await day()).lessons.map(says)).toEqual(['5 10b OPEN']);
    const { rows } = await pool().query(
      "select * from audit_log where entity = 'desk_absences' order by seq desc limit 1",
    );
    expect(rows[0]).toMatchObject({ action: 'desk.report' });
    expect(JSON.stringify(rows[0])).not.toMatch(/Migräne|doctor/);
  });

  it('is not entered twice, and reads for when they are already', async () => {
    await absent('Bg', {
      begins_at: '2026-11-24',
      ends_at: '2026-11-25',
      comment: 'Anruf um 6',
      absence_reason_id: 'sick',
    });
    // Of what the desk wrote, a teacher reads no more than when.
    expect((await own()).reports).toMatchObject([
      {
        begins_at: '2026-11-24',
        ends_at: '2026-11-25',
        state: 'ENTERED',
        reason: null,
        comment: null,
        reported_at: null,
      },
    ]);
    const both = await report({ ends_at: '2026-11-27' });
    expect(both.status).toBe(409);
    expect(both.body.error).toMatchObject({
      code: 'already_absent',
      message: expect.stringContaining('24. November 2026'),
    });
    expect((await report()).status).toBe(200);
    expect((await report()).status).toBe(409);
    expect((await report({ begins_at: '2026-11-26', ends_at: '2026-11-27' })).status).toBe(200);
    const { periods } = await own();
    const [second, fifth] = ['2', '5'].map((name) => periods.find(({ hour }) => hour === name)?.id);
    // The afternoon after a morning.
    const friday = { begins_at: '2026-12-04', ends_at: '2026-12-04' };
    expect((await report({ ...friday, ends_time_id: second })).status).toBe(200);
    expect((await report({ ...friday, begins_time_id: fifth })).status).toBe(200);
    expect((await report({ ...friday, begins_time_id: second })).status).toBe(409);
    expect((await day('2026-12-04')).absences).toHaveLength(2);
  });

  it('reports from today on by the clock of the school, and for no longer than anybody knows', async () => {
    const rulesOf = async (values: object) =>
      (await report(values)).body.error?.issues.map(({ path, rule }: { path: string; rule: string }) => [path, rule]);
    expect(await rulesOf({ begins_at: '2026-11-17' })).toEqual([['body.begins_at', 'isPast']]);
    expect(await rulesOf({ ends_at: '2026-11-22' })).toEqual([['body.ends_at', 'endsEarly']]);
    expect(await rulesOf({ ends_at: '2027-02-23' })).toEqual([['body.ends_at', 'tooLong']]);
    expect(await rulesOf({ begins_at: '2027-11-20', ends_at: '2027-11-20' })).toEqual([['body.begins_at', 'tooFar']]);
    const { periods } = await own();
    const [first, fifth] = ['1', '5'].map((name) => periods.find(({ hour }) => hour === name)?.id);
    expect(await rulesOf({ begins_time_id: fifth, ends_time_id: first })).toEqual([['body.ends_time_id', 'endsEarly']]);
    const today = { begins_at: '2026-11-18', ends_at: '2026-11-18' };
    expect(await rulesOf({ ...today, ends_time_id: first })).toEqual([['body.ends_time_id', 'isPast']]);
    expect(await rulesOf({ comment: 'x'.repeat(201) })).toMatchObject([['body.comment', expect.any(String)]]);
    expect((await report(today)).status).toBe(200);
    // Half past midnight in Berlin is still the day before in London.
    desk.server.clock.set(new Date('2026-11-18T23:30:00Z'));
    tokens.late = await signIn(desk.server, 'amsel', 'teacher');
    const late = await report(today, 'late');
    expect(late.body.error?.issues).toMatchObject([{ path: 'body.begins_at', rule: 'isPast' }]);
  });

  it('is heard, and nobody else is: who teaches nothing here, pupils, parents, the office and other schools', async () => {
    await report();
    for (const who of ['unplanned', 'ada', 'parent', 'office', 'admin']) {
      expect((await report({}, who)).status, who).toBe(403);
      expect((await call('GET', '/desk/reports', undefined, who)).status, who).toBe(403);
    }
    // A colleague sees their own absences alone, and no desk.
    expect((await own('kaya')).reports).toEqual([]);
    expect((await call('GET', `/desk?date=${DAY}`, undefined, 'kaya')).status).toBe(403);
    await kysely()
      .updateTable('teachers')
      .set({ ended_at: '2026-11-01T00:00:00Z' })
      .where('shortcut', '=', 'Ky')
      .execute();
    expect((await report({}, 'kaya')).status).toBe(403);
    const { id: school_id } = await buildSchool(kysely(), 'drossel');
    const { id: user_id } = await buildUser(kysely(), school_id, 'teacher', 'TEACHER');
    await kysely().insertInto('teachers').values({ school_id, user_id, shortcut: 'Bg', source: 'manual' }).execute();
    tokens.elsewhere = await signIn(desk.server, 'drossel', 'teacher');
    expect((await own('elsewhere')).reports).toEqual([]);
    expect((await report({}, 'elsewhere')).status).toBe(200);
    expect((await day()).absences).toHaveLength(1);
  });
});

it('an archive has the own absences whole, and of those entered for others only that and when [D-6.08]', async () => {
  await report();
  const tuesday = { begins_at: '2026-11-24', ends_at: '2026-11-24' };
  await absent('Bg', { ...tuesday, absence_reason_id: 'doctor', comment: 'Knie' });
  const people = await kysely()
    .selectFrom('users')
    .select(['id', 'username'])
    .where('school_id', '=', desk.school.id)
    .execute();
  const personOf = (who: string) => ({
    school_id: desk.school.id,
    user_id: people.find(({ username }) => username === who)?.id as number,
  });
  const keptOf = async (who: string) =>
    (await deskData.desk_absences?.(kysely(), personOf(who), ((key: string) => key) as never)) ?? [];
  const at = desk.server.clock.now().toISOString();
  const mine = [
    { begins_at: DAY, ends_at: DAY, reason: 'sick', text: 'Migräne', reported_at: at, is_own: true, created_at: at },
    { ...tuesday, reason: 'doctor', text: 'Knie', reported_at: null, is_own: false, created_at: at },
  ];
  expect(await keptOf('teacher')).toEqual(mine);
  expect(await keptOf('admin')).toEqual([{ is_own: true, created_at: at }]);
  expect(await keptOf('kaya')).toEqual([]);
  // What somebody said of themself stays theirs when the plan links its teacher with another account, and goes with them.
  const { id } = await kysely()
    .selectFrom('teachers')
    .select('id')
    .where('shortcut', '=', 'Bg')
    .executeTakeFirstOrThrow();
  const link = (user_id: number | null) =>
    kysely().updateTable('teachers').set({ user_id }).where('id', '=', id).execute();
  await link(null);
  expect(await keptOf('teacher')).toEqual([mine[0]]);
  await eraseDesk(kysely(), personOf('teacher'));
  await link(personOf('teacher').user_id);
  expect(await keptOf('teacher')).toEqual([mine[1]]);
});
