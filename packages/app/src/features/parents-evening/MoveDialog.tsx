import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Select } from '../../ui/Select.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { moveBooking } from './evening-queries.ts';

interface MoveDialogProps {
  evening: string;
  booking: { id: number };
  name: string;
  /** The times to which it can be moved. */
  free: readonly string[];
  onClose: () => void;
}

/** Moves an appointment to a time that is free. */
export function MoveDialog({ evening, booking, name, free, onClose }: MoveDialogProps) {
  const { t } = useTranslation(['parents-evening', 'errors', 'shell']);
  const move = useMutation(moveBooking);
  const form = useForm({
    initial: () => ({ starts_at: free[0] ?? '' }),
    send: ({ starts_at }: { starts_at: string }) =>
      move.mutateAsync({ params: { id: evening, booking_id: `${booking.id}` }, body: { starts_at } }),
    onSaved: () => {
      toasts.show('success', t('plan.moved'));
      onClose();
    },
    toWords: (error) => t('failed', { reason: toReason(t, error) }),
  });
  return (
    <FormDialog
      title={t('plan.move', { name })}
      form={form}
      texts={{ send: t('save'), cancel: t('cancel') }}
      onClose={onClose}
    >
      <Select
        label={t('plan.time')}
        options={free.map((time) => ({ key: time, text: time }))}
        value={form.values.starts_at}
        onChange={(starts_at) => form.change({ starts_at })}
      />
    </FormDialog>
  );
}
