import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSelf } from '../kernel/session.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import { IconButton } from '../ui/Button.tsx';

const Menu = lazy(async () => ({ default: (await import('../ui/Menu.tsx')).Menu }));
const PreferencesDialog = lazy(async () => ({ default: (await import('./PreferencesDialog.tsx')).PreferencesDialog }));

/** The signed-in user and their account actions. The menu's code loads on the first press. */
export function AccountMenu() {
  const { t } = useTranslation('shell');
  const { displayname } = useSelf();
  const [search, setSearch] = useSearchParams();
  const [isWanted, setWanted] = useState(false);
  const [hasPreferences, setPreferences] = useState(false);
  const button = <IconButton icon="user" label={displayname} aria-haspopup="menu" onPress={() => setWanted(true)} />;
  return (
    <>
      {isWanted ? (
        <Suspense fallback={button}>
          <Menu
            icon="user"
            label={displayname}
            defaultOpen
            entries={[
              { key: 'preferences', text: t('preferences.open'), icon: 'globe', onAction: () => setPreferences(true) },
              {
                key: 'logout',
                text: t('logout.action'),
                icon: 'logout',
                onAction: () => setSearch(new URLSearchParams([...search, ['logout', 'true']])),
              },
            ]}
          />
        </Suspense>
      ) : (
        button
      )}
      {hasPreferences && (
        <Suspense fallback={null}>
          <PreferencesDialog onClose={() => setPreferences(false)} />
        </Suspense>
      )}
    </>
  );
}
