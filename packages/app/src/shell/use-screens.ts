import { namespaceOf, type TextAddress } from '@kreide/core/kernel';
import i18next from 'i18next';
import { useLocation } from 'react-router';
import { useSelf } from '../kernel/session.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import type { IconName } from '../ui/Icon.tsx';
import { toAdministration, wordsOf } from './administration.ts';
import { creations } from './feature-routes.ts';
import { filesToBring } from './files-to-bring.ts';
import { isFor } from './is-for.ts';
import { allFeatureRoutes } from './late-routes.ts';
import { managementFeatureRoutes } from './management-routes.ts';
import { toMenu } from './menu.ts';
import { isPlaced, toEntries } from './navigation.ts';
import { protectedRoutes } from './shell-routes.ts';
import { onThisPage } from './this-page.ts';

/** A screen with its name in the language of the app. */
export interface NamedScreen {
  href: string;
  icon: IconName;
  text: string;
  /** More words that find it. */
  words?: string;
}

/** Every screen that the signed-in user can open from somewhere, named as it is there. */
export function useScreens(): NamedScreen[] {
  const self = useSelf();
  const { search } = useLocation();
  const { t } = useTranslation('shell');
  const menu = toMenu(allFeatureRoutes, managementFeatureRoutes, self);
  const administration = toAdministration(managementFeatureRoutes, self);
  // Loads what is missing and draws again; the files are those that the pages themselves need.
  const namespaces = [...new Set([...menu, ...administration].map(({ title }) => namespaceOf(title)))];
  useTranslation(['shell', ...namespaces], { useSuspense: false });
  const nameOf = (title: TextAddress) => i18next.t(title);
  return [
    ...toEntries(protectedRoutes)
      .filter((entry) => isPlaced(entry, self.school.meta.footer_menu))
      .map(({ href, icon, key }) => ({ href, icon, text: t(`navigation.${key}`) })),
    ...[...creations.filter(({ needs }) => isFor(needs, self)), ...filesToBring(self)].map(({ href, icon, key }) => ({
      href: onThisPage(href, search),
      icon,
      text: t(`create.${key}`),
    })),
    ...menu.map(({ href, icon, title }) => ({ href, icon, text: nameOf(title) })),
    ...administration.map((entry) => ({
      href: entry.href,
      icon: entry.icon,
      text: nameOf(entry.title),
      words: wordsOf(entry, nameOf),
    })),
  ];
}
