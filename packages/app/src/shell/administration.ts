import type { Self } from '@kreide/core/features/users';
import type { Permission, TextAddress } from '@kreide/core/kernel';
import type { RouteObject } from 'react-router';
import type { IconName } from '../ui/Icon.tsx';

/** What a management page says about itself in its `handle`. */
export interface AdministrationHandle {
  icon: IconName;
  /** What can be done there. */
  about: TextAddress;
  /** Who lacks it is told so in place of the page. */
  needs: Permission;
}

export interface AdministrationEntry extends Omit<AdministrationHandle, 'needs'> {
  href: string;
  /** The page's title. */
  title: TextAddress;
}

/** The management pages that somebody may open, for `/more/administration` (P-2.78, C-6.02). */
export function toAdministration(
  routes: readonly RouteObject[],
  { permissions, school }: Pick<Self, 'permissions'> & { school: Pick<Self['school'], 'uuid'> },
): AdministrationEntry[] {
  return routes.flatMap(({ path, handle }) => {
    const { headerText, administration } = (handle ?? {}) as {
      headerText?: TextAddress;
      administration?: AdministrationHandle;
    };
    if (!headerText || !administration || !permissions.includes(administration.needs)) return [];
    const { icon, about } = administration;
    return [{ href: `/management/${school.uuid}/${path}`, title: headerText, icon, about }];
  });
}
