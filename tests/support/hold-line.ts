import type { Page } from 'playwright-core';

/** Keeps the line over which a page hears events from standing, until the returned function is called. */
export async function holdLine(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/realtime/, async (socket) => {
    await promise;
    socket.connectToServer();
  });
  return resolve;
}
