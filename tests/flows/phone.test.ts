// features: timetable, start

import { describe, expect, it } from 'vitest';
import { LOOK, PRELOAD_DELAY } from '../../packages/app/src/shell/preload-pages.ts';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const NOTHING_OF_OURS = /Failed to load resource|ERR_INTERNET|WebSocket/;

const kreide = withApp(buildPlanSchool, { isFirstVisit: true });

it('four lessons at once are one button for a finger, with the whole code of each, and it opens all of them [T-2.34]', async () => {
  await using app = await kreide.open({ username: 'ada', ...PHONE });
  const { page } = app;
  await page.goto(`/timetable/grades/${kreide.school.gradeId}?viewType=week`);
  const strip = page.getByRole('button', { name: /^4 Kurse gleichzeitig, Donnerstag, 19\. November/ });
  await strip.waitFor();
  expect((await strip.locator('b').allTextContents()).sort()).toEqual(['AG F ', 'AG L ', 'AG R ', 'AG S ']);
  await expectAccessible(page);
  await strip.tap();
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.getByRole('button', { name: /AG [FLSR]\b/ }).count()).toBe(4);
  await dialog.getByRole('button', { name: /AG S\b/ }).tap();
  await dialog.getByRole('heading', { name: 'AG S' }).waitFor();
  expect(app.problems).toEqual([]);
});

it('the plan of a teacher says the class of each lesson, on the screen and in its name', async () => {
  await using app = await kreide.open({ username: 'teacher' });
  await app.page.goto('/timetable?viewType=week');
  const lesson = app.page.getByRole('button', { name: /Mathematik, 10b, Raum 204/ }).first();
  await lesson.waitFor();
  expect((await lesson.innerText()).replace(/\s+/g, ' ')).toContain('204 10b');
  await app.page.goto('/feed');
  const row = app.page.locator('.kt-row', { hasText: 'Mathematik' }).filter({ visible: true }).first();
  await expect.poll(async () => (await row.innerText()).replace(/\s+/g, ' ')).toMatch(/204.*10b|10b.*204/);
});

it('the start page of a phone shows what comes next today, the whole day when asked; a wide one always shows it', async () => {
  await using app = await kreide.open({ username: 'ada', ...PHONE });
  await app.page.goto('/feed');
  const rows = app.page.locator('.kt-list').first().locator('li');
  const seen = async () => (await rows.all()).length && (await rows.filter({ visible: true }).count());
  await rows.first().waitFor({ state: 'attached' });
  const all = await rows.count();
  // 10:10 on Wednesday: two lessons are over.
  expect(await seen()).toBeLessThan(all - 1);
  expect(await app.page.locator('li[aria-current="time"] .kt-row-time').innerText()).toMatch(/^(09|10):\d\d/);
  await app.page.getByRole('button', { name: 'Den ganzen Tag zeigen' }).tap();
  expect(await seen()).toBe(all);
  await app.page.getByRole('button', { name: 'Weniger zeigen' }).tap();
  await app.page.setViewportSize({ width: 1280, height: 900 });
  expect(await seen()).toBe(all);
});

describe('without a network', () => {
  it('a page that was never opened says so inside the frame, and comes by itself with the network', async () => {
    await using app = await kreide.open({ username: 'ada', ...PHONE });
    const { page, context, problems } = app;
    await page.goto('/feed');
    await page.getByText('Mathematik').first().waitFor();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Mehr' }).click();
    await page.getByText('Diese Seite war auf diesem Gerät noch nicht geöffnet.', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'Start' }).click();
    await page.getByText('Mathematik').first().waitFor();
    await page.getByRole('link', { name: 'Mehr' }).click();
    await page.getByText('Keine Verbindung').waitFor();
    await context.setOffline(false);
    await page.getByRole('main').getByRole('button', { name: 'Abmelden' }).waitFor();
    // What could not be fetched is said in the console too, and nothing else is.
    expect(problems.filter((text) => !/Unable to preload|Failed to fetch/.test(text))).toEqual([]);
  });

  it('the pages of the navigation open all the same once the first one has been at rest', async () => {
    const skips = [PRELOAD_DELAY, LOOK - PRELOAD_DELAY];
    await using app = await kreide.open({ username: 'ada', ...PHONE, skips });
    const { page, context, problems } = app;
    const parts = ['timetable', 'overlays', 'auth'];
    const fetched = parts.map((part) =>
      page.waitForResponse((response) => new RegExp(`/${part}-[\\w-]{8}\\.js$`).test(response.url())),
    );
    await page.goto('/feed');
    // Nobody touches it: after a while everything comes all the same.
    for (const response of await Promise.all(fetched)) await response.finished();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Stundenplan' }).click();
    await page.waitForURL('**/timetable/**');
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
    await using app = await kreide.open({ username: 'ada', ...PHONE });
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
