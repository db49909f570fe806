import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { directoryDraft } from '../../../../../tests/support/directory-school.ts';
import { withPairedSchool } from '../../../../../tests/support/paired-school.ts';
import { buildUser, PASSWORD } from '../../../../../tests/support/people.ts';

const pairs = withPairedSchool();
const { call, generate, take, rows, enter, pairing } = pairs;

describe('a list of pairs', () => {
  it('marks who is certain, proposes who is alike, and names whoever nobody stands for [T-7.116]', async () => {
    const list = await generate();
    expect(list.counts).toEqual({ connected: 0, sure: 1, alike: 0, doubtful: 2, nobody: 1 });
    // The administrator and the one whose name a spreadsheet would calculate.
    expect(list.without_entry).toBe(2);
    expect(list.text.startsWith('\uFEFF')).toBe(true);
    const [head = [], ...lines] = Papa.parse<string[]>(list.text.slice(1), { skipEmptyLines: true }).data;
    expect(head[0]).toBe('Verbinden [connect]');
    const found = Object.fromEntries(lines.map((cells) => [cells[4] || cells[1], [cells[0], cells[1], cells[7]]]));
    expect(found).toMatchObject({
      p1: ['x', 'p1', 'sicher'],
      p2: ['', 'bblum', 'zu klären'],
      // The username fits, and the name is somebody else's.
      t1: ['', 't1', 'zu klären'],
      p3: ['', '', 'kein Konto gefunden'],
      left: ['', 'left', 'niemand im Verzeichnis'],
    });
    expect(lines.find((cells) => cells[1] === 'left')?.[2]).toBe("'=1+1, Formel");
    // What somebody has to look at comes first, and comes back as it was.
    expect(lines.slice(0, 4).map((cells) => cells[7])).toEqual([
      'zu klären',
      'zu klären',
      'sicher',
      'kein Konto gefunden',
    ]);
    expect((await take(rows("'=1+1;x;p3"), true)).body.data.refused[0]).toMatchObject({ account: '=1+1', entry: 'p3' });
    expect(await pairing()).toBeNull();
  });

  it('tells namesakes apart by class and date of birth, and changes nothing [T-7.116]', async () => {
    const { kysely } = pairs.server.test.database;
    const row = await kysely
      .selectFrom('users')
      .select('id')
      .where('school_id', '=', pairs.school.id)
      .where('username', '=', 'bblum')
      .executeTakeFirstOrThrow();
    await kysely
      .insertInto('user_import_identities')
      .values({
        school_id: pairs.school.id,
        user_id: row.id,
        source: 'office',
        external_id: '7',
        birth_date: '2014-03-09',
      })
      .execute();
    const list = await generate();
    expect(list.counts).toMatchObject({ sure: 1, alike: 1 });
    expect(list.text).toContain(';bblum;Blum, Berta;;p2;Blum, Berta;5a;Name und Geburtsdatum oder Klasse');
    expect((await enter('p2')).body.error.code).toBe('person_unknown');
  });

  it('is not made where the attribute that never changes is nobody’s', async () => {
    const { updated_at } = (await call('GET', '/auth-driver/settings')).body.data.driver;
    const driver = directoryDraft(`ldaps://127.0.0.1:${pairs.peer.port}`);
    await call('PUT', '/auth-driver/settings', {
      ...driver,
      is_on: true,
      passwords: 'EVERYBODY',
      password: PASSWORD,
      updated_at,
    });
    const refused = await call('POST', '/ldap-migration/generate');
    expect([refused.status, refused.body.error.issues[0].message]).toEqual([422, expect.stringContaining('entryUUID')]);
  });

  it('reads a value as it was before a spreadsheet was kept from calculating it [T-7.117]', async () => {
    const { data } = (await take(rows("left;x;'-42", "'t Hooft;x;p3"), true)).body;
    const named = data.refused.map(({ account, entry }: { account: string; entry: string }) => [account, entry]);
    expect(named).toEqual([
      ['left', '-42'],
      ["'t Hooft", 'p3'],
    ]);
  });

  it('connects the marked rows, tried dry before, and is taken back as one [T-7.117]', async () => {
    const text = rows('p1;x;p1', 'BBLUM;X;p2', 'left;;p3');
    expect((await take(text, true)).body.data).toMatchObject({ is_dry_run: true, connected: 2, refused_count: 0 });
    expect(await pairing()).toBeNull();
    expect((await enter('p2')).body.error.code).toBe('person_unknown');
    expect((await take(text)).body.data).toMatchObject({ connected: 2, unchanged: 0 });
    expect((await pairing()).people).toBe(2);
    const inside = await enter('p2');
    expect(inside.status, inside.text).toBe(200);
    const self = await pairs.server.request('GET', '/v1/users/self', { token: inside.body.access_token });
    expect(self.body.data.username).toBe('bblum');
    expect((await take(text)).body.data).toMatchObject({ connected: 0, unchanged: 2 });
    expect((await generate()).counts.connected).toBe(2);
    // Only the newest list.
    pairs.server.clock.set(new Date(pairs.server.clock.now().getTime() + 60_000));
    await take(rows('left;x;t1'));
    expect((await call('DELETE', '/ldap-migration/import')).status).toBe(204);
    expect((await pairing()).people).toBe(2);
    expect((await call('DELETE', '/ldap-migration/import')).status).toBe(204);
    expect((await enter('p2')).body.error.code).toBe('person_unknown');
    expect((await call('DELETE', '/ldap-migration/import')).status).toBe(404);
  });

  it('keeps every good row and names every bad one with its line and reason [T-7.117]', async () => {
    await take(rows('p1;x;p1'));
    const { data } = (
      await take(
        rows(
          'bblum;x;p2',
          'left;ja;p3',
          'left;x;2,0E+11',
          'nobody;x;p3',
          't1;x;t1',
          'left;x;t1',
          'admin;x;p3',
          'admin;x;t1',
          'left;x;p1',
          'p1;x;p3',
        ),
      )
    ).body;
    expect(data.connected).toBe(1);
    expect(data.refused_count).toBe(9);
    expect(data.refused.map(({ row, reason }: { row: number; reason: string }) => [row, reason])).toEqual([
      [3, 'mark'],
      [4, 'noEntry'],
      [5, 'noAccount'],
      [6, 'entryTwice'],
      [7, 'entryTwice'],
      [8, 'entryTwice'],
      [9, 'entryTwice'],
      [10, 'accountTwice'],
      [11, 'entryTwice'],
    ]);
    const twice = (await take(rows('left;x;t1', 'LEFT;x;p3'))).body.data.refused;
    expect(twice.map(({ reason }: { reason: string }) => reason)).toEqual(['accountTwice', 'accountTwice']);
    expect((await take(rows('left;x;p1'))).body.data.refused[0].reason).toBe('entryTaken');
    expect((await take(rows('p1;x;p3'))).body.data.refused[0].reason).toBe('accountTaken');
    expect(
      (await take(rows('left;x;p3', 'left;x;t1'))).body.data.refused.map((one: { reason: string }) => one.reason),
    ).toEqual(['accountTwice', 'accountTwice']);
  });

  it('is refused where it is no such list, and stays with the administrators', async () => {
    expect((await take('name;first name\r\nx;y')).body.error.issues[0]).toMatchObject({
      path: 'files',
      rule: 'noPairs',
    });
    await buildUser(pairs.server.test.database.kysely, pairs.school.id, 'office', 'EMPLOYEE');
    await pairs.askAs('office');
    for (const answer of [await take(rows('left;x;p3')), await call('POST', '/ldap-migration/generate')])
      expect(answer.status).toBe(403);
  });
});
