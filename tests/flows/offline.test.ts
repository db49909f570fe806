// features: news, start, timetable

import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STYLE_SRC } from '../../packages/core/src/features/branding/index.ts';
import { openApp } from '../support/app-browser.ts';
import { openBrowser } from '../support/browser.ts';
import { buildChannel } from '../support/channels.ts';
import { writeMessage } from '../support/chats.ts';
import { signIn } from '../support/people.ts';
import { buildPlanSchool } from '../support/plan-school.ts';
import { ROOT, startTestServer, TEST_NOW, type TestServer } from '../support/server.ts';

const NOTHING_OF_OURS = /Failed to load resource|ERR_INTERNET|ERR_FAILED|WebSocket|Failed to update a ServiceWorker/;
const WITH_WORKER = { serviceWorkers: 'allow', viewport: { width: 390, height: 844 } } as const;

let root: string;
let dist: string;
let server: TestServer;
let browser: Awaited<ReturnType<typeof openBrowser>>;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kreide-offline-'));
  dist = join(root, 'packages/app/dist');
  await cp(join(ROOT, 'packages/app/dist'), dist, { recursive: true });
  server = await startTestServer({ pages: { root, styles: STYLE_SRC } });
  await buildPlanSchool(server);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await rm(root, { recursive: true, force: true });
});

/** Puts another build of the app in the place of this one: its page says which. */
async function deploy(release: string): Promise<void> {
  const worker = join(dist, 'service-worker.js');
  const page = join(dist, 'index.html');
  for (const file of await readdir(dist)) if (/\.(br|gz)$/.test(file)) await rm(join(dist, file));
  const script = await readFile(worker, 'utf8');
  await writeFile(worker, script.replace(/(url:["'`]\/["'`],revision:["'`])\w+/, `$1${release}`));
  const html = (await readFile(page, 'utf8')).replace(/<meta name="release"[^>]*>/, '');
  await writeFile(page, html.replace('<title>', `<meta name="release" content="${release}"><title>`));
  expect(await readFile(worker, 'utf8')).toContain(release);
}

/** All that the device keeps, by name. */
const keptOn = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('kreide');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const store = database.transaction('answers').objectStore('answers');
    const all = <Value>(request: IDBRequest<Value[]>) =>
      new Promise<Value[]>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    const [keys, values] = await Promise.all([all(store.getAllKeys()), all(store.getAll())]);
    database.close();
    return keys.map((key, at) => [(key as [string, string])[1], JSON.stringify(values[at])] as const);
  });
const keptNames = async (page: Page) => (await keptOn(page)).map(([name]) => name);
/** Does anything that is kept say this? */
const keeps = async (page: Page, text: string) => (await keptOn(page)).some(([, value]) => value.includes(text));

const releaseOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? null);

/** The app on a phone, with time in our hands, once it is kept on the device. */
async function openKept(username: string, path = '/feed') {
  const app = await openApp(browser, server, { drivesClock: true, username, ...WITH_WORKER });
  await app.page.clock.install({ time: TEST_NOW });
  await app.page.goto(path);
  await app.page.getByRole('heading', { level: 1 }).first().waitFor();
  await app.page.clock.fastForward(9_000);
  await app.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const isKept = (part: string) =>
    app.page.evaluate(async (name) => {
      const cache = await caches.open('kreide-assets');
      return (await cache.keys()).some(({ url }) => new RegExp(name).test(url));
    }, `/assets/${part}-[\\w-]{8}\\.js$`);
  return { ...app, isKept };
}

describe('without a network', () => {
  it('the app starts with account, plan and news as they were last seen, and says so once [D-6.07]', async () => {
    await using app = await openKept('ada');
    const { page, context, isKept, problems } = app;
    await page.getByRole('link', { name: 'Stundenplan' }).click();
    await page.waitForURL('**/timetable/**');
    const lesson = page.getByRole('button', { name: /Mittwoch, 18\. November, .*Mathematik/ }).first();
    await lesson.waitFor();
    await expect.poll(() => isKept('timetable')).toBe(true);
    await page.getByRole('link', { name: 'Start' }).click();
    await page.getByRole('heading', { name: 'Mein Tag' }).waitFor();
    await page.getByText('Mathematik').first().waitFor();
    await context.setOffline(true);
    await page.reload();
    await page.getByText('Mathematik').first().waitFor();
    await page.getByRole('heading', { name: 'Mein Tag' }).waitFor();
    await expect.poll(() => page.getByText('Offline. Was zu sehen ist', { exact: false }).count()).toBe(1);
    await page.goto('/timetable');
    await lesson.waitFor();
    // Only pages of the app: what the server answers itself is not answered from the device.
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes('/v1/timetables/') && calls.push(request.url()));
    for (let step = 0; step < 6; step++)
      await page
        .getByRole('button', { name: /^(Tag|Woche) vor$/ })
        .first()
        .click();
    expect(calls.length).toBeLessThanOrEqual(1);
    await context.setOffline(false);
    await page.getByText('Offline. Was zu sehen ist', { exact: false }).waitFor({ state: 'detached' });
    expect(problems.filter((text) => !NOTHING_OF_OURS.test(text))).toEqual([]);
  });

  it('a chat opens with the messages that were last seen, takes new ones for later, and catches up [D-6.07]', async () => {
    const db = server.test.database.kysely;
    const idOf = async (name: string) =>
      await db.selectFrom('users').select(['id', 'school_id']).where('username', '=', name).executeTakeFirstOrThrow();
    const [ada, teacher] = [await idOf('ada'), await idOf('teacher')];
    const channel = await buildChannel(db, ada.school_id, { admins: [teacher.id], members: [ada.id] });
    const say = (content: string) => writeMessage(db, ada.school_id, channel, teacher.id, content);
    await say('Bringt Zirkel mit');
    await using app = await openKept('ada', '/channels');
    const { page, context, problems } = app;
    await page.goto(`/channels/${channel.id}/chat`);
    const log = page.getByRole('log');
    await log.getByText('Bringt Zirkel mit').waitFor();
    await page.clock.fastForward(2_000);
    await expect.poll(() => keptNames(page)).toContain(`chat ${channel.chat_id}`);
    await context.setOffline(true);
    await page.reload();
    await log.getByText('Bringt Zirkel mit').waitFor();
    await page.getByRole('textbox', { name: /Nachricht/ }).fill('Wird gemacht');
    await page.getByRole('button', { name: 'Senden' }).click();
    await log.getByText('Wird gemacht').waitFor();
    await say('Und Papier');
    await context.setOffline(false);
    await log.getByText('Und Papier').waitFor();
    await log.getByText('Bringt Zirkel mit').waitFor();
    expect(problems.filter((text) => !NOTHING_OF_OURS.test(text))).toEqual([]);
    // What is taken back while somebody looks at something else does not stay on the device.
    await expect.poll(() => keptNames(page)).toContain(`chat ${channel.chat_id}`);
    // It stands above the others too.
    const token = await signIn(server, 'amsel', 'teacher');
    const body = { message_id: 1 };
    await server.request('PUT', `/v1/channels/chats/${channel.chat_id}/pinned-message`, { token, body });
    await page.getByRole('button', { name: /^Angeheftet .*Zirkel/ }).waitFor();
    await page.getByRole('button', { name: 'Zurück zu den Kanälen' }).click();
    await page.getByRole('link', { name: 'Start' }).click();
    await page.getByRole('heading', { name: 'Mein Tag' }).waitFor();
    const path = `/v1/channels/chats/${channel.chat_id}/messages/1`;
    expect((await server.request('DELETE', path, { token })).status).toBe(200);
    await expect.poll(() => keptNames(page)).not.toContain(`chat ${channel.chat_id}`);
    await expect.poll(() => keeps(page, 'Bringt Zirkel mit')).toBe(false);
    await page.goto(`/channels/${channel.id}/chat`);
    await log.getByText('Und Papier').waitFor();
    await page.clock.fastForward(2_000);
    await expect.poll(() => keptNames(page)).toContain(`chat ${channel.chat_id}`);
    // Nor what is taken back while this device hears nothing of it; a new message alone changes nothing of what is kept.
    await context.setOffline(true);
    const later = await say('Später').then(() =>
      server.request('GET', `/v1/channels/chats/${channel.chat_id}`, { token }),
    );
    expect(later.status).toBe(200);
    await context.setOffline(false);
    await page.goto('/channels');
    await page.getByRole('link', { name: 'Mehr' }).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await keptNames(page)).toContain(`chat ${channel.chat_id}`);
    await page.goto('/more');
    // A page whose code has not come begins afresh with the network, which would meet the next visit.
    await page.getByRole('button', { name: 'Sprache und Anzeige' }).waitFor();
    await context.setOffline(true);
    expect((await server.request('DELETE', path.replace(/1$/, '3'), { token })).status).toBe(200);
    await context.setOffline(false);
    await page.goto('/channels');
    await expect.poll(() => keptNames(page)).not.toContain(`chat ${channel.chat_id}`);
    await page.goto(`/channels/${channel.id}/chat`);
    await log.getByText('Und Papier').waitFor();
    await page.clock.fastForward(2_000);
    await expect.poll(() => keptNames(page)).toContain(`chat ${channel.chat_id}`);
    // Who is in the channel no longer does not read it from the device either.
    await db.deleteFrom('channel_members').where('channel_id', '=', channel.id).where('user_id', '=', ada.id).execute();
    await page.reload();
    await page.getByText('Diesen Chat gibt es', { exact: false }).waitFor();
    await expect.poll(() => keptNames(page)).not.toContain(`chat ${channel.chat_id}`);
  });

  it('nothing of a person stays on the device who has signed out [D-6.07] [P-4.07]', async () => {
    await using app = await openKept('ada');
    const { page, context } = app;
    await page.getByText('Mathematik').first().waitFor();
    const answers = async () => (await keptNames(page)).length;
    await expect.poll(answers).toBeGreaterThan(1);
    await page.goto('/feed?logout=true');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Abmelden' }).click();
    await page.waitForURL((url) => url.pathname !== '/feed');
    await expect.poll(answers).toBe(0);
    await context.setOffline(true);
    await page.goto('/feed');
    await page.waitForURL((url) => url.pathname !== '/feed');
    expect(await page.getByText('Mathematik').count()).toBe(0);
  });
});

describe('a new deployment', () => {
  it('is found within a minute, waits while somebody writes, and takes over at the next page [P-9.12] [P-8.21]', async () => {
    await using app = await openKept('teacher', '/feed');
    const { page } = app;
    await page.goto('/more');
    await page.getByRole('button', { name: 'Sprache und Anzeige' }).waitFor();
    await deploy('second');
    await page.clock.fastForward(59_000);
    expect(await page.getByText('Eine neue Version ist bereit.').count()).toBe(0);
    await page.clock.fastForward(2_000);
    await page.getByText('Eine neue Version ist bereit.').waitFor();
    expect(await releaseOf(page)).toBeNull();
    // Somebody writes: a field has the focus and holds text.
    await page.evaluate(() => {
      const field = document.createElement('textarea');
      document.body.append(field);
      field.value = 'Liebe Eltern';
      field.focus();
      history.pushState(null, '', '/more');
    });
    await page.getByRole('link', { name: 'Start' }).evaluate((link: HTMLElement) => link.click());
    await page.waitForURL('**/feed');
    expect(await page.locator('textarea').last().inputValue()).toBe('Liebe Eltern');
    expect(await releaseOf(page)).toBeNull();
    await page.evaluate(() => document.querySelector('textarea')?.remove());
    // A page waits ten seconds for the new version before it goes on with the old one to the next page: a busy machine may need
    // longer, so its time stands still.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
    await page.getByRole('link', { name: 'Mehr' }).click();
    await page.waitForFunction(() => document.querySelector('meta[name="release"]') !== null);
    expect([await releaseOf(page), new URL(page.url()).pathname]).toEqual(['second', '/more']);
  });
});

it('a branding is installable: its manifest and its pictures are there, and colour the browser [D-6.07] [P-1.08]', async () => {
  await using app = await openApp(browser, server);
  const { page, context } = app;
  await page.goto('/?branding=hafen');
  const manifest = page.locator('link[rel="manifest"]');
  await manifest.waitFor({ state: 'attached' });
  const answer = await context.request.get((await manifest.getAttribute('href')) ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const { name, start_url, icons } = (await answer.json()) as {
    name: string;
    start_url: string;
    icons: { src: string }[];
  };
  expect([name, start_url]).toEqual(['Hafen', '/?branding=hafen']);
  for (const { src } of icons) {
    const picture = await context.request.get(src);
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
  }
  const colours = page.locator('meta[name="theme-color"]');
  expect(await colours.evaluateAll((all: HTMLMetaElement[]) => all.map(({ content }) => content))).toHaveLength(2);
  const devtools = await context.newCDPSession(page);
  expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
});
