import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PublicAccess } from '../../packages/core/src/features/schools/schema.ts';
import { buildFullSchool, type FullSchool } from '../support/full-school.ts';
import { signIn } from '../support/people.ts';
import { NOTHING_PUBLIC } from '../support/public-access.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: FullSchool;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  school = await buildFullSchool(server, 'amsel', 'zimtstern');
  token = await signIn(server, 'amsel', school.people.admin.username);
});
afterAll(() => server.stop());

const release = async (access: Partial<PublicAccess>) => {
  const path = `/v1/schools/${school.school.id}/public-access`;
  const answer = await server.request('PUT', path, { token, body: { ...NOTHING_PUBLIC, ...access } });
  expect(answer.status, answer.text).toBe(200);
};
beforeEach(() => release({}));

const RANGE = 'begins_at=2026-11-16&ends_at=2026-11-20';
const places = () => ({
  monitor: `/v1/public/monitors/single?token=${school.screen.secret}-news-split`,
  timetable: `/v1/public/timetables/amsel/grades/${school.grade}?${RANGE}`,
  news: '/v1/public/news/amsel',
});
type Surface = keyof ReturnType<typeof places>;
const SURFACES: Surface[] = ['monitor', 'timetable', 'news'];
/** As a homepage asks: no session, no cookies, no own headers. */
const read = (surface: Surface) => server.request('GET', places()[surface]);
const ALL = { monitor: true, timetable: true, news: true };

/** Words that belong to people or are meant for members only; the names of grade, subject and room are none of them. */
const personal = () => [
  'Geheimrat',
  'Greta',
  'Frau',
  'Bemerkung',
  'Vertretung',
  'heimlich',
  'Intern',
  ...Object.values(school.people).flatMap(({ username, uuid }) => [username, uuid]),
];
const expectNothingPersonal = (text: string, allowed: readonly string[] = []) => {
  for (const word of personal()) if (!allowed.includes(word)) expect(text).not.toContain(word);
};

describe('a public surface', () => {
  it('answers 404 while the school has not switched it on, each for itself [D-2.10]', async () => {
    for (const surface of SURFACES) expect((await read(surface)).status, surface).toBe(404);
    for (const on of SURFACES) {
      await release({ [on]: true });
      for (const surface of SURFACES)
        expect((await read(surface)).status, `${on} on: ${surface}`).toBe(surface === on ? 200 : 404);
    }
  });

  it('answers 404 at once when the school switches it off again, whatever was kept [D-2.10]', async () => {
    await release(ALL);
    for (const surface of SURFACES) expect((await read(surface)).status).toBe(200);
    await release({});
    for (const surface of SURFACES) expect((await read(surface)).status, surface).toBe(404);
  });

  it('carries lessons and news, and no word about a person in its bytes [D-2.08] [D-2.09]', async () => {
    await release(ALL);
    for (const surface of SURFACES) {
      const { text, status } = await read(surface);
      expect(status).toBe(200);
      expect(text).toContain(surface === 'news' ? 'Fest zimtstern' : 'MA-zimtstern');
      expectNothingPersonal(text);
      expect(text).not.toContain('Gh-zimtstern');
      expect(text).not.toContain('Eule');
    }
    const timetable = (await read('timetable')).body.data;
    expect(timetable.lessons.length).toBeGreaterThan(0);
    for (const lesson of timetable.lessons)
      expect(lesson).toMatchObject({ comment: null, teachers: [], meta: { moved_comment: null } });
  });

  it('says the same to somebody who sends a session along [D-2.08]', async () => {
    await release(ALL);
    for (const surface of SURFACES) {
      const { text } = await server.request('GET', places()[surface], { token });
      expectNothingPersonal(text);
      expect(text).toBe((await read(surface)).text);
    }
  });

  it('shows short names or pseudonyms of teachers only after that switch, at once and never more [D-2.09]', async () => {
    for (const [teacher_names, shown, hidden] of [
      ['shortcut', 'Gh-zimtstern', 'Eule'],
      // The only star of a school with one teacher.
      ['pseudonym', '"Achernar"', 'Gh-zimtstern'],
      ['none', 'MA-zimtstern', 'Achernar'],
    ] as const) {
      await release({ ...ALL, teacher_names });
      for (const surface of ['monitor', 'timetable'] as const) {
        const { text } = await read(surface);
        expect(text, `${teacher_names} ${surface}`).toContain(shown);
        expect(text, `${teacher_names} ${surface}`).not.toContain(hidden);
        expectNothingPersonal(text);
      }
    }
  });

  it('shows absent teachers only after their own switch [D-2.09] [T-7.164]', async () => {
    await release({ ...ALL, teacher_names: 'shortcut' });
    expect((await read('monitor')).body.data.absent_teachers).toBeNull();
    await release({ ...ALL, teacher_names: 'shortcut', absent_teachers: true });
    expect((await read('monitor')).body.data.absent_teachers).toEqual(expect.any(Array));
    await release({ ...ALL, teacher_names: 'none', absent_teachers: true });
    expect((await read('monitor')).body.data.absent_teachers).toBeNull();
  });

  it('shows the plan of a teacher only after its own switch, and never under a pseudonym [D-2.09]', async () => {
    const plans = ['teachers/Gh-zimtstern', `teachers/${school.teacher}`].map(
      (path) => `/v1/public/timetables/amsel/${path}?${RANGE}`,
    );
    const statuses = () => Promise.all(plans.map(async (path) => (await server.request('GET', path)).status));
    for (const access of [
      { teacher_names: 'shortcut' },
      { teacher_names: 'none', teacher_plans: true },
      { teacher_names: 'pseudonym', teacher_plans: true },
    ] as const) {
      await release({ ...ALL, ...access });
      expect(await statuses(), JSON.stringify(access)).toEqual([404, 404]);
    }
    await release({ ...ALL, teacher_names: 'shortcut', teacher_plans: true });
    const { status, text, body } = await server.request('GET', plans[0] ?? '');
    expect([status, body.data.displayname]).toEqual([200, 'Gh-zimtstern']);
    expectNothingPersonal(text);
  });

  it('ends its pictures with its news: taken back, deleted, switched off, their addresses are dead [D-4.14]', async () => {
    await release(ALL);
    const { pool } = server.test.database;
    const picture = (await read('news')).body.data.news[0].preview_image.url.replace(/^https?:\/\/[^/]+/, '');
    const statusOf = async () => (await server.request('GET', picture)).status;
    expect(await statusOf()).toBe(200);
    for (const [change, back] of [
      ['is_public = false', 'is_public = true'],
      ["deleted_at = '2026-11-18T08:00:00Z'", 'deleted_at = null'],
      ["publish_at = '2026-12-01T08:00:00Z'", "publish_at = '2026-11-17T08:00:00Z'"],
    ]) {
      await pool.query(`update news set ${change} where preview_file_id is not null`);
      expect(await statusOf(), change).toBe(404);
      await pool.query(`update news set ${back} where preview_file_id is not null`);
      expect(await statusOf(), back).toBe(200);
    }
    await release({ ...ALL, news: false });
    expect(await statusOf()).toBe(404);
  });

  it('of a school that is locked or given up answers 404 [D-2.10]', async () => {
    await release(ALL);
    const { pool } = server.test.database;
    for (const change of ['is_locked = true', "state = 'DEACTIVATED'"]) {
      await pool.query(`update schools set ${change}`);
      for (const surface of SURFACES) expect((await read(surface)).status, `${change}: ${surface}`).toBe(404);
      await pool.query("update schools set is_locked = false, state = 'ACTIVE'");
    }
  });

  it('and the feed of members carry no script, whatever stands in the database [D-4.10]', async () => {
    await release(ALL);
    const { pool } = server.test.database;
    const nasty =
      '<p onclick="x()">Gut</p><script>boese()</script><img src=x onerror="boese()"><a href="javascript:boese()">hin</a><iframe src="//x"></iframe><style>*{}</style>';
    const { rows } = await pool.query('select id, content_rendered from news where is_public');
    await pool.query('update news set content_rendered = $1 where id = $2', [nasty, rows[0].id]);
    const feed = await server.request('GET', '/v1/users/self/feed/news', { token });
    for (const { text } of [feed, await read('news'), await read('monitor')]) {
      expect(text).toContain('<p>Gut</p>');
      expect(text).not.toMatch(/boese|onclick|onerror|javascript:|<script|<iframe|<style/);
    }
    await pool.query('update news set content_rendered = $1 where id = $2', [rows[0].content_rendered, rows[0].id]);
  });
});
