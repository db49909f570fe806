import { createHash } from 'node:crypto';
import { type SchoolYear, yearAfter, yearChangeDays } from '@kreide/core/features/structure';
import { findDuplicates } from '@kreide/core/features/user-import';
import {
  type ChangeCheck,
  type ChangePlan,
  GRACE_DAYS,
  type GradeStep,
  NEEDED_CHECKS,
  planChange,
  proposeSteps,
  REVERT_DAYS,
} from '@kreide/core/features/year-change';
import { addDays, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { getSchool } from '../schools/index.ts';
import { gradesOf, listMemberships, listYears, type Membership } from '../structure/index.ts';
import { loadSchool, newestRun } from '../user-import/index.ts';
import { getDraft, listRepeaters } from './queries/changes.ts';

export interface Check {
  readonly check: ChangeCheck;
  readonly is_met: boolean;
  readonly is_needed: boolean;
  readonly count: number;
}

export interface PlannedChange {
  readonly from: SchoolYear | null;
  readonly to: SchoolYear | null;
  readonly moves_on: string | null;
  readonly archived_on: string | null;
  readonly grace_days: number;
  readonly revert_days: number;
  readonly plan: ChangePlan;
  /** Grades by their id, ended ones too. */
  readonly shortcuts: ReadonlyMap<number, string>;
  /** People with an account that may be a second one of theirs. */
  readonly duplicates: ReadonlySet<number>;
  /** Those of whom somebody has said that they stay in their grade. */
  readonly repeaters: ReadonlySet<number>;
  readonly checks: readonly Check[];
  /** Everything that the change needs holds. */
  readonly is_ready: boolean;
  /** Names the plan: the same people, grades and years give the same. */
  readonly revision: string;
}

/** What people who import lists are at: a list that is being read, saved or taken back now changes who is there. */
const BUSY: readonly string[] = ['QUEUED', 'PROCESSING', 'SAVING', 'UNDOING'];

/** The grade of that day and the one that was set from the next day on. */
function placesOf(memberships: readonly Membership[], day: string) {
  const isOn = ({ begins_at, ends_at }: Membership) => begins_at <= day && (ends_at === null || ends_at >= day);
  const latest = (rows: readonly Membership[]) =>
    rows.toSorted((one, other) => (one.begins_at < other.begins_at ? 1 : -1))[0]?.grade_id ?? null;
  return {
    grade_id: latest(memberships.filter(isOn)),
    next_grade_id: latest(memberships.filter(({ begins_at }) => begins_at > day)),
  };
}

/** The change as it would be made now; reads and changes nothing. */
export async function planYearChange(db: Kysely<DB>, schoolId: number, now: Date): Promise<PlannedChange> {
  const school = await getSchool(db, schoolId);
  const today = toLocal(now, school.time_zone).date;
  const years = await listYears(db, schoolId);
  const active = years.find(({ is_active }) => is_active) ?? null;
  const next = active && yearAfter(years, active);
  const draft = await getDraft(db, schoolId);
  const moves_on = next?.begins_at ?? null;
  // Without a next year the plan shows where people are now.
  const lastDay = moves_on === null ? today : addDays(moves_on, -1);

  const everybody = await loadSchool(db, schoolId, '', now);
  const pupils = everybody.filter(({ type, is_archived }) => type === 'STUDENT' && !is_archived);
  const rows = await listMemberships(
    db,
    schoolId,
    pupils.map(({ id }) => id),
  );
  const memberships = Map.groupBy(rows, ({ user_id }) => user_id);
  const placed = pupils.map(({ id, lastname, firstname }) => ({
    id,
    name: `${lastname}, ${firstname}`,
    ...placesOf(memberships.get(id) ?? [], lastDay),
  }));

  const all = await gradesOf(db, schoolId).orderBy('id').execute();
  const filled = new Set(placed.flatMap(({ grade_id, next_grade_id }) => [grade_id, next_grade_id]));
  const grades = all.filter(({ id, ended_at }) => ended_at === null || filled.has(id));
  const said = new Map<number, GradeStep>();
  if (draft && draft.from_year_id === active?.id)
    for (const { grade_id, to } of draft.targets) said.set(grade_id, to === null ? 'leave' : { to });
  const repeaters = new Set(active ? await listRepeaters(db, schoolId, active.id) : []);
  const proposed = proposeSteps(grades.map(nameOf));
  const plan = planChange({ pupils: placed, grades, proposed, said, repeaters });

  const doubles = findDuplicates(everybody).flat();
  const duplicates = new Set(doubles.flatMap(({ id, type }) => (type === 'STUDENT' ? [id] : [])));
  const days = active && next && yearChangeDays(active, next);
  const run = await newestRun(db, schoolId);
  const without = plan.people.filter(({ reason }) => reason === 'no_grade').length;
  const untold = plan.grades.filter(({ people, step }) => people > 0 && step === null).length;
  const facts: Readonly<Record<ChangeCheck, readonly [is_met: boolean, count?: number]>> = {
    active_year: [active !== null],
    next_year: [next !== null],
    open: [days !== null && today >= days.opens_on && today <= days.closes_on],
    targets: [untold === 0, untold],
    no_import: [run === undefined || !BUSY.includes(run.state)],
    placed: [without === 0, without],
    doubles: [duplicates.size === 0, duplicates.size],
    plan: [next?.published_version_id != null],
  };
  // Without a next year there is nothing to say about its days and its plan.
  const told = (Object.keys(facts) as ChangeCheck[]).filter((name) => next || (name !== 'open' && name !== 'plan'));
  const checks = told.map((check): Check => {
    const [is_met, count = 0] = facts[check];
    return { check, is_met, is_needed: NEEDED_CHECKS.includes(check), count };
  });
  const grace_days = draft?.grace_days ?? GRACE_DAYS.usual;
  const revert_days = draft?.revert_days ?? REVERT_DAYS.usual;
  const lastOfYear = active && (active.ends_at > today ? active.ends_at : today);
  const archived_on = lastOfYear && addDays(lastOfYear, grace_days + 1);
  const revision = createHash('sha256')
    .update(JSON.stringify([active, next, archived_on, revert_days, plan.people, plan.new_grades, rows]))
    .digest('hex')
    .slice(0, 32);
  return {
    from: active && toYear(active),
    to: next && toYear(next),
    moves_on,
    archived_on,
    grace_days,
    revert_days,
    plan,
    duplicates,
    repeaters,
    checks,
    revision,
    shortcuts: new Map(all.map(({ id, shortcut }) => [id, shortcut])),
    is_ready: checks.every(({ is_met, is_needed }) => is_met || !is_needed),
  };
}

const nameOf = ({ shortcut }: { shortcut: string }) => shortcut;
const toYear = ({ id, name, begins_at, ends_at }: SchoolYear): SchoolYear => ({ id, name, begins_at, ends_at });
