import { useMutation } from '@tanstack/react-query';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { cancelBooking } from './evening-queries.ts';

interface CancelDialogProps {
  evening: string;
  booking: { id: number; starts_at: string };
  /** With whom it is. */
  name: string;
  onClose: () => void;
}

/** Asks before an appointment is cancelled, since somebody else may have it a moment later. */
export function CancelDialog({ evening, booking, name, onClose }: CancelDialogProps) {
  const { t } = useTranslation(['parents-evening', 'errors', 'shell']);
  const cancel = useMutation(cancelBooking);
  return (
    <ConfirmDialog
      title={t('plan.cancel', { name })}
      texts={{ confirm: t('plan.cancel', { name }), cancel: t('cancel'), close: t('shell:close') }}
      isPending={cancel.isPending}
      onConfirm={() =>
        cancel.mutate(
          { params: { id: evening, booking_id: `${booking.id}` } },
          {
            onSuccess: () => toasts.show('success', t('plan.cancelDone')),
            onError: (error) => toasts.show('error', t('failed', { reason: toReason(t, error) })),
            onSettled: onClose,
          },
        )
      }
      onClose={onClose}
    >
      <p>{t('plan.cancelText', { time: booking.starts_at })}</p>
    </ConfirmDialog>
  );
}
