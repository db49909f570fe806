import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../tests/support/channels.ts';
import { buildEntry } from '../../../../../tests/support/clouds.ts';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { type PushService, startPushService } from '../../../../../tests/support/push-service.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let service: PushService;
let server: TestServer;
let channel: BuiltChannel;
let schoolId: number;
const tokens: Record<string, string> = {};
const ids: Record<string, number> = {};
const idOf = (who: string) => ids[who] ?? 0;
const db = () => server.test.database.kysely;

/** Ada leads the channel; ben, cem and dora are in it, dora has muted it; emil is not. */
beforeAll(async () => {
  service = await startPushService();
  server = await startTestServer({ env: { KREIDE_OUTBOUND_ALLOW: service.allow } });
  schoolId = (await buildSchool(db(), 'amsel')).id;
  for (const name of ['ada', 'ben', 'cem', 'dora', 'emil']) {
    ids[name] = (await buildUser(db(), schoolId, name, 'TEACHER')).id;
    tokens[name] = await signIn(server, 'amsel', name);
    const { token } = service.subscribe(`/${name}`);
    const device = { push_notification_consent: 'ACCEPTED', type: 'web', app_version: '1.2.3', package_name: null };
    await server.request('POST', '/v1/users/self/devices', { token: tokens[name], body: { ...device, token } });
  }
});
afterAll(async () => {
  await server.stop();
  await service[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await jobsDone(server);
  await server.test.database.pool.query('delete from push_deliveries');
  service.received.length = 0;
  const members = ['ben', 'cem', 'dora'].map(idOf);
  channel = await buildChannel(db(), schoolId, { admins: [idOf('ada')], members });
  await db()
    .updateTable('channel_members')
    .set({ is_muted: true })
    .where('channel_id', '=', channel.id)
    .where('user_id', '=', idOf('dora'))
    .execute();
});
afterEach(() => server.clock.set(new Date(TEST_NOW)));

function send(who: string, fields: Record<string, string>, content = 'Kreide') {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('files[]', new Blob([content]), 'Geheim.txt');
  form.append('alt_names[]', 'Ein Bild');
  return server.request('POST', `/v1/channels/cloud/${channel.id}/upload`, { token: tokens[who], body: form });
}
/** Whose devices were called, once everything that waits was due. */
async function called(): Promise<string[]> {
  server.clock.set(new Date(server.clock.now().getTime() + 10_000));
  await passJobWaits(server.test.database.pool);
  await jobsDone(server);
  return service.received.map(({ path }) => path.slice(1)).toSorted();
}

it('an upload with has_push calls the members of the channel, but not who uploads and not who muted it [C-7.124] [C-7.58] [T-7.70]', async () => {
  const folder = await buildEntry(db(), schoolId, channel.id, 'Noten', { isFolder: true, user_id: idOf('ada') });
  const { status, body } = await send('ben', { parent: folder.uuid, has_push: 'true' });
  expect(status).toBe(200);
  expect(body.data).toMatchObject([{ name: 'Geheim.txt', alt_name: 'Ein Bild', parent: { uuid: folder.uuid } }]);
  expect(await called()).toEqual(['ada', 'cem']);
  const payload = service.received[0]?.payload;
  expect(JSON.stringify(payload)).not.toMatch(/Geheim|Noten|ben/);
  expect(payload).toMatchObject({
    notification: { body: 'In einem deiner Kanäle liegen neue Dateien.', navigate: `${server.url}/cloud` },
  });
  // The files are read where they lie: nothing stays among the notifications.
  const { rows } = await server.test.database.pool.query(
    "select 1 from messages where type = 'NC_EVENT' and content like '%Geheim%'",
  );
  expect(rows).toEqual([]);
});

it('an upload with has_push false, or without it, calls nobody [C-7.124]', async () => {
  expect((await send('ben', { has_push: 'false' })).status).toBe(200);
  expect((await send('ben', {})).status).toBe(200);
  expect((await send('ben', { has_push: 'perhaps' })).status).toBe(422);
  expect(await called()).toEqual([]);
});

it('several uploads within the time that a push waits call each device once', async () => {
  for (const who of ['ben', 'ben', 'ben']) await send(who, { has_push: 'true' });
  expect(await called()).toEqual(['ada', 'cem']);
  expect(service.received.map(({ payload }) => payload.notification.body)).not.toContain('Neue Benachrichtigungen: 3');
});

it('of what is handed in those alone are called who review it', async () => {
  const upload_limited_at = '2099-12-18T07:00:00Z';
  const handIn = { isFolder: true, user_id: idOf('ada'), upload_limited_at };
  const folder = await buildEntry(db(), schoolId, channel.id, 'Abgabe', handIn);
  expect((await send('ben', { parent: folder.uuid, has_push: 'true' })).status).toBe(200);
  expect(await called()).toEqual(['ada']);
});

it('an upload that is refused calls nobody', async () => {
  expect((await send('ben', { has_push: 'true' }, '')).status).toBe(422);
  expect((await send('emil', { has_push: 'true' })).status).toBe(403);
  expect(await called()).toEqual([]);
});
