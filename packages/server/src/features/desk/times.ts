import type { DeskReports } from '@kreide/core/features/desk';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { findTime, listTimeIds } from '../structure/index.ts';
import type { PlanStore } from '../timetable/index.ts';
import { periodsOn } from './day.ts';

type Plans = Pick<PlanStore, 'snapshotAt'>;

/** When a period is, on a day that has times of its own on that day; undefined: the school has no such period. */
export async function timeAt(
  db: Kysely<DB>,
  plans: Plans,
  { schoolId, date, id }: { schoolId: number; date: string; id: number | null },
) {
  if (id === null) return { begins_at: null, ends_at: null };
  const time = await findTime(db, schoolId, id);
  const snapshot = time && (await plans.snapshotAt(schoolId, date));
  return (snapshot && periodsOn(snapshot, date).find(({ hour }) => hour === time.hour)) || time;
}

/** The periods of a school in the year of a day, each once: those of every day before those of a weekday alone. */
export async function listPeriods(
  db: Kysely<DB>,
  plans: Plans,
  schoolId: number,
  date: string,
): Promise<DeskReports['periods']> {
  const snapshot = await plans.snapshotAt(schoolId, date);
  if (!snapshot) return [];
  const ids = await listTimeIds(db, schoolId, snapshot.school_year_id);
  const shown = snapshot.times
    .filter(({ type, is_hidden }) => type === 'LESSON' && !is_hidden)
    .toSorted((one, other) => (one.weekday ?? 0) - (other.weekday ?? 0));
  const hours = new Map(shown.toReversed().map((one) => [one.hour, one]));
  return [...hours.values()]
    .flatMap(({ hour, weekday, begins_at, ends_at }) => {
      const known = ids.find((one) => one.hour === hour && one.weekday === weekday);
      return known ? [{ id: known.id, hour, begins_at, ends_at }] : [];
    })
    .sort((one, other) => (one.begins_at < other.begins_at ? -1 : 1));
}
