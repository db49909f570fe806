import { startBrowserServer } from './browser.ts';

/** Runs before and after the flows: both of their projects share one browser. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.KREIDE_BROWSER) return undefined;
  const server = await startBrowserServer();
  return () => server.close();
}
