import type { Page } from 'playwright-core';
import { openAppForBench } from '../app.ts';
import type { BenchRow } from '../row.ts';

/** A phone of a few years ago beside the machine of this bench. */
const SLOWER = 4;
const LIMIT = 200;

/** The longest time from an input to the next picture, as the browser measures it for its users, ms. */
async function longest(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const store = globalThis as unknown as { longest: number };
    store.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) store.longest = Math.max(store.longest, duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  await act();
  await page.waitForTimeout(1_000);
  return page.evaluate(() => (globalThis as unknown as { longest: number }).longest);
}

/** Interaction to next paint with a slowed processor: scrolling a list, changing the page by its tab, paging the timetable. */
export async function runInteractionBench(): Promise<BenchRow[]> {
  await using app = await openAppForBench();
  const page = await app.open({ serviceWorkers: 'block', reducedMotion: 'no-preference' });
  const devtools = await page.context().newCDPSession(page);
  const rows: BenchRow[] = [];
  const measure = async (name: string, act: () => Promise<void>) => {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const value = await longest(page, act);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    rows.push({ name: `input to next paint: ${name}`, value, limit: `< ${LIMIT}`, unit: 'ms', ok: value < LIMIT });
  };
  await page.goto('/feed');
  await page.getByText('Mathematik').first().waitFor();
  // What is fetched ahead is there before anything is measured.
  await page.mouse.move(100, 100);
  await page.waitForTimeout(6_000);
  await measure('changing the page by its tab', async () => {
    for (const name of ['Stundenplan', 'Mehr', 'Start', 'Stundenplan']) {
      await page.getByRole('link', { name }).click();
      await page.waitForTimeout(800);
    }
  });
  await measure('paging the timetable', async () => {
    for (let step = 0; step < 4; step++) {
      await page.keyboard.press('ArrowRight');
      await page.getByRole('button', { name: /^(Tag|Woche) vor$/ }).click();
      await page.waitForTimeout(800);
    }
  });
  await page.goto('/timetable');
  await page.getByText('Liste', { exact: true }).click();
  await page.waitForTimeout(1_000);
  await measure('scrolling a list', async () => {
    for (let step = 0; step < 10; step++) {
      await page.mouse.wheel(0, 400);
      await page.keyboard.press('PageDown');
      await page.waitForTimeout(150);
    }
  });
  await page.context().close();
  return rows;
}
