import type { CalendarEvent } from '@kreide/core/features/calendar';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildChannel } from '../../../../../tests/support/channels.ts';
import { buildEvent } from '../../../../../tests/support/events.ts';
import { globalChannelOf } from '../../../../../tests/support/global-channel.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let [choir, everybody] = [0, 0];
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const NAMES = { ada: 'TEACHER', ben: 'TEACHER', cem: 'ADMIN', dana: 'STUDENT', finn: 'PARENT' } as const;
const db = () => server.test.database.kysely;
const idOf = (name: keyof typeof NAMES) => ids[name] as number;

/** Ada leads the choir, in which Dana sings; Finn has muted it. */
beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const [name, role] of Object.entries(NAMES)) {
    ids[name] = (await buildUser(db(), school.id, name, role)).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
  choir = (await buildChannel(db(), school.id, { admins: [idOf('ada')], members: [idOf('dana'), idOf('finn')] })).id;
  everybody = await globalChannelOf(db(), school.id);
  const muted = db().updateTable('channel_members').set({ is_muted: true });
  await muted.where('channel_id', '=', choir).where('user_id', '=', idOf('finn')).execute();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date(TEST_NOW));
  await server.test.database.pool.query('delete from calendar_events');
  await server.test.database.pool.query('delete from messages');
});

const DRAFT = {
  name: 'Rehearsal',
  is_all_day: false,
  category: 'MEETING',
  location: 'Hall' as string | null,
  description: '',
  begins_at: '2026-11-20T15:00:00.000Z',
  ends_at: '2026-11-20T16:00:00.000Z',
  channels: [] as number[],
  users: [] as number[],
};
type Draft = typeof DRAFT & { is_notifiable: boolean; participants_visible: boolean; updated_at: string };
const EVENTS = '/channels/calendars/events';
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });
const create = (who: string, values: Partial<Draft> = {}) =>
  call(who, 'POST', EVENTS, { ...DRAFT, channels: [choir], ...values });
async function made(who: string, values: Partial<Draft> = {}): Promise<CalendarEvent> {
  const { status, body } = await create(who, values);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
const update = (who: string, event: CalendarEvent, values: Partial<Draft> = {}) =>
  call(who, 'PUT', `${EVENTS}/${event.id}`, { ...DRAFT, channels: [choir], updated_at: event.updated_at, ...values });
const namesOf = async (who: string, query = '') =>
  ((await call(who, 'GET', `${EVENTS}${query}`)).body.data as CalendarEvent[]).map(({ name }) => name);
/** What people find in their notification centres. */
async function told(): Promise<{ username: string; content: string; actions: unknown }[]> {
  const { rows } = await server.test.database.pool.query(`select u.username, m.content, m.actions from messages m
    join chats t on t.id = m.chat_id join channels c on c.id = t.channel_id join users u on u.id = c.owner_id
    where m.target_type = 'event' order by u.username`);
  return rows;
}

describe('an event', () => {
  it('has all its fields, with its author by name and links in its description [C-7.98] [C-3.32] [C-3.35] [C-3.37]', async () => {
    const description = 'See <b>https://school.example/a?b=1&c=2</b>.\nBring notes.';
    const event = await made('ada', { description, users: [idOf('ben')] });
    expect(event).toEqual({
      id: expect.any(Number),
      name: 'Rehearsal',
      is_all_day: false,
      location: 'Hall',
      category: 'MEETING',
      begins_at: DRAFT.begins_at,
      ends_at: DRAFT.ends_at,
      can: { update: 1, delete: 1, answer: 0, 'list-answers': 0 },
      files: [],
      description,
      participants: 4,
      participants_visible: true,
      participants_status: null,
      participants_status_visible: false,
      answers_for: null,
      own_answer: null,
      series: null,
      description_rendered:
        'See &lt;b&gt;<a href="https://school.example/a?b=1&amp;c=2" rel="noopener noreferrer" target="_blank">https://school.example/a?b=1&amp;c=2</a>&lt;/b&gt;.<br>Bring notes.',
      is_notifiable: true,
      channels: [{ id: choir, type: 'CUSTOM', meta: { displayname: 'Chor' } }],
      users: [{ id: idOf('ben'), meta: { displayname: expect.stringContaining('ben'), subtitle: 'Lehrkraft' } }],
      user: { id: idOf('ada'), meta: { displayname: expect.stringContaining('ada') } },
      updated_at: expect.any(String),
    });
    expect((await call('dana', 'GET', `${EVENTS}/${event.id}`)).body.data).toEqual({
      ...event,
      can: { update: 0, delete: 0, answer: 0, 'list-answers': 0 },
    });
  });

  it('is seen by its channels, those who are invited and its author, and by nobody else [C-7.99] [C-7.97]', async () => {
    const event = await made('ada', { users: [idOf('ben')] });
    for (const who of ['ada', 'ben', 'dana', 'finn']) expect(await namesOf(who), who).toEqual(['Rehearsal']);
    expect(await namesOf('cem')).toEqual([]);
    expect((await call('cem', 'GET', `${EVENTS}/${event.id}`)).status).toBe(404);
    const own = await made('ada', { channels: [], name: 'Private' });
    expect((await call('ben', 'GET', `${EVENTS}/${own.id}`)).status).toBe(404);
    expect(await namesOf('ada')).toEqual(['Rehearsal', 'Private']);
  });

  it('tells who else takes part only where its author wants that', async () => {
    const event = await made('ada', { users: [idOf('ben')], participants_visible: false });
    const seen = async (who: string) => (await call(who, 'GET', `${EVENTS}/${event.id}`)).body.data as CalendarEvent;
    expect(await seen('ben')).toMatchObject({ channels: [], users: [{ id: idOf('ben') }], participants: null });
    expect(await seen('dana')).toMatchObject({ channels: [{ id: choir }], users: [], participants: null });
    expect(await seen('ada')).toMatchObject({ users: [{ id: idOf('ben') }], participants: 4 });
  });

  it('is made where one may write and for whom one may write to, and refused with field and reason else [C-6.13]', async () => {
    expect((await create('dana')).status).toBe(403);
    const refused = await create('ben');
    expect(refused.status).toBe(422);
    expect(refused.body.error.issues).toMatchObject([{ path: 'body.channels', rule: 'channels' }]);
    expect((await create('ada', { channels: [everybody] })).status).toBe(200);
    expect(await namesOf('cem')).toEqual(['Rehearsal']);
    expect((await create('ada', { channels: [999_999] })).status).toBe(404);
  });

  it('that is wrong is refused in words [C-5.01] [C-5.02] [C-5.03] [C-5.04] [C-3.33]', async () => {
    const issues = async (values: Partial<Draft>) =>
      ((await create('ada', values)).body.error?.issues ?? []).map(({ path, rule }: Record<string, string>) => [
        path,
        rule,
      ]);
    expect(await issues({ name: ' ' })).toEqual([['body.name', 'nameRequired']]);
    expect(await issues({ name: 'x' })).toEqual([['body.name', 'nameLength']]);
    expect(await issues({ name: 'x'.repeat(151) })).toEqual([['body.name', 'nameLength']]);
    expect(await issues({ ends_at: '2026-11-20T14:59:59Z' })).toEqual([['body.ends_at', 'endsBefore']]);
    expect(await issues({ begins_at: '0001-01-01T00:00:00Z' })).toContainEqual(['body.begins_at', 'years']);
    expect((await create('ada', { category: 'PARTY' })).status).toBe(422);
    for (const category of ['MEETING', 'TRIP', 'EXAM']) expect((await create('ada', { category })).status).toBe(200);
    for (const good of [{ name: 'xy' }, { name: 'x'.repeat(150) }, { ends_at: DRAFT.begins_at }])
      expect((await create('ada', good)).status).toBe(200);
    expect((await create('ada', { description: 'x'.repeat(10_000) })).status).toBe(200);
  });

  it('of whole days lasts from the start of the first to the end of the last day in the zone of the school [C-4.59]', async () => {
    const event = await made('ada', { is_all_day: true, ends_at: '2026-11-21T03:00:00Z' });
    expect(event).toMatchObject({ begins_at: '2026-11-19T23:00:00.000Z', ends_at: '2026-11-21T22:59:59.000Z' });
  });

  it('is changed and deleted by its author and by who looks after channels and takes part [C-6.04] [C-7.100] [C-7.101]', async () => {
    const event = await made('ada', { channels: [everybody] });
    for (const who of ['ben', 'dana']) {
      expect((await update(who, event)).status).toBe(403);
      expect((await call(who, 'DELETE', `${EVENTS}/${event.id}`, { is_notifiable: false })).status).toBe(403);
    }
    const changed = await update('ada', event, { name: 'Concert', channels: [everybody] });
    expect(changed.body.data).toMatchObject({ id: event.id, name: 'Concert' });
    expect((await update('ada', event, { channels: [everybody] })).status).toBe(409);
    expect((await update('cem', changed.body.data, { channels: [everybody], name: 'Show' })).status).toBe(200);
    expect((await call('cem', 'DELETE', `${EVENTS}/${event.id}`, { is_notifiable: false })).status).toBe(204);
    expect((await call('ada', 'GET', `${EVENTS}/${event.id}`)).status).toBe(404);
    expect((await update('ada', event)).status).toBe(404);
  });
});

describe('whoever takes part', () => {
  it('is told unless the author wants it quiet, in few words and never the author [C-3.34] [C-4.41]', async () => {
    await made('ada', { is_notifiable: false });
    expect(await told()).toEqual([]);
    const event = await made('ada');
    expect((await told()).map(({ username }) => username)).toEqual(['dana']);
    expect((await told())[0]).toMatchObject({
      content: expect.stringMatching(/Rehearsal\n20\. November 2026/),
      actions: [{ type: 'OPEN_DETAILS', action: `/calendar/self/event/${event.id}` }],
    });
    const { rows } = await server.test.database.pool.query(
      "select payload::text as text from outbox where event like '%calendar%'",
    );
    for (const { text } of rows) expect(text).not.toContain('Rehearsal');
  });

  it('tells each who takes part once of each step, and nobody where the author wants none told [C-7.122]', async () => {
    const clear = () => server.test.database.pool.query('delete from messages');
    const names = async () => (await told()).map(({ username }) => username);
    const own = await made('ada', { is_notifiable: false, users: [idOf('ben'), idOf('cem')] });
    const quiet = await update('ada', own, { is_notifiable: false, users: [idOf('ben'), idOf('cem')] });
    expect([quiet.status, await names()]).toEqual([200, []]);
    const draft = { is_notifiable: true, users: [idOf('ben'), idOf('cem')] };
    const loud = await update('ada', quiet.body.data, draft);
    // One message each; whoever mutes the channel hears nothing of it.
    expect([loud.status, await names()]).toEqual([200, ['ben', 'cem', 'dana']]);
    for (const { actions } of await told())
      expect(actions).toMatchObject([{ type: 'OPEN_DETAILS', action: `/calendar/self/event/${own.id}` }]);
    await clear();
    await call('ada', 'DELETE', `${EVENTS}/${own.id}`, { is_notifiable: true });
    expect(await names()).toEqual(['ben', 'cem', 'dana']);
    await clear();
    await made('ada', draft);
    expect(await names()).toEqual(['ben', 'cem', 'dana']);
  });

  it('hears of a deletion where it is wanted, with nothing to open [C-7.101]', async () => {
    const [quiet, loud] = [await made('ada', { is_notifiable: false }), await made('ada', { is_notifiable: false })];
    await call('ada', 'DELETE', `${EVENTS}/${quiet.id}`, { is_notifiable: false });
    expect(await told()).toEqual([]);
    await call('ada', 'DELETE', `${EVENTS}/${loud.id}`, { is_notifiable: true });
    expect(await told()).toMatchObject([{ username: 'dana', actions: [] }]);
  });
});

describe('the lists', () => {
  const at = (day: string, name: string) =>
    buildEvent(
      db(),
      school.id,
      idOf('ada'),
      { channels: [choir] },
      { name, begins_at: `${day}T10:00:00Z`, ends_at: `${day}T11:00:00Z` },
    );

  it('have future events, next first, and past ones, latest first, page by page [C-7.97]', async () => {
    for (const [day, name] of [
      ['2026-11-25', 'later'],
      ['2026-11-19', 'next'],
      ['2026-11-01', 'old'],
      ['2026-11-10', 'past'],
    ] as const)
      await at(day, name);
    expect(await namesOf('dana')).toEqual(['next', 'later']);
    expect(await namesOf('dana', '?scroll=future')).toEqual(['next', 'later']);
    expect(await namesOf('dana', '?scroll=past')).toEqual(['past', 'old']);
    expect(await namesOf('dana', '?page=2')).toEqual([]);
    for (let one = 0; one < 35; one += 1) await at('2026-12-01', `many ${one}`);
    expect(await namesOf('dana')).toHaveLength(31);
    expect(await namesOf('dana', '?page=2')).toHaveLength(7);
  });

  it('of a range have what overlaps its days, with the fields that were asked for [C-7.102]', async () => {
    const range = async (from: string, to: string, more = '') =>
      (await call('dana', 'GET', `${EVENTS}/dateRange?from=${from}&to=${to}${more}`)).body.data as CalendarEvent[];
    const names = async (from: string, to: string) => (await range(from, to)).map(({ name }) => name);
    await at('2026-11-20', 'one');
    await made('ada', {
      name: 'days',
      is_all_day: true,
      begins_at: '2026-11-20T12:00:00Z',
      ends_at: '2026-11-22T12:00:00Z',
    });
    // Midnight in the zone of the school.
    await made('ada', { name: 'midnight', begins_at: '2026-11-22T23:00:00Z', ends_at: '2026-11-22T23:30:00Z' });
    expect(await names('2026-11-16', '2026-11-19')).toEqual([]);
    expect(await names('2026-11-20', '2026-11-20')).toEqual(['days', 'one']);
    expect(await names('2026-11-22', '2026-11-22')).toEqual(['days']);
    expect(await names('2026-11-23', '2026-11-30')).toEqual(['midnight']);
    const [plain] = await range('2026-11-20', '2026-11-20');
    expect(Object.keys(plain ?? {}).toSorted()).toEqual([
      'begins_at',
      'category',
      'ends_at',
      'id',
      'is_all_day',
      'location',
      'name',
    ]);
    const [asked] = await range('2026-11-20', '2026-11-20', '&fields=channels,can,nothing');
    expect(asked).toMatchObject({ channels: [{ id: choir }], can: { update: 0, delete: 0 } });
    expect(asked).not.toHaveProperty('description');
    expect((await call('dana', 'GET', `${EVENTS}/dateRange?from=2026-11-20&to=2026-11-19`)).status).toBe(422);
    expect((await call('dana', 'GET', `${EVENTS}/dateRange?from=2026-01-01&to=2027-06-01`)).status).toBe(422);
  });

  it('of places have those of the own events, the latest first [C-2.53]', async () => {
    await made('ada', { location: 'Hall' });
    await made('ada', { location: ' Gym ', begins_at: '2026-11-21T15:00:00Z', ends_at: '2026-11-21T16:00:00Z' });
    await made('ada', { location: '  ' });
    expect((await call('ada', 'GET', '/channels/calendars/locations')).body.data).toEqual(['Gym', 'Hall']);
    expect((await call('ben', 'GET', '/channels/calendars/locations')).body.data).toEqual([]);
  });
});
