import { localDate } from '@kreide/demo';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FileStore } from '../../kernel/files/index.ts';
import { findDemoSchool } from './found.ts';
import { DEMO_SCHOOLS, liveOn, lockDemo } from './life.ts';
import { seedSchool } from './seed.ts';

export { seedTrial } from './trial.ts';

export interface DemoParts {
  kysely: Kysely<DB>;
  store: FileStore;
  now: Date;
}

/**
 * Makes the demo schools where they are missing and brings them to today where they stood still. A school of somebody else's that
 * has the short link is left alone. Each school is made or moved whole or not at all; what was cut off is made up for by the next
 * call. Answers the ids of the schools whose timetable changed.
 */
export async function bringDemoToToday(parts: DemoParts): Promise<number[]> {
  const { kysely, now } = parts;
  let isNew = false;
  for (const { slink, isPublic, of } of DEMO_SCHOOLS) {
    if ((await findDemoSchool(kysely, slink)) !== undefined) continue;
    await seedSchool(parts, of(now), { isPublic, isFull: isPublic });
    isNew = true;
  }
  const changed = await liveAll(kysely, now);
  // The first lists are asked for before the database has looked at so many rows by itself.
  if (isNew) await sql`select kreide_analyze()`.execute(kysely);
  return changed;
}

/** Brings every demo school to today. Nothing happens where it is there already. */
async function liveAll(kysely: Kysely<DB>, now: Date): Promise<number[]> {
  const changed: number[] = [];
  for (const { slink, of } of DEMO_SCHOOLS) {
    const changedId = await kysely.transaction().execute(async (db) => {
      await lockDemo(db);
      const school = await findDemoSchool(db, slink);
      if (!school?.is_demo || school.lived_on === localDate(now)) return null;
      return (await liveOn(db, school.id, of(now), now)) ? school.id : null;
    });
    if (changedId !== null) changed.push(changedId);
  }
  return changed;
}
