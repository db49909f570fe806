import { DEFAULT_WEIGHTS, type Weights, type Window } from '@kreide/core/features/desk';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';

declare module '../../../kernel/data/json.ts' {
  interface JsonColumns {
    'desk_settings.weights': Weights;
  }
}

/** The rule of a school. */
export interface DeskRules {
  weights: Weights;
  compared: Window;
  daily_maximum: number | null;
  weekly_maximum: number | null;
  only_present: boolean;
  standby_subject_ids: number[];
  core_begins_at: string | null;
  core_ends_at: string | null;
}

const DEFAULTS: DeskRules & { updated_at: string | null } = {
  weights: DEFAULT_WEIGHTS,
  compared: 'month',
  daily_maximum: null,
  weekly_maximum: null,
  only_present: true,
  standby_subject_ids: [],
  core_begins_at: null,
  core_ends_at: null,
  updated_at: null,
};

/** The rule of a school; without one of its own that of the product. */
export async function findRules(db: Kysely<DB>, schoolId: number): Promise<typeof DEFAULTS> {
  const row = await db
    .selectFrom('desk_settings')
    .select(['weights', 'compared', 'daily_maximum', 'weekly_maximum', 'only_present', 'standby_subject_ids'])
    .select(['core_begins_at', 'core_ends_at', 'updated_at'])
    .where('school_id', '=', schoolId)
    .executeTakeFirst();
  return row ? { ...row, weights: { ...DEFAULT_WEIGHTS, ...row.weights }, compared: row.compared as Window } : DEFAULTS;
}

export async function saveRules(db: Kysely<DB>, schoolId: number, rules: DeskRules, now: Date): Promise<void> {
  const values = { ...rules, weights: toJsonText(rules.weights), updated_at: now.toISOString() };
  await db
    .insertInto('desk_settings')
    .values({ school_id: schoolId, ...values })
    .onConflict((on) => on.column('school_id').doUpdateSet(values))
    .execute();
}
