import { childRequestApi, type ReceivedChildRequest } from '@kreide/core/features/registration';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

/** Refuses with a reason that the parent reads. */
export function RefuseRequestDialog({ request, onClose }: { request: ReceivedChildRequest; onClose: () => void }) {
  const { t } = useTranslation('registration');
  const refuse = useMutation({
    ...mutationOf(childRequestApi.refuseChildRequest, { touches: [childRequestApi.listChildRequests] }),
    onSuccess: () => {
      toasts.show('success', t('requests.refusedDone'));
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={t('requests.refuseTitle', { name: `${request.firstname} ${request.lastname}` })}
      hint={t('requests.reasonHint')}
      confirm={t('requests.refuse')}
      onConfirm={(reason) => refuse.mutateAsync({ params: { id: `${request.id}` }, body: { reason } })}
      onClose={onClose}
    />
  );
}
