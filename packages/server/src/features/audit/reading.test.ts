import { AUDIT_PAGE, type AuditLogEntry } from '@kreide/core/features/audit';
import type { AuditAction } from '@kreide/core/kernel';
import { toAuditName } from '@kreide/core/kernel';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLocale } from '../../../../../scripts/text-types.ts';
import { buildChannel, buildConversation } from '../../../../../tests/support/channels.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { type AuditEntry, appendAudit } from '../../kernel/data/audit.ts';
import { AUDIT_ACTIONS } from './actions.ts';
import { hasMoreThan } from './queries.ts';

let server: TestServer;
let school: BuiltSchool;
let foreign: BuiltSchool;
const people: Record<string, number> = {};
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, 'amsel');
  foreign = await buildSchool(kysely, 'drossel');
  for (const [name, of, role] of [
    ['ada', school, 'ADMIN'],
    ['ben', school, 'TEACHER'],
    ['zoe', foreign, 'ADMIN'],
  ] as const) {
    people[name] = (await buildUser(kysely, of.id, name, role)).id;
    tokens[name] = await signIn(server, of.slink, name);
  }
});
afterAll(() => server.stop());

type Values = Partial<Omit<AuditEntry, 'now'>> & { at?: string };
/** Adds one entry, by Ada at noon of 1 November unless it says otherwise. */
async function add({ at = '2026-11-01T11:00:00Z', ...values }: Values = {}): Promise<void> {
  const entry: AuditEntry = {
    school_id: school.id,
    origin: 'session',
    user_id: people.ada ?? 0,
    action: 'news:audit.create',
    entity: 'news',
    id: 1,
    after: { title: 'Trip' },
    now: new Date(at),
  };
  await appendAudit(server.test.database.kysely, [{ ...entry, ...values }]);
}

const ask = (query: Record<string, string> = {}, path = '', headers: Record<string, string> = {}, who = 'ada') =>
  server.request('GET', `/v1/schools/${school.id}/audit-log${path}?${new URLSearchParams(query)}`, {
    token: tokens[who],
    headers,
  });
const list = async (query: Record<string, string> = {}): Promise<AuditLogEntry[]> => {
  const { status, body } = await ask(query);
  expect(status).toBe(200);
  return body.data;
};
const idsOf = async (query: Record<string, string>) => (await list(query)).map(({ entity_id }) => entity_id);

describe('the audit log', () => {
  it('says who changed which record when and where from, with before and after, in the language of the reader [D-4.11]', async () => {
    const values = { entity: 'users', id: people.ben ?? 0, address: '203.0.113.9', request_id: 'r-1' };
    await add({ ...values, action: 'users:audit.grade', before: { grade_id: 1 }, after: { grade_id: 2 } });
    const [newest] = (await ask({}, '', { 'accept-language': 'en' })).body.data;
    expect(newest).toEqual({
      seq: expect.any(Number),
      at: '2026-11-01T11:00:00.000Z',
      origin: 'session',
      address: '203.0.113.9',
      user: { id: people.ada, displayname: `ada of ${school.id}` },
      subject: `ben of ${school.id}`,
      action: 'users.grade',
      what: 'Class membership changed',
      entity: 'users',
      entity_id: `${people.ben}`,
      before: { grade_id: 1 },
      after: { grade_id: 2 },
      names: {
        [`users:${people.ada}`]: `ada of ${school.id}`,
        [`users:${people.ben}`]: `ben of ${school.id}`,
      },
      request_id: 'r-1',
    });
  });

  it('says what the people, channels and classes are called to which values refer, those of this school only', async () => {
    const { kysely } = server.test.database;
    const channel = await buildChannel(kysely, school.id, {}, { name: 'Choir' });
    const grade = await kysely
      .insertInto('grades')
      .values({ school_id: school.id, shortcut: '7c', source: 'manual' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await add({
      before: { user_ids: [people.ben, people.zoe] },
      after: { user_ids: [999_999], channels: [channel.id], grade_id: grade.id },
    });
    expect((await list())[0]?.names).toEqual({
      [`users:${people.ada}`]: `ada of ${school.id}`,
      [`users:${people.ben}`]: `ben of ${school.id}`,
      [`channels:${channel.id}`]: 'Choir',
      [`grades:${grade.id}`]: '7c',
    });
    const talk = await buildConversation(kysely, school.id, people.ada ?? 0, people.ben ?? 0);
    const theirs = await buildChannel(kysely, foreign.id, {}, { name: 'Theirs' });
    const theirGrade = await kysely
      .insertInto('grades')
      .values({ school_id: foreign.id, shortcut: '8x', source: 'manual' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await add({
      before: { channels: [talk.id, theirs.id], grade_id: theirGrade.id, parent_id: people.ben },
      after: {
        user_id: 0.5,
        user_ids: [1e21, -4],
        admin_id: `${people.ben}`,
        grade_ids: [grade.id, 'all'],
        title: grade.id,
      },
    });
    // A conversation is one: not with whom.
    expect((await list())[0]?.names).toEqual({
      [`users:${people.ada}`]: `ada of ${school.id}`,
      [`users:${people.ben}`]: `ben of ${school.id}`,
      [`channels:${talk.id}`]: 'Gespräch zu zweit',
    });
    // The number of something else is no person, nor is a word.
    for (const record of [
      { entity: 'doors', id: people.ben ?? 0 },
      { entity: 'users', id: 'all' },
    ]) {
      await add(record);
      expect((await list())[0]?.names).toEqual({ [`users:${people.ada}`]: `ada of ${school.id}` });
    }
  });

  it('says that somebody began a conversation, not with whom', async () => {
    const { id: user_id } = await buildUser(server.test.database.kysely, school.id, 'cem', 'TEACHER');
    const body = { user_id };
    const { text, status } = await server.request('POST', '/v1/channels/start-conversation', {
      token: tokens.ada,
      body,
    });
    expect(status, text).toBe(200);
    expect((await list())[0]).toMatchObject({
      action: 'channels.conversation',
      after: { users: 2 },
    });
    expect((await list())[0]?.names).toEqual({ [`users:${people.ada}`]: `ada of ${school.id}` });
  });

  it('shows an action that this version no longer knows by its name, and a person who is gone by number', async () => {
    await add({ action: 'chess:audit.checkmate' as AuditAction, user_id: 999_999 });
    const user = { id: 999_999, displayname: '#999999' };
    expect((await list())[0]).toMatchObject({ action: 'chess.checkmate', what: 'chess.checkmate', user });
  });

  it('never shows what another school has recorded, whatever is asked for [D-4.06] [D-4.11]', async () => {
    await add({ school_id: foreign.id, user_id: people.zoe ?? 0, id: 'theirs', action: 'news:audit.remove' });
    // Somebody of that school, as an id of theirs could have been written into this log.
    await add({ id: 'ours', user_id: people.zoe ?? 0 });
    expect((await list()).map(({ entity_id }) => entity_id)).not.toContain('theirs');
    expect(await idsOf({ action: 'news.remove' })).toEqual([]);
    expect(await idsOf({ search: 'zoe' })).toEqual([]);
    expect((await ask({ user_id: `${people.zoe}` })).status).toBe(404);
    expect((await ask({ user_id: `${people.zoe}` }, '/export')).status).toBe(404);
    expect((await list())[0]).toMatchObject({ entity_id: 'ours', user: { displayname: `#${people.zoe}` } });
    expect((await ask({}, '/export')).text).not.toMatch(/theirs|zoe/);
    expect((await ask({}, '', {}, 'zoe')).status).toBe(404);
  });

  it('goes on before the last number, 50 a page, without gap or repetition', async () => {
    for (let index = 0; index < AUDIT_PAGE + 10; index += 1) await add({ id: `page ${index}`, entity: 'pages' });
    const first = await list({ entity: 'pages' });
    expect(first).toHaveLength(AUDIT_PAGE + 1);
    await add({ id: 'later', entity: 'pages' });
    const before = `${first[AUDIT_PAGE - 1]?.seq}`;
    const second = await list({ entity: 'pages', before });
    const seen = [...first.slice(0, AUDIT_PAGE), ...second].map(({ entity_id }) => entity_id);
    expect(seen).toEqual(Array.from({ length: AUDIT_PAGE + 10 }, (_, index) => `page ${AUDIT_PAGE + 9 - index}`));
  });

  it('is read from its beginning too, and counted with its filters', async () => {
    const query = { entity: 'pages', order: 'at' };
    const first = await list(query);
    expect(first).toHaveLength(AUDIT_PAGE + 1);
    const second = await list({ ...query, after: `${first[AUDIT_PAGE - 1]?.seq}` });
    const seen = [...first.slice(0, AUDIT_PAGE), ...second].map(({ entity_id }) => entity_id);
    expect(seen).toEqual([...Array.from({ length: AUDIT_PAGE + 10 }, (_, index) => `page ${index}`), 'later']);
    expect((await ask({ entity: 'pages' }, '/count')).body.data).toEqual({ count: AUDIT_PAGE + 11 });
    expect((await ask({ entity: 'pages', record: 'later' }, '/count')).body.data).toEqual({ count: 1 });
    expect((await ask({ entity: 'nothing' }, '/count')).body.data).toEqual({ count: 0 });
    expect((await ask({ order: 'action' })).status).toBe(422);
  });
});

describe('what is looked for', () => {
  it('are days of the school, first and last included, on the days of the clock change too [D-4.11]', async () => {
    // Sunday 25 October 2026 has 25 hours: from 22:00 to 23:00 UTC.
    const days = { 'still Saturday': '24T21:59:59Z', 'Sunday begins': '24T22:00:00Z' };
    const nights = { 'Sunday ends': '25T22:59:59Z', Monday: '25T23:00:00Z' };
    for (const [id, at] of Object.entries({ ...days, ...nights }))
      await add({ id, at: `2026-10-${at}`, entity: 'days' });
    const sunday = { entity: 'days', from: '2026-10-25', until: '2026-10-25' };
    expect(await idsOf(sunday)).toEqual(['Sunday ends', 'Sunday begins']);
    expect(await idsOf({ entity: 'days', from: '2026-10-26' })).toEqual(['Monday']);
    expect(await idsOf({ entity: 'days', until: '2026-10-24' })).toEqual(['still Saturday']);
    expect(await idsOf({ ...sunday, from: '2026-10-26' })).toEqual([]);
    expect((await ask({ from: '2026-02-30' })).status).toBe(422);
  });

  it('is a record, an action or a person, and all of it together [D-4.11]', async () => {
    await add({ entity: 'rooms', id: 7 });
    await add({ entity: 'rooms', id: 7, action: 'news:audit.update', user_id: people.ben ?? 0 });
    await add({ entity: 'rooms', id: 77, action: 'news:audit.update' });
    expect(await idsOf({ entity: 'rooms' })).toEqual(['77', '7', '7']);
    expect(await idsOf({ entity: 'rooms', record: '7' })).toEqual(['7', '7']);
    expect(await idsOf({ entity: 'rooms', action: 'news.update' })).toEqual(['77', '7']);
    expect(await idsOf({ entity: 'rooms', user_id: `${people.ben}` })).toEqual(['7']);
    expect(await idsOf({ entity: 'rooms', record: '77', user_id: `${people.ben}` })).toEqual([]);
  });

  it('is a part of the name of whoever did it or whom it concerns, in any case and order, and no pattern', async () => {
    const about = { entity: 'users', action: 'auth:audit.signInFailed', user_id: null, origin: 'visitor' } as const;
    await add({ ...about, id: people.ben ?? 0, after: null });
    await add({ entity: 'seen', id: 1, user_id: people.ben ?? 0 });
    // The number of something else is no person.
    await add({ entity: 'rooms', id: people.ben ?? 0 });
    const found = await list({ search: 'ben' });
    expect(found.slice(0, 2).map(({ entity }) => entity)).toEqual(['seen', 'users']);
    expect(found.every(({ user, subject }) => `${user?.displayname} ${subject}`.includes('ben'))).toBe(true);
    const { kysely } = server.test.database;
    const { id } = await buildUser(kysely, school.id, 'cv7', 'TEACHER');
    const name = { firstname: 'Cleo', lastname: 'Vogel' };
    await kysely.updateTable('users').set(name).where('school_id', '=', school.id).where('id', '=', id).execute();
    await add({ entity: 'birds', user_id: id });
    for (const search of ['cleo vogel', 'VOGEL CLEO', 'ogel', 'CV7'])
      expect(
        (await list({ search })).map(({ entity }) => entity),
        search,
      ).toEqual(['birds']);
    for (const search of ['be_', '%', 'nobody']) expect(await list({ search }), search).toEqual([]);
    expect((await list({ search: ' ' })).length).toBeGreaterThan(0);
  });

  it('is one of all actions that there are, each with its sentence', async () => {
    const { data } = (await ask({}, '/actions', { 'accept-language': 'de' })).body;
    const sentences = [...readLocale('de')].flatMap(([namespace, texts]) =>
      [...texts].flatMap(([key, what]) => {
        const action = toAuditName(`${namespace}:${key}` as AuditAction);
        return key.startsWith('audit.') ? [{ action, what }] : [];
      }),
    );
    const byName = (one: { action: string }, other: { action: string }) => (one.action < other.action ? -1 : 1);
    expect(data.toSorted(byName)).toEqual(sentences.toSorted(byName));
    expect(data.map(({ what }: { what: string }) => what)).toEqual(
      sentences.map(({ what }) => what).sort((one, other) => one.localeCompare(other, 'de')),
    );
    expect(AUDIT_ACTIONS.size).toBe(sentences.length);
  });
});

describe('the export', () => {
  /** The lines of a file, by the titles of its columns. */
  const read = (text: string) => Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;

  it('is a file for spreadsheets that reads as it was written, with the filters of the list [D-4.11]', async () => {
    const nasty = 'Zwei\nZeilen; "Anführung", <b onload="x()">fett</b>';
    await add({
      entity: 'sheets',
      id: 1,
      action: 'news:audit.update',
      before: { title: 'Ü' },
      after: { title: nasty },
    });
    await add({ entity: 'sheets', id: 2, at: '2026-06-01T23:30:15Z', user_id: null, origin: 'operator' });
    const answer = await ask({ entity: 'sheets' }, '/export', { 'accept-language': 'de' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain('filename="audit-log-amsel-2026-11-18.csv"');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const lines = read(answer.text);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({
      'Zeitpunkt (UTC)': '2026-06-01T23:30:15.000Z',
      'Zeitpunkt (Ortszeit)': '02.06.26, 01:30:15',
      Person: '',
      Herkunft: 'Am Server',
      'Datensatz (Kennung)': '2',
    });
    expect(lines[1]).toMatchObject({
      Person: `ada of ${school.id}`,
      Vorgang: 'News geändert',
      'Vorgang (Kennung)': 'news.update',
    });
    expect(JSON.parse(lines[1]?.Nachher ?? '')).toEqual({ title: nasty });
    expect(answer.text.startsWith('Laufende Nummer;')).toBe(true);
    const english = await ask({ entity: 'sheets' }, '/export', { 'accept-language': 'en' });
    expect(english.text.startsWith('Number in the log,')).toBe(true);
    // Reading it as text swallows the mark of the encoding.
    const address = `${server.url}/v1/schools/${school.id}/audit-log/export?entity=sheets`;
    const bytes = await (await fetch(address, { headers: { authorization: `Bearer ${tokens.ada}` } })).arrayBuffer();
    expect(Buffer.from(bytes).subarray(0, 3).toString('hex')).toBe('efbbbf');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1', '=1\n2', ' =1'])(
    'hands a spreadsheet nothing to calculate: %j',
    async (id) => {
      await add({ entity: 'formulas', id });
      const [line] = read((await ask({ entity: 'formulas' }, '/export', { 'accept-language': 'de' })).text);
      expect(line?.['Datensatz (Kennung)']).toBe(`'${id}`);
    },
  );

  it('knows whether there is more than its maximum, above which it is refused', async () => {
    for (const id of [1, 2, 3]) await add({ entity: 'counted', id });
    const { kysely } = server.test.database;
    const isMore = (count: number) => hasMoreThan(kysely, school.id, { entity: 'counted' }, count);
    expect([await isMore(2), await isMore(3), await isMore(4)]).toEqual([true, false, false]);
  });

  it('holds more than it reads at a time, in order', async () => {
    const entries = Array.from(
      { length: 1203 },
      (_, id): AuditEntry => ({
        school_id: school.id,
        origin: 'system',
        action: 'news:audit.create',
        entity: 'many',
        id,
        after: { id },
        now: new Date('2026-11-01T11:00:00Z'),
      }),
    );
    await appendAudit(server.test.database.kysely, entries);
    const lines = read((await ask({ entity: 'many' }, '/export', { 'accept-language': 'de' })).text);
    expect(lines.map((line) => line['Datensatz (Kennung)'])).toEqual(
      Array.from({ length: 1203 }, (_, index) => `${1202 - index}`),
    );
  });
});
