import { yearChangeDays } from '@kreide/core/features/structure';
import {
  type ChangeLine,
  type DoneChange,
  doneChangeAbilitiesOf,
  type PlannedMove,
  type YearChange,
  yearChangeAbilitiesOf,
} from '@kreide/core/features/year-change';
import type { Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import type { YearHead } from '../structure/index.ts';
import type { ChangedSince } from './apply.ts';
import type { PlannedChange } from './planning.ts';
import { type ChangeRow, listNames } from './queries/changes.ts';

/** Most people who are named when a change cannot be taken back. */
const NAMES_SHOWN = 5;

/** A change that was carried out, as it is sent. */
export function toDone(change: ChangeRow, years: readonly YearHead[], actor: Actor, now: Date): DoneChange {
  const nameOf = (id: number) => years.find((year) => year.id === id)?.name ?? '';
  const { id, moves_on, counts, created_at, reverted_at, revert_until } = change;
  const state = change.state as DoneChange['state'];
  return {
    id,
    state,
    from: nameOf(change.from_year_id),
    to: nameOf(change.to_year_id),
    moves_on,
    counts,
    new_grades: change.new_grades.map(({ shortcut }) => shortcut),
    created_at,
    reverted_at,
    revert_until,
    can: doneChangeAbilitiesOf(actor, { state, revert_until }, now),
  };
}

/** The change as it would be made now, as it is sent. */
export function toYearChange(planned: PlannedChange, last: DoneChange | null, actor: Actor): YearChange {
  const { from, to, moves_on, archived_on, grace_days, revert_days, plan, duplicates, checks, revision } = planned;
  const days = from && to && yearChangeDays(from, to);
  return {
    from,
    to,
    moves_on,
    archived_on,
    grace_days,
    revert_days,
    revision,
    last,
    counts: plan.counts,
    opens_on: days?.opens_on ?? null,
    closes_on: days?.closes_on ?? null,
    checks: [...checks],
    grades: plan.grades.map(({ id, shortcut, people, step, is_proposed }) => ({
      id,
      shortcut,
      people,
      is_proposed,
      leaves: step === 'leave',
      to: step === null || step === 'leave' ? null : step.to,
    })),
    new_grades: [...plan.new_grades],
    duplicates: duplicates.size,
    can: yearChangeAbilitiesOf(actor, planned),
  };
}

/** Somebody in the plan, as they are sent. */
export function toChangeLine(move: PlannedMove, { shortcuts, duplicates, repeaters }: PlannedChange): ChangeLine {
  const { user_id, name, kind, reason, from_grade_id, to } = move;
  return {
    id: user_id,
    name,
    kind,
    reason,
    to,
    is_duplicate: duplicates.has(user_id),
    is_repeater: repeaters.has(user_id),
    from: from_grade_id === null ? null : (shortcuts.get(from_grade_id) ?? null),
  };
}

/** Why a change cannot be taken back, in words. */
export async function toReasons(db: Kysely<DB>, schoolId: number, since: ChangedSince, t: Translate) {
  const reasons: { path: string; rule: string; message: string }[] = [];
  const add = (rule: string, message: string) => reasons.push({ path: 'params.changeId', rule, message });
  if (since.is_year_changed) add('year', t('year-change:since.year'));
  if (since.people.length > 0) {
    const names = (await listNames(db, schoolId, since.people, NAMES_SHOWN)).join(', ');
    add('people', t('year-change:since.people', { people: since.people.length, names }));
  }
  if (since.grades.length > 0) add('grades', t('year-change:since.grades', { grades: since.grades.join(', ') }));
  return reasons;
}
