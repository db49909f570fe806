import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Clock } from '../../kernel/clock.ts';
import type { DB } from '../../kernel/database.generated.ts';
import type { FileStore } from '../../kernel/files/index.ts';
import { type AnyTask, repeat, type ScheduleEntry, task } from '../../kernel/jobs/index.ts';
import type { Log } from '../../kernel/log.ts';
import { localDate } from '../index.ts';
import { hintsOf } from './hints.ts';
import { DEMO_SCHOOLS, findDemoSchool, liveOn, lockDemo } from './life.ts';
import { seedSchool } from './seed.ts';

export { DEMO_PASSWORD } from './seed.ts';

export interface DemoParts {
  kysely: Kysely<DB>;
  store: FileStore;
  clock: Clock;
  log: Log;
  /** The timetable of a school has changed: what is kept of it is no longer true. */
  changed: (schoolId: number) => void;
}

export interface Demo {
  tasks: readonly AnyTask[];
  schedule: readonly ScheduleEntry[];
  /** Lines for the person at the terminal. */
  hints(place: { url: string; root: string }): Promise<string[]>;
}

/** Just after midnight in the demo's time zone, in summer as in winter. */
const NIGHTLY = '5 23 * * *';

/**
 * The demo schools of a server: made where they are missing, brought to today where they stood still, and kept alive by a nightly job.
 * A school of somebody else's that has the short link is left alone.
 */
export async function startDemo(parts: DemoParts): Promise<Demo> {
  const { kysely, store, clock, log } = parts;
  const now = clock.now();
  for (const { slink, isPublic, of } of DEMO_SCHOOLS) {
    const found = await findDemoSchool(kysely, slink);
    if (found === undefined) await seedSchool({ kysely, store, now }, of(now), { isPublic });
    else if (!found.is_demo) log.warn({ slink }, 'a school of your own has the short link of a demo school: no demo');
  }
  await liveAll(parts);
  const live = task('demo:live', z.object({}), async () => liveAll(parts));
  return {
    tasks: [live],
    schedule: [repeat(live, NIGHTLY, {})],
    hints: (place) => hintsOf(kysely, place),
  };
}

/** Brings every demo school to today. Nothing happens where it is there already. */
async function liveAll({ kysely, clock, changed }: DemoParts): Promise<void> {
  const now = clock.now();
  for (const { slink, of } of DEMO_SCHOOLS) {
    const changedId = await kysely.transaction().execute(async (db) => {
      await lockDemo(db);
      const school = await findDemoSchool(db, slink);
      if (!school?.is_demo || school.lived_on === localDate(now)) return null;
      return (await liveOn(db, school.id, of(now), now)) ? school.id : null;
    });
    if (changedId !== null) changed(changedId);
  }
}
