import { type DemoSchool, demo2School, demoSchool } from '@kreide/demo';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { moveEvents } from './events.ts';
import { moveExams } from './exams.ts';
import { type DEMO_SLINKS, markLived } from './found.ts';
import { moveNews } from './news.ts';
import { extendSubstitutions } from './substitutions.ts';
import { openYear } from './year.ts';

/** The two schools of the demo; `of` makes one as it is at a time, which is work. */
export const DEMO_SCHOOLS: readonly {
  slink: (typeof DEMO_SLINKS)[number];
  isPublic: boolean;
  of: (now: Date) => DemoSchool;
}[] = [
  { slink: 'demo', isPublic: true, of: demoSchool },
  { slink: 'demo2', isPublic: false, of: demo2School },
];
const LOCK = 0x6b726465;

/** One process at a time makes or moves demo schools, for the rest of the transaction. */
export async function lockDemo(db: Kysely<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK}, 0)`.execute(db);
}

/** Brings a demo school to this day, inside the caller's transaction. Answers whether its timetable changed. */
export async function liveOn(db: Kysely<DB>, schoolId: number, demo: DemoSchool, now: Date): Promise<boolean> {
  const { yearId, isChanged } = await openYear(db, schoolId, demo, now);
  const isExtended = await extendSubstitutions(db, { schoolId, yearId, now }, demo);
  await moveNews(db, schoolId, demo, now);
  await moveEvents(db, schoolId, now);
  await moveExams(db, schoolId, yearId, now);
  await markLived(db, schoolId, now);
  return isChanged || isExtended;
}
