import type { TimetableEvent } from '@kreide/core/features/management';
import { toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { listPlannedHere } from '../planner/index.ts';
import { listHolidays, listYears } from '../structure/index.ts';
import { listPublished } from '../timetable-import/index.ts';

/** What happens in the timetable of a school year; null: the school has no such year. */
export async function readTimetableEvents(
  db: Kysely<DB>,
  { school_id, time_zone }: Actor,
  yearId: number | undefined,
): Promise<TimetableEvent[] | null> {
  const years = await listYears(db, school_id);
  const year = years.find(({ id, is_active }) => (yearId === undefined ? is_active : id === yearId));
  if (!year) return yearId === undefined ? [] : null;
  const free = (await listHolidays(db, school_id, year.id)).map(
    ({ name, begins_at, ends_at }): TimetableEvent => ({ kind: 'holiday', name, begins_at, ends_at }),
  );
  const published = [
    ...(await listPublished(db, school_id, year.id)),
    ...(await listPlannedHere(db, school_id, year.id)),
  ];
  const plans = published.map(({ published_at }): TimetableEvent => {
    const { date } = toLocal(new Date(published_at), time_zone);
    return { kind: 'plan', name: null, begins_at: date, ends_at: date };
  });
  return [...free, ...plans].toSorted((one, other) => one.begins_at.localeCompare(other.begins_at));
}
