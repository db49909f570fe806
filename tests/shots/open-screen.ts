import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';

/**
 * Opens a screen and waits until it stands: with its data, and nothing any more that says it is on its way.
 * @param go how the page comes to the address; loads the app there unless said otherwise
 */
export async function openScreen(
  page: Page,
  screen: Screen,
  address: string,
  go = (to: string): Promise<unknown> => page.goto(to),
): Promise<void> {
  await go(address);
  await page
    .locator(screen.ready ?? 'main > *')
    .first()
    .waitFor();
  await settle(page);
  if (!screen.prepare) return;
  await screen.prepare(page);
  await settle(page);
}

async function settle(page: Page): Promise<void> {
  const waiting = page.locator('main [role="status"][data-type], main [aria-busy="true"]');
  try {
    await waiting.first().waitFor({ state: 'detached' });
  } catch (cause) {
    const still = await waiting.evaluateAll((all) => all.map((one) => one.outerHTML.slice(0, 300)));
    throw new Error(`still on its way: ${still.join('\n')}`, { cause });
  }
}
