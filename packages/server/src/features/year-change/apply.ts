import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { addDays, toInstant } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { toJsonText } from '../../kernel/data/json.ts';
import { activateYear, getSchool } from '../schools/index.ts';
import {
  createUnits,
  gradesOf,
  listInUse,
  listMemberships,
  listUsedGrades,
  removeUnusedGrades,
  restoreMemberships,
  setGrades,
  takeUnitIds,
} from '../structure/index.ts';
import { lockEnds, setEnds } from '../users/index.ts';
import type { PlannedChange } from './planning.ts';
import {
  type ChangedPerson,
  type ChangeRow,
  createChange,
  endChange,
  keepPeople,
  listKept,
} from './queries/changes.ts';
import type { StoredPlace } from './stored.ts';

const SOURCE = 'year-change';
const DAY = 24 * 60 * 60 * 1000;

/** How people stand: their grades of all times and the ends of their accounts, locked. */
async function placesOf(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<Map<number, StoredPlace>> {
  const ends = await lockEnds(db, schoolId, ids);
  const memberships = Map.groupBy(await listMemberships(db, schoolId, ids), ({ user_id }) => user_id);
  return new Map(ends.map(({ id, ...end }) => [id, { memberships: memberships.get(id) ?? [], ...end }]));
}

/** Adds the grades that people come into and the school does not have. */
async function addGrades(db: Kysely<DB>, schoolId: number, shortcuts: readonly string[]) {
  const ids = await takeUnitIds(db, 'grade', shortcuts.length);
  const rows = shortcuts.map((shortcut, index) => ({ id: ids[index] as number, shortcut }));
  await createUnits(
    db,
    'grade',
    rows.map((row) => ({ ...row, uuid: randomUUID(), name: row.shortcut })),
    { school_id: schoolId, source: SOURCE },
  );
  return rows;
}

/** The earlier of two ends of an account. */
const earlier = (one: string | null, other: string): string =>
  one !== null && Date.parse(one) < Date.parse(other) ? one : other;

/** Carries a plan out that holds, whole, in the caller's transaction. */
export async function applyChange(
  db: Kysely<DB>,
  planned: PlannedChange & { readonly from: { id: number }; readonly to: { id: number; begins_at: string } },
  { school_id, by, now }: { school_id: number; by: number; now: Date },
): Promise<ChangeRow> {
  const { plan, from, to, grace_days, revert_days } = planned;
  const archived_on = planned.archived_on ?? addDays(to.begins_at, grace_days);
  const { time_zone } = await getSchool(db, school_id);
  const new_grades = await addGrades(db, school_id, plan.new_grades);
  const gradeIds = new Map(
    (await listInUse(gradesOf(db, school_id).orderBy('id', 'desc'))).map((row) => [row.shortcut, row.id]),
  );
  const going = plan.people.filter(({ kind }) => kind === 'moved' || kind === 'leaves');
  const ids = going.map(({ user_id }) => user_id);
  const before = await placesOf(db, school_id, ids);
  const people = going.filter(({ user_id }) => before.has(user_id));
  await setGrades(
    db,
    school_id,
    people.map(({ user_id, to: shortcut }) => ({
      user_id,
      grade_id: shortcut === null ? null : (gradeIds.get(shortcut) ?? null),
    })),
    to.begins_at,
  );
  const ends_at = toInstant(archived_on, '00:00', time_zone).toISOString();
  // Until the last day of their year they are pupils as all others.
  const read_only_from = toInstant(addDays(archived_on, -grace_days), '00:00', time_zone).toISOString();
  await setEnds(
    db,
    school_id,
    people.flatMap(({ user_id: id, kind }) => {
      const place = before.get(id);
      return kind === 'leaves' && place
        ? [{ id, expire_at: earlier(place.expire_at, ends_at), read_only_from, deleted_at: place.deleted_at }]
        : [];
    }),
  );
  await activateYear(db, school_id, to.id);
  const after = await placesOf(db, school_id, ids);
  const change = await createChange(db, {
    school_id,
    from_year_id: from.id,
    to_year_id: to.id,
    moves_on: to.begins_at,
    archived_on,
    counts: toJsonText(plan.counts),
    new_grades: toJsonText(new_grades),
    created_by: by,
    created_at: now.toISOString(),
    revert_until: new Date(now.getTime() + revert_days * DAY).toISOString(),
  });
  await keepPeople(
    db,
    change,
    people.flatMap(({ user_id, kind }): ChangedPerson[] => {
      const [former, later] = [before.get(user_id), after.get(user_id)];
      return former && later ? [{ user_id, kind: kind as ChangedPerson['kind'], before: former, after: later }] : [];
    }),
  );
  return change;
}

/** The changes that taking back would lose; empty: it was taken back. */
export interface ChangedSince {
  readonly people: readonly number[];
  readonly grades: readonly string[];
  readonly is_year_changed: boolean;
}

/**
 * Takes a change back, in the caller's transaction: grades, accounts and the active year exactly as before. When anybody,
 * one of its grades or the year was changed since, it changes nothing that stays: the caller ends the transaction.
 */
export async function revertChange(
  db: Kysely<DB>,
  change: ChangeRow,
  { active_year_id, now }: { active_year_id: number | null; now: Date },
): Promise<ChangeRow | ChangedSince> {
  const { school_id } = change;
  const kept = await listKept(db, change);
  const ids = kept.map(({ user_id }) => user_id);
  const places = await placesOf(db, school_id, ids);
  const isSame = ({ user_id, after }: (typeof kept)[number]) => isDeepStrictEqual(places.get(user_id), after);
  const people = kept.filter((person) => !isSame(person)).map(({ user_id }) => user_id);
  const is_year_changed = active_year_id !== change.to_year_id;
  if (people.length > 0 || is_year_changed) return { people, grades: [], is_year_changed };
  await restoreMemberships(
    db,
    school_id,
    ids,
    kept.flatMap(({ before }) => before.memberships),
  );
  const added = change.new_grades.map(({ id }) => id);
  const grades = await listUsedGrades(db, school_id, added);
  if (grades.length > 0) return { people: [], grades, is_year_changed };
  // Their channels go with them, unless something was written there.
  if (!(await removeUnusedGrades(db, school_id, added)))
    return { people: [], grades: change.new_grades.map(({ shortcut }) => shortcut), is_year_changed };
  await setEnds(
    db,
    school_id,
    kept
      .filter(({ kind }) => kind === 'leaves')
      .map(({ user_id, before: { memberships: _, ...end } }) => ({ id: user_id, ...end })),
  );
  await activateYear(db, school_id, change.from_year_id);
  return endChange(db, change, now);
}
