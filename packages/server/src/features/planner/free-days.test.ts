import { type HolidayRow, type PublicHoliday, UNIT_NAME_MAXIMUM } from '@kreide/core/features/planner';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { publicHolidaysOf } from './public-holidays.ts';

let server: TestServer;
let school: BuiltSchool;
let token: string;
const run = (text: string) => server.test.database.pool.query(text);

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(server.test.database.kysely, 'amsel');
  await buildUser(server.test.database.kysely, school.id, 'admin', 'ADMIN');
  token = await signIn(server, 'amsel', 'admin');
});
afterAll(() => server.stop());
beforeEach(async () => {
  await run('delete from holidays');
  await run(`update school_years set begins_at = '2026-08-01', ends_at = '2027-07-31'`);
});

const call = (method: string, path: string, body?: object) =>
  server.request(method, `/v1/timetables${path}`, { token, ...(body && { body }) });
const proposed = async (region: string): Promise<PublicHoliday[]> =>
  (await call('GET', `/public-holidays?school_year_id=${school.yearId}&region=${region}`)).body.data;
const all = async (): Promise<HolidayRow[]> => (await call('GET', '/basedata/holidays')).body.data;
const day = (date: string, name = 'Neujahr', ends_at = date) => ({ name, begins_at: date, ends_at, is_public: true });
const add = (...holidays: object[]) => call('POST', '/free-days', { holidays });

describe('public holidays', () => {
  it('are those of the country of the school, or of a part of it, in the language of who asks [T-2.83]', async () => {
    const { country, countries, regions } = (await call('GET', '/holiday-regions')).body.data;
    expect([country, countries.length > 150]).toEqual(['DE', true]);
    expect(countries.find(({ code }: { code: string }) => code === 'TR').name).toBe('Türkei');
    expect(regions.map(({ name }: { name: string }) => name)).toContain('Baden-Württemberg');
    const vienna = (await call('GET', '/holiday-regions?country=AT')).body.data.regions;
    expect(vienna).toContainEqual({ code: 'AT-9', name: 'Wien' });
    expect((await call('GET', '/holiday-regions?country=XX')).status).toBe(404);
    // Of an unknown country of the school itself nothing is proposed, and another one can be chosen.
    await run(`update schools set country = 'XX'`);
    const unknown = (await call('GET', '/holiday-regions')).body.data;
    expect([unknown.country, unknown.countries.length, unknown.regions]).toEqual([null, countries.length, []]);
    await run(`update schools set country = 'DE'`);
    expect((await publicHolidaysOf('FR', { begins_at: '2027-07-14', ends_at: '2027-07-14' }, 'fr'))?.[0]?.name).toBe(
      'Fête Nationale de la France',
    );
  });

  it('begin and end with the school year, differ by region, and say what the school has', async () => {
    await add(day('2026-10-03', 'Einheit'), day('2026-12-24', 'Weihnachten', '2027-01-08'));
    const bavaria = await proposed('DE-BY');
    expect(bavaria[0]).toEqual({
      name: 'Tag der Deutschen Einheit',
      begins_at: '2026-10-03',
      ends_at: '2026-10-03',
      is_known: true,
    });
    const dates = bavaria.map(({ begins_at }) => begins_at);
    expect(dates).toEqual(dates.toSorted());
    expect(dates.slice(1, 4)).toEqual(['2026-11-01', '2026-12-25', '2026-12-26']);
    expect(dates.at(-1)).toBe('2027-05-27');
    // In the middle of holidays it is a day of its own still.
    expect(bavaria.find(({ begins_at }) => begins_at === '2026-12-25')?.is_known).toBe(false);
    expect((await proposed('DE-BE')).map(({ begins_at }) => begins_at)).not.toContain('2026-11-01');
    await run(`update school_years set begins_at = '2026-08-16', ends_at = '2026-10-02'`);
    expect(await proposed('DE-BY-KATH')).toEqual([]);
    await run(`update school_years set begins_at = '2026-08-15', ends_at = '2026-10-03'`);
    expect((await proposed('DE-BY-KATH')).map(({ begins_at }) => begins_at)).toEqual(['2026-08-15', '2026-10-03']);
    for (const region of ['XX', 'DE-XX', 'DE-BY-XX'])
      expect((await call('GET', `/public-holidays?school_year_id=${school.yearId}&region=${region}`)).status).toBe(404);
    for (const region of ['', 'de', 'DE-BY-A-B', 'DE-constructor-x-y'])
      expect((await call('GET', `/public-holidays?school_year_id=${school.yearId}&region=${region}`)).status).toBe(422);
  });
});

describe('several free days', () => {
  it('are added as one change that can be taken back, each once, and stand in the log', async () => {
    const [known] = (await add(day('2027-01-01'))).body.data;
    const added = (
      await add(day('2027-01-01', ' neujahr '), day('2027-01-06', 'Dreikönig'), day('2027-01-06', 'Dreikönig'))
    ).body.data as HolidayRow[];
    expect(added).toMatchObject([{ name: 'Dreikönig', source: 'manual', is_public: true, is_imported: false }]);
    expect((await all()).map(({ name }) => name)).toEqual(['Neujahr', 'Dreikönig']);
    expect((await add(day('2027-01-01'))).body.error.issues).toMatchObject([
      { path: 'body.holidays', rule: 'allThere' },
    ]);
    const ids = added.map(({ id }) => id);
    expect((await call('DELETE', '/free-days', { ids })).status).toBe(204);
    expect((await all()).map(({ id }) => id)).toEqual([known.id]);
    // Not a second time, and not with another one.
    expect((await call('DELETE', '/free-days', { ids: [...ids, known.id] })).status).toBe(404);
    expect(await all()).toHaveLength(1);
    const { rows } = await run(
      `select before is null as is_added from audit_log where entity = 'holidays' order by seq desc limit 2`,
    );
    expect(rows).toEqual([{ is_added: false }, { is_added: true }]);
  });

  it('are refused as a whole, with what is wrong with each', async () => {
    const wrong = await add(
      day('2027-01-01'),
      day('2027-02-02', ' '),
      day('2027-02-03', 'x', '2027-02-01'),
      day('2029-01-01'),
    );
    expect(wrong.status).toBe(422);
    expect(wrong.body.error.issues.map(({ path, rule }: { path: string; rule: string }) => `${path} ${rule}`)).toEqual([
      'body.holidays.1.name nameRequired',
      'body.holidays.2.ends_at endsBefore',
      'body.holidays.3.begins_at outsideYears',
    ]);
    expect(await all()).toEqual([]);
    const many = Array.from({ length: 101 }, (_, index) => day('2027-01-01', `${index}`));
    expect((await add(...many)).status).toBe(422);
    expect((await add(...many.slice(1))).body.data).toHaveLength(100);
  });

  it('of an import stay', async () => {
    await add(day('2027-01-01'));
    await run(`update holidays set source = 'untis'`);
    const [{ id } = { id: 0 }] = await all();
    expect((await call('DELETE', '/free-days', { ids: [id] })).body.error.code).toBe('unit_imported');
    expect(await all()).toHaveLength(1);
  });
});

describe('a calendar file of free days', () => {
  const read = (...events: string[]) => {
    const lines = events.flatMap((event) => ['BEGIN:VEVENT', ...event.split('\n'), 'END:VEVENT']);
    const body = new FormData();
    body.append('files', new Blob([['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')]), 'Ferien.ics');
    return server.request('POST', '/v1/timetables/free-days/read', { token, body });
  };

  it('offers its whole days within the school years, tells which are there, and keeps nothing [T-2.83]', async () => {
    await add(day('2027-03-29', 'Ostern', '2027-04-09'));
    const { body } = await read(
      'SUMMARY:Osterferien\nDTSTART;VALUE=DATE:20270329\nDTEND;VALUE=DATE:20270410',
      'SUMMARY:Weihnachtsferien\nDTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20270109',
      'SUMMARY:Sommerferien 2030\nDTSTART;VALUE=DATE:20300801\nDTEND;VALUE=DATE:20300901',
      'SUMMARY:Konferenz\nDTSTART:20261201T140000\nDURATION:PT1H',
    );
    expect(body.data).toEqual({
      days: [
        { name: 'Weihnachtsferien', begins_at: '2026-12-24', ends_at: '2027-01-08', is_known: false },
        { name: 'Osterferien', begins_at: '2027-03-29', ends_at: '2027-04-09', is_known: true },
      ],
      left: 2,
    });
    expect(await all()).toHaveLength(1);
    // Of the same name or the same day there can be several; nothing stands there twice, and what comes each year is no day.
    await run(`update school_years set begins_at = '2026-12-23', ends_at = '2027-01-06'`);
    expect((await add(day('2026-12-24', 'Zwei Tage', '2026-12-25'))).status).toBe(200);
    const long = `Weihnachten ${'x'.repeat(UNIT_NAME_MAXIMUM - 13)}\u{1f384}`;
    const many = await read(
      'SUMMARY:Davor\nDTSTART;VALUE=DATE:20261222',
      'SUMMARY:Beginn\nDTSTART;VALUE=DATE:20261220\nDTEND;VALUE=DATE:20261224',
      `SUMMARY:${long}\nDTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261227`,
      'SUMMARY:Frei\nDTSTART;VALUE=DATE:20261224',
      'SUMMARY:Frei\nDTSTART;VALUE=DATE:20261228',
      'UID:other\nSUMMARY:Frei\nDTSTART;VALUE=DATE:20261228',
      'SUMMARY:Ende\nDTSTART;VALUE=DATE:20270106\nDTEND;VALUE=DATE:20270110',
      'SUMMARY:Danach\nDTSTART;VALUE=DATE:20270107',
      'SUMMARY:Jährlich\nDTSTART;VALUE=DATE:20261225\nRRULE:FREQ=YEARLY',
      'SUMMARY:Wann?\nDTSTART:morgen',
    );
    const { days, left } = many.body.data as { days: PublicHoliday[]; left: number };
    expect(days.map(({ name, begins_at }) => `${begins_at} ${name.slice(0, 10)}`)).toEqual([
      '2026-12-20 Beginn',
      '2026-12-24 Weihnachte',
      '2026-12-24 Frei',
      '2026-12-28 Frei',
      '2027-01-06 Ende',
    ]);
    expect(days.map((one) => one.is_known)).toEqual([false, false, false, false, false]);
    expect(days[1]?.name.length).toBe(UNIT_NAME_MAXIMUM);
    expect(days[1]?.name.isWellFormed()).toBe(true);
    expect(left).toBe(4);
    const hundred = Array.from({ length: 101 }, (_, at) => `SUMMARY:Tag ${at}\nDTSTART;VALUE=DATE:20261224`);
    expect((await read(...hundred)).body.data).toMatchObject({ days: { length: 100 }, left: 1 });
    const none = new FormData();
    none.append('files', new Blob(['Ferien;2027']), 'Ferien.csv');
    expect((await server.request('POST', '/v1/timetables/free-days/read', { token, body: none })).status).toBe(422);
  });
});
