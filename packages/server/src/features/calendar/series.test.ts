import type { CalendarEvent } from '@kreide/core/features/calendar';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildChannel } from '../../../../../tests/support/channels.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { silentLog } from '../../kernel/log.ts';

let server: TestServer;
let school: BuiltSchool;
let choir = 0;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const NAMES = { ada: 'TEACHER', ben: 'TEACHER', dana: 'STUDENT' } as const;
const db = () => server.test.database.kysely;
const idOf = (name: keyof typeof NAMES) => ids[name] as number;

/** Ada leads the choir, in which Dana sings. The school year ends in July, and after Christmas there are holidays. */
beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const [name, role] of Object.entries(NAMES)) {
    ids[name] = (await buildUser(db(), school.id, name, role)).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
  choir = (await buildChannel(db(), school.id, { admins: [idOf('ada')], members: [idOf('dana')] })).id;
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date(TEST_NOW));
  for (const table of ['calendar_events', 'calendar_series', 'holidays', 'messages', 'sign_in_failures'])
    await server.test.database.pool.query(`delete from ${table}`);
  await db()
    .updateTable('school_years')
    .set({ begins_at: '2026-08-01', ends_at: '2027-07-31' })
    .where('school_id', '=', school.id)
    .execute();
  await addHolidays('Weihnachten', '2026-12-21', '2027-01-03');
});

async function addHolidays(name: string, begins_at: string, ends_at: string) {
  const { id } = await db()
    .selectFrom('school_years')
    .select('id')
    .where('school_id', '=', school.id)
    .executeTakeFirstOrThrow();
  const row = { school_id: school.id, school_year_id: id, name, shortcut: name, source: 'manual', is_public: false };
  await db()
    .insertInto('holidays')
    .values({ ...row, begins_at, ends_at })
    .execute();
}

/** Every Tuesday at 18:00, from 24 November 2026 on. */
const DRAFT = {
  name: 'Chor',
  is_all_day: false,
  category: 'MEETING',
  location: 'Aula' as string | null,
  description: '',
  begins_at: '2026-11-24T17:00:00.000Z',
  ends_at: '2026-11-24T18:30:00.000Z',
  answers_for: 'names',
  channels: [] as number[],
  users: [] as number[],
};
const WEEKLY = { rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=8', skips_holidays: true };
const EVENTS = '/channels/calendars/events';
type Body = Record<string, unknown>;
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });
async function made(values: Body = {}): Promise<CalendarEvent> {
  const { status, body } = await call('ada', 'POST', EVENTS, {
    ...DRAFT,
    channels: [choir],
    repeats: WEEKLY,
    ...values,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
const eventAt = async (id: number | null | undefined): Promise<CalendarEvent> =>
  (await call('ada', 'GET', `${EVENTS}/${id}`)).body.data;
function change({ id, channels, users, ...event }: CalendarEvent, values: Body) {
  const { name, is_all_day, begins_at, ends_at, category, location, description, answers_for, updated_at } = event;
  return call('ada', 'PUT', `${EVENTS}/${id}`, {
    name,
    is_all_day,
    begins_at,
    ends_at,
    category,
    location,
    description,
    answers_for,
    updated_at,
    is_notifiable: false,
    channels: channels.map((one) => one.id),
    users: users.map((one) => one.id),
    ...values,
  });
}
async function changed(event: CalendarEvent, values: Body): Promise<CalendarEvent> {
  server.clock.advance(1000);
  const { status, body } = await change(event, values);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
/** The events that Dana sees, one after the other: when they begin, and what the test wants to see besides. */
async function seen(show: (event: CalendarEvent) => string = () => ''): Promise<string[]> {
  const range = `?from=2026-08-01&to=2027-07-31&fields=series,own_answer,description`;
  const { body } = await call('dana', 'GET', `${EVENTS}/dateRange${range}`);
  return body.data.map((event: CalendarEvent) => `${event.begins_at.slice(0, 16)} ${show(event)}`.trim());
}
const TUESDAYS = ['11-24T17:00', '12-01T17:00', '12-08T17:00', '12-15T17:00'].map((day) => `2026-${day}`);
const AFTER = ['01-05T17:00', '01-12T17:00'].map((day) => `2027-${day}`);

describe('a series', () => {
  it('has an event for each of its dates but those in holidays, and each leads to the next [C-3.37]', async () => {
    const first = await made();
    expect(await seen()).toEqual([...TUESDAYS, ...AFTER]);
    const { series } = first;
    expect(series).toMatchObject({
      rule: WEEKLY.rule,
      date: '2026-11-24',
      begins_on: '2026-11-24',
      ends_on: '2027-01-12',
      dates: 6,
      left_out: 2,
      previous_id: null,
    });
    const next = await eventAt(series?.next_id);
    expect([next.begins_at, next.series?.previous_id]).toEqual(['2026-12-01T17:00:00.000Z', first.id]);
  });

  it('without an end ends with the school year, over which 18:00 stays 18:00 [C-3.37]', async () => {
    await made({ repeats: { rule: 'FREQ=WEEKLY', skips_holidays: false } });
    const all = await seen();
    expect([all.length, all[0], all.at(-1)]).toEqual([36, '2026-11-24T17:00', '2027-07-27T16:00']);
  });

  it.each([
    ['FREQ=SECONDLY', 'repeatUnit'],
    ['FREQ=DAILY;UNTIL=20400101', 'repeatTooLong'],
    ['FREQ=YEARLY;COUNT=300', 'repeatTooLong'],
    ['FREQ=DAILY;UNTIL=20280701', 'repeatTooMany'],
    ['FREQ=DAILY;UNTIL=20261101', 'repeatNone'],
    ['FREQ=DAILY;COUNT=99999999', 'repeatRule'],
  ])('with the rule %s is refused with field and reason, here and where its dates are listed', async (rule, reason) => {
    const { status, body } = await call('ada', 'POST', EVENTS, { ...DRAFT, repeats: { rule, skips_holidays: false } });
    expect([status, body.error.issues[0].path, body.error.issues[0].rule]).toEqual([422, 'body.repeats.rule', reason]);
    const listed = await call('ada', 'GET', `/channels/calendars/dates?from=2026-11-24&rule=${rule}`);
    expect([listed.status, listed.body.error.issues[0].rule]).toEqual([422, reason]);
  });

  it('shows its dates before it is made, with the holidays in which they lie', async () => {
    const { body } = await call('ada', 'GET', `/channels/calendars/dates?from=2026-12-15&rule=FREQ=WEEKLY;COUNT=2`);
    expect(body.data).toEqual([
      { date: '2026-12-15', holiday: null },
      { date: '2026-12-22', holiday: 'Weihnachten' },
    ]);
  });

  it('is told of once, when it is made, changed and deleted [C-3.34]', async () => {
    const told = async () => {
      const { rows } = await server.test.database.pool.query(`select m.content from messages m
        join chats t on t.id = m.chat_id join channels c on c.id = t.channel_id
        where m.target_type = 'event' and c.owner_id = ${idOf('dana')} order by m.seq`);
      return rows.map(({ content }: { content: string }) => content);
    };
    const first = await made();
    expect(await told()).toEqual([expect.stringContaining('Jede Woche: Dienstag, bis 12. Januar 2027, 6 Termine')]);
    const later = await changed(first, { name: 'Großer Chor', scope: 'all', is_notifiable: true });
    expect(await told()).toHaveLength(2);
    await call('ada', 'DELETE', `${EVENTS}/${later.id}`, { is_notifiable: true, scope: 'all' });
    expect(await seen()).toEqual([]);
    expect((await told()).at(-1)).toContain('6 Termine');
  });
});

describe('a change of a series', () => {
  it('of one date stays where all are changed, in what was changed of it, and answers stay [C-6.04]', async () => {
    const first = await made();
    const second = await eventAt(first.series?.next_id);
    await call('dana', 'PUT', `${EVENTS}/${second.id}/answer`, { answer: 'yes' });
    await changed(second, {
      description: 'Mit Orchester',
      begins_at: '2026-12-02T17:00:00.000Z',
      ends_at: '2026-12-02T18:00:00.000Z',
    });
    await changed(first, {
      name: 'Probe',
      description: 'Noten',
      begins_at: '2026-11-24T18:00:00.000Z',
      ends_at: '2026-11-24T19:00:00.000Z',
      scope: 'all',
    });
    const shown = await seen(({ name, description, own_answer }) => [name, description, own_answer].join(' '));
    expect(shown.slice(0, 3)).toEqual([
      '2026-11-24T18:00 Probe Noten',
      '2026-12-02T17:00 Probe Mit Orchester yes',
      '2026-12-08T18:00 Probe Noten',
    ]);
    expect(shown).toHaveLength(6);
  });

  it('of this and the following makes two of it [C-6.04]', async () => {
    const first = await made();
    const third = await eventAt((await eventAt(first.series?.next_id)).series?.next_id);
    const repeats = { rule: third.series?.rule, skips_holidays: false };
    const later = await changed(third, { name: 'Probe', scope: 'following', repeats });
    const shown = await seen(({ name }) => name);
    expect(shown.map((one) => one.slice(17))).toEqual(['Chor', 'Chor', ...Array(6).fill('Probe')]);
    expect(later.series).toMatchObject({ begins_on: '2026-12-08', rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=6', dates: 6 });
    const former = await eventAt(first.id);
    expect(former.series).toMatchObject({
      rule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20261201',
      ends_on: '2026-12-01',
      dates: 2,
    });
  });

  it('to another day moves every date with its answers, also out of the holidays [C-6.04]', async () => {
    const first = await made();
    await call('dana', 'PUT', `${EVENTS}/${first.id}/answer`, { answer: 'maybe' });
    const moved = await changed(first, {
      begins_at: '2026-11-25T17:00:00.000Z',
      ends_at: '2026-11-25T18:30:00.000Z',
      scope: 'all',
    });
    expect([moved.id, moved.series?.rule]).toEqual([first.id, 'FREQ=WEEKLY;BYDAY=WE;COUNT=8']);
    expect(await seen(({ own_answer }) => own_answer ?? '')).toEqual([
      '2026-11-25T17:00 maybe',
      ...['2026-12-02', '2026-12-09', '2026-12-16', '2027-01-06', '2027-01-13'].map((day) => `${day}T17:00`),
    ]);
  });

  it('of its rule keeps the events of the same weeks, adds what is missing and drops the rest [C-6.04]', async () => {
    const first = await made();
    await call('dana', 'PUT', `${EVENTS}/${first.id}/answer`, { answer: 'yes' });
    const rule = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=4';
    const after = await changed(first, { scope: 'all', repeats: { rule, skips_holidays: true } });
    expect([after.id, after.series?.dates]).toEqual([first.id, 4]);
    expect(await seen(({ own_answer }) => own_answer ?? '')).toEqual([
      '2026-11-24T17:00 yes',
      '2026-11-26T17:00',
      '2026-12-08T17:00',
      '2026-12-10T17:00',
    ]);
  });

  it('is refused with 409 after somebody else has changed it, and changes nothing', async () => {
    const first = await made();
    const second = await eventAt(first.series?.next_id);
    await changed(first, { name: 'Probe', scope: 'all' });
    expect((await change(second, { name: 'Konzert', scope: 'all' })).status).toBe(409);
    expect(new Set(await seen(({ name }) => name)).size).toBe(6);
    expect((await seen(({ name }) => name)).every((one) => one.endsWith('Probe'))).toBe(true);
  });

  it('makes a series of an event, and refuses a rule for one date and several dates of no series', async () => {
    const event = await made({ repeats: undefined });
    expect((await change(event, { scope: 'all' })).body.error.issues[0].rule).toBe('repeatScope');
    await call('dana', 'PUT', `${EVENTS}/${event.id}/answer`, { answer: 'no' });
    const series = await changed(event, { repeats: WEEKLY });
    expect([series.id, series.own_answer === null, series.series?.dates]).toEqual([event.id, true, 6]);
    expect((await seen(({ own_answer }) => own_answer ?? ''))[0]).toBe('2026-11-24T17:00 no');
    const again = await change(series, { repeats: { ...WEEKLY, rule: 'FREQ=DAILY' } });
    expect([again.status, again.body.error.issues[0].rule]).toEqual([422, 'repeatSingle']);
  });

  it('that deletes takes one date, those that follow, or all [C-6.04]', async () => {
    const first = await made();
    const remove = (event: CalendarEvent, scope: string) =>
      call('ada', 'DELETE', `${EVENTS}/${event.id}`, { is_notifiable: false, scope });
    const second = await eventAt(first.series?.next_id);
    expect((await remove(second, 'this')).status).toBe(204);
    expect(await seen()).toEqual([...TUESDAYS.filter((_, at) => at !== 1), ...AFTER]);
    // A date that was taken out stays out.
    const moved = await changed(await eventAt(first.id), { location: 'Halle', scope: 'all' });
    expect(moved.series?.dates).toBe(5);
    const third = await eventAt(moved.series?.next_id);
    expect((await remove(third, 'following')).status).toBe(204);
    expect(await seen()).toEqual(TUESDAYS.slice(0, 1));
    expect((await eventAt(first.id)).series).toMatchObject({ dates: 1, left_out: 0 });
  });
});

async function follow(): Promise<void> {
  const tasks = server.server.features.all.flatMap((feature) => feature.tasks ?? []);
  const task = tasks.find(({ name }) => name === 'calendar:holidays');
  const { signal: aborted } = new AbortController();
  const at = { now: () => server.clock.now(), log: silentLog, signal: aborted, attempt: 1, isLastAttempt: true };
  await task?.run({}, at);
}

describe('the dates of a series after the holidays were changed', () => {
  it('follow them, but those that were answered or moved, which say that they lie in holidays', async () => {
    const first = await made();
    const second = await eventAt(first.series?.next_id);
    const third = await eventAt(second.series?.next_id);
    await call('dana', 'PUT', `${EVENTS}/${second.id}/answer`, { answer: 'yes' });
    await changed(third, { begins_at: '2026-12-08T15:00:00.000Z', ends_at: '2026-12-08T16:00:00.000Z' });
    await server.test.database.pool.query('delete from holidays');
    await addHolidays('Dezember', '2026-12-01', '2026-12-20');
    await follow();
    expect(await seen(({ series }) => series?.holiday ?? '')).toEqual([
      '2026-11-24T17:00',
      '2026-12-01T17:00 Dezember',
      '2026-12-08T15:00 Dezember',
      '2026-12-22T17:00',
      '2026-12-29T17:00',
      ...AFTER,
    ]);
    const { rows } = await server.test.database.pool.query(
      `select audience from outbox where event = 'calendar.changed' order by id desc limit 1`,
    );
    expect(rows[0]?.audience.sort()).toEqual([`user:${idOf('ada')}`, `user:${idOf('dana')}`].sort());
    // A second run finds nothing to do.
    const before = await seen(({ updated_at }) => updated_at);
    await follow();
    expect(await seen(({ updated_at }) => updated_at)).toEqual(before);
  });
});

describe('the calendar address of somebody who takes part', () => {
  it('holds the dates of a series with uids that stay where it is moved [D-6.01]', async () => {
    const first = await made();
    const address = await call('dana', 'POST', '/subscriptions', { user_id: idOf('dana'), language: 'de' });
    const path = new URL(address.body.data.url).pathname;
    const read = async () => {
      const { text } = await server.request('GET', path);
      return [...text.matchAll(/UID:(\S+)[\s\S]*?DTSTART\S*:(\S+)[\s\S]*?DTEND\S*:(\S+)/g)].map(
        ([, ...parts]) => parts,
      );
    };
    const before = await read();
    expect(before[0]).toEqual([`event-${first.id}@kreide`, '20261124T180000', '20261124T193000']);
    await changed(first, {
      begins_at: '2026-11-25T18:00:00.000Z',
      ends_at: '2026-11-25T19:00:00.000Z',
      scope: 'all',
    });
    const after = await read();
    expect(after.map(([uid]) => uid)).toEqual(before.map(([uid]) => uid));
    expect(after.at(-1)?.slice(1)).toEqual(['20270113T190000', '20270113T200000']);
  });
});

it('a series of whole days stays one when the clocks change, and is one of dates in a calendar address [D-6.01] [C-4.59]', async () => {
  const days = { begins_at: '2026-11-20T23:00:00.000Z', ends_at: '2026-11-22T22:59:59.000Z', is_all_day: true };
  await made({ ...days, repeats: { rule: 'FREQ=MONTHLY;INTERVAL=4;BYDAY=-1SA;COUNT=2', skips_holidays: false } });
  expect(await seen(({ ends_at, is_all_day }) => `${ends_at} ${is_all_day}`)).toEqual([
    '2026-11-27T23:00 2026-11-29T22:59:59.000Z true',
    '2027-03-26T23:00 2027-03-28T21:59:59.000Z true',
  ]);
  const address = await call('dana', 'POST', '/subscriptions', { user_id: idOf('dana'), language: 'de' });
  const { text } = await server.request('GET', new URL(address.body.data.url).pathname);
  expect(text).toContain('DTSTART;VALUE=DATE:20270327\r\nDTEND;VALUE=DATE:20270329\r\n');
});
