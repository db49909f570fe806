import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countRows } from '../../../../../tests/support/fuzz.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import {
  type Importing,
  linesOf,
  readPeopleTables,
  revertPeople,
  savePeople,
  settledRun,
  tryRevert,
  uploadPeople,
} from '../../../../../tests/support/people-imports.ts';
import { startTestServer, TEST_SECRET, type TestServer } from '../../../../../tests/support/server.ts';
import { createSeal } from '../../kernel/config/seal.ts';
import { applyLines } from './apply.ts';
import { getRun, listOpenLines, updateRun } from './queries.ts';
import { saveRun } from './save.ts';

let server: TestServer;
let school: BuiltSchool;
let importing: Importing;
let schools = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  schools += 1;
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, `star-${schools}`);
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  importing = { server, token: await signIn(server, school.slink, 'admin'), schoolId: school.id };
  await kysely.insertInto('grades').values({ school_id: school.id, shortcut: '5a', source: 'manual' }).execute();
});

const SEALING = { secret: TEST_SECRET, seal: createSeal(TEST_SECRET) };
const HEAD = 'ID;Nachname;Vorname;Geburtsdatum;Klasse;Erzieher 1: Nachname;Erzieher 1: Vorname;Erzieher 1: E-Mail';
const ROWS = [
  '1;Yılmaz;Fatima;15.03.2015;5a;Yılmaz;Ayşe;ayse@home.example',
  '2;Yılmaz;Emre;01.02.2014;6b;Yılmaz;Ayşe;ayse@home.example',
  '3;Groß;Zoë;29.02.2016;5a;;;',
  '4;Meier;Anna;04.05.2015;5a;Meier;Uta;uta@home.example',
];
const upload = (rows: readonly string[], fields = {}) => uploadPeople(importing, [HEAD, ...rows], fields);
const imported = async (rows: readonly string[], fields = {}) => savePeople(importing, await upload(rows, fields));
const accounts = () =>
  server.test.database.kysely
    .selectFrom('users')
    .select(['id', 'firstname', 'lastname', 'username', 'email', 'type', 'role', 'state', 'deleted_at'])
    .where('school_id', '=', school.id)
    .where('role', '!=', 'ADMIN')
    .orderBy('id')
    .execute();
const idOf = async (firstname: string) => (await accounts()).find((one) => one.firstname === firstname)?.id ?? 0;
const act = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  server.request(method, `/v1/schools/${school.id}/${path}`, {
    token: importing.token,
    ...(body === undefined ? {} : { body }),
  });
/** To be saved, by the test: the job that would do it waits. */
async function hold({ id }: { id: number }): Promise<void> {
  const { kysely, pool } = server.test.database;
  await updateRun(kysely, { school_id: school.id, id }, { state: 'SAVING' });
  await pool.query(`select graphile_worker.add_job('user-import:save', $1::json, run_at => now() + interval '50 s')`, [
    JSON.stringify({ school_id: school.id, import_id: id }),
  ]);
}
const revert = async (id: number) => revertPeople(importing, { id });
const fates = async (id: number) => {
  const before = [await readPeopleTables(server), await countRows(server)];
  const { people, code } = await tryRevert(importing, { id });
  expect([await readPeopleTables(server), await countRows(server)]).toEqual(before);
  return people?.map(({ name, fate }: { name: string; fate: string }) => [name, fate]) ?? code;
};

describe('an import of people', () => {
  it('asks about a class that differs from one of the school in capitals or blanks only', async () => {
    const run = await upload(['1;Klein;Lea;15.03.2015;5A;;;', '2;Klein;Pia;15.03.2015;5 a;;;']);
    const asked = run.notes.filter(({ code }) => code === 'similar_class').map(({ text }) => text);
    expect(asked).toEqual([expect.stringContaining('Ist 5 a eine'), expect.stringContaining('Ist 5A eine')]);
  });

  it('shows everybody before it changes anybody: pupils, guardians once a family, special letters first [T-7.88] [T-7.89] [T-7.95]', async () => {
    const before = await readPeopleTables(server);
    const run = await upload([...ROWS, '5;;Ohne;01.01.2015;5a;;;']);
    expect(run, JSON.stringify(run)).toMatchObject({
      state: 'READY',
      counts: { new: 6, changed: 0, unchanged: 0, missing: 0, ambiguous: 0, rejected: 1 },
      classes: ['5a', '6b'],
      new_classes: ['6b'],
      can: { save: 1, discard: 1, undo: 0 },
    });
    const lines = await linesOf(importing);
    expect(lines.map(({ name }) => name).slice(0, 4)).toEqual([
      'Groß, Zoë',
      'Yılmaz, Ayşe',
      'Yılmaz, Emre',
      'Yılmaz, Fatima',
    ]);
    expect(lines.at(-1)).toMatchObject({
      kind: 'rejected',
      places: [{ line: 6 }],
      rejected: { column: 'Nachname', code: 'no_name', text: 'Vorname oder Nachname fehlt.' },
    });
    expect(await readPeopleTables(server)).toEqual(before);
    expect(await server.test.database.kysely.selectFrom('unowned_contents').select('uuid').execute()).toEqual([]);
  });

  it('makes accounts that wait for their people, with class, family and nobody’s password [T-7.99] [T-7.102]', async () => {
    const run = await imported(ROWS);
    expect(run).toMatchObject({ state: 'SAVED', can: { undo: 1 } });
    const people = await accounts();
    expect(people).toHaveLength(6);
    expect(people.every(({ state, type, role }) => state === 'PENDING' && type === role)).toBe(true);
    expect(people.find(({ firstname }) => firstname === 'Zoë')).toMatchObject({
      username: 'zoe.gross',
      lastname: 'Groß',
    });
    const mother = await server.request('GET', `/v1/users/${await idOf('Ayşe')}/family`, { token: importing.token });
    expect(mother.body.data.childs.map((link: { user: { firstname: string } }) => link.user.firstname).sort()).toEqual([
      'Emre',
      'Fatima',
    ]);
    const bulks = await server.request('GET', `/v1/schools/${school.id}/bulks`, { token: importing.token });
    expect(bulks.body.data.map(({ id }: { id: number }) => id)).toEqual([run.id]);
  });

  it('changes nothing when the same list comes again', async () => {
    await imported(ROWS);
    const before = await readPeopleTables(server);
    const run = await upload(ROWS.toReversed());
    expect(run.counts).toMatchObject({ new: 0, changed: 0, unchanged: 6, missing: 0, ambiguous: 0 });
    await savePeople(importing, run);
    expect(await readPeopleTables(server)).toEqual(before);
  });

  it('keeps the account of a pupil with a new name and a new class, and is undone to the last field [T-7.104]', async () => {
    await imported(ROWS);
    const before = await readPeopleTables(server);
    const run = await imported(['1;Kaya;Fatima;15.03.2015;6b;;;', '9;Neu;Nika;01.01.2015;7c;Neu;Nora;n@home.example']);
    expect(run.counts).toMatchObject({ changed: 1, new: 2 });
    expect(await readPeopleTables(server)).not.toEqual(before);
    expect(await fates(run.id)).toEqual([
      ['Kaya, Fatima', 'restored'],
      ['Neu, Nika', 'removed'],
      ['Neu, Nora', 'removed'],
    ]);
    expect(await revert(run.id)).toMatchObject({ state: 'UNDONE', kept_count: 0 });
    expect(await readPeopleTables(server)).toEqual(before);
    expect([await fates(run.id), (await revert(run.id)).code]).toEqual(['already_undone', 'already_undone']);
  });

  it('keeps changes that somebody made since then when it is undone, and archives accounts that are used', async () => {
    await imported(ROWS);
    const run = await imported(['1;Kaya;Fatima;15.03.2015;5a;;;', '9;Neu;Nika;01.01.2015;5a;;;']);
    const { kysely } = server.test.database;
    const change = kysely.updateTable('users').where('school_id', '=', school.id);
    await change
      .set({ lastname: 'Kaya-Yılmaz' })
      .where('id', '=', await idOf('Fatima'))
      .execute();
    await change
      .set({ password_hash: 'x', state: 'ACTIVE' })
      .where('id', '=', await idOf('Nika'))
      .execute();
    expect(await fates(run.id)).toEqual([
      ['Kaya-Yılmaz, Fatima', 'kept'],
      ['Neu, Nika', 'archived'],
    ]);
    expect((await revert(run.id)).kept_count).toBe(2);
    const people = await accounts();
    expect(people.find(({ firstname }) => firstname === 'Fatima')?.lastname).toBe('Kaya-Yılmaz');
    expect(people.find(({ firstname }) => firstname === 'Nika')?.deleted_at).not.toBeNull();
  });

  it('undoes the newest import only', async () => {
    const first = await imported(ROWS);
    await imported(['1;Kaya;Fatima;15.03.2015;5a;;;']);
    expect([await fates(first.id), (await revert(first.id)).code]).toEqual(['superseded', 'superseded']);
  });

  it('never merges who is ambiguous before somebody has said who it is [T-7.97] [T-7.101]', async () => {
    await imported(['1;Hassan;Ali;15.03.2015;5a;;;']);
    const rows = ['7;Ali;Hassan;15.03.2015;5a;;;'];
    const run = await upload(rows);
    expect(run.counts).toMatchObject({ ambiguous: 1, new: 0, missing: 0 });
    const [line] = await linesOf(importing, '?kind=ambiguous');
    const ali = await idOf('Ali');
    expect(line?.candidates).toMatchObject([{ id: ali, reason: 'swapped_names', name: 'Hassan, Ali' }]);
    await savePeople(importing, run);
    expect(await accounts()).toHaveLength(1);

    await upload(rows);
    expect((await act('POST', `csv-users/users/${ali + 9}/merge`, { key: line?.key })).status).toBe(404);
    const merged = await act('POST', `csv-users/users/${ali}/merge`, { key: line?.key });
    expect(merged.body.data.counts).toMatchObject({ ambiguous: 0, changed: 1 });
    await savePeople(importing, merged.body.data);
    expect(await accounts()).toMatchObject([{ id: ali, lastname: 'Ali', firstname: 'Hassan' }]);
  });

  it('lists whom it has found by itself, who waits for a word, and who is missing, each by name and page by page [T-7.96] [T-7.97]', async () => {
    const others = Array.from({ length: 101 }, (_, at) => `${at + 10};Kind${at};Toni;01.02.2015;5a;;;`);
    await imported([...ROWS.slice(2), '1;Hassan;Ali;15.03.2015;5a;;;', ...others]);
    await upload(['3;Groß;Zoë;29.02.2016;5a;;;', '1;Ali;Hassan;15.03.2015;5a;;;', '9;Neu;Nika;01.01.2015;5a;;;']);
    const names = async (rest: string) => {
      const { body } = await server.request('GET', `/v1/schools/${school.id}/csv-users/${rest}`, {
        token: importing.token,
      });
      return body.data.map(({ name }: { name: string }) => name);
    };
    expect(await names('matching-users?automatched=1')).toEqual(['Groß, Zoë']);
    expect(await names('matching-users?automatched=0')).toEqual(['Ali, Hassan']);
    expect(await names('matching-users')).toEqual(['Groß, Zoë', 'Ali, Hassan']);
    expect(await names('matching-users?search=gross')).toEqual(['Groß, Zoë']);
    expect(await names('matching-users?page=2')).toEqual([]);
    // One more than a page where there is another.
    expect(await names('unmatched')).toHaveLength(101);
    expect(await names('unmatched?page=2')).toHaveLength(2);
    expect(await names('unmatched?search=meier')).toEqual(['Meier, Anna']);
  });

  it('adds who was ambiguous once somebody has said that it is nobody known [T-7.98]', async () => {
    await imported(['1;Hassan;Ali;15.03.2015;5a;;;']);
    await upload(['7;Ali;Hassan;15.03.2015;5a;;;']);
    const [line] = await linesOf(importing, '?kind=ambiguous');
    const said = await act('POST', 'csv-users/import-users', { keys: [line?.key] });
    expect(said.body.data.counts).toMatchObject({ ambiguous: 0, new: 1, missing: 1 });
    await savePeople(importing, said.body.data);
    expect(await accounts()).toHaveLength(2);
  });

  it('tells who is missing, and archives them only when asked, many only with a second yes [D-3.06] [T-7.94] [T-7.96]', async () => {
    await imported(ROWS);
    const rows = [ROWS[0] as string];
    const run = await upload(rows);
    expect(run).toMatchObject({ many_missing: true, counts: { missing: 2, changed: 0 } });
    expect((await linesOf(importing, '?kind=missing')).map(({ name }) => name)).toEqual(['Groß, Zoë', 'Meier, Anna']);
    await savePeople(importing, run);
    expect((await accounts()).filter(({ deleted_at }) => deleted_at)).toEqual([]);

    const before = await readPeopleTables(server);
    const again = await upload(rows);
    expect((await savePeople(importing, again, { archive_missing: true })).code).toBe('many_missing');
    const kept = await act('POST', 'csv-users/keep', { user_ids: [await idOf('Zoë')], is_kept: true });
    const saved = await savePeople(importing, kept.body.data, { archive_missing: true, many_missing: true });
    expect((await accounts()).filter(({ deleted_at }) => deleted_at).map(({ firstname }) => firstname)).toEqual([
      'Anna',
    ]);
    await revert(saved.id);
    expect(await readPeopleTables(server)).toEqual(before);
  });

  it('gives who returns the old account', async () => {
    await imported(ROWS);
    const anna = await idOf('Anna');
    await server.request('DELETE', `/v1/users/${anna}`, { token: importing.token });
    expect((await imported(ROWS)).counts).toMatchObject({ changed: 1, new: 0 });
    expect((await accounts()).find(({ id }) => id === anna)?.deleted_at).toBeNull();
  });

  it('saves what was shown and nothing else', async () => {
    await imported(ROWS);
    const run = await upload(['1;Kaya;Fatima;15.03.2015;5a;;;']);
    await server.request('DELETE', `/v1/users/${await idOf('Fatima')}`, { token: importing.token });
    expect((await savePeople(importing, run)).code).toBe('people_changed');
    const fresh = await settledRun(importing);
    expect(fresh.revision).not.toBe(run.revision);
    expect(await savePeople(importing, fresh)).toMatchObject({ state: 'SAVED' });
  });

  it('goes on after a crash in the middle: everybody once', async () => {
    const { kysely } = server.test.database;
    const rows = Array.from(
      { length: 40 },
      (_, at) => `${at + 1};Kind${at};Toni;01.02.2015;5a;Elter${at};Kim;e${at}@home.example`,
    );
    const { id } = await upload(rows);
    const run = await getRun(kysely, { school_id: school.id, id });
    await hold(run);
    const now = server.clock.now();
    const grades = new Map([['5a', 0]]);
    const first = await listOpenLines(kysely, run, ['new'], 30);
    grades.set(
      '5a',
      (await kysely.selectFrom('grades').select('id').where('school_id', '=', school.id).executeTakeFirstOrThrow()).id,
    );
    const applying = { run, grades, taken: new Set<string>(), today: '2026-11-18', now, makeCodes: null };
    await kysely.transaction().execute((trx) => applyLines(trx, first, applying));
    // The next transaction never comes to its end.
    const second = await listOpenLines(kysely, run, ['new'], 10);
    const crash = kysely.transaction().execute(async (trx) => {
      await applyLines(trx, second, applying);
      throw new Error('killed');
    });
    await expect(crash).rejects.toThrow('killed');
    await saveRun({ kysely, clock: server.clock, planChanged: () => {}, ...SEALING }, run);
    const people = await accounts();
    expect(people).toHaveLength(80);
    expect(new Set(people.map(({ lastname }) => lastname)).size).toBe(80);
    expect((await revert(id)).state).toBe('UNDONE');
    expect(await accounts()).toEqual([]);
  });

  it('leaves one out whose address somebody took meanwhile, and nobody else', async () => {
    const run = await upload(ROWS);
    const { kysely } = server.test.database;
    await hold(run);
    const other = await buildUser(kysely, school.id, 'other', 'TEACHER');
    await kysely
      .updateTable('users')
      .set({ email: 'uta@home.example' })
      .where('id', '=', other.id)
      .where('school_id', '=', school.id)
      .execute();
    await saveRun(
      { kysely, clock: server.clock, planChanged: () => {}, ...SEALING },
      await getRun(kysely, { school_id: school.id, id: run.id }),
    );
    expect((await accounts()).map(({ firstname }) => firstname).sort()).toEqual(
      ['Anna', 'Ayşe', 'Emre', 'Fatima', 'Zoë', 'other'].sort(),
    );
    expect(await linesOf(importing, '?kind=rejected')).toMatchObject([
      { name: 'Meier, Uta', rejected: { code: 'not_saved' } },
    ]);
  });

  it('leaves one out who cannot be saved whatever is tried, and takes nobody else along; a lost connection is waited for', async () => {
    const run = await upload(ROWS);
    const { kysely } = server.test.database;
    await hold(run);
    const owner = new Client({ connectionString: server.test.ownerConnectionString });
    await owner.connect();
    const refuse = async (code: string) => {
      await owner.query(`create or replace function refuse_uta() returns trigger language plpgsql as $$
        begin
          if new.firstname = 'Uta' then raise exception 'not this one' using errcode = '${code}'; end if;
          return new;
        end $$`);
    };
    const save = async (attempt: number) =>
      saveRun(
        { kysely, clock: server.clock, planChanged: () => {}, ...SEALING },
        await getRun(kysely, { school_id: school.id, id: run.id }),
        attempt,
      );
    await refuse('57P01');
    await owner.query('create trigger refuse_uta before insert on users for each row execute function refuse_uta()');
    try {
      await expect(save(9)).rejects.toThrow('not this one');
      await refuse('P0001');
      await expect(save(2)).rejects.toThrow('not this one');
      expect(await accounts()).toEqual([]);
      await save(3);
    } finally {
      await owner.query('drop function refuse_uta cascade');
      await owner.end();
    }
    expect(await accounts()).toHaveLength(5);
    expect(await linesOf(importing, '?kind=rejected')).toMatchObject([
      { name: 'Meier, Uta', rejected: { code: 'not_saved' } },
    ]);
  });

  it('reads by a mapping profile, and refuses one that is none', async () => {
    const fields = { columns: JSON.stringify({ X: 'lastname', Y: 'firstname' }), type: 'TEACHER', source: 'schild' };
    const run = await uploadPeople(importing, ['X;Y', 'Đặng;Ngô'], fields);
    expect(run).toMatchObject({ source: 'schild', counts: { new: 1 } });
    expect(await linesOf(importing)).toMatchObject([{ name: 'Đặng, Ngô', type: 'TEACHER' }]);
    await expect(uploadPeople(importing, ['X;Y', 'a;b'], { columns: '{"X":"shoe size"}' })).rejects.toThrow('422');
  });

  it.each([
    ['old_workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2])],
    ['no_list', new TextEncoder().encode('<?xml version="1.0"?><a/>')],
    ['empty', new TextEncoder().encode('\n\n')],
    ['zip_broken', new Uint8Array([0x50, 0x4b, 3, 4, 9, 9, 9])],
  ])('says %s of a file that holds nobody, and can be dropped [T-7.92]', async (code, bytes) => {
    const run = await uploadPeople(importing, bytes as Uint8Array<ArrayBuffer>);
    expect(run).toMatchObject({ state: 'FAILED', error: { code } });
    expect((await act('DELETE', 'csv-users')).status).toBe(204);
    expect((await act('DELETE', 'csv-users')).body.error.code).toBe('import_not_open');
  });

  it('is in the log: who uploaded, who saved, and every person with what changed', async () => {
    await imported(['1;Hassan;Ali;15.03.2015;5a;;;']);
    const rows = await server.test.database.kysely
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('school_id', '=', school.id)
      .where('action', 'like', 'user-import%')
      .orderBy('seq')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(['user-import.create', 'user-import.save', 'user-import.person']);
    expect(rows[2]?.after).toMatchObject({ lastname: 'Hassan', firstname: 'Ali' });
  });
});
