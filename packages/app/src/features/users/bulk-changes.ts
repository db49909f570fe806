import type { ListedUser, UserAbility } from '@kreide/core/features/users';
import { isAllowed } from '@kreide/core/kernel';

export const BULK_CHANGES = ['lock', 'unlock', 'logout'] as const;
export type BulkChange = (typeof BULK_CHANGES)[number];

const ABILITY = { lock: 'lock', unlock: 'lock', logout: 'logout' } as const satisfies Record<BulkChange, UserAbility>;

/** Those of whom the change says anything new, and who the server lets be changed. */
export function concerned(change: BulkChange, people: readonly ListedUser[]): ListedUser[] {
  return people.filter(
    ({ managed }) =>
      managed !== null &&
      isAllowed(managed.can, ABILITY[change]) &&
      (change === 'logout' || managed.is_locked === (change === 'unlock')),
  );
}
