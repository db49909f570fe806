import { isCliShared, shareCli } from './built-cli.ts';

/** Runs before and after the flows: both of their projects share one command. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  return isCliShared() ? undefined : shareCli();
}
