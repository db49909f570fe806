import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../ui/Button.tsx';

const SubscribeDialog = lazy(async () => ({ default: (await import('./SubscribeDialog.tsx')).SubscribeDialog }));

interface SubscribeButtonProps {
  /** Whose plan: the own account or a child's. */
  userId: number;
  name: string;
  /** Only room for the icon. */
  isNarrow: boolean;
}

/** Opens the question where somebody's plan is to be read besides here (D-6.01). */
export function SubscribeButton({ userId, name, isNarrow }: SubscribeButtonProps) {
  const { t } = useTranslation('feeds');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {isNarrow ? (
        <IconButton icon="calendarAdd" label={t('subscribe')} onPress={() => setOpen(true)} />
      ) : (
        <Button look="quiet" icon="calendarAdd" onPress={() => setOpen(true)}>
          {t('subscribe')}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <SubscribeDialog userId={userId} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
