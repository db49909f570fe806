import type { Channel } from '@kreide/core/features/channels';
import type { Translate } from '@kreide/core/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildChannel } from '../../../../../tests/support/channels.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { readerOf } from './listed.ts';
import { titlerOf } from './naming.ts';
import { unitChannels } from './queries/content.ts';
import { markDays } from './queries/generated.ts';
import { channelsPart } from './queries/parts.ts';

let server: TestServer;
let school: BuiltSchool;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const units: Record<string, number> = {};
const db = () => server.test.database.kysely;
const run = async (statement: string, values: readonly unknown[] = []) =>
  (await server.test.database.pool.query(statement, [...values])).rows;
const idOf = (name: string) => ids[name] ?? 0;
const unitOf = (name: string) => units[name] ?? 0;
const DAY_MS = 24 * 60 * 60 * 1000;
const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);

/** Klein leads 5a, where Ada and Ben are; Moll teaches the music course that Ada takes. */
beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel', { name: 'Amselschule' });
  for (const [name, role] of [
    ['klein', 'TEACHER'],
    ['moll', 'TEACHER'],
    ['office', 'EMPLOYEE'],
    ['admin', 'ADMIN'],
    ['ada', 'STUDENT'],
    ['ben', 'STUDENT'],
    ['adaparent', 'PARENT'],
  ] as const)
    ids[name] = (await buildUser(db(), school.id, name, role)).id;
  for (const name of ['klein', 'admin', 'ada', 'ben', 'adaparent']) tokens[name] = await signIn(server, 'amsel', name);
  const unit = async (name: string, statement: string, values: readonly unknown[] = []) => {
    const [row] = await run(statement, [school.id, ...values]);
    units[name] = row.id;
  };
  for (const name of ['5a', '5b'])
    await unit(name, `insert into grades (school_id, shortcut, source) values ($1, $2, 'manual') returning id`, [name]);
  await unit('klein', teacher(), [idOf('klein'), 'KL', unitOf('5a')]);
  await unit('moll', teacher(), [idOf('moll'), 'MO', null]);
  const course = `insert into courses (school_id, shortcut, source, teacher_ids, grade_ids, is_required)
    values ($1, $2, 'manual', $3, $4, $5) returning id`;
  await unit('MU', course, ['MU', [unitOf('moll')], [unitOf('5a')], false]);
  await unit('MA', course, ['MA', [unitOf('klein')], [unitOf('5a')], true]);
  await join('ada', '5a');
  await join('ben', '5a');
  await run('insert into enrolments (school_id, user_id, course_id, joined_at) values ($1, $2, $3, $4)', [
    school.id,
    idOf('ada'),
    unitOf('MU'),
    day(-30),
  ]);
  await run('insert into user_parents (school_id, user_id, parent_id) values ($1, $2, $3)', [
    school.id,
    idOf('ada'),
    idOf('adaparent'),
  ]);
});
afterAll(() => server.stop());

const teacher = () =>
  `insert into teachers (school_id, user_id, shortcut, grade_id, source) values ($1, $2, $3, $4, 'manual') returning id`;
const join = (name: string, grade: string, begins = day(-30)) =>
  run('insert into grade_memberships (school_id, user_id, grade_id, begins_at) values ($1, $2, $3, $4)', [
    school.id,
    idOf(name),
    unitOf(grade),
    begins,
  ]);
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });
const listOf = async (who: string): Promise<Channel[]> => (await call(who, 'GET', '/users/self/channels')).body.data;
const namesOf = async (who: string) => (await listOf(who)).map(({ meta }) => meta.displayname).toSorted();
const channelOf = async (target: string, unit: string | null): Promise<number> => {
  const id = unit === null ? null : unitOf(unit);
  const [row] = await run(
    `select id from channels where school_id = $1 and target = $2 and coalesce(grade_id, course_id) is not distinct from $3`,
    [school.id, target, id],
  );
  return row?.id ?? 0;
};
const membersOf = async (target: string, unit: string | null): Promise<string[]> => {
  const rows = await run(
    'select user_id, is_admin from channel_members where channel_id = $1 and left_at is null order by user_id',
    [await channelOf(target, unit)],
  );
  const nameOf = (id: number) => Object.keys(ids).find((name) => idOf(name) === id) ?? `${id}`;
  return rows.map(({ user_id, is_admin }) => `${nameOf(user_id)}${is_admin ? '*' : ''}`).toSorted();
};

describe('the channels of classes and courses', () => {
  it('have their pupils, or their parents, and who teaches them as administrator [C-3.06]', async () => {
    expect(await membersOf('students', '5a')).toEqual(['ada', 'ben', 'klein*']);
    expect(await membersOf('parents', '5a')).toEqual(['adaparent', 'klein*']);
    expect(await membersOf('courses', 'MU')).toEqual(['ada', 'moll*']);
    expect(await membersOf('course-parents', 'MU')).toEqual(['adaparent', 'moll*']);
    // A course that the whole class takes needs no enrolment.
    expect(await membersOf('courses', 'MA')).toEqual(['ada', 'ben', 'klein*']);
    expect(await channelOf('students', '5b')).toBe(0);
  });

  it('are there for everybody of a kind too, and are named for the reader [C-3.04] [C-3.06]', async () => {
    expect(await membersOf('global', null)).toEqual(['ada', 'adaparent', 'admin*', 'ben', 'klein', 'moll', 'office']);
    expect(await membersOf('teachers', null)).toEqual(['admin*', 'klein', 'moll']);
    expect(await membersOf('students', null)).toEqual(['ada', 'admin*', 'ben']);
    expect(await membersOf('parents', null)).toEqual(['adaparent', 'admin*']);
    expect(await membersOf('sekretariat', null)).toEqual(['admin*', 'office']);
    expect(await membersOf('sv', null)).toEqual(['admin*']);
    expect(await namesOf('ada')).toEqual(['Alle Schüler:innen', 'Ganze Schule', 'Klasse 5a', 'Kurs MA', 'Kurs MU']);
    expect(await namesOf('adaparent')).toEqual([
      'Alle Eltern',
      'Eltern 5a',
      'Eltern Kurs MA',
      'Eltern Kurs MU',
      'Ganze Schule',
    ]);
  });

  it('of a course are called by its subject, the short name second [C-3.04]', async () => {
    // Subjects that have the numbers of courses.
    await run(
      `insert into subjects (school_id, shortcut, name, source) select $1, 'X' || n, 'Falsch', 'manual' from generate_series(1, 9) n`,
      [school.id],
    );
    const [subject] = await run(
      `insert into subjects (school_id, shortcut, name, source) values ($1, 'M', 'Musik', 'manual') returning id`,
      [school.id],
    );
    await run('update courses set subject_id = $1 where id = $2', [subject?.id, unitOf('MU')]);
    const id = await channelOf('courses', 'MU');
    expect(await namesOf('ada')).toEqual(['Alle Schüler:innen', 'Ganze Schule', 'Klasse 5a', 'Kurs MA', 'Musik · MU']);
    const { body } = await call('ada', 'GET', '/users/self/channels?search=musik');
    expect(body.data.map(({ meta }: Channel) => meta.displayname)).toEqual(['Musik · MU']);
    expect((await titlerOf(db(), school.id, id))(((key: string) => key) as Translate)).toBe('Musik · MU');
    expect(await namesOf('adaparent')).toContain('Eltern Musik · MU');
    const ofParents = await titlerOf(db(), school.id, await channelOf('course-parents', 'MU'));
    expect(ofParents(((key: string) => `${key} {unit}`) as Translate)).toBe('channels:names.parents Musik · MU');
    const known = readerOf({ school_id: school.id, user_id: 0 }, ((key: string) => key) as Translate);
    const ofUnits = await unitChannels(db(), known).where('channels.id', '=', id).execute();
    expect(ofUnits.map(({ displayname }) => displayname)).toEqual(['Musik · MU']);
    const parts = db().selectFrom(channelsPart(db(), known).as('channel')).select('displayname').where('id', '=', id);
    expect(await parts.execute()).toEqual([{ displayname: 'Musik · MU' }]);
    // Nothing is said twice.
    await run(`update subjects set name = 'MU' where id = $1`, [subject?.id]);
    expect(await namesOf('ada')).toContain('Kurs MU');
    expect((await titlerOf(db(), school.id, id))(((key: string) => `${key} {unit}`) as Translate)).toBe(
      'channels:names.courses MU',
    );
    await run('update courses set subject_id = null where id = $1', [unitOf('MU')]);
  });

  it('are one-way where an answer would reach families who did not ask for it', async () => {
    const rows = await run(
      `select distinct target, grade_id is null as is_all from channels where is_twoway and target is not null
       order by target`,
    );
    expect(rows.map(({ target }) => target)).toEqual(['courses', 'sekretariat', 'students', 'sv', 'teachers']);
    expect(rows.find(({ target }) => target === 'students')?.is_all).toBe(false);
    const all = await channelOf('parents', null);
    expect((await call('adaparent', 'GET', `/channels/${all}`)).body.data.can).toMatchObject({ write: 0, leave: 0 });
    expect((await call('admin', 'GET', `/channels/${all}`)).body.data.can).toMatchObject({ write: 1 });
  });

  it('follow a pupil into another class at once: the new one is there, the old one gone, and their devices know', async () => {
    const told = async () =>
      (await run(`select audience from outbox where event = 'channel.changed'`)).flatMap(({ audience }) => audience);
    const chat = (await run('select id from chats where channel_id = $1', [await channelOf('students', '5a')]))[0].id;
    const write = () =>
      call('klein', 'POST', `/channels/chats/${chat}/messages`, {
        uuid: crypto.randomUUID(),
        content: 'Nur für 5a',
        reply_uuid: null,
      });
    expect((await write()).status).toBe(200);
    const before = (await told()).filter((room) => room === `user:${idOf('ada')}`).length;
    await server.test.database.kysely.transaction().execute(async (trx) => {
      await trx
        .updateTable('grade_memberships')
        .set({ ends_at: day(-1) })
        .where('user_id', '=', idOf('ada'))
        .execute();
      await trx
        .insertInto('grade_memberships')
        .values({ school_id: school.id, user_id: idOf('ada'), grade_id: unitOf('5b'), begins_at: day(0) })
        .execute();
    });
    expect(await namesOf('ada')).toEqual(['Alle Schüler:innen', 'Ganze Schule', 'Klasse 5b', 'Kurs MU']);
    expect(await namesOf('adaparent')).toEqual(['Alle Eltern', 'Eltern 5b', 'Eltern Kurs MU', 'Ganze Schule']);
    expect((await call('ada', 'GET', `/channels/chats/${chat}/messages`)).status).toBe(403);
    expect((await told()).filter((room) => room === `user:${idOf('ada')}`).length).toBeGreaterThan(before);
    // Back again: what was written before is not for them.
    await run('update grade_memberships set grade_id = $1, ends_at = null where user_id = $2 and ends_at is null', [
      unitOf('5a'),
      idOf('ada'),
    ]);
    expect(await namesOf('ada')).toContain('Klasse 5a');
    expect((await call('ada', 'GET', `/channels/chats/${chat}/messages`)).body.data).toEqual([]);
    expect((await call('ben', 'GET', `/channels/chats/${chat}/messages`)).body.data).toHaveLength(1);
  });

  it('follow the parents, the teachers and the accounts', async () => {
    await run('delete from user_parents where parent_id = $1', [idOf('adaparent')]);
    expect(await namesOf('adaparent')).toEqual(['Alle Eltern', 'Ganze Schule']);
    await run('update teachers set grade_id = null where id = $1', [unitOf('klein')]);
    await run('update teachers set co_grade_id = $1 where id = $2', [unitOf('5a'), unitOf('moll')]);
    expect(await membersOf('students', '5a')).toEqual(['ada', 'ben', 'moll*']);
    await run('update users set deleted_at = now() where id = $1', [idOf('moll')]);
    expect(await membersOf('courses', 'MU')).toEqual(['ada']);
    await run('update users set deleted_at = null where id = $1', [idOf('moll')]);
    expect(await membersOf('courses', 'MU')).toEqual(['ada', 'moll*']);
    await run(`update users set expire_at = now() - interval '1 minute' where id = $1`, [idOf('moll')]);
    expect(await membersOf('global', null)).not.toContain('moll');
    await run('update users set expire_at = null where id = $1', [idOf('moll')]);
  });

  it('change with the day on which a membership begins or ends', async () => {
    await run('update grade_memberships set ends_at = $1 where user_id = $2 and ends_at is null', [
      day(-1),
      idOf('ben'),
    ]);
    await join('ben', '5b', day(0));
    // As it was yesterday.
    const [old, next] = [await channelOf('students', '5a'), await channelOf('students', '5b')];
    await run('update channel_members set left_at = null where channel_id = $1 and user_id = $2', [old, idOf('ben')]);
    await run('delete from channel_members where channel_id = $1 and user_id = $2', [next, idOf('ben')]);
    expect(await namesOf('ben')).toContain('Klasse 5a');
    const scheduled = server.server.features.all.flatMap(({ schedule = [] }) => schedule).map(({ task }) => task);
    expect(scheduled).toContain('channels:days');
    await markDays(db());
    expect(await namesOf('ben')).toEqual(['Alle Schüler:innen', 'Ganze Schule', 'Klasse 5b']);
  });

  it('end with their class: what was written stays, nobody writes', async () => {
    await run('update grades set ended_at = now() where id = $1', [unitOf('5a')]);
    const ended = (await listOf('ada')).find(({ meta }) => meta.displayname === 'Klasse 5a');
    expect(ended).toMatchObject({ is_outdated: true, can: { read: 1, write: 0 } });
    const write = await call('ada', 'POST', `/channels/chats/${ended?.chat_id}/messages`, {
      uuid: crypto.randomUUID(),
      content: 'Noch jemand da?',
      reply_uuid: null,
    });
    expect(write).toMatchObject({ status: 403, body: { error: { code: 'chat_disabled' } } });
    await run('update grades set ended_at = null where id = $1', [unitOf('5a')]);
    expect((await listOf('ada')).find(({ id }) => id === ended?.id)).toMatchObject({ is_outdated: false });
  });

  it('come last where nobody has written, however young they are [C-2.02]', async () => {
    const names = (await listOf('ben')).map(({ meta }) => meta.displayname);
    expect(names).toContain('Ganze Schule');
    const { id } = await buildChannel(
      db(),
      school.id,
      { members: [idOf('ben')] },
      { name: 'Garten', activity_at: '2020-01-01T00:00:00Z', messages_sent: 1 },
    );
    expect((await listOf('ben'))[0]?.id).toBe(id);
    await run('delete from channel_members where channel_id = $1', [id]);
  });

  it('keep whom somebody added by hand, and those who belong to them [C-6.38]', async () => {
    const id = await channelOf('sv', null);
    const add = await call('admin', 'POST', `/channels/${id}/users/add`, { users: [idOf('klein')] });
    expect(add.status).toBe(200);
    await call('admin', 'POST', `/channels/${id}/users/toggle-admin`, { user: idOf('klein'), is_admin: true });
    await run('update users set lastname = lastname, expire_at = null, role = role where id = $1', [idOf('klein')]);
    await run('update users set deleted_at = now() where id = $1', [idOf('klein')]);
    await run('update users set deleted_at = null where id = $1', [idOf('klein')]);
    expect(await membersOf('sv', null)).toEqual(['admin*', 'klein*']);
    const remove = (who: string) => call('admin', 'POST', `/channels/${id}/users/remove`, { users: [idOf(who)] });
    expect(await remove('admin')).toMatchObject({
      status: 422,
      body: { error: { issues: [{ path: 'body.users', rule: 'belongs' }] } },
    });
    expect((await remove('klein')).status).toBe(200);
    expect(await membersOf('sv', null)).toEqual(['admin*']);
  });

  it('of the year before end with it, those of the new year begin', async () => {
    const [{ id: next }] = await run(
      `insert into school_years (school_id, name, begins_at, ends_at) values ($1, '2027 / 2028', '2027-08-01', '2028-07-15')
       returning id`,
      [school.id],
    );
    await run('update courses set season_id = $1 where id = $2', [school.yearId, unitOf('MU')]);
    expect((await run('select ended_at from channels where id = $1', [await channelOf('courses', 'MU')]))[0]).toEqual({
      ended_at: null,
    });
    await run('update schools set active_school_year_id = $1 where id = $2', [next, school.id]);
    expect((await listOf('ada')).find(({ meta }) => meta.displayname === 'Kurs MU')).toMatchObject({
      is_outdated: true,
    });
    await run('update schools set active_school_year_id = $1 where id = $2', [school.yearId, school.id]);
    expect((await listOf('ada')).find(({ meta }) => meta.displayname === 'Kurs MU')).toMatchObject({
      is_outdated: false,
    });
  });

  it('lose nobody when two changes are committed at once, and leave no mark behind', async () => {
    const extra = await Promise.all(
      Array.from({ length: 8 }, (_, at) => buildUser(db(), school.id, `extra${at}`, 'STUDENT')),
    );
    for (const { id, username } of extra) ids[username] = id;
    await Promise.all(extra.map(({ username }) => join(username, '5b')));
    expect(await membersOf('students', '5b')).toEqual(expect.arrayContaining(extra.map(({ username }) => username)));
    expect(await run('select * from channel_marks')).toEqual([]);
  });
});
