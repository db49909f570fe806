// features: authenticator

import type { Page } from 'playwright-core';
import { toBuffer, toDataURL } from 'qrcode';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { APP_PAGES, openApp, withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser } from '../support/people.ts';
import { sendJson, startScriptedServer } from '../support/scripted-server.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const ADDRESS = `otpauth://totp/Bank:ada%40bank.example?secret=${KEY}&issuer=Bank&digits=8`;
const SCAN = '/authenticator/scan';

const build = async ({ test }: TestServer) => {
  const school = await buildSchool(test.database.kysely, 'amsel');
  await buildUser(test.database.kysely, school.id, 'ada', 'TEACHER');
  await test.database.kysely
    .updateTable('schools')
    .set({ permissions: ['totp-2fa'] })
    .execute();
};
const kreide = withApp(build);

const code = (page: Page) => page.locator('[data-code]').textContent();

/**
 * A camera that shows one picture, over and over, once it is allowed: the headless browser of the tests has none.
 * `refusals` times it is denied before.
 */
async function giveCamera(page: Page, picture: string, refusals: number): Promise<void> {
  await page.addInitScript(
    ({ source, count }) => {
      const canvas = document.createElement('canvas');
      const image = new Image();
      image.src = source;
      const drawn = image.decode().then(() => {
        [canvas.width, canvas.height] = [640, 480];
        const paint = () => {
          canvas.getContext('2d')?.fillRect(0, 0, 640, 480);
          canvas.getContext('2d')?.drawImage(image, 200, 120);
        };
        paint();
        setInterval(paint, 50);
      });
      let asked = 0;
      navigator.mediaDevices.getUserMedia = async () => {
        asked += 1;
        if (asked <= count) throw new DOMException('Permission denied', 'NotAllowedError');
        await drawn;
        const stream = canvas.captureStream(10);
        Object.assign(window, { tracks: stream.getTracks() });
        return stream;
      };
    },
    { source: picture, count: refusals },
  );
}

describe('a QR code', () => {
  it('is read from a picture where there is no camera, and anything else is told [P-2.32]', async () => {
    await using app = await kreide.open({ username: 'ada', language: 'en' });
    const { page } = app;
    await page.goto(SCAN);
    await page
      .getByText('Choosing a picture works anyway.')
      .or(page.getByText('choosing a picture works anyway.'))
      .waitFor();
    await expectAccessible(page);
    const choose = (name: string, buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
    for (const [text, problem] of [
      ['WIFI:S:Staffroom;;', 'This is a QR code, but none for an account.'],
      [`otpauth://hotp/Bank:ada?secret=${KEY}&counter=1`, 'This account counts its codes'],
      ['otpauth://totp/Bank:ada?secret=1', 'its key or its numbers are wrong'],
    ] as const) {
      await choose('code.png', await toBuffer(text));
      await page.getByRole('alert').getByText(problem).waitFor();
    }
    await choose('note.png', Buffer.from('no picture'));
    await page.getByText('This file is no picture that can be read.').waitFor();
    const empty = await toBuffer(ADDRESS, { color: { dark: '#ffffff' } });
    await choose('empty.png', empty);
    await page.getByText('There is no QR code to be seen in this picture.').waitFor();
    await choose('code.png', await toBuffer(ADDRESS));
    const found = page.getByRole('region', { name: 'Found' });
    await found.getByText('ada@bank.example').waitFor();
    await expectAccessible(page);
    await found.getByRole('button', { name: 'Scan another code' }).click();
    await choose('code.png', await toBuffer(ADDRESS));
    await found.getByRole('button', { name: 'Add' }).click();
    await page.waitForURL('**/authenticator/start');
    await expect.poll(() => code(page)).toMatch(/^\d{4} \d{4}$/);
    expect(app.problems).toEqual([]);
  });

  it('is read by the camera, which may be allowed later, and is off again once it is found [P-2.32]', async () => {
    await using app = await kreide.open({ username: 'ada', language: 'en' });
    const { page } = app;
    await giveCamera(page, await toDataURL(ADDRESS, { width: 240 }), 1);
    await page.goto(SCAN);
    await page.getByText('This page may not use the camera.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try the camera again' }).click();
    const found = page.getByRole('region', { name: 'Found' });
    await found.getByText('ada@bank.example').waitFor();
    const states = () =>
      page.evaluate(() => (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map((one) => one.readyState));
    await expect.poll(states).toEqual(['ended']);
    await found.getByRole('button', { name: 'Add' }).click();
    await expect.poll(() => code(page)).toMatch(/^\d{4} \d{4}$/);
    expect(app.problems).toEqual([]);
  });
});

it('the two-factor service of another host is asked there, without cookies and without a token [T-7.157] [T-7.158]', async () => {
  const open = {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': 'content-type',
  };
  await using service = await startScriptedServer(({ method, path }, response) => {
    for (const [name, value] of Object.entries(open)) response.setHeader(name, value);
    if (method === 'OPTIONS') return void response.writeHead(204).end();
    const data = path === '/v1/keys' ? { id: 'x'.repeat(43) } : [{ code: '123456', period: 30, expires_in: 20_000 }];
    sendJson(response, 200, { data, meta: {} });
  });
  await using server = await startTestServer({
    pages: APP_PAGES,
    env: { KREIDE_TWO_FACTOR_URL: service.url },
  });
  await build(server);
  await using app = await openApp(kreide.browser, server, { username: 'ada', language: 'en' });
  const { page } = app;
  // Of the same host: a browser would send it along.
  await app.context.addCookies([{ name: 'XSRF-TOKEN', value: 'mine', url: server.url }]);
  await page.goto('/authenticator/setup-key');
  await page.getByLabel('Service', { exact: true }).fill('Bank');
  await page.getByLabel('Key', { exact: true }).fill(KEY);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => code(page)).toBe('123 456');
  const calls = service.seen.filter(({ method }) => method !== 'OPTIONS');
  expect(calls.map(({ method, path }) => `${method} ${path}`).slice(0, 2)).toEqual(['POST /v1/keys', 'POST /v1/codes']);
  for (const { headers } of service.seen) {
    expect([headers.cookie, headers.authorization, headers['x-xsrf-token']]).toEqual([undefined, undefined, undefined]);
    expect(Object.keys(headers).filter((name) => /frontend|released|canary|idempotency/.test(name))).toEqual([]);
  }
  expect(app.problems).toEqual([]);
});
