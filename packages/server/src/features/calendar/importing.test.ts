import type { CalendarEntry, ImportTrial } from '@kreide/core/features/calendar';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildChannel } from '../../../../../tests/support/channels.ts';
import { hear } from '../../../../../tests/support/chats.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let choir = 0;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const NAMES = { ada: 'TEACHER', ben: 'TEACHER', dana: 'STUDENT' } as const;
const db = () => server.test.database.kysely;

/** Ada leads the choir, in which Dana sings. The school year ends in July. */
beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const [name, role] of Object.entries(NAMES)) ids[name] = (await buildUser(db(), school.id, name, role)).id;
  choir = (await buildChannel(db(), school.id, { admins: [ids.ada as number], members: [ids.dana as number] })).id;
});
afterAll(() => server.stop());
beforeEach(async () => {
  for (const table of ['calendar_imports', 'calendar_events', 'calendar_series', 'sign_in_failures'])
    await server.test.database.pool.query(`delete from ${table}`);
  await at(TEST_NOW);
});

async function at(time: string): Promise<void> {
  server.clock.set(new Date(time));
  for (const who of Object.keys(NAMES)) tokens[who] = await signIn(server, 'amsel', who);
}
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who], ...(body === undefined ? {} : { body }) });
const IMPORTS = '/channels/calendars/imports';
const calendar = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\n${events
    .map((lines) => `BEGIN:VEVENT\r\n${lines.trim().replaceAll('\n', '\r\n')}\r\nEND:VEVENT\r\n`)
    .join('')}END:VCALENDAR\r\n`;
async function tried(who: string, text: string) {
  const form = new FormData();
  form.append('files', new Blob([text]), 'Termine.ics');
  return server.request('POST', `/v1${IMPORTS}`, { token: tokens[who], body: form });
}
async function read(text: string, who = 'ada'): Promise<ImportTrial> {
  const { status, body } = await tried(who, text);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
const apply = (id: number, channels: number[] = [], who = 'ada') =>
  call(who, 'POST', `${IMPORTS}/${id}/apply`, { channels });
const undo = (id: number, who = 'ada') => call(who, 'POST', `${IMPORTS}/${id}/undo`, {});
async function taken(text: string, channels: number[] = []): Promise<number> {
  const { id } = await read(text);
  const { status, body } = await apply(id, channels);
  expect(status, JSON.stringify(body)).toBe(200);
  return id;
}
const seen = async (who: string, from = '2026-11-01', to = '2027-07-31'): Promise<string[]> => {
  const { body } = await call(who, 'GET', `/channels/calendars/events/dateRange?from=${from}&to=${to}`);
  return (body.data as CalendarEntry[]).map(({ name, begins_at }) => `${begins_at.slice(0, 16)} ${name}`);
};

const FEAST = 'UID:feast\nSUMMARY:Fest\nLOCATION:Aula\nDTSTART:20261120T180000\nDTEND:20261120T200000';
const WEEKLY = 'UID:choir\nSUMMARY:Chor\nDTSTART:20261119T150000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=4';

describe('a file of events', () => {
  it('is tried first, and changes nothing: each event with its time and repetition, and what is not read with its reason [C-3.32]', async () => {
    const trial = await read(
      calendar(
        FEAST,
        `${WEEKLY}\nEXDATE:20261126T150000`,
        'SUMMARY:Bombe\nDTSTART:20261120T180000\nRRULE:FREQ=SECONDLY',
        'SUMMARY:x\nDTSTART:20261120T180000',
        'SUMMARY:Immer\nDTSTART:19960108T080000\nDURATION:PT1H\nRRULE:FREQ=DAILY',
        'SUMMARY:Einst\nDTSTART:20100104T080000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=10',
      ),
    );
    expect(trial.events.map(({ name, begins_at, state, series }) => [name, begins_at, state, series?.dates])).toEqual([
      ['Fest', '2026-11-20T17:00:00.000Z', 'new', undefined],
      ['Chor', '2026-11-19T14:00:00.000Z', 'new', 3],
      ['Immer', expect.any(String), 'new', expect.any(Number)],
    ]);
    expect(trial.left.map(({ name, reason }) => [name, reason])).toEqual([
      ['Bombe', 'repeatUnit'],
      ['x', 'name'],
      ['Einst', 'dates'],
    ]);
    expect(trial.left_count).toBe(3);
    expect(await seen('ada')).toEqual([]);
    expect((await call('ada', 'GET', IMPORTS)).body.data).toEqual([]);
  });

  it('becomes events of whom it is for, once, and can be taken back [C-3.32]', async () => {
    const { id } = await read(
      calendar(
        FEAST,
        `${WEEKLY}\nEXDATE:20261126T150000`,
        'UID:choir\nRECURRENCE-ID:20261203T150000\nSUMMARY:Auftritt\nDTSTART:20261204T180000\nDURATION:PT2H',
      ),
    );
    expect((await apply(id, [choir])).body.data).toMatchObject({ added: 2, changed: 0, can: { undo: 1 } });
    expect((await apply(id, [choir])).status).toBe(409);
    const dates = [
      '2026-11-19T14:00 Chor',
      '2026-11-20T17:00 Fest',
      '2026-12-04T17:00 Auftritt',
      '2026-12-10T14:00 Chor',
    ];
    expect(await seen('dana')).toEqual(dates);
    expect(await seen('ben')).toEqual([]);
    expect((await undo(id)).body.data).toMatchObject({ state: 'UNDONE', can: { undo: 0 } });
    expect(await seen('dana')).toEqual([]);
    expect((await undo(id)).status).toBe(409);
  });

  it('that comes again knows its events by their UID, and changes those that are other now [C-3.32]', async () => {
    await taken(calendar(FEAST, WEEKLY), [choir]);
    const same = await read(calendar(FEAST, WEEKLY));
    expect(same.events.map(({ state }) => state)).toEqual(['known', 'known']);
    const moved = FEAST.replaceAll('20261120', '20261121');
    const shorter = WEEKLY.replace('COUNT=4', 'COUNT=2');
    const other = await read(calendar(moved, shorter, 'UID:new\nSUMMARY:Neu\nDTSTART;VALUE=DATE:20261201'));
    expect(other.events.map(({ state }) => state)).toEqual(['changed', 'changed', 'new']);
    expect((await apply(other.id)).body.data).toMatchObject({ added: 1, changed: 2 });
    // Who took part still does.
    const now = ['2026-11-19T14:00 Chor', '2026-11-21T17:00 Fest', '2026-11-26T14:00 Chor'];
    expect(await seen('dana')).toEqual(now);
    expect(await seen('ada')).toEqual([...now, '2026-11-30T23:00 Neu']);
    const [, first] = (await call('ada', 'GET', IMPORTS)).body.data as { id: number }[];
    expect((await undo(first?.id ?? 0)).body.error.code).toBe('calendar_import_later');
    expect((await undo(other.id)).status).toBe(200);
    expect(await seen('ada')).toEqual([
      '2026-11-19T14:00 Chor',
      '2026-11-20T17:00 Fest',
      '2026-11-26T14:00 Chor',
      '2026-12-03T14:00 Chor',
      '2026-12-10T14:00 Chor',
    ]);
    expect((await read(calendar(FEAST, WEEKLY))).events.map(({ state }) => state)).toEqual(['known', 'known']);
  });

  it('that comes again leaves what its events have besides: their kind, the question for answers, and reminders [C-3.32]', async () => {
    await taken(calendar(FEAST, WEEKLY), [choir]);
    const run = (text: string) => server.test.database.pool.query(text);
    const kept = async () =>
      (
        await run(
          'select distinct name, category, answers_for from calendar_events where deleted_at is null order by 1',
        )
      ).rows;
    const dates = async (): Promise<CalendarEntry[]> =>
      (await call('dana', 'GET', '/channels/calendars/events/dateRange?from=2026-11-01&to=2027-07-31')).body.data;
    await run("update calendar_events set category = 'TRIP', answers_for = 'author'");
    const reminders = (id: number) => `/channels/calendars/events/${id}/reminders`;
    const [first, , , second] = await dates();
    const ofOne = second?.id ?? 0;
    await call('dana', 'PUT', reminders(first?.id ?? 0), { minutes: [60], scope: 'all' });
    await call('dana', 'PUT', reminders(ofOne), { minutes: [10], scope: 'this' });
    const answered = await call('dana', 'PUT', `/channels/calendars/events/${ofOne}/answer`, { answer: 'no' });
    expect(answered.status, answered.text).toBeLessThan(300);
    const change = 'UID:choir\nRECURRENCE-ID:20261126T150000\nSUMMARY:Auftritt\nDTSTART:20261126T180000\nDURATION:PT1H';
    const id = await taken(calendar(FEAST.replace('T20', 'T21'), WEEKLY.replace('PT1H', 'PT2H'), change));
    const all = ['Auftritt', 'Chor', 'Fest'].map((name) => ({ name, category: 'TRIP', answers_for: 'author' }));
    expect(await kept()).toEqual(all);
    const [again] = await dates();
    expect(again?.id).not.toBe(first?.id);
    const chosen = (await call('dana', 'GET', reminders(again?.id ?? 0))).body.data;
    expect(chosen).toEqual({ minutes: [60], origin: 'series' });
    // What was said of one date stands at the same day, and at no other.
    const later = (await dates()).find(({ id, begins_at }) => id !== ofOne && begins_at === second?.begins_at);
    expect((await call('dana', 'GET', reminders(later?.id ?? 0))).body.data).toEqual({
      minutes: [10],
      origin: 'event',
    });
    const answers = (await run('select event_id from calendar_event_answers order by event_id')).rows;
    expect(answers.map(({ event_id }) => Number(event_id))).toEqual([ofOne, later?.id]);
    expect((await undo(id)).status).toBe(200);
    expect(await kept()).toEqual(all.slice(1));
  });

  it('has each of its events once, with those of its dates that stay other than the rest [C-3.32]', async () => {
    const change = 'UID:choir\nRECURRENCE-ID:20261126T150000\nSUMMARY:Auftritt\nDTSTART:20261127T180000\nDURATION:PT1H';
    await taken(calendar(WEEKLY.replace('COUNT=4', 'COUNT=3'), change, WEEKLY), [choir]);
    const { body } = await call('ada', 'GET', '/channels/calendars/events/dateRange?from=2026-11-19&to=2026-11-19');
    const { data } = (await call('ada', 'GET', `/channels/calendars/events/${body.data[0].id}`)).body;
    const { is_all_day, category, location, description, updated_at, begins_at, ends_at } = data;
    const said = { name: 'Orchester', is_all_day, category, location, description, updated_at, begins_at, ends_at };
    const wanted = { ...said, is_notifiable: false, channels: [choir], users: [], scope: 'all' };
    expect((await call('ada', 'PUT', `/channels/calendars/events/${data.id}`, wanted)).status).toBe(200);
    expect(await seen('dana')).toEqual([
      '2026-11-19T14:00 Orchester',
      '2026-11-27T17:00 Auftritt',
      '2026-12-03T14:00 Orchester',
    ]);
  });

  it('tells open calendars, and takes back what people were told of events that moved or went [D-6.01]', async () => {
    using dana = await hear(server.url, tokens.dana ?? '', ['calendar.changed']);
    await taken(calendar(FEAST), [choir]);
    const run = (text: string, values: unknown[] = []) => server.test.database.pool.query(text, values);
    const { rows } = await run('select id, begins_at from calendar_events');
    const { id, begins_at } = rows[0];
    await expect.poll(() => dana.events.map(({ payload }) => payload)).toEqual([{ id }]);
    const remind = `insert into calendar_due_reminders
      (school_id, event_id, user_id, minutes, begins_at, not_before, done_at) values ($1, $2, $3, 60, $4, now(), now())`;
    await run(remind, [school.id, id, ids.dana, begins_at]);
    const reminded = async () => (await run('select minutes from calendar_due_reminders')).rows.length;
    const told = async () => (await run("select told_of from messages where told_of like 'event:%'")).rows.length;
    const moved = await taken(calendar(FEAST.replaceAll('20261120', '20261121')));
    expect(await reminded()).toBe(0);
    expect((await undo(moved)).status).toBe(200);
    const { data } = (await call('ada', 'GET', `/channels/calendars/events/${id}`)).body;
    const { name, is_all_day, category, location, description, updated_at, ends_at } = data;
    const said = { name, is_all_day, category, location, description, updated_at, begins_at: data.begins_at, ends_at };
    const wanted = { ...said, is_notifiable: true, channels: [choir], users: [] };
    const rung = await call('ada', 'PUT', `/channels/calendars/events/${id}`, { ...wanted, name: 'Sommerfest' });
    expect(rung.status, JSON.stringify(rung.body)).toBe(200);
    await jobsDone(server);
    expect(await told()).toBe(1);
    const [, first] = (await call('ada', 'GET', IMPORTS)).body.data as { id: number }[];
    expect((await undo(first?.id ?? 0)).status).toBe(200);
    expect(await told()).toBe(0);
    expect((await run('select uid_hash from calendar_imported')).rows).toEqual([]);
  });

  it('that is taken back leaves those of others, and the one before can be taken back next [C-3.32]', async () => {
    const other = (await read(calendar(FEAST), 'ben')).id;
    expect((await apply(other, [], 'ben')).status).toBe(200);
    const one = await taken(calendar(FEAST));
    const two = await taken(calendar(WEEKLY));
    expect((await undo(one)).body.error.code).toBe('calendar_import_later');
    for (const id of [two, one]) expect((await undo(id)).status).toBe(200);
    expect((await undo(other)).status).toBe(404);
    expect((await read(calendar(FEAST), 'ben')).events[0]?.state).toBe('known');
    expect(await seen('ben')).toHaveLength(1);
  });

  it('whose events were deleted by hand is new again; so it is for somebody else [C-3.32]', async () => {
    await taken(calendar(FEAST));
    expect((await read(calendar(FEAST), 'ben')).events[0]?.state).toBe('new');
    await server.test.database.pool.query('update calendar_events set deleted_at = now()');
    expect((await read(calendar(FEAST))).events[0]?.state).toBe('new');
  });

  it('that holds what our own calendar addresses have written knows those events [C-3.32]', async () => {
    await taken(calendar(FEAST));
    const address = await call('ada', 'POST', '/subscriptions', { user_id: ids.ada, language: 'de' });
    const { text } = await server.request('GET', new URL(address.body.data.url).pathname);
    expect((await read(text)).events.map(({ name, state }) => [name, state])).toEqual([['Fest', 'known']]);
    // Of another school the same number means another event.
    const uid = /UID:(event-\d+@kreide)/.exec(text)?.[1];
    const other = await read(calendar(`UID:${uid}\nSUMMARY:Anderes\nDTSTART:20261120T180000`));
    expect(other.events[0]?.state).toBe('new');
    const later = await read(calendar(`UID:${uid}\nSUMMARY:Fest\nDTSTART:20261121T180000`));
    expect(later.events[0]?.state).toBe('new');
  });

  it('comes in once, however often and from wherever it is carried out at a time [C-3.32]', async () => {
    const [one, other] = [await read(calendar(FEAST, WEEKLY)), await read(calendar(FEAST, WEEKLY))];
    const answers = await Promise.all([apply(one.id), apply(one.id), apply(other.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
    expect(answers.flatMap(({ body }) => body.data?.added ?? []).sort()).toEqual([0, 2]);
    expect(await seen('ada')).toHaveLength(5);
  });

  it('is for channels in which one may write, and its own for a day and thirty [C-6.13]', async () => {
    const { id } = await read(calendar(FEAST), 'ben');
    expect((await apply(id, [choir], 'ben')).status).toBe(422);
    expect((await apply(id, [], 'ada')).status).toBe(404);
    expect((await tried('dana', calendar(FEAST))).status).toBe(403);
    await at('2026-11-19T09:10:00Z');
    expect((await apply(id, [], 'ben')).body.error.code).toBe('calendar_import_over');
    const [mine, before] = [await taken(calendar(FEAST)), await taken(calendar(WEEKLY))];
    await at('2026-12-19T09:09:59Z');
    expect((await undo(before)).status).toBe(200);
    await at('2026-12-19T09:10:00Z');
    expect((await call('ada', 'GET', IMPORTS)).body.data[1].can).toEqual({ undo: 0 });
    expect((await undo(mine)).body.error.code).toBe('calendar_import_over');
    const prune = server.server.features.all.flatMap((one) => one.prune?.calendar_imports ?? [])[0];
    expect(await prune?.(server.clock.now())).toBe(1);
    expect((await call('ada', 'GET', IMPORTS)).body.data).toHaveLength(2);
    expect(await prune?.(new Date('2026-12-19T09:10:01Z'))).toBe(2);
  });

  it('has 5000 dates at most over all of its events, and 50 are read in an hour [C-3.32]', async () => {
    const daily = Array.from(
      { length: 26 },
      (_, at) => `SUMMARY:Wache ${at}\nDTSTART:20261119T150000\nRRULE:FREQ=DAILY;COUNT=200`,
    );
    const trial = await read(calendar(...daily));
    expect(trial.events).toHaveLength(25);
    expect(trial.left).toMatchObject([{ name: 'Wache 25', reason: 'dates' }]);
    const { rowCount } = await server.test.database.pool.query(
      "update sign_in_failures set failures = 51 where scope = 'event'",
    );
    expect(rowCount).toBe(1);
    expect((await tried('ada', calendar(FEAST))).status).toBe(429);
    expect((await tried('ben', calendar(FEAST))).status).toBe(200);
  });

  it('that is no calendar is refused in words, and one in an unknown zone says so [C-3.32]', async () => {
    const { status, body } = await tried('ada', 'Nachname;Vorname\n');
    expect(status).toBe(422);
    expect(body.error.issues[0]).toMatchObject({ path: 'files', message: expect.stringContaining('.ics') });
    expect((await read(calendar('SUMMARY:Reise\nDTSTART;TZID=Mars:20261120T180000'))).zones).toEqual(['Mars']);
  });
});
