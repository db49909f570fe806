import { Suspense, useState } from 'react';
import { late } from '../../kernel/late.ts';
import { Button, IconButton } from '../../ui/Button.tsx';

const SubscribeDialog = late(async () => (await import('./SubscribeDialog.tsx')).SubscribeDialog);

interface SubscribeButtonProps {
  /** Its label, from texts that the page has already loaded: those of the dialog load with the dialog. */
  label: string;
  /** Whose plan: the user's own or a child's. */
  userId: number;
  name: string;
  /** Only room for the icon. */
  isNarrow: boolean;
}

/** Opens the dialog for subscribing to a plan in other programs (D-6.01). */
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
