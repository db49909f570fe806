import type { GeneratedOutcome, ImportRun } from '@kreide/core/features/user-import';
import { readXlsx } from '@kreide/formats/tables';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from '../../../../../../tests/support/people.ts';
import { readPeopleTables, revertPeople, tryRevert } from '../../../../../../tests/support/people-imports.ts';
import { startTestServer, type TestServer } from '../../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let token: string;
let schools = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  schools += 1;
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, `linde-${schools}`);
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  token = await signIn(server, school.slink, 'admin');
  await kysely.insertInto('grades').values({ school_id: school.id, shortcut: '5a', source: 'manual' }).execute();
});

const path = (rest: string) => `/v1/schools/${school.id}/${rest}`;
const pupil = (lastname: string, firstname: string, grade: string | null = '5a', more: object = {}) => ({
  type: 'STUDENT',
  lastname,
  firstname,
  class: grade,
  ...more,
});
const send = (people: readonly object[], more: object = {}, headers = {}) =>
  server.request('POST', path('make-users'), {
    token,
    headers,
    body: { people, language: 'de', dry_run: false, ...more },
  });
const bulk = async (id: number): Promise<ImportRun> =>
  (await server.request('GET', path(`bulks/${id}`), { token })).body.data;
/** Sends a list and waits until everybody is made. */
async function make(people: readonly object[], more: object = {}): Promise<ImportRun> {
  const answer = await send(people, more);
  expect(answer.status, answer.text).toBe(200);
  await expect.poll(async () => (await bulk(answer.body.data.run.id)).state).toBe('SAVED');
  return bulk(answer.body.data.run.id);
}
const outcomes = (people: readonly GeneratedOutcome[]) => people.map(({ outcome }) => outcome);
async function download(run: ImportRun, format: 'pdf' | 'xlsx'): Promise<Uint8Array> {
  const address = format === 'pdf' ? run.meta.pdf : run.meta.xls;
  const answer = await fetch(`${server.url}${address}`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}
const pages = async (bytes: Uint8Array): Promise<string[]> =>
  (await extractText(await getDocumentProxy(bytes.slice()))).text;
const CODE = /^[2-9A-Z]{5}-[2-9A-Z]{5}$/;
async function sheet(bytes: Uint8Array) {
  const limit = 64 * 1024 * 1024;
  const [only] = await readXlsx(bytes, { entries: 100, budget: { left: limit, limit } });
  return only?.rows.map(({ cells }) => cells) ?? [];
}
const NOBODY = { external_id: null, lastname: 'Niemand', firstname: 'Nie', class: null };
/** Registers with the code of a letter. */
async function register(code: string, name: { firstname: string; lastname: string }) {
  const steps = await server.request('GET', `/v1/activationkey/steps?code=${code}`);
  const { terms_version, person } = steps.body.data;
  return server.request('POST', '/v1/activationkey/register', {
    body: {
      code,
      terms_version,
      locale: 'de',
      ...name,
      sex: 'FEMALE',
      email: null,
      username: person.username,
      password: PASSWORD,
      password_confirmation: PASSWORD,
    },
  });
}

describe('people who are made for letters', () => {
  it('get accounts, classes and a letter each, sorted by class and name, in the language of each, with the same code in the spreadsheet [T-2.107] [D-3.11] [P-7.85] [P-7.87] [T-7.135] [T-7.137] [T-3.85]', async () => {
    const run = await make([
      pupil('Zander', 'Zoë', '10b'),
      pupil('Çelik', 'Şükrü', '5a', { language: 'tr' }),
      pupil('Шевченко', 'Оля', '5a', { language: 'uk' }),
      { type: 'TEACHER', lastname: 'Özdemir', firstname: 'Ute' },
    ]);
    expect(run).toMatchObject({
      kind: 'generated',
      state: 'SAVED',
      letters: { made: 4, open: 4 },
      can: { undo: 1 },
      meta: { pdf: expect.stringContaining('format=pdf'), xls: expect.stringContaining('format=xlsx') },
    });
    const letters = await pages(await download(run, 'pdf'));
    expect(letters).toHaveLength(4);
    expect(letters[0]).toContain('Merhaba Şükrü Çelik');
    expect(letters[0]).toContain('5a sınıfı');
    expect(letters[1]).toContain('Вітаємо, Оля Шевченко!');
    expect(letters[2]).toContain('Guten Tag Zoë Zander');
    expect(letters[2]).toContain('Klasse 10b');
    expect(letters[3]).toContain('Guten Tag Ute Özdemir');
    const rows = await sheet(await download(run, 'xlsx'));
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ['Nachname', 'Vorname', 'Klasse'],

      ['Çelik', 'Şükrü', '5a'],
      ['Шевченко', 'Оля', '5a'],
      ['Zander', 'Zoë', '10b'],
      ['Özdemir', 'Ute', ''],
    ]);
    for (const [index, row] of rows.slice(1).entries()) {
      expect(row[5]).toMatch(CODE);
      expect(letters[index]).toContain(row[5]);
    }
    expect(rows[1]?.[6]).toMatch(new RegExp(`/${school.slink}/register/activate#[2-9A-Z]{10}$`));
  });

  it('a letter opens its account once; after that its code is nowhere, and the others can be had again [P-7.87] [T-7.137]', async () => {
    const run = await make([pupil('Meier', 'Anna'), pupil('Wolf', 'Ben')]);
    const code = (await sheet(await download(run, 'xlsx')))[1]?.[5] ?? '';
    const answer = await register(code, { firstname: 'Anna', lastname: 'Meier' });
    expect(answer.status, answer.text).toBe(200);
    const again = await bulk(run.id);
    expect(again.letters).toEqual({ made: 2, open: 1 });
    const left = await pages(await download(again, 'pdf'));
    expect(left).toHaveLength(1);
    expect(left[0]).toContain('Ben Wolf');
    const kept = await server.test.database.kysely
      .selectFrom('activation_keys')
      .select(['used_at', 'sealed_code'])
      .where('school_id', '=', school.id)
      .orderBy('id')
      .execute();
    expect(kept.map(({ used_at, sealed_code }) => [used_at !== null, sealed_code !== null])).toEqual([
      [true, false],
      [false, true],
    ]);
    // The letters of an open code are not in the table either.
    const open = (await sheet(await download(again, 'xlsx')))[1]?.[5]?.replace('-', '') ?? '?';
    expect(kept[1]?.sealed_code?.includes(open)).toBe(false);
  });

  it('a dry run makes nobody and says what would become of each [P-7.85]', async () => {
    await make([pupil('Meier', 'Anna')]);
    await buildUser(server.test.database.kysely, school.id, 'ute', 'TEACHER');
    const before = await readPeopleTables(server);
    const answer = await send(
      [
        pupil('Meier', 'Anna'),
        pupil('Wolf', 'Ben'),
        pupil('wolf', 'Ben'),
        { type: 'TEACHER', lastname: `of ${school.id}`, firstname: 'ute' },
        { type: 'PARENT', lastname: 'Nie', firstname: 'Da', absent_children: [NOBODY] },
      ],
      { dry_run: true },
    );
    expect(answer.body.data.run).toBeNull();
    expect(outcomes(answer.body.data.people)).toEqual(['waiting', 'new', 'repeated', 'has_account', 'unknown_child']);
    expect(await readPeopleTables(server)).toEqual(before);
  });

  it('who waits already gets a new code and no second account; the code before it ends [P-7.85]', async () => {
    const first = await make([pupil('Meier', 'Anna')]);
    const second = await make([pupil('Meier', 'Anna'), pupil('Wolf', 'Ben')]);
    expect(second.letters).toEqual({ made: 2, open: 2 });
    expect((await bulk(first.id)).letters).toEqual({ made: 1, open: 0 });
    expect((await bulk(first.id)).meta).toEqual({ pdf: null, xls: null });
    const people = await server.test.database.kysely
      .selectFrom('users')
      .select('lastname')
      .where('school_id', '=', school.id)
      .where('type', '=', 'STUDENT')
      .execute();
    expect(people).toHaveLength(2);
    const address = path(`download-users?bulk_id=${first.id}&format=pdf`);
    expect((await server.request('GET', address, { token })).body.error.code).toBe('no_open_code');
  });

  it('the same call twice makes them once, and the log names what was made and fetched [P-7.85] [P-7.87]', async () => {
    const key = { 'idempotency-key': `make-${schools}-twice` };
    const [one, two] = [await send([pupil('Meier', 'Anna')], {}, key), await send([pupil('Meier', 'Anna')], {}, key)];
    expect(two.body).toEqual(one.body);
    const { id } = one.body.data.run;
    await expect.poll(async () => (await bulk(id)).state).toBe('SAVED');
    await download(await bulk(id), 'pdf');
    const log = await server.request('GET', path('audit-log?entity=user_imports'), { token });
    const actions = log.body.data.map(({ action }: { action: string }) => action);
    expect(actions.filter((action: string) => action.includes('makeUsers'))).toHaveLength(1);
    expect(actions.filter((action: string) => action.includes('downloadUsers'))).toHaveLength(1);
  });

  it('taken back, unused codes and accounts go; whoever has opened theirs keeps it [T-2.84] [T-7.103]', async () => {
    const run = await make([pupil('Meier', 'Anna'), pupil('Wolf', 'Ben')]);
    const rows = await sheet(await download(run, 'xlsx'));
    await register(rows[1]?.[5] ?? '', { firstname: 'Anna', lastname: 'Meier' });
    const shown = await tryRevert({ server, token, schoolId: school.id }, run);
    expect(shown.people).toMatchObject([
      { name: 'Meier, Anna', fate: 'kept' },
      { name: 'Wolf, Ben', fate: 'removed' },
    ]);
    expect(await revertPeople({ server, token, schoolId: school.id }, run)).toMatchObject({
      state: 'UNDONE',
      kept_count: 1,
      meta: { pdf: null, xls: null },
    });
    const people = await server.test.database.kysely
      .selectFrom('users')
      .select(['lastname', 'deleted_at'])
      .where('school_id', '=', school.id)
      .where('type', '=', 'STUDENT')
      .execute();
    expect(people).toEqual([{ lastname: 'Meier', deleted_at: null }]);
    const list = await server.request('GET', path('bulks'), { token });
    expect(list.body.data).toMatchObject([{ id: run.id, kind: 'generated', state: 'UNDONE' }]);
    expect((await server.request('GET', path('bulks?kind=import'), { token })).body.data).toEqual([]);
    const steps = await server.request('GET', `/v1/activationkey/steps?code=${rows[2]?.[5]}`);
    expect(steps.status).toBe(422);
  });

  it('a file gives the list: languages and classes are read, unknown ones are named, nothing is kept [P-7.85] [T-7.135]', async () => {
    const form = new FormData();
    const lines = [
      'Nachname;Vorname;Klasse;Sprache',
      "'=cmd|' /C calc'!A0;Eve;5a;türkisch",
      'Groß;;5a;',
      'Ünal;Cem;6c;xx',
    ];
    form.append('files', new Blob([lines.join('\n')]), 'list.csv');
    const before = await readPeopleTables(server);
    const answer = await server.request('POST', path('make-users/read'), { token, body: form });
    expect(answer.body.data, answer.text).toMatchObject({
      people: [
        { class: '5a', language: 'tr' },
        { lastname: 'Ünal', language: null },
      ],
      rejected: [{ line: 3, column: 'Vorname' }],
      notes: [expect.stringContaining('xx')],
    });
    expect(await readPeopleTables(server)).toEqual(before);
    const run = await make(answer.body.data.people);
    const rows = await sheet(await download(run, 'xlsx'));
    // A name that is a formula comes out as text.
    expect(rows[1]?.[0]).toMatch(/^'=cmd/);
    const broken = new FormData();
    broken.append('files', new Blob(['<xml/>']), 'list.xml');
    const refused = await server.request('POST', path('make-users/read'), { token, body: broken });
    expect([refused.status, refused.body.error.issues[0].rule]).toEqual([422, 'no_list']);
  });

  it('the PDF has a title and a language, and each letter its own', async () => {
    const run = await make([pupil('Meier', 'Anna')], { language: 'fr' });
    const document = await getDocumentProxy((await download(run, 'pdf')).slice());
    const { info } = await document.getMetadata();
    expect(info).toMatchObject({ Title: expect.stringMatching(/^Aktivierungsbriefe, ./), Language: 'de' });
    const tree = JSON.stringify(await (await document.getPage(1)).getStructTree());
    for (const role of ['Sect', 'H1', 'Figure', 'P']) expect(tree).toContain(`"role":"${role}"`);
    expect((await pages(await download(run, 'pdf')))[0]).toContain('Bonjour Anna Meier');
  });

  it('are told and printed by kind, class and language, the codes on paper alone [P-7.87] [D-3.11]', async () => {
    const run = await make([
      pupil('Zander', 'Zoë', '10b'),
      pupil('Çelik', 'Şükrü', '5a', { language: 'tr' }),
      { type: 'TEACHER', lastname: 'Özdemir', firstname: 'Ute' },
    ]);
    const letters = async (query: string) =>
      (await server.request('GET', path(`bulks/${run.id}/letters${query}`), { token })).body.data;
    const names = async (query: string) => (await letters(query)).map(({ lastname }: { lastname: string }) => lastname);
    expect(await names('')).toEqual(['Çelik', 'Zander', 'Özdemir']);
    expect(await letters('?class=5a')).toEqual([
      { lastname: 'Çelik', firstname: 'Şükrü', type: 'STUDENT', class: '5a', language: 'tr' },
    ]);
    expect(await names('?type=TEACHER')).toEqual(['Özdemir']);
    expect(await names('?language=de&type=STUDENT')).toEqual(['Zander']);
    const some = { ...run, meta: { pdf: `${run.meta.pdf}&class=10b`, xls: null } };
    expect(await pages(await download(some, 'pdf'))).toEqual([expect.stringContaining('Zander')]);
    const none = await server.request('GET', `${run.meta.pdf}&class=9z`, { token });
    expect(none.body.error.code).toBe('no_open_code');
  });
});
