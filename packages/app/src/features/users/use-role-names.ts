import type { Role } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { rolesQuery } from './roles-queries.ts';

/** The school's names for the kinds of accounts. */
export function useRoleNames(): (kind: Role) => string {
  const { t } = useTranslation('users');
  const { permissions, school } = useSelf();
  const roles = useQuery({ ...rolesQuery(school.id), enabled: permissions.includes('manage-users') }).data;
  return useCallback((kind) => roles?.find(({ key }) => key === kind)?.name ?? t(`roles.${kind}`), [roles, t]);
}
