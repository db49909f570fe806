import type { PlanVersion } from '@kreide/core/features/planner';
import type { ApiError } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { removeVersion, restoreVersion } from './planner-queries.ts';

/** Asks before a version goes that was never published; for a day it can be brought back. */
export function RemoveDialog({ version, onClose }: { version: PlanVersion; onClose: () => void }) {
  const { t } = useTranslation(['planner', 'shell']);
  const remove = useMutation(removeVersion);
  const restore = useMutation(restoreVersion);
  const { number, lessons, revision } = version;
  const params = { id: `${version.id}` };
  const onError = (error: ApiError) => toasts.show('error', toSaid(error));
  // The dialog is closed by then: nothing may hang on it.
  const undo = () =>
    restore.mutateAsync({ params }).then(() => toasts.show('success', t('restored', { number })), onError);
  return (
    <ConfirmDialog
      title={t('removeForm.title', { number })}
      texts={{ confirm: t('remove'), cancel: t('cancel'), close: t('shell:close') }}
      icon="trash"
      isPending={remove.isPending}
      onConfirm={() =>
        remove.mutate(
          { params, query: { revision: `${revision}` } },
          {
            onError,
            onSuccess: () =>
              toasts.show('success', t('removed', { number }), {
                action: { label: t('restore'), onAction: () => void undo() },
              }),
            onSettled: onClose,
          },
        )
      }
      onClose={onClose}
    >
      <p>{t('removeForm.text', { count: lessons })}</p>
    </ConfirmDialog>
  );
}
