import type { Self } from '@kreide/core/features/users';
import type { Permission } from '@kreide/core/kernel';

/** Whether somebody sees what needs this permission; without a need everybody does (C-2.78). */
export const isFor = (
  needs: Permission | readonly Permission[] | undefined,
  { permissions }: Pick<Self, 'permissions'>,
): boolean => needs === undefined || [needs].flat().some((one) => permissions.includes(one));
