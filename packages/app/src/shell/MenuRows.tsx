import { namespaceOf } from '@kreide/core/kernel';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useSelf } from '../kernel/session.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import { ActionRow, LinkRow, RowList } from '../ui/RowList.tsx';
import { allFeatureRoutes } from './late-routes.ts';
import { managementFeatureRoutes } from './management-routes.ts';
import { type MenuEntry, toMenu } from './menu.ts';
import { PreferencesDialog } from './PreferencesDialog.tsx';

/** Pages of the account, language and display, signing out: on `/more`, and in the account panel, which is left by them. */
export function MenuRows({ onLeave }: { onLeave?: () => void }) {
  const { t } = useTranslation('shell');
  const self = useSelf();
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const [hasPreferences, setPreferences] = useState(false);
  // From the panel it is about the page behind it.
  const helpHref = onLeave ? `/help?${new URLSearchParams({ at: pathname })}` : '/help';
  function askToLeave() {
    onLeave?.();
    setSearch(new URLSearchParams([...search, ['logout', 'true']]));
  }
  return (
    <>
      <RowList>
        {toMenu(allFeatureRoutes, managementFeatureRoutes, self, onLeave ? 'panel' : 'page').map((entry) => (
          <MenuRow key={entry.href} {...entry} onLeave={onLeave} />
        ))}
        <MenuRow href={helpHref} icon="help" title="help:faq.title" onLeave={onLeave} />
        <ActionRow icon="globe" text={t('preferences.open')} onPress={() => setPreferences(true)} />
        <ActionRow icon="logout" text={t('logout.action')} onPress={askToLeave} />
      </RowList>
      {hasPreferences && <PreferencesDialog onClose={() => setPreferences(false)} />}
    </>
  );
}

function MenuRow({ href, icon, title, onLeave }: MenuEntry & { onLeave: (() => void) | undefined }) {
  const { t } = useTranslation(namespaceOf(title), { useSuspense: false });
  return <LinkRow href={href} icon={icon} text={t(title)} {...(onLeave ? { onClick: onLeave } : {})} />;
}
