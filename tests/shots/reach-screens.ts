import type { Page } from 'playwright-core';
import { confirmableNewsPage, unreachedNewsPage } from './made-pages.ts';
import type { Screen } from './screen.ts';

const READERS = 'main article button:not([aria-haspopup])';

/** The list of those who have, and have not, confirmed an item; and one tab of it. */
async function openReaders(page: Page, tab?: number): Promise<void> {
  await page.locator(READERS).last().click();
  if (tab !== undefined) await page.locator('[role="dialog"] [role="tab"]').nth(tab).click();
  await page.locator('[role="dialog"] li').first().waitFor();
}

/** How news reach everybody, and who is not reached. */
export const REACH_SCREENS: readonly Screen[] = [
  {
    name: 'reach-readers',
    as: 'teacher',
    path: confirmableNewsPage,
    ready: READERS,
    prepare: (page) => openReaders(page, 2),
  },
  { name: 'reach-unreached', as: 'teacher', path: unreachedNewsPage, ready: 'main h3' },
  { name: 'reach-link-bad', path: '/confirm-news/none' },
];
