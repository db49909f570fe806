import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../tests/support/channels.ts';
import { buildPartial } from '../../../../../tests/support/partial.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { refuseOverQuota } from '../files/index.ts';
import { pruneClouds } from './prune.ts';

let server: TestServer;
let school: BuiltSchool;
let channel: BuiltChannel;
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;

beforeAll(async () => {
  server = await startTestServer({ env: { KREIDE_QUOTA_PERSON_MB: '1' } });
  school = await buildSchool(db(), 'amsel');
  const ids: Record<string, number> = {};
  for (const [name, role] of [
    ['ada', 'ADMIN'],
    ['ben', 'STUDENT'],
    ['cem', 'STUDENT'],
  ] as const) {
    ids[name] = (await buildUser(db(), school.id, name, role)).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
  channel = await buildChannel(db(), school.id, {
    admins: [ids.ada ?? 0],
    members: [ids.ben ?? 0, ids.cem ?? 0],
  });
  const other = await buildSchool(db(), 'bussard');
  await buildUser(db(), other.id, 'dora', 'ADMIN');
  tokens.dora = await signIn(server, 'bussard', 'dora');
});
afterAll(() => server.stop());

const path = '/v1/channels/cloud/storage';
const get = async (who: string, at: string) => (await server.request('GET', at, { token: tokens[who] })).body.data;
const limit = (who: string, person_limit: number | null) =>
  server.request('PUT', path, { token: tokens[who], body: { person_limit } });
function send(who: string, at: string, kilobytes: number, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('files', new Blob(['x'.repeat(kilobytes * 1000)]), `${kilobytes}.txt`);
  return server.request('POST', `/v1/${at}`, { token: tokens[who], body: form });
}
const bring = (who: string, kilobytes: number, fields = {}) =>
  send(who, `channels/cloud/${channel.id}/upload`, kilobytes, fields);
const used = async (who: string) => (await get(who, '/v1/channels/cloud/usage')).person;

it('a school lets each person have less than the server does, never more, and only for itself', async () => {
  expect(await get('ada', path)).toMatchObject({ person_maximum: 1_000_000, person_limit: null, school: { used: 0 } });
  const more = await limit('ada', 1_000_001);
  expect([more.status, more.body.error.issues[0]]).toMatchObject([
    422,
    { path: 'body.person_limit', rule: 'limitMax', message: expect.stringMatching(/0,95.MB/) },
  ]);
  for (const nothing of [0, -5]) expect((await limit('ada', nothing)).status).toBe(422);
  const set = await limit('ada', 500_000);
  expect([set.status, set.body.data.person_limit]).toEqual([200, 500_000]);
  expect([(await used('ben')).maximum, (await used('dora')).maximum]).toEqual([500_000, 1_000_000]);
});

it('what goes beyond it is refused with figures at each door, and of two at once no more than one comes in', async () => {
  expect((await bring('ben', 300)).status).toBe(200);
  const handIn = await server.request('POST', `/v1/channels/cloud/${channel.id}/create-directory`, {
    token: tokens.ada,
    body: { name: 'Abgabe', parent: null, upload_limited_at: '2099-01-01T00:00:00Z' },
  });
  const doors = [
    await bring('ben', 250),
    await bring('ben', 250, { parent: handIn.body.data.uuid }),
    await bring('ben', 250, { is_replacing: 'true' }),
    await send('ben', `channels/chats/${channel.chat_id}/messages`, 250, { uuid: crypto.randomUUID() }),
  ];
  for (const { status, body } of doors)
    expect([status, body.error.issues[0]]).toMatchObject([
      422,
      { rule: 'quotaPerson', message: expect.stringMatching(/0,29.MB von 0,48.MB sind belegt/) },
    ]);
  const both = await Promise.all([bring('cem', 300), bring('cem', 301)]);
  expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  expect((await used('cem')).used).toBeLessThanOrEqual(500_000);
});

it('what is deleted makes room when it leaves the bin, by hand or by itself; a lower limit takes nothing away', async () => {
  const { uuid } = (await get('ben', `/v1/channels/cloud/${channel.id}/files?search=300`))[0];
  const ask = (method: string, at: string) =>
    server.request(method, `/v1/channels/cloud/${channel.id}/${at}`, { token: tokens.ben, body: { files: [uuid] } });
  await ask('DELETE', 'delete');
  expect((await used('ben')).used).toBe(300_000);
  await ask('DELETE', 'bin');
  expect(await used('ben')).toEqual({ used: 0, maximum: 500_000 });
  const later = (await bring('ben', 400)).body.data[0];
  await server.request('DELETE', `/v1/channels/cloud/${channel.id}/delete`, {
    token: tokens.ben,
    body: { files: [later.uuid] },
  });
  expect((await bring('ben', 200)).status).toBe(422);
  await pruneClouds(db(), new Date(server.clock.now().getTime() + 31 * 24 * 60 * 60 * 1000));
  expect((await bring('ben', 200)).status).toBe(200);
  await limit('ada', 100_000);
  expect(await used('ben')).toEqual({ used: 200_000, maximum: 100_000 });
  expect((await bring('ben', 1)).status).toBe(422);
  await limit('ada', null);
  expect((await bring('ben', 1)).status).toBe(200);
});

it('who has the most comes first, with figures, for those who look after the school', async () => {
  await bring('ada', 700);
  const people = await get('ada', `${path}/people`);
  const known = people.filter(({ firstname }: { firstname: string }) => firstname !== 'cem');
  expect(known).toMatchObject([
    { firstname: 'ada', used: 700_000, maximum: 1_000_000, files_count: 1 },
    { firstname: 'ben', used: 201_000, maximum: 1_000_000, files_count: 2 },
  ]);
  const [ben, ...others] = await get('ada', `${path}/people?search=ben`);
  expect([ben.used, ben.files_count, others]).toEqual([201_000, 2, []]);
  expect(await get('dora', `${path}/people`)).toEqual([]);
});

it('people come 20 a page with one more, each with what they may have now; what is removed takes no room, what comes does', async () => {
  const third = await buildSchool(db(), 'chor');
  await buildUser(db(), third.id, 'eva', 'ADMIN');
  tokens.eva = await signIn(server, 'chor', 'eva');
  const people = await Promise.all(
    Array.from({ length: 22 }, (_, at) => buildUser(db(), third.id, `kind${at}`, 'STUDENT')),
  );
  const kept = { school_id: third.id, name: 'a.txt', mime: 'text/plain', sha256: Buffer.alloc(32), is_kept: true };
  const files = people.map(({ id }, at) => ({ ...kept, size: 1000 + at, created_by: id }));
  const removed = {
    ...kept,
    size: 70_000,
    created_by: people[0]?.id ?? 0,
    deleted_at: server.clock.now().toISOString(),
  };
  await db().insertInto('files').values(files).execute();
  await db().insertInto('files').values(removed).execute();
  await buildPartial(server, { school_id: third.id, user_id: people[3]?.id ?? 0, room: 'cloud:1' });
  expect((await limit('eva', 1_000_000)).status).toBe(200);
  await limit('eva', 600_000);
  const usedOn = async (page: number) =>
    (await get('eva', `${path}/people?page=${page}`)).map((one: { used: number; maximum: number }) => [
      one.used,
      one.maximum,
    ]);
  expect(await usedOn(1)).toEqual(
    files
      .map(({ size }) => [size, 600_000])
      .toReversed()
      .slice(0, 21),
  );
  expect(await usedOn(2)).toEqual([
    [1001, 600_000],
    [1000, 600_000],
  ]);
  const all = files.reduce((sum, { size }) => sum + size, 12);
  expect(await get('eva', path)).toMatchObject({ school: { used: all }, person_limit: 600_000 });
  // What the server allowed before it allowed less.
  await db().updateTable('file_limits').set({ person_bytes: 9_000_000 }).where('school_id', '=', third.id).execute();
  expect([(await used('eva')).maximum, (await get('eva', `${path}/people`))[0].maximum]).toEqual([
    1_000_000, 1_000_000,
  ]);
  // To the byte, also where something goes meanwhile.
  const saying = { school_id: third.id, user_id: people[5]?.id ?? 0, language: 'de' as const, t: (key: string) => key };
  const add = (bytes: number, going = 0) =>
    refuseOverQuota(db(), { person: 1010, school: 1e9, channel: 1e9 }, saying as never, bytes, { going });
  await add(5);
  await add(8, 3);
  for (const [bytes, going] of [[6], [9, 3]] as const)
    await expect(add(bytes, going)).rejects.toMatchObject({ code: 'invalid' });
  await limit('eva', null);
  const told = await db()
    .selectFrom('audit_log')
    .selectAll()
    .where('school_id', '=', third.id)
    .orderBy('seq')
    .execute();
  expect(JSON.stringify(told.at(-1))).toContain('9000000');
});
