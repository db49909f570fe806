import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMoveSchool, type MovePerson, type MoveSchool } from '../../../../../tests/support/move-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let at: MoveSchool;
let schools = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  schools += 1;
  at = await buildMoveSchool(server, `fink-${schools}`);
});

describe('who moves content, and what can be moved', () => {
  it('the channels that content can come from are those of the caller, and for who manages channels all others; the best one alone [C-7.38] [C-7.39] [T-7.76] [T-7.77]', async () => {
    await at.buildUnit('4c', { dora: { left: true } });
    const namesOf = (list: { meta: { shortcut: string } }[]) => list.map(({ meta }) => meta.shortcut);
    const related = async (name: MovePerson, rest = '') => {
      const { body } = await at.ask(name, 'GET', `${at.fresh.id}/content-move/related-channels${rest}`);
      return { self: namesOf(body.data.self), others: namesOf(body.data.others) };
    };
    expect(await related('klein')).toEqual({ self: ['5a'], others: [] });
    expect(await related('klein', '/single')).toEqual({ self: ['5a'], others: [] });
    expect(await related('admin')).toEqual({ self: [], others: ['5a', '4c'] });
    expect(await related('admin', '/single')).toEqual({ self: [], others: ['5a'] });
    expect((await at.ask('ada', 'GET', `${at.fresh.id}/content-move/related-channels`)).status).toBe(403);
    expect((await at.move('neu')).status).toBe(403);
  });

  it('a channel is shown with what tells it from others, and how much is in it [T-3.80] [T-3.82] [T-3.83] [T-7.78]', async () => {
    const { body } = await at.ask('klein', 'GET', `${at.fresh.id}/content-move/related-channels`);
    expect(body.data.self[0]).toEqual({
      id: at.old.id,
      group: 'classes',
      type: 'GENERATED',
      target: 'students',
      activity_at: expect.any(String),
      users_count: 2,
      meta: {
        displayname: expect.stringContaining('5a'),
        shortcut: '5a',
        user_type: null,
        is_paused: false,
        is_movable: true,
      },
    });
    const { body: metrics } = await at.ask('klein', 'GET', `${at.fresh.id}/metrics`);
    expect(metrics.data).toEqual({ files_count: 0, messages_count: 3, news_count: 0 });
  });

  it('nothing moves into itself, to people of another kind, out of a course that goes on or where nothing is', async () => {
    const ruleOf = async (body: object) => (await at.move('klein', body)).body.error?.issues?.[0].rule;
    expect(await ruleOf({ old_channel_id: at.fresh.id })).toBe('source');
    const target = (to: string) => at.run('update channels set target = $2 where id = $1', [at.fresh.id, to]);
    await target('parents');
    expect(await ruleOf({})).toBe('source');
    await target('students');
    const empty = await at.buildUnit('5e', { klein: { admin: true } });
    expect(await ruleOf({ old_channel_id: empty.id })).toBe('nothing');
    const [course] = await at.run(
      `insert into courses (school_id, shortcut, source) values ($1, 'MU', 'manual') returning id`,
      [at.school.id],
    );
    await at.run('update channels set grade_id = null, course_id = $2 where id = $1', [at.old.id, course.id]);
    expect(await ruleOf({})).toBe('source');
  });

  it('who led a class longer ago than last year takes nothing out of it, and a deleted channel is offered to nobody', async () => {
    const related = async (name: MovePerson) =>
      (await at.ask(name, 'GET', `${at.fresh.id}/content-move/related-channels`)).body.data;
    await at.run(`update channel_members set left_at = '2025-07-31' where channel_id = $1 and user_id = $2`, [
      at.old.id,
      at.ids.klein,
    ]);
    expect(await related('klein')).toEqual({ self: [], others: [] });
    expect((await at.move('klein')).status).toBe(403);
    await at.run('update channels set deleted_at = now() where id = $1', [at.old.id]);
    expect(await related('admin')).toEqual({ self: [], others: [] });
    expect((await at.move('admin')).status).toBe(404);
  });

  it('who declines starts a channel of the current year empty, and archives one of an old year for all its members [C-4.79] [C-4.80] [T-4.51] [T-4.52] [C-7.40]', async () => {
    const ended = await at.buildUnit('9x', { klein: { admin: true }, ada: {} }, '2026-07-20T00:00:00Z');
    expect((await at.ask('klein', 'PUT', `${ended.id}/content-move/start-empty`)).status).toBe(422);
    expect((await at.ask('klein', 'PUT', `${at.fresh.id}/content-move/archive`)).status).toBe(422);
    const { body } = await at.ask('klein', 'PUT', `${ended.id}/content-move/archive`);
    expect(body.data).toMatchObject({ id: ended.id, meta: { is_movable: false } });
    expect((await at.shown('ada', ended)).meta).toMatchObject({ is_archived: true, is_movable: false });
    expect((await at.shown('klein', at.fresh)).meta.is_movable).toBe(true);
    await at.ask('klein', 'PUT', `${at.fresh.id}/content-move/start-empty`);
    expect((await at.shown('klein', at.fresh)).meta.is_movable).toBe(false);
    expect((await at.ask('klein', 'GET', `${at.fresh.id}/content-move`)).body.data).toMatchObject({
      direction: 'current',
      is_movable: false,
      move: null,
    });
  });

  it('tells which content can be moved, until three weeks before the end of the year [C-7.37] [T-7.82] [C-9.27]', async () => {
    const available = async () => (await at.ask('ada', 'GET', 'content-move/available')).body.data;
    expect(await available()).toMatchObject({
      is_available: true,
      chat: true,
      cloud: true,
      school_year: { name: '2026 / 2027' },
    });
    await at.run(`update school_years set ends_at = '2026-12-01' where id = $1`, [at.school.yearId]);
    expect(await available()).toMatchObject({ is_available: false, chat: false, cloud: false, is_old: true });
    expect((await at.move('klein')).body.error.issues[0].rule).toBe('target');
  });
});
