import { localDate } from '@kreide/demo/calendar';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';

/** Short links of the two schools of the demo. */
export const DEMO_SLINKS = ['demo', 'demo2'] as const;

/** Password of everybody in the demo. */
export const DEMO_PASSWORD = 'kreide-demo';

/** The token that opens the screen of the invented school; anybody may know it. */
export const DEMO_SCREEN = 'de305ca1-0000-4000-8000-000000000001';

/** The day that a demo school has been brought to is kept in its meta data. */
const LIVED_ON = 'demo_lived_on';

/** The school that has this short link, of the demo or not. */
export async function findDemoSchool(db: Kysely<DB>, slink: string) {
  return db
    .selectFrom('schools')
    .select(['id', 'is_demo', sql<string | null>`meta ->> ${LIVED_ON}`.as('lived_on')])
    .where('slink', '=', slink)
    .executeTakeFirst();
}

export async function markLived(db: Kysely<DB>, schoolId: number, now: Date): Promise<void> {
  await sql`update schools set meta = meta || jsonb_build_object(${LIVED_ON}::text, ${localDate(now)}::text) where id = ${schoolId}`.execute(
    db,
  );
}

/** Is there a demo school to be made, or to be brought to this day? Schools of somebody else's that have the short link are neither. */
export async function demoStateAt(db: Kysely<DB>, now: Date): Promise<{ isDue: boolean; foreign: string[] }> {
  const state = { isDue: false, foreign: [] as string[] };
  for (const slink of DEMO_SLINKS) {
    const found = await findDemoSchool(db, slink);
    if (found && !found.is_demo) state.foreign.push(slink);
    else if (found?.lived_on !== localDate(now)) state.isDue = true;
  }
  return state;
}
