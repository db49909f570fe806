import { shareBrowser } from './browser.ts';

/** Runs before and after the flows: both of their projects share one browser. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  return process.env.KREIDE_BROWSER ? undefined : shareBrowser();
}
