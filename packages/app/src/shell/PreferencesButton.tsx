import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../kernel/use-translation.ts';
import { Button, IconButton } from '../ui/Button.tsx';

const PreferencesDialog = lazy(async () => ({ default: (await import('./PreferencesDialog.tsx')).PreferencesDialog }));

/** Opens language and colour scheme; their code loads on the first press. */
export function PreferencesButton({ hasWords = false }: { hasWords?: boolean }) {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {hasWords ? (
        <Button icon="globe" wide onPress={() => setOpen(true)}>
          {t('preferences.open')}
        </Button>
      ) : (
        <IconButton icon="globe" label={t('preferences.open')} onPress={() => setOpen(true)} />
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <PreferencesDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
