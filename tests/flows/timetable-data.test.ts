// features: timetable

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { withApp } from '../support/app-browser.ts';
import { buildPlanSchool, LESSON_ROWS } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool);

const PLANS = '**/v1/timetables/entities/**';
const path = () => `/timetable/users/${kreide.school.users.ada}`;
const lesson = (page: Page, name: RegExp) => page.getByRole('button', { name });
const TODAY = /^Mittwoch, 18\. November, 09:55 bis 11:\d\d, Mathematik/;

/** Every read of a plan that the page makes from now on: its range, the ETag it knows, and the answer's status. */
function listen(page: Page) {
  const reads: { range: string; known: string | undefined; status: Promise<number | undefined> }[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!url.pathname.includes('/timetables/entities/')) return;
    reads.push({
      range: `${url.searchParams.get('begins_at')} ${url.searchParams.get('ends_at')}`,
      known: request.headers()['if-none-match'],
      status: request.response().then(
        (response) => response?.status(),
        () => undefined,
      ),
    });
  });
  return reads;
}

describe('reading a plan', () => {
  it('fetches three weeks on both sides, further chunks only beyond them, a month its six weeks [T-7.02] [T-9.05] [T-9.06] [T-9.07]', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    const reads = listen(page);
    // Each once: whatever was told while the page had no line yet has it ask again, on a slow machine in the midst of this.
    const ranges = () => [...new Set(reads.map(({ range }) => range))];
    await page.goto(path());
    await lesson(page, TODAY).waitFor();
    const next = page.getByRole('button', { name: 'Woche vor' });
    await next.click();
    await next.click();
    await lesson(page, /^Montag, 30\. November, 08:00/).waitFor();
    expect(ranges()).toEqual(['2026-10-26 2026-12-13']);
    await next.click();
    await next.click();
    await lesson(page, /^Montag, 14\. Dezember, 08:00/).waitFor();
    expect(ranges()).toEqual(['2026-10-26 2026-12-13', '2026-12-14 2027-01-31']);
    await page.goto(`${path()}?startDate=2026-10-26`);
    await lesson(page, /^Montag, 26\. Oktober, 08:00/).waitFor();
    await expect.poll(ranges).toContain('2026-09-07 2026-10-25');
    await page.getByRole('radio', { name: 'Monat' }).click();
    await expect.poll(ranges).toContain('2026-09-28 2026-11-08');
  });

  it('says when the plan was changed, and breaks that line before the moment, never in it', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto(path());
    const label = page.getByText('Plan zuletzt geändert:');
    const moment = label.locator('xpath=following-sibling::time');
    expect(await moment.textContent()).toMatch(/^\p{L}{2}\., \d{2}\.\d{2}\., \d{2}:\d{2} Uhr$/u);
    const boxes = () =>
      Promise.all([label, moment].map((one) => one.evaluate((element) => element.getBoundingClientRect().toJSON())));
    const [wide, beside] = await boxes();
    expect(beside.top).toBe(wide.top);
    await label.evaluate((element) =>
      element.parentElement?.style.setProperty('width', `${element.getBoundingClientRect().width + 40}px`),
    );
    const [above, below] = await boxes();
    expect(below.top).toBeGreaterThanOrEqual(above.bottom);
    expect(below.height, 'one line').toBe(beside.height);
  });

  it('shows what the device knows before the server answers, and keeps it when the ETag is the same [T-7.03] [T-7.04]', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto(path());
    await lesson(page, TODAY).waitFor();
    await expect.poll(() => keptAnswers(page)).toBeGreaterThan(0);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(PLANS, async (route) => {
      await held;
      await route.continue();
    });
    const reads = listen(page);
    await page.reload();
    const shown = lesson(page, TODAY);
    await shown.waitFor();
    await shown.evaluate((box) => Object.assign(box, { isTheSame: true }));
    expect(reads[0]?.known).toMatch(/^(W\/)?".+"$/);
    letGo();
    expect(await reads[0]?.status).toBe(304);
    expect(await shown.evaluate((box) => 'isTheSame' in box)).toBe(true);
  });

  it('is told when it fails, and tries again on demand', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    // It fails until somebody presses: the app tries again by itself too, and would be there first.
    await page.addInitScript(() =>
      addEventListener('pointerdown', () => Object.assign(window, { hasPressed: true }), { capture: true }),
    );
    await page.route(PLANS, async (route) => {
      if (await page.evaluate(() => 'hasPressed' in window)) return route.fallback();
      return route.fulfill({ status: 500, json: { error: { code: 'internal' } } });
    });
    await page.goto(path());
    await page.getByRole('heading', { name: 'Der Stundenplan lässt sich nicht laden' }).waitFor();
    await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
    await lesson(page, TODAY).waitFor();
  });
});

describe('without a network', () => {
  it('the last plan stays, with its time, details included; the rest comes back by itself', async () => {
    await using app = await kreide.open({ username: 'ada', isFirstVisit: true });
    const { page, context } = app;
    const late = ['lesson', 'dialogs', 'controls'].map(async (name) => {
      const response = await page.waitForResponse(new RegExp(`/${name}-[\\w-]{8}\\.js$`));
      await response.finished();
    });
    await page.goto(path());
    await lesson(page, TODAY).waitFor();
    await Promise.all(late);
    await context.setOffline(true);
    await page.getByText('Offline. Zu sehen ist der Plan vom Mi., 18.11., 10:10 Uhr.').waitFor();
    await page.getByRole('button', { name: 'Woche vor' }).click();
    await lesson(page, /^Montag, 23\. November, 08:00/).click();
    const details = page.getByRole('region', { name: 'Unterrichtsstunde' });
    await details.waitFor();
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'hidden' });
    await page.getByRole('radio', { name: 'Monat' }).click();
    await page.locator('.kt-month').waitFor();
    await context.setOffline(false);
    await page.getByText('Offline. Zu sehen').waitFor({ state: 'hidden' });
    expect(app.problems).toEqual([]);
  });

  it('a week that was never loaded says so and appears when the network is back', async () => {
    await using app = await kreide.open({ username: 'ada', isFirstVisit: true });
    const { page, context } = app;
    await page.goto(`${path()}?startDate=2026-11-23`);
    await lesson(page, /^Montag, 23\. November, 08:00/).waitFor();
    await context.setOffline(true);
    const next = page.getByRole('button', { name: 'Woche vor' });
    for (let week = 0; week < 3; week += 1) await next.click();
    await page.getByText('Ohne Verbindung geht es nicht.').waitFor();
    await context.setOffline(false);
    await lesson(page, /^Montag, 14\. Dezember, 08:00/).waitFor();
    expect(await page.getByText('Ohne Verbindung geht es nicht.').count()).toBe(0);
  });
});

describe('what the device keeps', () => {
  it('is gone after signing out', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto(path());
    await lesson(page, TODAY).waitFor();
    await expect.poll(() => keptAnswers(page)).toBeGreaterThan(0);
    await page.goto('/feed?logout');
    await page.getByRole('button', { name: 'Abmelden' }).last().click();
    await page.waitForURL((url) => url.pathname === '/');
    await expect.poll(() => keptAnswers(page)).toBe(0);
  });
});

/** How many answers lie in the device's database. */
function keptAnswers(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('kreide');
        opening.onerror = () => resolve(-1);
        opening.onsuccess = () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains('answers')) return resolve(0);
          const counting = database.transaction('answers').objectStore('answers').count();
          counting.onsuccess = () => {
            database.close();
            resolve(counting.result);
          };
        };
      }),
  );
}

describe('a publication', () => {
  it('is seen without a reload, the page and the focus stay', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    const frames: string[] = [];
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
    await page.goto(path());
    await lesson(page, TODAY).waitFor();
    // Socket.IO's "you are connected".
    await expect.poll(() => frames.join(' '), { timeout: 10_000 }).toContain('40{');
    await page.evaluate(() => Object.assign(window, { isTheSame: true }));
    await lesson(page, /^Dienstag, 17\. November, 08:00/).focus();
    await kreide.school.publish(LESSON_ROWS.map((row) => row.replace('10b;Or;KU;K2;2;3', '10b;Or;KU;K7;2;3')));
    await lesson(page, /^Dienstag, 17\. November, 09:55 bis 10:40, Kunst, Raum K7/).waitFor({ timeout: 10_000 });
    expect(frames.join(' ')).toContain('timetable.published');
    expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toMatch(/^Dienstag, 17\. November, 08:00/);
  });
});
