import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { type Importing, linesOf, savePeople, uploadPeople } from '../../../../../tests/support/people-imports.ts';
import { SAMPLES } from '../../../../../tests/support/samples.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

const FOLDER = join(SAMPLES, 'people');
let server: TestServer;
let importing: Importing;

beforeAll(async () => {
  server = await startTestServer();
  const school = await buildSchool(server.test.database.kysely, 'amsel');
  await buildUser(server.test.database.kysely, school.id, 'admin', 'ADMIN');
  importing = { server, token: await signIn(server, school.slink, 'admin'), schoolId: school.id };
});
afterAll(() => server.stop());

const errorFile = async () => {
  const path = `${server.url}/v1/schools/${importing.schoolId}/csv-users/rejected`;
  const answer = await fetch(path, { headers: { authorization: `Bearer ${importing.token}` } });
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
};

describe('the screen for lists of people', () => {
  it('tells how each file was read, and by which profile the next one may be [T-2.85]', async () => {
    const text = 'Zuname|Rufname|Klasse\r\nGroß|Zoë|5a\r\n';
    const bytes = new Uint8Array(Buffer.from(text, 'latin1'));
    const run = await uploadPeople(importing, bytes, { source: 'office', columns: '{"Rufname":"firstname"}' });
    expect(run.tables).toEqual([
      { file: 'people.csv', sheet: null, encoding: 'windows-1252', delimiter: '|', has_header: true, rows: 1 },
    ]);
    await savePeople(importing, run);
    const path = `/v1/schools/${importing.schoolId}/bulks`;
    const { body } = await server.request('GET', path, { token: importing.token });
    expect(body.data[0]).toMatchObject({
      source: 'office',
      profile: { columns: { Rufname: 'firstname' }, type: null, date_order: null },
    });
  });

  it('lists what was saved twenty a page and one more that opens the next, from either end', async () => {
    await server.test.database.pool.query(
      `insert into user_imports (school_id, kind, state, source, files, created_at, saved_at) select $1, 'import', 'SAVED', 'x', '[]', now(), now() from generate_series(1, 25)`,
      [importing.schoolId],
    );
    const page = async (query: string): Promise<number[]> =>
      (
        await server.request('GET', `/v1/schools/${importing.schoolId}/bulks?${query}`, { token: importing.token })
      ).body.data.map(({ id }: { id: number }) => id);
    const all = async (order: string) => [...(await page(order)).slice(0, 20), ...(await page(`${order}&page=2`))];
    const newest = await all('order=-at');
    expect(newest.length).toBeGreaterThanOrEqual(25);
    expect(newest).toEqual([...new Set(newest)].toSorted((a, b) => b - a));
    expect(await all('order=at')).toEqual(newest.toReversed());
    expect(await page('')).toEqual(newest.slice(0, 21));
    expect(await page('kind=generated')).toEqual([]);
    expect(await page('kind=import&page=2')).not.toEqual([]);
  });

  it('gives the rejected rows as a file that is mended and uploaded again [T-2.85] [D-3.07]', async () => {
    await uploadPeople(importing, ['Nachname;Vorname;Klasse', 'Ohne;;5a', 'Gut;Gesa;5a', '=1+1;;5b']);
    const { answer, bytes } = await errorFile();
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    const lines = Buffer.from(bytes).toString('utf8').split('\r\n').slice(0, -1);
    expect(lines).toEqual([
      '\uFEFFNachname;Vorname;Klasse;Zeile;Spalte;Grund',
      'Ohne;;5a;2;Vorname;Vorname oder Nachname fehlt.',
      "'=1+1;;5b;4;Vorname;Vorname oder Nachname fehlt.",
    ]);
    const mended = await uploadPeople(importing, [lines[0] ?? '', 'Ohne;Olga;5a;2;;']);
    expect(mended).toMatchObject({ state: 'READY', counts: { new: 1, rejected: 0 } });
  });

  it('pages through a long list: one line beyond the page says that there is another', async () => {
    const rows = Array.from({ length: 150 }, (_, n) => `Lang${String.fromCharCode(97 + (n % 26))}${n};Vor${n};7c`);
    await uploadPeople(importing, ['Nachname;Vorname;Klasse', ...rows]);
    expect(await linesOf(importing, '?kind=new')).toHaveLength(101);
    expect(await linesOf(importing, '?kind=new&page=2')).toHaveLength(50);
  });

  it.skipIf(!existsSync(FOLDER))('reads every list that offices have written, or says why not [T-2.85]', async () => {
    for (const name of readdirSync(FOLDER).filter((one) => one !== 'SOURCES.tsv')) {
      const run = await uploadPeople(importing, new Uint8Array(readFileSync(join(FOLDER, name))), { name });
      expect(['READY', 'FAILED'], name).toContain(run.state);
      if (run.state === 'FAILED') expect(run.error?.text, name).toBeTruthy();
      else expect(run.tables.length + (run.counts?.rejected ?? 0), name).toBeGreaterThan(0);
      const { answer, bytes } = await errorFile();
      expect(answer.status, name).toBe(200);
      const again = await uploadPeople(importing, bytes, { name: 'errors.csv' });
      expect(['READY', 'FAILED'], name).toContain(again.state);
    }
  });
});
