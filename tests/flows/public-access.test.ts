import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { APP_PAGES, type AppPageOptions, openApp, openBrowser } from '../support/app-browser.ts';
import { type ForeignOrigin, startForeignOrigin } from '../support/foreign-origin.ts';
import { buildSchool, buildUser, signIn } from '../support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../support/plan-school.ts';
import { ROOT, startTestServer, type TestServer } from '../support/server.ts';

const SURFACES = {
  monitor: 'Vertretungsplan auf Bildschirmen',
  timetable: 'Stundenpläne auf der Homepage',
  news: 'Nachrichten auf der Homepage',
} as const;
type Surface = keyof typeof SURFACES;

let server: TestServer;
let school: PlanSchool;
let homepage: ForeignOrigin;
let browser: Browser;
let token: string;

beforeAll(async () => {
  server = await startTestServer({ pages: APP_PAGES });
  school = await buildPlanSchool(server);
  const { kysely } = server.test.database;
  const news = { school_id: school.id, user_id: school.users.teacher, content: '', is_public: true };
  await kysely
    .insertInto('news')
    .values({
      ...news,
      title: 'Schulfest',
      excerpt: 'Am Freitag',
      content_rendered: '',
      publish_at: '2026-11-17T08:00:00Z',
    })
    .execute();
  const drossel = await buildSchool(kysely, 'drossel');
  await buildUser(kysely, drossel.id, 'stranger', 'ADMIN');
  token = await signIn(server, 'amsel', 'admin');
  const elements = `<kreide-timetable school="amsel" entity-id="10b" start-date="2026-11-18"></kreide-timetable>
    <kreide-news school="amsel"></kreide-news><kreide-monitor token="${school.uuid}-sub"></kreide-monitor>`;
  homepage = await startForeignOrigin({
    folder: join(ROOT, 'examples/school-homepage'),
    kreide: server.url,
    pages: {
      '/': `<!doctype html><html lang="de"><head><title>Schule</title><script src="${server.url}/widgets/kreide.js" defer></script></head><body>${elements}</body></html>`,
    },
  });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await homepage?.[Symbol.asyncDispose]();
  await server?.stop();
});

const ALL_ON = { monitor: true, timetable: true, news: true, teacher_names: 'none', absent_teachers: false };
const accessPath = () => `/v1/schools/${school.id}/public-access`;
const release = (values: Record<string, unknown> = {}) =>
  server.request('PUT', accessPath(), { token, body: { ...ALL_ON, ...values } });
const released = async () => (await server.request('GET', accessPath(), { token })).body.data;
beforeEach(async () => {
  expect((await release()).status).toBe(200);
});

const settings = () => `/management/${school.uuid}/school-data/edit-settings`;
const toggle = (page: Page, surface: Surface) => page.getByRole('switch', { name: SURFACES[surface] });
async function openSettings(options: AppPageOptions = {}) {
  const app = await openApp(browser, server, { username: 'admin', ...options });
  await app.page.goto(settings());
  await toggle(app.page, 'monitor').waitFor();
  return app;
}
async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}

/** The status of each public address, as a homepage asks. */
async function statuses(): Promise<Record<Surface, number>> {
  const status = async (path: string) => (await server.request('GET', `/v1/public/${path}`)).status;
  return {
    monitor: await status(`monitors/single?token=${school.uuid}-sub`),
    timetable: await status('timetables/amsel/grades/10b'),
    news: await status('news/amsel'),
  };
}

/** What visitors of the homepage see of each element: its data, or that nothing is published. */
async function seenOnHomepage(): Promise<Record<Surface, boolean>> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'de-DE' });
  const page = await context.newPage();
  await page.clock.install({ time: server.clock.now() });
  await page.goto(homepage.url);
  const isShown = async (tag: string, data: string) => {
    const shown = page.locator(tag).locator(data).first();
    const off = page.locator(tag).getByText('Hier ist zurzeit nichts veröffentlicht.');
    await shown.or(off).first().waitFor();
    return shown.isVisible();
  };
  const seen = {
    monitor: await isShown('kreide-monitor', '.m-entry'),
    timetable: await isShown('kreide-timetable', '.kt-lesson'),
    news: await isShown('kreide-news', '.k-card h3'),
  };
  await context.close();
  return seen;
}

describe('the administrator', () => {
  it.each(Object.keys(SURFACES) as Surface[])(
    'switches the public %s off and on again: its address answers 404 and the homepage says that nothing is published [D-2.10]',
    async (surface) => {
      await using app = await openSettings();
      const off = { monitor: true, timetable: true, news: true, [surface]: false };
      await toggle(app.page, surface).press('Space');
      await app.page.getByText(`${SURFACES[surface]}: nicht mehr öffentlich zu sehen.`).waitFor();
      expect(await toggle(app.page, surface).isChecked()).toBe(false);
      expect(await statuses()).toEqual({ monitor: 200, timetable: 200, news: 200, [surface]: 404 });
      expect(await seenOnHomepage()).toEqual(off);
      await toggle(app.page, surface).press('Space');
      await app.page.getByText(`${SURFACES[surface]}: ab jetzt für alle zu sehen.`).waitFor();
      expect(await statuses()).toEqual({ monitor: 200, timetable: 200, news: 200 });
      expect(await seenOnHomepage()).toEqual({ monitor: true, timetable: true, news: true });
      expect(app.problems).toEqual([]);
    },
  );

  it('finds the settings through the navigation, and they pass axe in light and dark, on and off [P-2.77] [P-2.78] [T-2.103]', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await using app = await openApp(browser, server, {
        ...{ username: 'admin', colorScheme, viewport: { width: 390, height: 844 } },
      });
      const { page } = app;
      await page.goto('/feed');
      await page.getByRole('link', { name: 'Mehr' }).click();
      await page.getByRole('link', { name: 'Verwaltung öffnen' }).click();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Schuleinstellungen' }).click();
      await page.getByRole('heading', { level: 1, name: 'Schuleinstellungen' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(settings());
      await page.getByRole('button', { name: 'Vorschau zeigen' }).last().click();
      await page.locator('kreide-news').getByText('Schulfest').waitFor();
      await page.getByRole('button', { name: 'Vorschau schließen' }).click();
      await expectAccessible(page);
      for (const surface of Object.keys(SURFACES) as Surface[]) await toggle(page, surface).press('Space');
      await expect.poll(released).toMatchObject({ monitor: false, timetable: false, news: false });
      await expectAccessible(page);
      expect(app.problems).toEqual([]);
      await release();
    }
  });

  it('copies what the homepage needs, for the grade that was chosen', async () => {
    await using app = await openSettings({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = app;
    const section = page.getByRole('region', { name: SURFACES.timetable });
    await section.getByRole('button', { name: /Klasse/ }).click();
    await page.getByRole('option', { name: '10b' }).click();
    await section.getByRole('button', { name: /^Kopieren/ }).click();
    await section.getByText('Kopiert.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `<script src="${server.url}/widgets/kreide.js" defer></script>\n<kreide-timetable school="amsel" entity="grades" entity-id="10b"></kreide-timetable>`,
    );
  });

  it('hears that a change was not saved: the switch goes back by itself, and the next try works', async () => {
    await using app = await openSettings();
    const { page, context } = app;
    await context.setOffline(true);
    await toggle(page, 'news').press('Space');
    await page
      .getByRole('alert')
      .getByText(/Nicht gespeichert, es bleibt wie zuvor/)
      .waitFor();
    expect(await toggle(page, 'news').isChecked()).toBe(true);
    await context.setOffline(false);
    await toggle(page, 'news').press('Space');
    await page.getByText('Nachrichten auf der Homepage: nicht mehr öffentlich zu sehen.').waitFor();
    expect(await page.getByText(/Nicht gespeichert/).count()).toBe(0);
    expect((await released()).news).toBe(false);
  });

  it('turns nothing on again that another administrator has turned off meanwhile', async () => {
    await using app = await openSettings();
    await release({ monitor: false, teacher_names: 'shortcut' });
    await toggle(app.page, 'news').press('Space');
    await expect.poll(released).toMatchObject({ monitor: false, news: false, teacher_names: 'shortcut' });
    await expect.poll(() => toggle(app.page, 'monitor').isChecked()).toBe(false);
  });

  it('chooses how teachers appear in public, and only then whether absent ones are listed [D-2.09] [T-7.164]', async () => {
    await using app = await openSettings();
    const { page } = app;
    const absent = page.getByRole('switch', { name: 'Abwesende Lehrkräfte auf dem Bildschirm nennen' });
    expect(await absent.isDisabled()).toBe(true);
    await page.getByText('Mit Kürzel', { exact: true }).click();
    await expect.poll(released).toMatchObject({ teacher_names: 'shortcut', absent_teachers: false });
    await absent.press('Space');
    await expect.poll(released).toMatchObject({ teacher_names: 'shortcut', absent_teachers: true });
  });
});

describe('the links of the monitor', () => {
  it('lead to /monitor/view with the id of the school and -sub or -news-split, and open without sign-in [C-2.47] [T-2.135]', async () => {
    await using app = await openSettings();
    for (const [mode, name] of [
      ['sub', 'Plan ansehen (neues Fenster)'],
      ['news-split', 'Plan und Nachrichten ansehen (neues Fenster)'],
    ] as const) {
      const href = await app.page.getByRole('link', { name, exact: true }).getAttribute('href');
      expect(href).toBe(`/monitor/view?token=${school.uuid}-${mode}`);
      expect(await app.page.getByText(`${server.url}${href}`, { exact: true }).count()).toBe(1);
      await using visitor = await openApp(browser, server);
      await visitor.page.goto(href ?? '');
      await visitor.page.locator('kreide-monitor .m-entry').first().waitFor();
      expect(await visitor.page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
      const news = visitor.page.locator('kreide-monitor').getByText('Schulfest');
      expect(await news.count()).toBe(mode === 'sub' ? 0 : 1);
    }
  });

  it('show the plan alone, over the whole screen, while the news are not released; the settings say so [D-2.10]', async () => {
    await release({ news: false });
    await using app = await openSettings();
    await app.page.getByText('Die Nachrichten sind ausgeschaltet.', { exact: false }).waitFor();
    await using visitor = await openApp(browser, server);
    await visitor.page.goto(`/monitor/view?token=${school.uuid}-news-split`);
    await visitor.page.locator('kreide-monitor .m-entry').first().waitFor();
    expect(await visitor.page.locator('kreide-monitor .m-news').count()).toBe(0);
  });
});

describe('somebody else', () => {
  it.each(['ada', 'teacher', 'office'])(
    '(%s) is led to the default page and told why, and finds no entry [T-2.74] [C-6.02]',
    async (username) => {
      await using app = await openApp(browser, server, { username });
      await app.page.goto(settings());
      await app.page.getByText('Dafür fehlt die Berechtigung.').waitFor();
      await expect.poll(() => new URL(app.page.url()).pathname).toBe('/feed');
      await app.page.getByRole('link', { name: 'Mehr' }).click();
      await app.page.getByRole('heading', { name: 'Konto' }).waitFor();
      expect(await app.page.getByText('Verwaltung').count()).toBe(0);
      await app.page.goto('/more/administration');
      await app.page.getByRole('heading', { name: 'Kein Zugang' }).waitFor();
    },
  );

  it('who may only edit the school finds its settings and changes them', async () => {
    const { kysely } = server.test.database;
    const right = { school_id: school.id, user_id: school.users.teacher, permission: 'edit-school', is_allowed: true };
    await kysely.insertInto('user_permissions').values(right).execute();
    await using app = await openApp(browser, server, { username: 'teacher' });
    await app.page.goto('/more/administration');
    await app.page.getByRole('link', { name: 'Schuleinstellungen' }).click();
    await toggle(app.page, 'news').press('Space');
    await expect.poll(released).toMatchObject({ news: false });
    expect(app.problems).toEqual([]);
    await kysely.deleteFrom('user_permissions').where('user_id', '=', right.user_id).execute();
  });

  it('who administers another school does not find the page of this one [D-4.06]', async () => {
    await using app = await openApp(browser, server, { username: 'stranger', slink: 'drossel' });
    await app.page.goto(settings());
    await app.page.getByRole('heading', { name: 'Diese Seite gibt es nicht' }).waitFor();
    expect(await app.page.getByRole('switch').count()).toBe(0);
  });
});
