import type { CalendarEvent } from '@kreide/core/features/calendar';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildChannel } from '../../../../../tests/support/channels.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { countWaiting } from '../../../../../tests/support/waiting.ts';
import { silentLog } from '../../kernel/log.ts';
import { calendarSubscriptionSource } from './subscription-source.ts';

let server: TestServer;
let [school_id, choir, orchestra] = [0, 0, 0];
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const NAMES = { ada: 'TEACHER', ben: 'TEACHER', dana: 'STUDENT', finn: 'PARENT' } as const;
const db = () => server.test.database.kysely;
const query = (text: string) => server.test.database.pool.query(text);
const idOf = (name: keyof typeof NAMES) => ids[name] as number;

/** Ada leads the choir, in which Dana and Finn sing, and the orchestra, in which Dana plays. */
beforeAll(async () => {
  server = await startTestServer();
  school_id = (await buildSchool(db(), 'amsel')).id;
  for (const [name, role] of Object.entries(NAMES)) {
    ids[name] = (await buildUser(db(), school_id, name, role)).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
  choir = (await buildChannel(db(), school_id, { admins: [idOf('ada')], members: [idOf('dana'), idOf('finn')] })).id;
  orchestra = (await buildChannel(db(), school_id, { admins: [idOf('ada')], members: [idOf('dana')] })).id;
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date(TEST_NOW));
  for (const table of [
    'calendar_events',
    'calendar_series',
    'holidays',
    'messages',
    'sign_in_failures',
    'subscriptions',
  ])
    await query(`delete from ${table}`);
  await query('update channel_members set left_at = null');
  await query(`delete from school_years where ends_at > '2027-12-31'`);
  await query(`update school_years set begins_at = '2026-08-01', ends_at = '2027-07-31'`);
});

async function addHolidays(begins_at: string, ends_at: string) {
  const year = await db().selectFrom('school_years').select('id').where('school_id', '=', school_id).executeTakeFirst();
  const named = { school_id, school_year_id: year?.id ?? 0, name: 'Dezember', shortcut: 'Dez', source: 'manual' };
  await db()
    .insertInto('holidays')
    .values({ ...named, is_public: false, begins_at, ends_at })
    .execute();
}

/** Every Tuesday at 18:00, from 24 November 2026 on. */
const DRAFT = {
  name: 'Chor',
  is_all_day: false,
  category: 'MEETING',
  location: 'Aula',
  description: '',
  begins_at: '2026-11-24T17:00:00.000Z',
  ends_at: '2026-11-24T18:30:00.000Z',
  answers_for: 'names',
  users: [] as number[],
};
const EVENTS = '/channels/calendars/events';
type Body = Record<string, unknown>;
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });
const create = (rule: string, values: Body = {}, skips_holidays = true) =>
  call('ada', 'POST', EVENTS, { ...DRAFT, channels: [choir], repeats: { rule, skips_holidays }, ...values });
async function made(rule = 'FREQ=WEEKLY;BYDAY=TU;COUNT=5', values: Body = {}, skips = true): Promise<CalendarEvent> {
  const { status, body } = await create(rule, values, skips);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
const eventAt = async (id: number | null | undefined): Promise<CalendarEvent> =>
  (await call('ada', 'GET', `${EVENTS}/${id}`)).body.data;
const after = (event: CalendarEvent) => eventAt(event.series?.next_id);
function change({ id, channels, users, ...event }: CalendarEvent, values: Body, who = 'ada') {
  const { name, is_all_day, begins_at, ends_at, category, location, description, answers_for, updated_at } = event;
  const shown = { name, is_all_day, begins_at, ends_at, category, location, description, answers_for, updated_at };
  const takingPart = { channels: channels.map((one) => one.id), users: users.map((one) => one.id) };
  return call(who, 'PUT', `${EVENTS}/${id}`, { ...shown, is_notifiable: false, ...takingPart, ...values });
}
async function changed(event: CalendarEvent, values: Body): Promise<CalendarEvent> {
  server.clock.advance(1000);
  const { status, body } = await change(event, values);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
const remove = (event: CalendarEvent, scope: string, who = 'ada') =>
  call(who, 'DELETE', `${EVENTS}/${event.id}`, { is_notifiable: true, scope, updated_at: event.updated_at });
/** What calls answer that have all read a series before the first of them may change it. */
async function atOnce(begins: (() => ReturnType<typeof call>)[]) {
  const other = await server.test.database.pool.connect();
  await other.query('begin');
  await other.query('select from calendar_series for update');
  const calls: ReturnType<typeof call>[] = [];
  for (const begin of begins) {
    calls.push(begin());
    await expect.poll(() => countWaiting(server.test.database.pool)).toBe(calls.length);
  }
  await other.query('commit');
  other.release();
  return (await Promise.all(calls)).map(({ status }) => status);
}
const answer = (event: CalendarEvent) => call('dana', 'PUT', `${EVENTS}/${event.id}/answer`, { answer: 'yes' });
async function seen(who = 'dana', show: (event: CalendarEvent) => string = () => ''): Promise<string[]> {
  const range = '?from=2026-08-01&to=2027-07-31&fields=series,own_answer';
  const { body } = await call(who, 'GET', `${EVENTS}/dateRange${range}`);
  return body.data.map((event: CalendarEvent) => `${event.begins_at.slice(0, 10)} ${show(event)}`.trim());
}
async function follow(): Promise<void> {
  const task = server.server.features.all
    .flatMap(({ tasks = [] }) => tasks)
    .find((one) => one.name === 'calendar:holidays');
  const { signal } = new AbortController();
  await task?.run({}, { now: () => server.clock.now(), log: silentLog, signal, attempt: 1, isLastAttempt: true });
}
const TUESDAYS = ['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22'];

describe('what a change of a series leaves', () => {
  it('are the participants of the others, where those of the event in front of somebody were changed alone [C-6.04]', async () => {
    const first = await made();
    const second = await after(first);
    await call('finn', 'PUT', `${EVENTS}/${first.id}/answer`, { answer: 'yes' });
    const own = await changed(second, { channels: [orchestra] });
    await changed(own, { location: 'Halle', scope: 'all' });
    expect(await seen('finn', ({ location, own_answer }) => `${location} ${own_answer}`)).toEqual(
      TUESDAYS.filter((_, at) => at !== 1).map((day, at) => `${day} Halle ${at === 0 ? 'yes' : 'null'}`),
    );
  });

  it('are the words and participants of all for a date that a new rule adds, not those of the one in front of somebody [C-6.04]', async () => {
    const own = { name: 'Konzert', location: null, channels: [orchestra] };
    const second = await changed(await after(await made()), { ...own, scope: 'this' });
    const rule = 'FREQ=WEEKLY;BYDAY=TU;COUNT=6';
    await changed(second, { description: 'Noten', scope: 'all', repeats: { rule, skips_holidays: true } });
    const last = await eventAt((await shown()).at(-1)?.id);
    expect(last).toMatchObject({ name: 'Chor', location: 'Aula', description: 'Noten', channels: [{ id: choir }] });
  });

  it('are events that were answered or are over, in holidays that came since [C-6.04]', async () => {
    const past = { begins_at: '2026-11-10T17:00:00.000Z', ends_at: '2026-11-10T18:30:00.000Z' };
    const first = await made('FREQ=WEEKLY;COUNT=5', past);
    await answer(await after(await after(await after(first))));
    await addHolidays('2026-11-09', '2026-12-31');
    await changed(first, { location: 'Halle', scope: 'all' });
    expect(await seen()).toEqual(['2026-11-10', '2026-11-17', '2026-12-01']);
  });

  it('is the day of the month of a rule that names none, and the month of each date [C-6.04]', async () => {
    const first = await made('FREQ=MONTHLY;COUNT=3');
    const times = { begins_at: '2026-11-26T17:00:00.000Z', ends_at: '2026-11-26T18:30:00.000Z', scope: 'all' };
    await changed(first, times);
    expect(await seen()).toEqual(['2026-11-26', '2026-12-26', '2027-01-26']);
  });

  it('is the month of a date that is moved over the end of one [C-6.04]', async () => {
    const monday = { begins_at: '2026-10-26T17:00:00.000Z', ends_at: '2026-10-26T18:30:00.000Z' };
    const second = await after(await made('FREQ=MONTHLY;BYDAY=-1MO;COUNT=3', monday, false));
    await changed(second, { begins_at: '2026-12-01T17:00:00.000Z', ends_at: '2026-12-01T18:30:00.000Z', scope: 'all' });
    expect(await seen()).toEqual(['2026-11-03', '2026-12-01', '2027-01-05']);
  });

  it('is one of two changes at one moment, on whichever of its dates: the other is refused with 409', async () => {
    const first = await made();
    const second = await after(first);
    const to = (name: string) => ({ name, scope: 'all' });
    const both = [() => change(first, to('Probe')), () => change(second, to('Konzert'))];
    expect(await atOnce(both)).toEqual([200, 409]);
    const told = await seen('dana', ({ name, series }) => `${name} ${series?.id}`);
    expect(new Set(told.map((one) => one.slice(11))).size).toBe(1);
  });
});

describe('a part of a series', () => {
  it('that is changed at the moment in which it is deleted stays as a whole, or goes so', async () => {
    const second = await after(await made());
    const scope = 'following';
    const both = [() => change(second, { name: 'Probe', scope }), () => remove(second, scope)];
    expect(await atOnce(both)).toEqual([200, 409]);
    expect(await seen()).toHaveLength(5);
    const first = await eventAt((await shown())[0]?.id);
    expect(await atOnce([() => remove(first, 'all'), () => change(first, { scope: 'all' })])).toEqual([204, 409]);
  });

  it('from its first date on is the whole of it, and from its last date on that date [C-6.04]', async () => {
    const first = await made();
    const whole = await changed(first, { name: 'Probe', scope: 'following' });
    expect(whole.series).toMatchObject({ id: first.series?.id, rule: first.series?.rule, dates: 5 });
    const last = await eventAt((await shown()).at(-1)?.id);
    const alone = await changed(last, { name: 'Konzert', scope: 'following' });
    expect(alone.series).toMatchObject({ rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=1', begins_on: '2026-12-22', dates: 1 });
    expect((await eventAt(first.id)).series).toMatchObject({ ends_on: '2026-12-15', dates: 4, left_out: 0 });
    const third = await after(await after(await eventAt(first.id)));
    await remove(third, 'following');
    const rest = (await eventAt(first.id)).series;
    expect(rest).toMatchObject({ rule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20261201', ends_on: '2026-12-01', dates: 2 });
    await remove(await after(await eventAt(first.id)), 'all');
    expect(await seen()).toEqual(['2026-12-22']);
  });

  it.each(['this', 'following', 'all'])(
    '%s that somebody else has changed since is refused with 409',
    async (scope) => {
      const second = await after(await made());
      await changed(second, { name: 'Probe', scope: 'this' });
      expect((await change(second, { name: 'Konzert', scope })).status).toBe(409);
      expect((await remove(second, scope)).status).toBe(409);
      const single = await made(undefined, { repeats: undefined });
      await changed(single, { name: 'Probe' });
      const repeats = { rule: 'FREQ=DAILY;COUNT=2', skips_holidays: true };
      expect((await change(single, { repeats })).status).toBe(409);
      expect((await remove(single, 'all')).body.error.issues[0].rule).toBe('repeatScope');
    },
  );

  it('is changed and deleted by nobody who is only invited, and unknown to who is not [C-6.04]', async () => {
    const first = await made();
    for (const scope of ['following', 'all'])
      for (const [who, status] of Object.entries({ dana: 403, ben: 404 })) {
        expect((await change(first, { name: 'Mein Chor', scope }, who)).status).toBe(status);
        expect((await remove(first, scope, who)).status).toBe(status);
      }
    expect(await seen('ben')).toEqual([]);
    expect(await seen()).toEqual(TUESDAYS);
  });

  it('that is no longer for somebody is not the date beside another for them, and their answers go [C-7.99]', async () => {
    const first = await made(undefined, { users: [idOf('ben')] });
    const second = await after(first);
    const third = await after(second);
    for (const event of [first, third]) await answer(event);
    await changed(second, { channels: [orchestra], users: [] });
    const beside = (await call('finn', 'GET', `${EVENTS}/${first.id}`)).body.data.series;
    expect(beside.next_id).toBe(third.id);
    await changed(await eventAt(first.id), { channels: [], users: [], scope: 'all' });
    expect([await seen('dana'), await seen('ben'), await seen('finn')]).toEqual([[TUESDAYS[1]], [], []]);
    expect((await query('select from calendar_event_answers')).rowCount).toBe(0);
  });
});

const shown = async (who = 'dana'): Promise<CalendarEvent[]> =>
  (await call(who, 'GET', `${EVENTS}/dateRange?from=2026-08-01&to=2027-07-31`)).body.data;

describe('what was changed or deleted of one date', () => {
  it('stays its own: whole days, a day to which all were moved, and that it is deleted [C-6.04]', async () => {
    const first = await made();
    const second = await after(first);
    const third = await after(second);
    await changed(second, {
      is_all_day: true,
      begins_at: '2026-12-02T23:00:00.000Z',
      ends_at: '2026-12-03T22:59:59.000Z',
    });
    await remove(third, 'this');
    const rule = 'FREQ=WEEKLY;BYDAY=WE;COUNT=5';
    const times = { begins_at: '2026-11-24T16:00:00.000Z', ends_at: '2026-11-24T17:00:00.000Z' };
    const now = await changed(await eventAt(first.id), {
      ...times,
      scope: 'all',
      repeats: { rule, skips_holidays: true },
    });
    expect(await seen('dana', ({ is_all_day }) => (is_all_day ? 'ganz' : ''))).toEqual([
      '2026-11-24',
      '2026-12-02 ganz',
      '2026-12-16',
      '2026-12-23',
    ]);
    await changed(now, { begins_at: '2026-11-24T15:00:00.000Z', scope: 'this' });
    await changed(await eventAt((await shown()).at(-1)?.id), { begins_at: '2026-12-23T15:00:00.000Z', scope: 'all' });
    expect((await shown()).map(({ begins_at }) => begins_at.slice(8, 13))).toEqual([
      '24T15',
      '02T23',
      '16T15',
      '23T15',
    ]);
    await follow();
    expect(await seen()).toHaveLength(4);
  });

  it('tells of it once, and is not told of any more when the series is deleted or leaves the date out', async () => {
    const told = async () => (await query(`select from messages where target_type = 'event'`)).rowCount;
    const first = await made();
    expect(await told()).toBe(2);
    await changed(await after(first), { name: 'Konzert', is_notifiable: true });
    expect(await told()).toBe(4);
    await changed(await eventAt(first.id), {
      scope: 'all',
      repeats: { rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=1', skips_holidays: true },
    });
    expect(await told()).toBe(2);
  });
});

describe('the job after changed holidays', () => {
  it('leaves what is over, deleted, or of a series that takes place in them, and takes the last day of holidays', async () => {
    const past = { begins_at: '2026-11-10T17:00:00.000Z', ends_at: '2026-11-10T18:30:00.000Z' };
    const skipping = await made('FREQ=WEEKLY;COUNT=5', past);
    await made('FREQ=WEEKLY;COUNT=3', { name: 'Immer' }, false);
    await remove(await after(await after(await after(skipping))), 'this');
    await addHolidays('2026-11-09', '2026-12-01');
    await follow();
    await follow();
    const names = await seen('dana', ({ name }) => name);
    expect(names).toEqual([
      '2026-11-10 Chor',
      '2026-11-17 Chor',
      '2026-11-24 Immer',
      '2026-12-01 Immer',
      '2026-12-08 Chor',
      '2026-12-08 Immer',
    ]);
    const now = await changed(await eventAt(skipping.id), { location: 'Halle', scope: 'all' });
    expect(now.series).toMatchObject({ dates: 3, left_out: 1 });
    await query('delete from holidays');
    await follow();
    expect(await seen()).toHaveLength(7);
  });

  it('and a new series leave out the first and the last day of holidays, of which the author hears, too', async () => {
    await addHolidays('2026-12-01', '2026-12-08');
    await made(undefined, { channels: [], users: [idOf('ben')] });
    expect(await seen('ben')).toEqual([TUESDAYS[0], ...TUESDAYS.slice(3)]);
    await query('delete from holidays');
    await query('delete from outbox');
    await follow();
    expect(await seen('ben')).toEqual(TUESDAYS);
    const { rows } = await query(`select audience from outbox where event = 'calendar.changed'`);
    expect(rows.map(({ audience }) => audience.sort())).toEqual([
      [`user:${idOf('ada')}`, `user:${idOf('ben')}`].sort(),
    ]);
  });

  it('knows nothing of the holidays of another school', async () => {
    await made();
    const other = (await buildSchool(db(), 'meise')).id;
    await addHolidays('2026-11-20', '2026-12-31');
    await query(`update holidays set school_id = ${other}, school_year_id = (select max(id) from school_years
      where school_id = ${other})`);
    await follow();
    expect(await seen()).toEqual(TUESDAYS);
  });
});

describe('the longest series', () => {
  it.each([
    ['FREQ=DAILY;UNTIL=20271124', null],
    ['FREQ=DAILY;UNTIL=20271125', 'repeatTooMany'],
    ['FREQ=WEEKLY;UNTIL=20280720', null],
    ['FREQ=WEEKLY;UNTIL=20280721', 'repeatTooLong'],
    ['FREQ=WEEKLY;COUNT=87', null],
    ['FREQ=WEEKLY;COUNT=88', 'repeatTooLong'],
  ])('%s ends with the school year that follows, and has 366 dates', async (rule, problem) => {
    await query(`insert into school_years (school_id, name, begins_at, ends_at)
      values (${school_id}, '2027 / 2028', '2027-08-01', '2028-07-20')`);
    const { body } = await create(rule, {}, false);
    expect(body.error?.issues[0].rule ?? null).toBe(problem);
  });

  it('without an end ends with the year of its first date', async () => {
    await query(`insert into school_years (school_id, name, begins_at, ends_at)
      values (${school_id}, '2027 / 2028', '2027-08-01', '2028-07-20')`);
    const begins = { begins_at: '2027-08-02T16:00:00.000Z', ends_at: '2027-08-02T17:00:00.000Z' };
    expect((await made('FREQ=MONTHLY;BYMONTHDAY=-1', begins)).series?.ends_on).toBe('2028-06-30');
  });
});

describe('a calendar address', () => {
  it('holds neither who takes part nor what somebody has left, and a new version of what has changed [D-6.01]', async () => {
    const first = await made(undefined, { participants_visible: false, answers_for: 'author', users: [idOf('ben')] });
    const address = await call('dana', 'POST', '/subscriptions', { user_id: idOf('dana'), language: 'de' });
    const read = () => server.request('GET', new URL(address.body.data.url).pathname);
    const before = await read();
    expect(before.text).not.toMatch(/ATTENDEE|ORGANIZER|mailto/i);
    await changed(first, { location: 'Halle', scope: 'all' });
    const now = await read();
    expect([now.text.match(/LOCATION:Halle/g)?.length, now.headers.get('etag')]).toEqual([5, expect.any(String)]);
    expect(now.headers.get('etag')).not.toBe(before.headers.get('etag'));
    await query(`update channel_members set left_at = now() where user_id = ${idOf('dana')}`);
    expect((await read()).text).not.toContain('BEGIN:VEVENT');
  });

  it('has the own events of who may see calendars, and is opened by nothing but a plan', () => {
    const { isOpen, isBeside } = calendarSubscriptionSource(server.test.database);
    const person = { id: 1, type: 'STUDENT', is_child: false };
    const reader = { school_id, user_id: 1, type: 'STUDENT', permissions: new Set(['view-calendars'] as const) };
    expect([isBeside, isOpen(reader, person), isOpen(reader, { ...person, is_child: true })]).toEqual([
      true,
      true,
      false,
    ]);
    expect(isOpen({ ...reader, permissions: new Set() }, person)).toBe(false);
  });
});
