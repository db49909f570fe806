import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_PAGES, openApp, openBrowser } from '../support/app-browser.ts';
import { buildPlanSchool, type PlanSchool } from '../support/plan-school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const NOTHING_OF_OURS = /Failed to load resource|ERR_INTERNET|WebSocket/;

let server: TestServer;
let school: PlanSchool;
let browser: Browser;

beforeAll(async () => {
  server = await startTestServer({ pages: APP_PAGES });
  school = await buildPlanSchool(server);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

describe('four lessons at once on a phone', () => {
  const openThursday = async () => {
    const app = await openApp(browser, server, { username: 'ada', ...PHONE });
    await app.page.goto(`/timetable/grades/${school.gradeId}?viewType=week`);
    const lessons = app.page.getByRole('button', { name: /Donnerstag, 19\. November, .*AG [FLSR]\b/ });
    await lessons.first().waitFor();
    return { ...app, lessons, [Symbol.asyncDispose]: () => app.context.close() };
  };

  it('stand beside each other inside their day, each with its whole subject in sight [T-2.34]', async () => {
    await using app = await openThursday();
    expect(await app.lessons.count()).toBe(4);
    const day = await app.page.getByRole('group', { name: /Donnerstag/ }).boundingBox();
    let end = day?.x ?? 0;
    for (const lesson of await app.lessons.all()) {
      const box = await lesson.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(end - 0.5);
      end = (box?.x ?? 0) + (box?.width ?? 0);
      const cut = await lesson
        .locator('b')
        .evaluate((word) => Math.max(word.scrollHeight - word.clientHeight, word.scrollWidth - word.clientWidth));
      expect(cut).toBeLessThanOrEqual(1);
    }
    expect(end).toBeLessThanOrEqual((day?.x ?? 0) + (day?.width ?? 0) + 0.5);
    const { violations } = await new AxeBuilder({ page: app.page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  it('are all offered to a finger, which could not hit one of them; a key opens the very lesson', async () => {
    await using app = await openThursday();
    const { page, lessons } = app;
    await lessons.nth(1).tap();
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByRole('button', { name: /AG [FLSR]\b/ }).count()).toBe(4);
    await dialog.getByRole('button', { name: /AG S\b/ }).tap();
    await dialog.getByRole('heading', { name: 'AG S' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await lessons.nth(2).press('Enter');
    const chosen = (await lessons.nth(2).getAttribute('aria-label'))?.match(/AG [FLSR]/)?.[0] ?? '';
    await dialog.getByRole('heading', { name: chosen }).waitFor();
    expect(app.problems).toEqual([]);
  });
});

it('the plan of a teacher says the class of each lesson, on the screen and in its name', async () => {
  await using app = await openApp(browser, server, { username: 'teacher' });
  await app.page.goto('/timetable?viewType=week');
  const lesson = app.page.getByRole('button', { name: /Mathematik, 10b, Raum 204/ }).first();
  await lesson.waitFor();
  expect(await lesson.innerText()).toContain('204 · 10b');
  await app.page.goto('/feed');
  await app.page.getByText('204 · 10b').first().waitFor();
});

it('the feed of a phone shows what comes next today, the whole day when asked; a wide one shows it beside the news', async () => {
  await using app = await openApp(browser, server, { username: 'ada', ...PHONE });
  await app.page.goto('/feed');
  const rows = app.page.locator('section ol > li');
  const seen = async () => (await rows.all()).length && (await rows.filter({ visible: true }).count());
  await rows.first().waitFor({ state: 'attached' });
  const all = await rows.count();
  // 10:10 on Wednesday: two lessons are over.
  expect(await seen()).toBeLessThan(all - 1);
  expect(await app.page.locator('li[aria-current="time"]').innerText()).toContain('jetzt');
  await app.page.getByRole('button', { name: 'Den ganzen Tag zeigen' }).tap();
  expect(await seen()).toBe(all);
  await app.page.getByRole('button', { name: 'Weniger zeigen' }).tap();
  await app.page.setViewportSize({ width: 1280, height: 900 });
  expect(await seen()).toBe(all);
});

describe('without a network', () => {
  it('a page that was never opened says so inside the frame, and comes by itself with the network', async () => {
    await using app = await openApp(browser, server, { username: 'ada', ...PHONE });
    const { page, context } = app;
    await page.goto('/feed');
    await page.getByText('Mathematik').first().waitFor();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Mehr' }).click();
    await page.getByText('Diese Seite war auf diesem Gerät noch nicht geöffnet.', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'Neues' }).click();
    await page.getByText('Mathematik').first().waitFor();
    await page.getByRole('link', { name: 'Mehr' }).click();
    await page.getByText('Keine Verbindung').waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Konto' }).waitFor();
  });

  it('the pages of the navigation open all the same once the first one has come to rest', async () => {
    await using app = await openApp(browser, server, { username: 'ada', ...PHONE });
    const { page, context, problems } = app;
    const fetched = ['MoreScreen', 'LessonDialog', 'LogoutDialog', 'Menu'].map((part) =>
      page.waitForResponse((response) => response.url().includes(`/${part}-`) && response.url().endsWith('.js')),
    );
    await page.goto('/feed');
    await Promise.all(fetched);
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Stundenplan' }).click();
    const lesson = page.getByRole('button', { name: /Mittwoch, 18\. November, .*Mathematik/ }).first();
    await lesson.click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Mathematik' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Mehr' }).click();
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await page.getByRole('alertdialog').waitFor();
    expect(problems.filter((text) => !NOTHING_OF_OURS.test(text))).toEqual([]);
  });

  it('a language whose words cannot be fetched is not chosen, and the words stay', async () => {
    await using app = await openApp(browser, server, { username: 'ada', ...PHONE });
    const { page, context } = app;
    await page.goto('/more');
    await page.getByRole('button', { name: 'Sprache und Anzeige' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sprache und Anzeige' });
    await dialog.waitFor();
    await context.setOffline(true);
    await dialog.getByText('Türkçe').click();
    await page.getByText('Der Server ist gerade nicht zu erreichen.', { exact: false }).waitFor();
    expect(await dialog.getByRole('radio', { name: 'Deutsch' }).isChecked()).toBe(true);
    await context.setOffline(false);
    await dialog.getByText('Türkçe').click();
    await page.getByRole('dialog', { name: 'Dil ve görünüm' }).waitFor();
  });
});
