import type { Self } from '@kreide/core/features/users';
import type { TextAddress } from '@kreide/core/kernel';
import type { AppRoute } from '../kernel/feature.ts';
import type { IconName } from '../ui/Icon.tsx';
import { toAdministration } from './administration.ts';
import { isFor } from './is-for.ts';
import { isPlaced, LITE_MENU } from './navigation.ts';

export interface MenuEntry {
  href: string;
  icon: IconName;
  /** The page's title. */
  title: TextAddress;
}

/**
 * The pages of the account panel and of `/more`, as declared by the routes' handles (C-2.71 to C-2.78). `/more` has the
 * administration for those who may open one of its pages; the panel has it at schools with the lite menu, for those who manage
 * people, and leads to `/more` where the school has left that out of its bar.
 */
export function toMenu(
  routes: readonly AppRoute[],
  managementRoutes: readonly AppRoute[],
  self: Pick<Self, 'permissions' | 'has_partner_offers' | 'type' | 'teacher_id'> & {
    school: Pick<Self['school'], 'uuid' | 'meta' | 'properties'>;
  },
  place: 'panel' | 'page' = 'page',
): MenuEntry[] {
  const entries = routes.flatMap(({ path, handle }) => {
    const { menu, headerText, navigation } = handle ?? {};
    const isElsewhere = navigation !== undefined && isPlaced(navigation, self.school.meta.footer_menu);
    const isLeftOut = menu?.notIn?.includes(self.school.properties.menu_type ?? '');
    return menu && headerText && !isElsewhere && !isLeftOut && isFor(menu.needs, self) && (menu.has?.(self) ?? true)
      ? [{ href: `/${path?.replace(':id', 'self')}`, icon: menu.icon, title: headerText, order: menu.order }]
      : [];
  });
  const sorted: MenuEntry[] = entries
    .toSorted((one, other) => one.order - other.order)
    .map(({ order: _, ...entry }) => entry);
  const { meta, properties } = self.school;
  const administers =
    place === 'page'
      ? toAdministration(managementRoutes, self).length > 0
      : properties.menu_type === LITE_MENU && isFor('manage-users', self);
  if (administers) sorted.push({ href: '/more/administration', icon: 'settings', title: 'shell:administration.title' });
  if (place === 'panel' && meta.footer_menu && !meta.footer_menu.includes('more'))
    sorted.push({ href: '/more', icon: 'more', title: 'shell:navigation.more' });
  return sorted;
}
