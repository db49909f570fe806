// features: timetable

import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { type AppPageOptions, withApp } from '../support/app-browser.ts';
import { planDrawn } from '../support/plan-drawn.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp(buildPlanSchool);

/** Ada's plan on Wednesday at 10:10. */
async function openPlan(width = 1280, height = 900, options: AppPageOptions = {}) {
  const app = await kreide.open({ username: 'ada', viewport: { width, height }, ...options });
  await app.page.goto(`/timetable/users/${kreide.school.users.ada}`);
  await planDrawn(app.page);
  await expect.poll(() => new URL(app.page.url()).searchParams.get('startDate')).not.toBeNull();
  const rail = app.page.getByRole('complementary', { name: 'Neben dem Plan' });
  return { ...app, rail, details: rail.getByRole('region', { name: 'Unterrichtsstunde' }) };
}

describe('beside the plan', () => {
  it('stand the next lesson with its room and the changes of this week from now on, which open', async () => {
    const { page, rail, details, ...app } = await openPlan();
    await using _ = app;
    const board = rail.getByText('Als Nächstes').locator('xpath=..');
    await expect.poll(() => board.innerText()).toMatch(/um 11:50 Uhr\s+Biologie\s+11:50–.+\s+L2/s);
    const changes = rail.getByRole('region', { name: 'Geändert diese Woche' }).getByRole('button');
    const told = (await changes.evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''))).map(
      (name) => name.split(' – ')[0],
    );
    const inGrid = await page
      .locator('.kt-lesson:not(.kt-regular, .kt-strip)')
      .evaluateAll((all) => all.map((one) => one.ariaLabel?.split(' – ')[0]));
    // Monday and Tuesday are over, and so is what ended before 10:10.
    expect(told).toEqual(inGrid.filter((name) => /^(Mittwoch.* bis 1[0-9]|Donnerstag|Freitag)/.test(name ?? '')));
    expect(told.length).toBeGreaterThan(2);
    await changes.first().click();
    await details.waitFor();
    await expectAccessible(page);
    expect(app.problems).toEqual([]);
  });

  it('stands a month where the window is high enough, and nothing where it is narrow or the text large', async () => {
    const { page, rail, ...app } = await openPlan(1280, 1010);
    await using _ = app;
    await rail.locator('[data-date="2026-12-01"]').click();
    await page
      .getByRole('button', { name: /^Dienstag, 1\. Dezember/ })
      .first()
      .waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    await rail.locator('[data-date]').first().waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1179, height: 900 });
    await rail.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1280, height: 900 });
    await rail.waitFor();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
      dispatchEvent(new Event('resize'));
    });
    await rail.waitFor({ state: 'detached' });
  });

  it('moves nothing while it loads', async () => {
    await using app = await kreide.open({ username: 'ada', isFirstVisit: true });
    const { page } = app;
    await page.addInitScript(() => {
      const store = globalThis as unknown as { shift: number };
      store.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) store.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`/timetable/users/${kreide.school.users.ada}`);
    await page.getByRole('region', { name: 'Geändert diese Woche' }).waitFor();
    await page.locator('.kt-lesson').first().waitFor();
    expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBeLessThanOrEqual(0.05);
  });
});

describe('a lesson chosen beside the plan', () => {
  it('by key has the focus at its heading, by pointer leaves it, and closing leads back to the lesson', async () => {
    const { page, details, ...app } = await openPlan();
    await using _ = app;
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    const maths = page.getByRole('button', { name: /^Mittwoch, 18\. November, 09:55 .*Mathematik/ });
    await maths.focus();
    await page.keyboard.press('Enter');
    await details.waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    expect(await focused()).toBe('Mathematik');
    await details.getByRole('button', { name: 'Schließen' }).click();
    await details.waitFor({ state: 'detached' });
    await expect.poll(() => maths.evaluate((one) => one === document.activeElement)).toBe(true);
    await maths.click();
    await details.waitFor();
    await expect.poll(() => maths.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    await expect.poll(() => maths.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  it('is outlined in the plan, gives way to another one, and closes to nothing, for the way back as well', async () => {
    const { page, details, ...app } = await openPlan();
    await using _ = app;
    const path = () => new URL(page.url()).pathname;
    const plan = path();
    await page.goto('/feed');
    await page.goto(plan);
    await planDrawn(page);
    await expect.poll(() => new URL(page.url()).searchParams.get('startDate')).not.toBeNull();
    const [first, second] = [/^Montag, 16\. November, 08:00/, /^Dienstag, 17\. November, 08:00/];
    await page.getByRole('button', { name: first }).click();
    await details.getByRole('heading', { name: 'Deutsch' }).waitFor();
    const marked = page.locator('.kt-lesson[aria-current="true"]');
    await expect.poll(() => marked.getAttribute('aria-label')).toMatch(first);
    await page.getByRole('button', { name: second }).click();
    await details.getByRole('heading', { name: 'Mathematik' }).waitFor();
    await expect.poll(() => marked.getAttribute('aria-label')).toMatch(second);
    await details.getByRole('button', { name: 'Schließen' }).click();
    await details.waitFor({ state: 'detached' });
    await expect.poll(path).toBe(plan);
    await page.goBack();
    await page.waitForURL('**/feed');
  });

  it('stays while the plan is paged, which closing it leaves where it is', async () => {
    const { page, details, ...app } = await openPlan();
    await using _ = app;
    await page.getByRole('button', { name: /^Dienstag, 17\. November, 08:00/ }).click();
    await details.waitFor();
    await page.getByRole('button', { name: 'Woche vor' }).click();
    const next = page.getByRole('button', { name: /^Montag, 23\. November, 08:00/ });
    await next.waitFor();
    await details.getByText('Dienstag, 17. November').waitFor();
    expect(await page.locator('.kt-lesson[aria-current="true"]').count()).toBe(0);
    await details.getByRole('button', { name: 'Schließen' }).click();
    await details.waitFor({ state: 'detached' });
    await next.waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/timetable\/users\/\d+$/);
    expect(new URL(page.url()).searchParams.get('startDate')).toBe('2026-11-23');
  });
});
