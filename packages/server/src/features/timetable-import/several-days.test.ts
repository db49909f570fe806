import { strToU8 } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishUpload, uploadFiles } from '../../../../../tests/support/imports.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  const school = await buildSchool(server.test.database.kysely, 'amsel');
  await buildUser(server.test.database.kysely, school.id, 'admin', 'ADMIN');
  token = await signIn(server, 'amsel', 'admin');
});
afterAll(() => server.stop());

/** The plan of a day of November 2026: one lesson of 5a, in the given room. */
function dayOf(day: number, room: string) {
  const name = `PlanKl202611${day}.xml`;
  const text = `<VpMobil><Kopf><planart>K</planart><datei>${name}</datei></Kopf><Klassen><Kl><Kurz>5a</Kurz>
    <KlStunden><KlSt ZeitVon="08:00" ZeitBis="08:45">1</KlSt></KlStunden>
    <Unterricht><Ue><UeNr UeLe="Abl" UeFa="MA">1</UeNr></Ue></Unterricht>
    <Pl><Std><St>1</St><Fa>MA</Fa><Le>Abl</Le><Ra>${room}</Ra><Nr>1</Nr></Std></Pl></Kl></Klassen></VpMobil>`;
  return { name, bytes: strToU8(text) };
}

async function publish(...files: ReturnType<typeof dayOf>[]): Promise<void> {
  const ready = await uploadFiles(server, token, files);
  expect(ready.error).toBeNull();
  await publishUpload(server, token, ready);
}

async function inForce(): Promise<string[]> {
  const { rows } = await server.test.database.pool.query<{ line: string }>(
    `select concat_ws(' ', l.dates[1], b.shortcut) as line from lessons l
       join school_years y on y.school_id = l.school_id and y.published_version_id = l.version_id
       join bookables b on b.school_id = l.school_id and b.id = any (l.bookable_ids) order by 1`,
  );
  return rows.map(({ line }) => line);
}

test('plans of several days are one upload: it replaces these days and none between them [T-3.88] [T-7.23]', async () => {
  await publish(dayOf(16, 'R1'), dayOf(17, 'R1'), dayOf(18, 'R1'));
  const first = ['2026-11-16 R1', '2026-11-17 R1', '2026-11-18 R1'];
  expect(await inForce()).toEqual(first);
  await publish(dayOf(16, 'R2'), dayOf(18, 'R3'));
  expect(await inForce()).toEqual(['2026-11-16 R2', '2026-11-17 R1', '2026-11-18 R3']);
});
