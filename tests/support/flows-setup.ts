import { shareBrowser } from './browser.ts';
import { shareCli } from './built-cli.ts';

/** Runs before and after the flows: both of their projects share one browser and one command. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.KREIDE_BROWSER) return undefined;
  const stops = [await shareBrowser(), await shareCli()];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
