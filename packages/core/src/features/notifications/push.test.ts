import { describe, expect, it } from 'vitest';
import { ApiError } from '../../kernel/errors.ts';
import { FIRST_SAVE_DELAY, PUSH_CONSENTS, parsePushPayload, parseSubscription, toConsent } from './push.ts';
import { createPushRegistration } from './registration.ts';

describe('consent to push messages', () => {
  it('is ACCEPTED, DENIED or PENDING, from granted, denied, and whatever else a platform says [P-4.17] [P-4.18]', () => {
    expect(PUSH_CONSENTS).toEqual(['ACCEPTED', 'DENIED', 'PENDING']);
    const asked = ['granted', 'denied', 'prompt', 'default', 'unknown', 'prompt-with-rationale', ''];
    expect(asked.map(toConsent)).toEqual(['ACCEPTED', 'DENIED', 'PENDING', 'PENDING', 'PENDING', 'PENDING', 'PENDING']);
  });
});

/** A device whose person, time and server are at hand. */
function buildDevice({ permission = 'default', token = null as string | null, fails = null as ApiError | null } = {}) {
  const device = { permission, token, fails };
  const saved: unknown[] = [];
  const reported: string[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const registration = createPushRegistration({
    bridge: { permission: async () => device.permission, token: async () => device.token },
    save: async (said) => {
      if (device.fails) throw device.fails;
      saved.push(said);
    },
    report: (problem) => reported.push(problem),
    later: (run, ms) => {
      const timer = { run, ms };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  });
  return { device, saved, reported, timers, registration };
}

describe('the registration of a device', () => {
  it('is saved ten seconds after signing in, with token and consent [P-4.04] [P-4.19] [P-9.13] [P-7.107]', async () => {
    const { registration, timers, saved } = buildDevice({ permission: 'granted', token: 'mine' });
    registration.start();
    expect(timers.map(({ ms }) => ms)).toEqual([10_000]);
    expect(FIRST_SAVE_DELAY).toBe(10_000);
    expect(saved).toEqual([]);
    timers[0]?.run();
    await expect.poll(() => saved).toEqual([{ token: 'mine', push_notification_consent: 'ACCEPTED' }]);
  });

  it('is saved at once when the person answers earlier, and then not a second time [P-4.19]', async () => {
    const { registration, timers, saved, device } = buildDevice();
    registration.start();
    Object.assign(device, { permission: 'granted', token: 'mine' });
    await registration.answered();
    expect(saved).toEqual([{ token: 'mine', push_notification_consent: 'ACCEPTED' }]);
    expect(timers).toEqual([]);
    await registration.answered();
    expect(saved).toHaveLength(1);
    Object.assign(device, { permission: 'denied' });
    await registration.answered();
    expect(saved.at(-1)).toEqual({ token: 'mine', push_notification_consent: 'DENIED' });
  });

  it('is not saved where there is no token, or after signing out', async () => {
    const { registration, timers, saved } = buildDevice({ permission: 'denied' });
    registration.start();
    timers[0]?.run();
    await registration.answered();
    registration.start();
    registration.stop();
    expect([saved, timers]).toEqual([[], []]);
  });

  it('that is rejected with 400 is reported as such, and any other failure as a failure [P-8.13] [P-8.14]', async () => {
    const rejected = buildDevice({ token: 'x', fails: new ApiError({ code: 'push_token_rejected', status: 400 }) });
    await rejected.registration.answered();
    expect(rejected.reported).toEqual(['rejected']);
    const failed = buildDevice({ token: 'x', fails: new ApiError({ code: 'internal' }) });
    await failed.registration.answered();
    expect(failed.reported).toEqual(['failed']);
  });
});

describe('what comes from outside', () => {
  const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
  const endpoint = 'https://push.example/1';

  it('is a subscription only with an address and both keys', () => {
    expect(parseSubscription(JSON.stringify({ endpoint, keys, expirationTime: null }))).toEqual({ endpoint, keys });
    for (const wrong of [
      { keys },
      { endpoint },
      { endpoint: 'ftp://x', keys },
      { endpoint, keys: { ...keys, auth: 'a' } },
      null,
    ])
      expect(parseSubscription(JSON.stringify(wrong))).toBeNull();
    for (const text of ['', '{', 'null', '[]']) expect(parseSubscription(text)).toBeNull();
  });

  it('is a message only in the declared form', () => {
    const payload = {
      web_push: 8030,
      notification: { title: 'A', body: 'B', navigate: '/x', tag: 't', lang: 'de' },
      app_badge: 1,
    };
    expect(parsePushPayload(JSON.stringify(payload))).toEqual(payload);
    for (const text of ['', '{}', 'null', JSON.stringify({ ...payload, web_push: 1 })])
      expect(parsePushPayload(text)).toBeNull();
  });
});
