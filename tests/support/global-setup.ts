import { openTestDoor } from './test-door.ts';

/** Runs before and after all tests of a project; the projects of one run share the process and hence the database server. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  process.env.TZ = 'UTC';
  if (process.env.KREIDE_TEST_DOOR) return undefined;
  return openTestDoor();
}
