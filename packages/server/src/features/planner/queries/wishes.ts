import type { Wished } from '@kreide/core/features/planner';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** A teacher, class or room of a school. */
export interface WishedUnit {
  school_id: number;
  entity: Wished;
  id: number;
}

/** The times of one, or of all of a school. */
export function listTimeWishes(db: Kysely<DB>, schoolId: number, unit?: Omit<WishedUnit, 'school_id'>) {
  let query = db
    .selectFrom('planner_time_wishes')
    .select(['entity', 'unit_id', 'weekday', 'hour', 'wish'])
    .where('school_id', '=', schoolId)
    .orderBy('entity')
    .orderBy('unit_id')
    .orderBy('weekday')
    .orderBy('hour');
  if (unit) query = query.where('entity', '=', unit.entity).where('unit_id', '=', unit.id);
  return query.execute();
}

/** Stores what is wished of one time; 0 takes it away. */
export async function storeTimeWish(
  db: Kysely<DB>,
  { school_id, entity, id }: WishedUnit,
  { weekday, hour, wish }: { weekday: number; hour: string; wish: number },
): Promise<void> {
  if (wish === 0) {
    await db
      .deleteFrom('planner_time_wishes')
      .where('school_id', '=', school_id)
      .where('entity', '=', entity)
      .where('unit_id', '=', id)
      .where('weekday', '=', weekday)
      .where('hour', '=', hour)
      .execute();
    return;
  }
  await db
    .insertInto('planner_time_wishes')
    .values({ school_id, entity, unit_id: id, weekday, hour, wish })
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'entity', 'unit_id', 'weekday', 'hour']).doUpdateSet({ wish }),
    )
    .execute();
}
