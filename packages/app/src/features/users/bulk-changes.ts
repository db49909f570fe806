import type { ListedUser, PeopleChange, PeopleChangeKind, UserAbility } from '@kreide/core/features/users';
import { isAllowed } from '@kreide/core/kernel';

/** What can be done with those who are chosen; a role is given or taken. */
export const BULK_CHANGES = ['lock', 'unlock', 'logout', 'grade', 'role', 'remove'] as const;
export type BulkChange = (typeof BULK_CHANGES)[number];

const ABILITY = {
  lock: 'lock',
  unlock: 'lock',
  logout: 'logout',
  grade: 'update',
  role: 'permissions',
  remove: 'delete',
} as const satisfies Record<BulkChange, UserAbility>;

/** Those of whom the change says anything new, and who the server lets be changed. */
export function concerned(change: BulkChange, people: readonly ListedUser[]): ListedUser[] {
  return people.filter(
    ({ managed }) =>
      managed !== null &&
      isAllowed(managed.can, ABILITY[change]) &&
      ((change !== 'lock' && change !== 'unlock') || managed.is_locked === (change === 'unlock')),
  );
}

/** Does the server still work on it? */
export const isWorkedOn = ({ state }: Pick<PeopleChange, 'state'>) => state === 'waiting' || state === 'undoing';

/** The words for what was done; into no class has one of its own. */
const WORDS = {
  lock: 'changes.kind.lock',
  unlock: 'changes.kind.unlock',
  logout: 'changes.kind.logout',
  grade: 'changes.kind.grade',
  add_role: 'changes.kind.addRole',
  take_role: 'changes.kind.takeRole',
  remove: 'changes.kind.remove',
} as const satisfies Record<PeopleChangeKind, string>;
export const wordOf = ({ kind, target }: Pick<PeopleChange, 'kind' | 'target'>) =>
  kind === 'grade' && target === '' ? 'changes.kind.noGrade' : WORDS[kind];
