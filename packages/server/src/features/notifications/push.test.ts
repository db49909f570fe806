import type { Delivery, Device } from '@kreide/core/features/notifications';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { type PushService, startPushService } from '../../../../../tests/support/push-service.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let service: PushService;
let server: TestServer;
const tokens: Record<string, string> = {};
const ids: Record<string, number> = {};

beforeAll(async () => {
  service = await startPushService();
  server = await startTestServer({ env: { KREIDE_OUTBOUND_ALLOW: service.allow } });
  const { kysely } = server.test.database;
  const school = await buildSchool(kysely, 'amsel', { name: 'Amsel-Gymnasium' });
  for (const [name, role] of [
    ['ada', 'STUDENT'],
    ['ben', 'STUDENT'],
    ['cem', 'ADMIN'],
  ] as const) {
    ids[name] = (await buildUser(kysely, school.id, name, role)).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(async () => {
  await server.stop();
  await service[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await jobsDone(server);
  service.received.length = 0;
  // Signing in again is told too.
  await server.test.database.pool.query('delete from messages');
});
afterEach(async () => {
  server.clock.set(new Date(TEST_NOW));
  await server.test.database.pool.query('delete from push_deliveries');
  await server.test.database.pool.query('delete from devices');
});

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who], ...(body === undefined ? {} : { body }) });
const DEVICE = { push_notification_consent: 'ACCEPTED', type: 'web', app_version: '1.2.3', package_name: null };
const save = (who: string, token: string, values: Partial<Record<keyof typeof DEVICE, string>> = {}) =>
  call(who, 'POST', '/users/self/devices', { ...DEVICE, token, ...values });
const devicesOf = async (who: string): Promise<Device[]> => (await call(who, 'GET', '/users/self/devices')).body.data;
const logOf = async (who: string, reader = who): Promise<Delivery[]> =>
  (await call(reader, 'GET', `/users/${ids[who]}/push-deliveries`)).body.data;
/** Everything that waits becomes due, by the clock of the server and that of the database. */
async function pass(seconds: number): Promise<void> {
  server.clock.set(new Date(server.clock.now().getTime() + seconds * 1000));
  await passJobWaits(server.test.database.pool);
  await jobsDone(server);
}

describe('a device', () => {
  it('is registered with what it says, listed without its token, and told again what has changed [P-3.30] [P-7.25] [P-7.65] [P-7.107]', async () => {
    const { token, endpoint } = service.subscribe('/ada-1');
    const saved = await save('ada', token, { push_notification_consent: 'PENDING' });
    expect(saved.status, saved.text).toBe(200);
    expect(saved.body.data).toMatchObject({ type: 'web', push_notification_consent: 'PENDING', app_version: '1.2.3' });
    // The keys of a subscription change, the device stays.
    const renewed = JSON.stringify({ endpoint, keys: JSON.parse(service.subscribe('/ada-1').token).keys });
    await save('ada', renewed, { app_version: '1.3.0' });
    const [only, ...others] = await devicesOf('ada');
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      uuid: saved.body.data.uuid,
      push_notification_consent: 'ACCEPTED',
      app_version: '1.3.0',
    });
    expect(JSON.stringify(only)).not.toContain(endpoint);
    expect(await devicesOf('ben')).toEqual([]);
  });

  it('of a native app is kept with token, consent, version and package [P-3.30] [P-7.25]', async () => {
    const native = { type: 'android', package_name: 'org.kreide.app' };
    expect((await save('ada', 'fcm-token-1', native)).body.data).toMatchObject(native);
  });

  it('that signs in as somebody else is theirs from then on [P-4.04]', async () => {
    const { token } = service.subscribe('/shared');
    await save('ada', token);
    await save('ben', token);
    expect(await devicesOf('ada')).toEqual([]);
    expect(await devicesOf('ben')).toHaveLength(1);
  });

  it('with a token that is no subscription is refused with 400, in words [P-8.13]', async () => {
    const { endpoint } = JSON.parse(service.subscribe('/x').token);
    for (const token of [
      'x',
      '{}',
      JSON.stringify({ endpoint }),
      JSON.stringify({ endpoint, keys: { p256dh: 'a', auth: 'b' } }),
    ])
      expect(await save('ada', token)).toMatchObject({
        status: 400,
        body: { error: { code: 'push_token_rejected', message: expect.stringContaining('Gerät') } },
      });
  });

  it('is removed by its owner, and without a session by whoever has the token [P-7.26] [P-7.27]', async () => {
    const [one, two] = [service.subscribe('/one').token, service.subscribe('/two').token];
    await save('ada', one);
    await save('ada', two);
    expect((await call('ben', 'DELETE', '/users/self/devices', { token: one })).status).toBe(404);
    expect((await call('ada', 'DELETE', '/users/self/devices', { token: one })).status).toBe(204);
    expect(await devicesOf('ada')).toHaveLength(1);
    const revoke = (token: string) => server.request('DELETE', '/v1/devices/revoke', { body: { token } });
    expect((await revoke(two)).status).toBe(204);
    expect(await devicesOf('ada')).toEqual([]);
    expect((await revoke('unknown')).status).toBe(204);
  });

  it('shows in push help with the key to subscribe with and its last delivery, silent after two weeks [P-7.28]', async () => {
    await save('ada', service.subscribe('/help').token);
    await call('ada', 'POST', '/users/self/push-test');
    await jobsDone(server);
    const details = async () => (await call('ada', 'GET', '/push/push-details')).body.data;
    const first = await details();
    expect(first.public_key).toMatch(/^[\w-]{87}$/);
    expect(first.devices).toMatchObject([{ is_silent: 0, last_delivery: { state: 'SENT', code: 201 } }]);
    expect(service.received[0]?.key).toBe(first.public_key);
    server.clock.set(new Date('2026-12-02T09:10:01Z'));
    tokens.ada = await signIn(server, 'amsel', 'ada');
    expect((await details()).devices).toMatchObject([{ is_silent: 1 }]);
  });
});

describe('a push message', () => {
  it('for a test goes to every own device that takes any, at once, encrypted and signed [P-7.78]', async () => {
    for (const path of ['/phone', '/laptop']) await save('ada', service.subscribe(path).token);
    await save('ada', service.subscribe('/denied').token, { push_notification_consent: 'DENIED' });
    await save('ben', service.subscribe('/ben').token);
    expect((await call('ada', 'POST', '/users/self/push-test')).body.data).toEqual({ devices: 2 });
    await jobsDone(server);
    expect(service.received.map(({ path }) => path).toSorted()).toEqual(['/laptop', '/phone']);
    const [push] = service.received;
    expect(push?.payload).toEqual({
      web_push: 8030,
      notification: {
        title: 'Amsel-Gymnasium',
        body: 'So kommen Mitteilungen auf diesem Gerät an.',
        lang: 'de',
        navigate: `${server.url}/notification-centre`,
        tag: push?.headers.topic,
      },
      app_badge: 0,
    });
    expect(push?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '600', urgency: 'normal' });
    expect(push?.vapid).toMatchObject({
      aud: new URL(service.subscribe('/x').endpoint).origin,
      sub: expect.stringMatching(/^(mailto|https):/),
    });
    expect(push?.bytes.toString('latin1')).not.toContain('Amsel');
  });

  it('by an administrator waits ten seconds, says nothing of its content, and leads to the notification [P-7.82]', async () => {
    await save('ada', service.subscribe('/phone').token);
    const body = { title: 'Bitte im Sekretariat melden', text: 'Dein Schlüssel liegt hier.', is_urgent: false };
    expect((await call('ben', 'POST', `/users/${ids.ada}/send-push`, body)).status).toBe(403);
    expect((await call('cem', 'POST', `/users/${ids.ada}/send-push`, body)).body.data).toEqual({ devices: 1 });
    await jobsDone(server);
    expect(service.received).toEqual([]);
    await pass(10);
    expect(service.received).toHaveLength(1);
    const [push] = service.received;
    expect(JSON.stringify(push?.payload)).not.toMatch(/Sekretariat|Schlüssel|cem|ada/i);
    expect(push?.payload).toMatchObject({
      notification: {
        body: 'Deine Schule hat dir etwas mitgeteilt.',
        navigate: expect.stringMatching(/\/notification-centre\?n=[\w-]{36}$/),
      },
      app_badge: 1,
    });
  });

  it('is dropped when the notification was read in the meantime, and several are one that says how many', async () => {
    await save('ada', service.subscribe('/phone').token);
    const send = (title: string) =>
      call('cem', 'POST', `/users/${ids.ada}/send-push`, { title, text: '', is_urgent: false });
    for (const title of ['A', 'B', 'C']) await send(title);
    const { body } = await call('ada', 'GET', '/channels/personal-channel');
    const list = await call('ada', 'GET', `/channels/chats/${body.data.chat_id}/messages`);
    await call('ada', 'PUT', `/notifications/${list.body.data[0].uuid}/seen`);
    await pass(10);
    expect(service.received.map(({ payload }) => payload.notification.body)).toEqual(['Neue Benachrichtigungen: 2']);
    expect((await logOf('ada')).map(({ state }) => state)).toEqual(['DROPPED', 'SENT', 'SENT']);
  });

  it('to a device that its service no longer knows ends that device', async () => {
    for (const [path, status] of [
      ['/gone', 410],
      ['/lost', 404],
    ] as const) {
      await save('ada', service.subscribe(path).token);
      service.answer(path, { status });
      await call('ada', 'POST', '/users/self/push-test');
      await jobsDone(server);
      expect(await devicesOf('ada')).toEqual([]);
      expect((await logOf('ada'))[0]).toMatchObject({ state: 'GONE', code: status });
    }
  });

  it('is tried again when the service asks for time or fails, to the failed device only, until it is of no use', async () => {
    await save('ada', service.subscribe('/busy').token);
    await save('ada', service.subscribe('/fine').token);
    service.answer('/busy', { status: 429, headers: { 'retry-after': '120' } }, { status: 500 });
    await call('ada', 'POST', '/users/self/push-test');
    await jobsDone(server);
    const busy = async () => (await logOf('ada')).find(({ code }) => code !== 201);
    expect(await busy()).toMatchObject({
      state: 'WAITING',
      code: 429,
      tries: 1,
      not_before: '2026-11-18T09:12:00.000Z',
    });
    await pass(119);
    expect(service.received.filter(({ path }) => path === '/busy')).toHaveLength(1);
    await pass(1);
    expect(await busy()).toMatchObject({ state: 'WAITING', code: 500, tries: 2 });
    await pass(60);
    expect((await logOf('ada')).map(({ state }) => state)).toEqual(['SENT', 'SENT']);
    expect(service.received.map(({ path }) => path).toSorted()).toEqual(['/busy', '/busy', '/busy', '/fine']);
    service.answer('/busy', ...Array.from({ length: 9 }, () => ({ status: 503 })));
    await call('ada', 'POST', '/users/self/push-test');
    await jobsDone(server);
    await pass(30);
    await pass(600);
    expect((await logOf('ada')).find(({ code }) => code === 503)).toMatchObject({
      state: expect.stringMatching(/FAILED|DROPPED/),
    });
  });

  it('to an address inside the network is never sent unless the operator allows it [D-4.12]', async () => {
    const { keys } = JSON.parse(service.subscribe('/x').token);
    await save('ada', JSON.stringify({ endpoint: 'https://10.0.0.7/push', keys }));
    await call('ada', 'POST', '/users/self/push-test');
    await jobsDone(server);
    expect((await logOf('ada'))[0]).toMatchObject({ state: 'REFUSED', code: null });
  });

  it('is in the log of the device for the person and for administrators, for nobody else, without what it said', async () => {
    await save('ada', service.subscribe('/phone').token);
    await call('ada', 'POST', '/users/self/push-test');
    await jobsDone(server);
    const [own] = await logOf('ada');
    expect(own).toMatchObject({
      kind: 'test',
      state: 'SENT',
      code: 201,
      tries: 1,
      done_at: new Date(TEST_NOW).toISOString(),
    });
    expect(await logOf('ada', 'cem')).toEqual([own]);
    expect((await call('ben', 'GET', `/users/${ids.ada}/push-deliveries`)).status).toBe(403);
    expect(Object.keys(own ?? {})).not.toContain('token');
  });
});
