import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLAN_HEAD, uploadPlan } from '../../../../../tests/support/imports.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import {
  buildPlanSchool,
  LESSON_ROWS,
  type PlanSchool,
  SUBSTITUTION_HEAD,
  SUBSTITUTION_ROWS,
} from '../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { createLog } from '../../kernel/log.ts';

let server: TestServer;
let school: PlanSchool;
const logged: string[] = [];
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer({ log: createLog({ json: true, write: (line) => void logged.push(line) }) });
  school = await buildPlanSchool(server);
  for (const name of Object.keys(school.users)) tokens[name] = await signIn(server, 'amsel', name);
});
afterAll(() => server.stop());

type Person = keyof PlanSchool['users'];

const create = (who: string, user_id: number, values: Record<string, unknown> = {}) =>
  server.request('POST', '/v1/subscriptions', { token: tokens[who], body: { user_id, language: 'de', ...values } });
async function addressOf(who: Person, whose: Person = who, values: Record<string, unknown> = {}): Promise<string> {
  const answer = await create(who, school.users[whose], values);
  expect(answer.status, answer.text).toBe(200);
  return new URL(answer.body.data.url).pathname;
}
const fetchSubscription = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  server.request(method, path, { headers });
async function eventsAt(path: string): Promise<ICAL.Event[]> {
  const { status, text } = await fetchSubscription(path);
  expect(status).toBe(200);
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
}
const on = (events: ICAL.Event[], day: string, time: string) =>
  events.filter(({ startDate }) => startDate.toString() === `${day}T${time}:00`);
const statusOf = (event: ICAL.Event | undefined) => event?.component.getFirstPropertyValue('status');
const publishDay = () => school.publish(SUBSTITUTION_ROWS, SUBSTITUTION_HEAD);

describe('an address', () => {
  it('is told once, kept as a hash, never logged, and listed without its secret [D-6.01]', async () => {
    const answer = await create('ada', school.users.ada, { name: ' Phone ' });
    const { url, ...subscription } = answer.body.data;
    const secret = /\/v1\/feeds\/([\w-]{43})\.ics$/.exec(url)?.[1] ?? '';
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(subscription).toMatchObject({
      user_id: school.users.ada,
      displayname: 'Ada Kern',
      name: 'Phone',
      language: 'de',
    });
    const list = await server.request('GET', '/v1/subscriptions', { token: tokens.ada });
    expect(list.body.data).toContainEqual(subscription);
    expect(list.text).not.toContain(secret);
    const { rows } = await server.test.database.pool.query('select * from subscriptions');
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(rows.map((row) => row.secret_hash.length)).toEqual([32]);
    expect((await server.request('GET', '/v1/subscriptions', { token: tokens.ben })).body.data).toEqual([]);
    expect((await fetchSubscription(new URL(url).pathname)).status).toBe(200);
    await server.test.asOwner('alter table subscriptions rename to subscriptions_away');
    expect((await fetchSubscription(new URL(url).pathname)).status).toBe(500);
    await server.test.asOwner('alter table subscriptions_away rename to subscriptions');
    expect(logged.join('')).toContain('/v1/feeds/:secret.ics');
    expect(logged.join('')).not.toContain(secret);
    expect((await server.request('GET', '/metrics')).text).not.toContain(secret);
  });

  it('says when it was last asked for, to about ten minutes [D-6.01]', async () => {
    const path = await addressOf('ben', 'ben');
    const last = async () =>
      (await server.request('GET', '/v1/subscriptions', { token: tokens.ben })).body.data[0].last_fetched_at;
    expect(await last()).toBeNull();
    await fetchSubscription(path);
    expect(await last()).toBe('2026-11-18T09:10:00.000Z');
  });

  it('works for oneself and the own children, and for nobody else [D-6.01]', async () => {
    for (const [who, whose, status] of [
      ['ada', 'ada', 200],
      ['teacher', 'teacher', 200],
      ['parent', 'ada', 200],
      ['parent', 'ben', 200],
      ['parent', 'parent', 403],
      ['parent', 'new', 403],
      ['alone', 'ada', 403],
      ['ada', 'ben', 403],
      ['teacher', 'ada', 403],
      ['office', 'office', 403],
      ['admin', 'ada', 403],
    ] as const)
      expect((await create(who, school.users[whose])).status, `${who} for ${whose}`).toBe(status);
    const { kysely } = server.test.database;
    const other = await buildSchool(kysely, 'drossel');
    const stranger = await buildUser(kysely, other.id, 'fink', 'STUDENT');
    expect((await create('parent', stranger.id)).status).toBe(404);
    expect((await create('admin', stranger.id)).status).toBe(404);
  });

  it('is one of twenty at most [D-6.01]', async () => {
    for (let count = 0; count < 20; count += 1) await create('new', school.users.new);
    const answer = await create('new', school.users.new);
    expect(answer).toMatchObject({ status: 422, body: { error: { issues: [{ rule: 'too_many_subscriptions' }] } } });
    expect(answer.body.error.issues[0].message).toContain('20');
  });

  it('ends at once when it is revoked, by its owner only [D-6.01]', async () => {
    const answer = await create('ada', school.users.ada);
    const { uuid, url } = answer.body.data;
    const path = new URL(url).pathname;
    const remove = (who: string) => server.request('DELETE', `/v1/subscriptions/${uuid}`, { token: tokens[who] });
    expect((await remove('parent')).status).toBe(404);
    expect((await fetchSubscription(path)).status).toBe(200);
    expect((await remove('ada')).status).toBe(204);
    expect((await fetchSubscription(path)).status).toBe(404);
    expect((await remove('ada')).status).toBe(404);
  });

  it('ends with the account, the family, the child and the school [D-6.01]', async () => {
    const { pool } = server.test.database;
    const own = await addressOf('ada');
    const childs = await addressOf('parent', 'ada');
    const ends = async (statement: string, back: string, paths: readonly string[]) => {
      await pool.query(statement);
      for (const path of paths) expect((await fetchSubscription(path)).status, statement).toBe(404);
      await pool.query(back);
      for (const path of paths) expect((await fetchSubscription(path)).status, back).toBe(200);
    };
    const { ada, parent } = school.users;
    const set = (what: string, id: number) => `update users set ${what} where id = ${id}`;
    const setSchool = (what: string) => `update schools set ${what} where id = ${school.id}`;
    await ends(set('deleted_at = now()', ada), set('deleted_at = null', ada), [own, childs]);
    await ends(set('is_locked = true', ada), set('is_locked = false', ada), [own]);
    await ends(set('is_locked = true', parent), set('is_locked = false', parent), [childs]);
    await ends(set("role = 'EMPLOYEE'", ada), set("role = 'STUDENT'", ada), [own]);
    await ends(setSchool("state = 'DEACTIVATED'"), setSchool("state = 'ACTIVE'"), [own, childs]);
    await ends(setSchool('is_locked = true'), setSchool('is_locked = false'), [own, childs]);
    const family = `user_id = ${ada} and parent_id = ${parent}`;
    await ends(
      `delete from user_parents where ${family}`,
      `insert into user_parents (school_id, user_id, parent_id) values (${school.id}, ${ada}, ${parent})`,
      [childs],
    );
    expect((await fetchSubscription(own)).status).toBe(200);
  });

  it('that does not exist is slowed down by address after hundreds, others never [D-6.01]', async () => {
    const path = await addressOf('ada');
    expect((await fetchSubscription('/v1/feeds/unknown.ics')).status).toBe(404);
    await server.test.database.kysely
      .updateTable('sign_in_failures')
      .set({ failures: 310 })
      .where('scope', '=', 'feed')
      .execute();
    const refused = await fetchSubscription('/v1/feeds/unknown.ics');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetchSubscription(path)).status).toBe(200);
    expect((await create('ada', school.users.ada)).status).toBe(200);
    await signIn(server, 'amsel', 'ada');
    await server.test.database.kysely.deleteFrom('sign_in_failures').execute();
  });
});

describe('a subscription', () => {
  it('is iCalendar with the lessons from two weeks ago to half a year ahead in the school’s zone [D-6.01]', async () => {
    const answer = await fetchSubscription(await addressOf('ada'));
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.text).toContain('X-WR-CALNAME:Stundenplan Ada Kern\r\n');
    expect(Buffer.byteLength(answer.text)).toBeLessThan(1_000_000);
    const events = await eventsAt(await addressOf('ada'));
    const days = events.map(({ startDate }) => startDate.toString().slice(0, 10)).sort();
    expect([days[0], days.at(-1)]).toEqual(['2026-11-02', '2027-05-21']);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
    const [monday] = on(events, '2026-11-23', '08:00');
    expect(monday).toMatchObject({ summary: 'Deutsch', location: 'Raum 105' });
    expect(answer.text).toContain('DTSTART;TZID=Europe/Berlin:20261123T080000\r\n');
    expect(statusOf(monday)).toBe('CONFIRMED');
    expect(monday?.description).toContain('Herr Lindner');
    expect(monday?.component.getFirstPropertyValue('categories')).toBe('Deutsch');
  });

  it('marks what is cancelled, changed and moved in words, old and new [D-6.01] [T-3.32]', async () => {
    const events = await eventsAt(await addressOf('ada'));
    const cancelled = events.find(({ summary }) => summary === 'Entfällt: Geschichte');
    expect(cancelled?.startDate.toString()).toMatch(/^2026-11-16T/);
    expect(statusOf(cancelled)).toBe('CANCELLED');
    expect(cancelled?.component.getFirstPropertyValue('transp')).toBe('TRANSPARENT');
    const changed = events.find(({ summary }) => summary === 'Geändert: Geschichte');
    expect(statusOf(changed)).toBe('CONFIRMED');
    expect(changed?.location).toBe('Raum 301');
    expect(changed?.description).toContain('Herr Tamm statt Herr Winter; Raum 301 statt 112');
    expect(changed?.description).toContain('Bitte den Atlas mitbringen');
    const moved = events.find(({ summary }) => summary === 'Verlegt: Deutsch');
    expect(statusOf(moved)).toBe('CANCELLED');
    expect(moved?.description).toMatch(/auf Fr\., 20\.11\., \d\d:\d\d Uhr/);
    const arrived = events.find(({ summary }) => summary === 'Hierher verlegt: Deutsch');
    expect(arrived?.startDate.toString()).toMatch(/^2026-11-20T/);
    expect(events.filter(({ summary }) => /^(Zusätzlich|Veranstaltung|Hinweis): /.test(summary ?? ''))).toHaveLength(3);
  });

  it('keeps every uid when the same plan is imported again, and when a change comes and goes [D-6.01]', async () => {
    const path = await addressOf('ada');
    const uids = async () => (await eventsAt(path)).map(({ uid }) => uid).sort();
    const before = await uids();
    await school.publish(LESSON_ROWS);
    await publishDay();
    expect(await uids()).toEqual(before);
    const [first] = on(await eventsAt(path), '2026-11-24', '08:00');
    await school.publish([...SUBSTITUTION_ROWS, 's9;2026-11-24;1;;;CANCLED;10b;Bg;;MA;;204;;;;'], SUBSTITUTION_HEAD);
    const [gone] = on(await eventsAt(path), '2026-11-24', '08:00');
    expect([gone?.uid, statusOf(gone)]).toEqual([first?.uid, 'CANCELLED']);
    expect(gone?.sequence ?? 0).toBeGreaterThanOrEqual(first?.sequence ?? 0);
    await publishDay();
    expect(await uids()).toEqual(before);
  });

  it('answers 304 to who has it and another ETag after a change; HEAD has no body; gzip where wanted [D-6.01]', async () => {
    const path = await addressOf('ada');
    const answer = await fetchSubscription(path);
    const etag = answer.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"/);
    const computed = server.server.features.plans.figures.computations;
    const same = await fetchSubscription(path, { 'if-none-match': etag });
    expect([same.status, same.text]).toEqual([304, '']);
    const head = await fetchSubscription(path, {}, 'HEAD');
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
    expect(server.server.features.plans.figures.computations).toBe(computed);
    expect((await fetchSubscription(path, { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe('gzip');
    await school.publish([...SUBSTITUTION_ROWS, 's8;2026-11-25;1;;;CANCLED;10b;En;;EN;;105;;;;'], SUBSTITUTION_HEAD);
    const changed = await fetchSubscription(path, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
    await publishDay();
  });

  it('holds nothing that is hidden, not even for those who plan, and nothing that is not in force [D-6.01] [T-3.12]', async () => {
    const { kysely } = server.test.database;
    await kysely.updateTable('teachers').set({ user_id: school.users.admin }).where('shortcut', '=', 'Wn').execute();
    await kysely.updateTable('substitutions').set({ is_hidden: true }).where('external_key', '=', 's2').execute();
    server.server.features.planChanged(school.id);
    for (const who of ['ada', 'admin'] as const) {
      const { text } = await fetchSubscription(await addressOf(who));
      expect(text.replaceAll('\r\n ', '')).not.toMatch(/Atlas|Tamm statt/);
      expect(text).toContain('SUMMARY:Geschichte');
    }
    const draft = await uploadPlan(server, tokens.admin ?? '', [PLAN_HEAD, '901;10b;Bg;GEHEIM;204;1;1']);
    expect(draft.state).toBe('READY');
    expect((await fetchSubscription(await addressOf('ada'))).text).not.toContain('GEHEIM');
    await kysely.updateTable('substitutions').set({ is_hidden: false }).where('external_key', '=', 's2').execute();
    await kysely.updateTable('teachers').set({ user_id: null }).where('shortcut', '=', 'Wn').execute();
    server.server.features.planChanged(school.id);
  });

  it('of a child is the child’s plan, of a teacher the own lessons with their grades [D-6.01]', async () => {
    const own = await eventsAt(await addressOf('ada'));
    const childs = await eventsAt(await addressOf('parent', 'ada'));
    expect(childs.map(({ uid, summary }) => [uid, summary])).toEqual(own.map(({ uid, summary }) => [uid, summary]));
    const ben = await eventsAt(await addressOf('parent', 'ben'));
    expect(ben.some(({ uid }) => own.some((one) => one.uid === uid))).toBe(false);
    const taught = await eventsAt(await addressOf('teacher'));
    expect(on(taught, '2026-11-24', '08:00')[0]?.summary).toBe('Mathematik 10b');
    expect(taught.every(({ description }) => (description ?? '').includes('Klasse: '))).toBe(true);
  });

  it('speaks the language that was chosen for it [D-6.01]', async () => {
    const { text } = await fetchSubscription(await addressOf('ada', 'ada', { language: 'tr' }), {
      'accept-language': 'fr',
    });
    expect(text).toContain('X-WR-CALNAME:Ders programı Ada Kern\r\n');
    expect(text).not.toContain('Entfällt');
    expect((await create('ada', school.users.ada, { language: 'xx' })).status).toBe(422);
  });
});
