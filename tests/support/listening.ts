import type { Page } from 'playwright-core';

/** Opens a path, and waits until the server has let the page in: from now on it hears what others do. */
export async function openListening(page: Page, path: string): Promise<void> {
  // The connection of what stands there may open at the last moment, and never say a word.
  if (page.url() !== 'about:blank') await page.goto('about:blank');
  // Who listens later than the connection opens may miss its only word.
  const isLetIn = new Promise<unknown>((resolve) => {
    page.once('websocket', (line) => line.once('framereceived', resolve));
  });
  await page.goto(path);
  await isLetIn;
}
