import { DAY_MESSAGE_DAYS, type Screen } from '@kreide/core/features/monitor';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../../../../../tests/support/plan-school.ts';
import { NOTHING_PUBLIC } from '../../../../../tests/support/public-access.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { pruneMessages } from './queries.ts';

let server: TestServer;
let school: PlanSchool;
let admin: string;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  admin = await signIn(server, 'amsel', 'admin');
  const body = { ...NOTHING_PUBLIC, monitor: true };
  const path = `/v1/schools/${school.id}/public-access`;
  expect((await server.request('PUT', path, { token: admin, body })).status).toBe(200);
});
beforeEach(() => server.clock.set(TEST_NOW));
afterAll(() => server.stop());

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  server.request(method, `/v1${path}`, { token: admin, ...(body ? { body } : {}) });
const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';
const statusOf = async (link: string) =>
  (await server.request('GET', `/v1/public/monitors/single?token=${tokenOf(link)}`)).status;
async function add(name: string): Promise<Screen> {
  const answer = await call('POST', '/screens', { name });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

describe('the screens of a school', () => {
  it('each have addresses of their own, which have nothing to do with the id of the school [T-2.135] [T-2.136]', async () => {
    const [hall, library] = [await add('Foyer'), await add('Bücherei')];
    expect(tokenOf(hall.links.sub)).toMatch(/^[0-9a-f-]{36}-sub$/);
    expect(tokenOf(hall.links.news_split)).toBe(tokenOf(hall.links.sub).replace(/sub$/, 'news-split'));
    expect(tokenOf(hall.links.sub)).not.toBe(tokenOf(library.links.sub));
    expect(JSON.stringify([hall, library])).not.toContain(school.uuid);
    for (const { links } of [hall, library])
      for (const link of Object.values(links)) expect(await statusOf(link), link).toBe(200);
    const all = (await call('GET', '/screens')).body.data as Screen[];
    expect(all.map(({ name }) => name)).toEqual(['Bücherei', 'Foyer', 'Halle']);
  });

  it('are renewed: the old addresses are dead at once, the new ones and those of other screens live [T-2.137]', async () => {
    const [one, other] = [await add('Aula'), await add('Mensa')];
    const renewed = (await call('POST', `/screens/${one.uuid}/renew`)).body.data as Screen;
    expect(renewed).toMatchObject({ uuid: one.uuid, name: 'Aula' });
    expect(await statusOf(one.links.sub)).toBe(404);
    expect(await statusOf(one.links.news_split)).toBe(404);
    expect([await statusOf(renewed.links.sub), await statusOf(other.links.sub)]).toEqual([200, 200]);
  });

  it('are renamed and keep their addresses; a name is there once; removed, they show nothing [T-2.137]', async () => {
    const [one, other] = [await add('Nord'), await add('Süd')];
    expect((await call('PUT', `/screens/${one.uuid}`, { name: 'nord ' })).body.data.links).toEqual(one.links);
    expect((await call('PUT', `/screens/${other.uuid}`, { name: 'NORD' })).status).toBe(409);
    expect((await call('POST', '/screens', { name: 'Süd' })).status).toBe(409);
    expect((await call('POST', '/screens', { name: '  ' })).status).toBe(422);
    expect((await call('DELETE', `/screens/${one.uuid}`)).status).toBe(204);
    expect([await statusOf(one.links.sub), await statusOf(other.links.sub)]).toEqual([404, 200]);
    expect((await call('DELETE', `/screens/${one.uuid}`)).status).toBe(404);
  });

  it('stand in the audit log with what was done, never with their secret [D-4.11]', async () => {
    const one = await add('Sporthalle');
    await call('POST', `/screens/${one.uuid}/renew`);
    await call('DELETE', `/screens/${one.uuid}`);
    const rows = await server.test.database.kysely
      .selectFrom('audit_log')
      .selectAll()
      .where('entity_id', '=', one.uuid)
      .orderBy('seq')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual([
      'monitor.createScreen',
      'monitor.renewScreen',
      'monitor.removeScreen',
    ]);
    expect(JSON.stringify(rows)).not.toContain(tokenOf(one.links.sub).slice(0, 36));
  });
});

describe('who guesses addresses', () => {
  it('is slowed down after some hundred that do not exist, while real ones go on answering [T-2.137]', async () => {
    const { kysely } = server.test.database;
    const guess = (path: string) => server.request('GET', `/v1/public/${path}`);
    const unknown = 'monitors/single?token=00000000-0000-4000-8000-000000000000-sub';
    expect((await guess(unknown)).status).toBe(404);
    await kysely.updateTable('sign_in_failures').set({ failures: 310 }).where('scope', '=', 'public').execute();
    for (const path of [unknown, 'schools/nobody', 'news/nobody', 'timetables/nobody/grades/5a'])
      expect((await guess(path)).status, path).toBe(429);
    expect((await guess(`monitors/single?token=${school.screen}-sub`)).status).toBe(200);
    expect((await guess('schools/amsel')).status).toBe(200);
    expect((await guess('news/amsel')).status, 'a school that is there and has released nothing').toBe(404);
    await kysely.deleteFrom('sign_in_failures').execute();
  });
});

describe('the message of the day', () => {
  const messageOn = async (date: string) =>
    (await server.request('GET', `/v1/public/monitors/single?token=${school.screen}-sub&substitution_date=${date}`))
      .body.data.message;
  const versionOf = async (date: string): Promise<string | null> =>
    (await call('GET', '/day-messages')).body.data.find((one: { date: string }) => one.date === date)?.updated_at ??
    null;
  const say = async (date: string, text: string, updated_at?: string | null) =>
    call('PUT', '/day-messages', {
      date,
      text,
      updated_at: updated_at === undefined ? await versionOf(date) : updated_at,
    });

  it('is on all screens on its day, changes and is taken back; days that are over and far ones are refused', async () => {
    expect(await messageOn('2026-11-18')).toBeNull();
    await say('2026-11-18', ' Heute Wandertag ');
    const { data } = (await say('2026-11-19', 'Hitzefrei ab der 5. Stunde')).body;
    expect(data).toMatchObject([
      { date: '2026-11-18', text: 'Heute Wandertag' },
      { date: '2026-11-19', text: 'Hitzefrei ab der 5. Stunde' },
    ]);
    expect([await messageOn('2026-11-18'), await messageOn('2026-11-19')]).toEqual([data[0].text, data[1].text]);
    await say('2026-11-18', '');
    expect(await messageOn('2026-11-18')).toBeNull();
    expect((await say('2026-11-17', 'Gestern')).status).toBe(422);
    expect((await say('2027-06-01', 'Bald')).status).toBe(422);
    expect((await say('2026-11-18', 'x'.repeat(161))).status).toBe(422);
  });
  it('is not overwritten unseen, whether it was there or not, and the same said twice is no quarrel', async () => {
    const codeOf = async (answer: ReturnType<typeof say>) => (await answer).body.error?.code ?? 'taken';
    const date = '2026-11-20';
    await say('2026-11-23', 'Projekttag');
    const first = await Promise.all(['Wandertag', 'Hitzefrei'].map((text) => codeOf(say(date, text, null))));
    expect(first.toSorted()).toEqual(['conflict', 'taken']);
    const version = await versionOf(date);
    server.clock.advance(1000);
    expect(await codeOf(say(date, 'Sportfest', version))).toBe('taken');
    expect(await codeOf(say(date, 'Bundesjugendspiele', version))).toBe('conflict');
    expect(await codeOf(say(date, '', version))).toBe('conflict');
    expect(await codeOf(say(date, 'Sportfest', version))).toBe('taken');
    expect(await messageOn(date)).toBe('Sportfest');
    // Who comes while a colleague's change is being written waits, and then sees it.
    const second = await versionOf(date);
    const colleague = await server.test.database.pool.connect();
    await colleague.query('begin');
    await colleague.query(`update day_messages set text = 'Basar', updated_at = now() where date = $1`, [date]);
    const waiting = codeOf(say(date, 'Schulfest', second));
    const locked = 'select 1 from pg_locks where not granted';
    await expect.poll(async () => (await colleague.query(locked)).rows.length).toBe(1);
    await colleague.query('commit');
    colleague.release();
    expect([await waiting, await messageOn(date)]).toEqual(['conflict', 'Basar']);
    // Each day has its own.
    await say(date, '');
    expect([await messageOn(date), await messageOn('2026-11-23')]).toEqual([null, 'Projekttag']);
  });
  it('is kept until its day and removed when that is long over', async () => {
    const { kysely } = server.test.database;
    await say('2026-11-19', 'Wandertag');
    const left = async (instant: string) => {
      await pruneMessages(kysely, new Date(instant));
      return (await kysely.selectFrom('day_messages').select('text').where('date', '=', '2026-11-19').execute()).length;
    };
    const days = (count: number) => new Date(Date.parse(TEST_NOW) + count * 86_400_000).toISOString();
    expect(await left(days(2 * DAY_MESSAGE_DAYS))).toBe(1);
    expect(await left(days(2 * DAY_MESSAGE_DAYS + 0.01))).toBe(0);
  });
});
