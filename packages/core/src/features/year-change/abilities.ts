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

/** The newest change alone can be taken back, once. */
export function doneChangeAbilitiesOf(
  { permissions }: ChangeActor,
  { state }: { state: 'APPLIED' | 'REVERTED' },
): Can<'revert'> {
  return toCan({ revert: permissions.has('change-schoolyear') && state === 'APPLIED' });
}
