import { lazy, Suspense, useState } from 'react';
import { Button, IconButton } from '../../ui/Button.tsx';

const SubscribeDialog = lazy(async () => ({ default: (await import('./SubscribeDialog.tsx')).SubscribeDialog }));

interface SubscribeButtonProps {
  /** What it does, in words that the page around it has anyway: those of the dialog come with the dialog. */
  label: string;
  /** Whose plan: the own account or a child's. */
  userId: number;
  name: string;
  /** Only room for the icon. */
  isNarrow: boolean;
}

/** Opens the question where somebody's plan is to be read besides here (D-6.01). */
export function SubscribeButton({ label, userId, name, isNarrow }: SubscribeButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {isNarrow ? (
        <IconButton icon="calendarAdd" label={label} onPress={() => setOpen(true)} />
      ) : (
        <Button look="quiet" icon="calendarAdd" onPress={() => setOpen(true)}>
          {label}
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
