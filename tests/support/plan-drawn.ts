import type { Page } from 'playwright-core';

/** A plan is drawn, not only what stands beside it: its days as a grid, a month or a list. */
export const planDrawn = (page: Page): Promise<void> =>
  page.locator('.kt-date, .kt-month, .kt-list-day').first().waitFor();
