import { type Can, type Permission, toCan } from '../../kernel/abilities.ts';

interface ChangeActor {
  permissions: { has(permission: Permission): boolean };
}

/** What somebody may do with the change of the school year: carry it out once everything that it needs holds (T-6.26). */
export function yearChangeAbilitiesOf(
  { permissions }: ChangeActor,
  { is_ready }: { is_ready: boolean },
): Can<'update' | 'apply'> {
  const changes = permissions.has('change-schoolyear');
  return toCan({ update: changes, apply: changes && is_ready });
}

/** Is a change that can be taken back before `revert_until` still within its time? */
export const isRevertible = ({ revert_until }: { revert_until: string }, now: Date): boolean =>
  now.getTime() < Date.parse(revert_until);

/** The newest change alone can be taken back, once, and for as long as the school has set. */
export function doneChangeAbilitiesOf(
  { permissions }: ChangeActor,
  change: { state: 'APPLIED' | 'REVERTED'; revert_until: string },
  now: Date,
): Can<'revert'> {
  const isPossible = change.state === 'APPLIED' && isRevertible(change, now);
  return toCan({ revert: permissions.has('change-schoolyear') && isPossible });
}
