import { Suspense, useState } from 'react';
import { useTranslation } from '../kernel/use-translation.ts';
import { IconButton } from '../ui/Button.tsx';
import { PreferencesDialog } from './late.ts';

/** Opens language and colour scheme; their code loads on the first press. */
export function PreferencesButton() {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="globe" label={t('preferences.open')} onPress={() => setOpen(true)} />
      {isOpen && (
        <Suspense fallback={null}>
          <PreferencesDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
