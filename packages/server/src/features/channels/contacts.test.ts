import type { Contact } from '@kreide/core/features/channels';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildChannel } from '../../../../../tests/support/channels.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const source = 'manual';
const grades = { a: 0, b: 0 };

/** Frau Klein leads 5a with Ada in it, and teaches the course of Ben of 5b; Herr Fremd teaches nobody. */
beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  const school_id = school.id;
  for (const [name, role] of [
    ['klein', 'TEACHER'],
    ['fremd', 'TEACHER'],
    ['office', 'EMPLOYEE'],
    ['admin', 'ADMIN'],
    ['ada', 'STUDENT'],
    ['ben', 'STUDENT'],
    ['cleo', 'STUDENT'],
    ['adaparent', 'PARENT'],
    ['cleoparent', 'PARENT'],
  ] as const) {
    ids[name] = (await buildUser(db(), school_id, name, role)).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
  const unit = async (table: 'grades' | 'courses', values: Record<string, unknown>): Promise<number> =>
    (
      await db()
        .insertInto(table)
        .values({ school_id, source, ...values } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const a = await unit('grades', { shortcut: '5a' });
  const b = await unit('grades', { shortcut: '5b' });
  Object.assign(grades, { a, b });
  const teacher = async (name: string, values: Record<string, unknown> = {}) =>
    (
      await db()
        .insertInto('teachers')
        .values({ school_id, source, user_id: ids[name] ?? 0, shortcut: name, ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const klein = await teacher('klein', { grade_id: a });
  await teacher('fremd');
  const course = await unit('courses', { shortcut: 'MA', teacher_ids: [klein] });
  const begins_at = '2026-08-01';
  for (const [name, grade_id] of [
    ['ada', a],
    ['ben', b],
    ['cleo', b],
  ] as const)
    await db()
      .insertInto('grade_memberships')
      .values({ school_id, user_id: ids[name] ?? 0, grade_id, begins_at })
      .execute();
  const enrolment = { school_id, course_id: course, joined_at: begins_at };
  await db()
    .insertInto('enrolments')
    .values([
      { ...enrolment, user_id: ids.ben ?? 0 },
      { ...enrolment, user_id: ids.cleo ?? 0, left_at: '2026-10-01' },
    ])
    .execute();
  for (const name of ['ada', 'cleo'])
    await db()
      .insertInto('user_parents')
      .values({ school_id, user_id: ids[name] ?? 0, parent_id: ids[`${name}parent`] ?? 0 })
      .execute();
});
afterAll(() => server.stop());
beforeEach(() => db().updateTable('users').set({ is_locked: false, state: 'ACTIVE', deleted_at: null }).execute());

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });
const begin = (who: string, other: string) =>
  call(who, 'POST', '/channels/start-conversation', { user_id: ids[other] ?? 0 });
const contactsOf = async (who: string, query = ''): Promise<string[]> =>
  ((await call(who, 'GET', `/channels/contacts${query}`)).body.data as Contact[]).map(({ firstname }) => firstname);
const rules = (values: Record<string, boolean>) =>
  call('admin', 'PUT', `/schools/${school.id}/channels`, { channels: true, pupils: false, parents: false, ...values });

describe('who may write to whom', () => {
  it('is decided by what people have to do with each other at school [C-6.07] [C-7.03]', async () => {
    expect(await contactsOf('klein')).toEqual(['ada', 'adaparent', 'admin', 'ben', 'fremd', 'office']);
    expect(await contactsOf('fremd')).toEqual(['admin', 'klein', 'office']);
    expect(await contactsOf('office')).toEqual(['admin', 'fremd', 'klein']);
    expect(await contactsOf('ada')).toEqual(['adaparent', 'klein']);
    expect(await contactsOf('ben')).toEqual(['klein']);
    expect(await contactsOf('cleo')).toEqual(['cleoparent']);
    expect(await contactsOf('adaparent')).toEqual(['ada', 'admin', 'klein']);
    expect(await contactsOf('cleoparent')).toEqual(['admin', 'cleo']);
  });

  it('holds for whoever begins, and says so in words [C-6.07] [C-7.03]', async () => {
    expect((await begin('ben', 'klein')).status).toBe(200);
    expect((await begin('adaparent', 'klein')).status).toBe(200);
    for (const [who, other] of [
      ['klein', 'cleo'],
      ['cleo', 'klein'],
      ['ada', 'ben'],
      ['adaparent', 'cleo'],
      ['adaparent', 'cleoparent'],
      ['office', 'ada'],
      ['ada', 'ada'],
    ] as const)
      expect((await begin(who, other)).body.error?.issues, `${who} to ${other}`).toEqual([
        expect.objectContaining({ path: 'body.user_id', rule: 'contact', message: expect.stringContaining('Schule') }),
      ]);
  });

  it('lets parents and the office write to each other, and keeps the office from pupils [C-6.07] [C-7.03]', async () => {
    expect((await begin('adaparent', 'admin')).status).toBe(200);
    expect((await begin('admin', 'cleoparent')).status).toBe(200);
    expect((await begin('admin', 'ada')).status).toBe(422);
    expect((await begin('adaparent', 'office')).status).toBe(422);
    // Whoever manages people is the office, for as long as they do.
    const right = { school_id: school.id, user_id: ids.office ?? 0, permission: 'manage-users' };
    await db()
      .insertInto('user_permissions')
      .values({ ...right, is_allowed: true })
      .execute();
    expect(await contactsOf('office')).toEqual(['adaparent', 'admin', 'cleoparent', 'fremd', 'klein']);
    expect((await begin('cleoparent', 'office')).status).toBe(200);
    await db()
      .deleteFrom('user_permissions')
      .where('user_id', '=', ids.office ?? 0)
      .execute();
    expect(await contactsOf('office')).toEqual(['admin', 'fremd', 'klein']);
  });

  it('never is somebody who is locked, deleted, waiting or gone [C-7.03]', async () => {
    for (const values of [
      { is_locked: true },
      { deleted_at: '2026-11-01T00:00:00Z' },
      { state: 'PENDING' as const },
      { expire_at: '2026-11-01T00:00:00Z' },
    ]) {
      await db()
        .updateTable('users')
        .set(values)
        .where('id', '=', ids.fremd ?? 0)
        .execute();
      expect(await contactsOf('office'), JSON.stringify(values)).toEqual(['admin', 'klein']);
      expect((await begin('office', 'fremd')).status, JSON.stringify(values)).toBe(422);
      await db()
        .updateTable('users')
        .set({ is_locked: false, deleted_at: null, state: 'ACTIVE', expire_at: null })
        .where('id', '=', ids.fremd ?? 0)
        .execute();
    }
  });

  it('is widened by the school for pupils, and for parents, among themselves only [C-6.07]', async () => {
    expect((await rules({ pupils: true })).body.data).toMatchObject({ channels: true, pupils: true, parents: false });
    expect(await contactsOf('ben')).toEqual(['ada', 'cleo', 'klein']);
    expect(await contactsOf('adaparent')).toEqual(['ada', 'admin', 'klein']);
    await rules({ parents: true });
    expect(await contactsOf('ben')).toEqual(['klein']);
    expect(await contactsOf('adaparent')).toEqual(['ada', 'admin', 'cleoparent', 'klein']);
    // Whose child is in another class is told to none of them.
    const [other] = (await call('adaparent', 'GET', '/channels/contacts?search=cleoparent')).body.data;
    expect(other.subtitle).toBe('Elternteil');
    // Of children of one class their parents know each other.
    const cleo = db()
      .updateTable('grade_memberships')
      .where('user_id', '=', ids.cleo ?? 0);
    await cleo.set({ grade_id: grades.a }).execute();
    expect((await call('adaparent', 'GET', '/channels/contacts?search=cleoparent')).body.data).toMatchObject([
      { subtitle: expect.stringMatching(/^Elternteil von cleo .*, 5a$/) },
    ]);
    await cleo.set({ grade_id: grades.b }).execute();
    expect((await call('klein', 'PUT', `/schools/${school.id}/channels`, {})).status).toBe(403);
    await rules({});
  });

  it('is searched by name, not by what else the school knows [C-6.07]', async () => {
    await db()
      .updateTable('users')
      .set({ email: 'secret@example.org' })
      .where('id', '=', ids.ben ?? 0)
      .execute();
    const about = async (who: string, search: string) =>
      ((await call(who, 'GET', `/channels/contacts?search=${search}`)).body.data as Contact[]).map(
        (one) => one.subtitle,
      );
    expect(await about('klein', 'ben')).toEqual(['Schüler:in, 5b']);
    expect(await about('ada', 'klein')).toEqual(['Lehrkraft, klein']);
    // Among members they are told apart by the same words; the role is the role alone.
    const { id } = await buildChannel(db(), school.id, { admins: [ids.klein ?? 0], members: [ids.ben ?? 0] });
    expect((await call('klein', 'GET', `/channels/${id}/users?search=ben`)).body.data).toMatchObject([
      { primary_role: { translated_description: 'Schüler:in' }, meta: { subtitle: 'Schüler:in, 5b' } },
    ]);
    expect(await about('klein', 'adaparent')).toEqual([expect.stringMatching(/^Elternteil von ada .*, 5a$/)]);
    // Of the mother of one and the guardian of another is said what is true of both; a child that was deleted is nobody's.
    const link = { school_id: school.id, parent_id: ids.adaparent ?? 0 };
    await db()
      .updateTable('user_parents')
      .set({ relation: 'MOTHER' })
      .where('parent_id', '=', link.parent_id)
      .execute();
    expect(await about('admin', 'adaparent')).toEqual([expect.stringMatching(/^Mutter von ada .*, 5a$/)]);
    await db()
      .insertInto('user_parents')
      .values({ ...link, user_id: ids.ben ?? 0, relation: 'OTHER' })
      .execute();
    expect(await about('admin', 'adaparent')).toEqual([
      expect.stringMatching(/^Elternteil von ada .*, 5a · ben .*, 5b$/),
    ]);
    await db()
      .updateTable('users')
      .set({ deleted_at: '2026-11-01T00:00:00Z' })
      .where('id', '=', ids.ada ?? 0)
      .execute();
    expect(await about('admin', 'adaparent')).toEqual([expect.stringMatching(/^Elternteil von ben .*, 5b$/)]);
    await db()
      .deleteFrom('user_parents')
      .where('user_id', '=', ids.ben ?? 0)
      .execute();
    expect(await contactsOf('klein', '?search=BEN')).toEqual(['ben']);
    expect(await contactsOf('klein', '?search=secret')).toEqual([]);
  });
});

describe('a conversation', () => {
  it('is one for two people, whoever begins it, and at whatever moment [C-7.04]', async () => {
    const begun = await Promise.all(
      Array.from({ length: 8 }, (_, at) => (at % 2 ? begin('klein', 'fremd') : begin('fremd', 'klein'))),
    );
    expect(new Set(begun.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(begun.map(({ body }) => body.data.id)).size).toBe(1);
    const { data } = begun[0]?.body ?? {};
    expect(data).toMatchObject({ type: 'CHAT', users_count: 2, admin_ids: [], can: { update: 0, write: 1, leave: 0 } });
    const mine = (await call('klein', 'GET', `/channels/${data.id}`)).body.data;
    expect(mine.meta).toMatchObject({
      displayname: expect.stringContaining('fremd'),
      user_id: ids.fremd,
      user_type: 'TEACHER',
    });
    const theirs = (await call('fremd', 'GET', `/channels/${data.id}`)).body.data;
    expect(theirs.meta).toMatchObject({ displayname: expect.stringContaining('klein'), user_id: ids.klein });
  });
});
