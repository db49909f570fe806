import type { Locator, Page } from 'playwright-core';
import { buildChannel } from '../../support/channels.ts';
import { addParents, writeMessage } from '../../support/chats.ts';
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

const PEOPLE = 600;
const MESSAGES = 400;

/** Goes through a list by its keys and its wheel. */
async function scroll(page: Page, key: 'PageDown' | 'PageUp', list?: Locator): Promise<void> {
  await list?.hover();
  for (let step = 0; step < 10; step++) {
    await page.mouse.wheel(0, key === 'PageDown' ? 400 : -400);
    await (list ? list.press(key) : page.keyboard.press(key));
    await page.waitForTimeout(150);
  }
}

/** Interaction to next paint with a slowed processor: scrolling lists, changing the page by its tab, paging the timetable. */
export async function runInteractionBench(): Promise<BenchRow[]> {
  let chat = '';
  await using app = await openAppForBench(async (server, { id, users }) => {
    const db = server.test.database.kysely;
    const channel = await buildChannel(db, id, { admins: [users.admin] });
    const people = await addParents(server, id, channel, PEOPLE);
    for (let number = 0; number < MESSAGES; number++)
      await writeMessage(
        db,
        id,
        channel,
        people[number % 7] ?? users.admin,
        `Nachricht ${number}, mit ein paar Worten`,
      );
    chat = `/channels/${channel.id}/chat`;
  });
  const open = (username: string) => app.open({ username, serviceWorkers: 'block', reducedMotion: 'no-preference' });
  let page = await open('ada');
  const rows: BenchRow[] = [];
  const measure = async (name: string, act: () => Promise<void>) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const value = await longest(page, act);
    await devtools.detach();
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
  await page.getByLabel('Ansicht').selectOption('list');
  await page.waitForTimeout(1_000);
  await measure('scrolling the list of lessons', () => scroll(page, 'PageDown'));
  await page.context().close();

  page = await open('admin');
  await page.goto('/users');
  await page.getByRole('grid', { name: 'Personen' }).getByRole('link').nth(10).waitFor();
  await page.waitForTimeout(2_000);
  await measure('scrolling the list of people', () => scroll(page, 'PageDown'));
  await page.goto(chat);
  const log = page.getByRole('log', { name: 'Nachrichten' });
  await log.getByText(`Nachricht ${MESSAGES - 1},`).waitFor();
  await page.waitForTimeout(2_000);
  await measure('scrolling a chat', () => scroll(page, 'PageUp', log));
  await page.context().close();
  return rows;
}
