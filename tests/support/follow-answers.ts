import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Follows what a page asks from now on.
 * @returns waits until everything that it has asked is answered, and the answers are drawn
 */
export function followAnswers(page: Page): () => Promise<void> {
  const unanswered = new Set<Request>();
  page.on('request', (request) => unanswered.add(request));
  page.on('requestfinished', (request) => unanswered.delete(request));
  page.on('requestfailed', (request) => unanswered.delete(request));
  return async () => {
    await expect.poll(() => unanswered.size).toBe(0);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 })));
  };
}
