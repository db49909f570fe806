import type { Kysely } from 'kysely';
import type { PublicAccess } from '../../packages/core/src/features/schools/schema.ts';
import type { DB } from '../../packages/server/src/kernel/data/database.generated.ts';

/** What a school releases that releases nothing. */
export const NOTHING_PUBLIC: PublicAccess = {
  monitor: false,
  timetable: false,
  news: false,
  teacher_names: 'none',
  absent_teachers: false,
  replaced_teachers: false,
  teacher_plans: false,
  notes: false,
  screen_origins: [],
  webuntis: false,
};

export interface BuiltScreen {
  uuid: string;
  name: string;
  /** The secret of its addresses; `-sub` or `-news-split` behind it makes a token. */
  secret: string;
}

/** A screen of a school. */
export async function buildScreen(db: Kysely<DB>, school_id: number, name = 'Halle'): Promise<BuiltScreen> {
  return db
    .insertInto('screens')
    .values({ school_id, name })
    .returning(['uuid', 'name', 'secret'])
    .executeTakeFirstOrThrow();
}
