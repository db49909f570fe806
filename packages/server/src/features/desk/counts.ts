import { countAbilitiesOf, type DeskCounts } from '@kreide/core/features/desk';
import { isAllowed, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { listDuties } from '../structure/index.ts';
import type { PlanStore } from '../timetable/index.ts';
import { byShortcut } from './day.ts';
import { NOTHING_MARKED, toPeople } from './facts.ts';
import { findRules } from './queries/settings.ts';

/** The counts that somebody may see, of what is in force until today; null: of nobody (D-8.13). */
export async function countsFor(
  db: Kysely<DB>,
  plans: Pick<PlanStore, 'snapshotAt'>,
  actor: Actor,
  now: Date,
): Promise<DeskCounts | null> {
  const duties = await listDuties(db, actor.school_id);
  const seen = duties.filter(({ user_id }) =>
    isAllowed(countAbilitiesOf(actor, { isOwn: user_id === actor.user_id }), 'view'),
  );
  const { compared } = await findRules(db, actor.school_id);
  if (seen.length === 0)
    return isAllowed(countAbilitiesOf(actor, { isOwn: false }), 'view') ? { compared, counts: [] } : null;
  const date = toLocal(now, actor.time_zone).date;
  const snapshot = await plans.snapshotAt(actor.school_id, date);
  if (!snapshot) return { compared, counts: [] };
  const changes = snapshot.substitutions.filter((row) => row.date === date);
  const facts = {
    snapshot,
    date,
    changes,
    lessons: [],
    absences: [],
    standby: new Set<number>(),
    marked: NOTHING_MARKED,
    buildings: new Map<number, string>(),
  };
  const people = new Map(toPeople(facts, duties, compared).map((person) => [person.id, person]));
  const counts = seen.flatMap(({ id }) => {
    const [unit, person] = [snapshot.teachers.get(id), people.get(id)];
    if (!unit || !person) return [];
    const { given_in_week: in_week, given_in_window: in_window, given_in_year: in_year } = person;
    const teacher = { id, shortcut: unit.shortcut, name: unit.name };
    return [{ teacher, in_week, in_window, in_year, share: Math.round(person.share * 10) / 10 }];
  });
  return { compared, counts: counts.sort((a, b) => byShortcut(a.teacher, b.teacher)) };
}
