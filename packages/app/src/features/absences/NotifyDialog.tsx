import { ABSENCE_NOTIFY_MAXIMUM, type Absence, absencesApi } from '@kreide/core/features/absences';
import type { ApiError } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { TOUCHED_BY_ABSENCES } from './queries.ts';
import { nameOf } from './words.ts';

interface NotifyDialogProps {
  book: number;
  absences: readonly Absence[];
  onClose: () => void;
  onDone?: () => void;
}

/** Asks before the parents of absent pupils are told, and says whom no message reaches (T-6.09, T-7.38). */
export function NotifyDialog({ book, absences, onClose, onDone }: NotifyDialogProps) {
  const { t } = useTranslation(['absences', 'errors']);
  const told = absences.slice(0, ABSENCE_NOTIFY_MAXIMUM);
  const unreachable = told.filter(({ meta }) => !meta.has_active_parents);
  const namesOf = (some: readonly Absence[]) => some.map(nameOf).join(', ');
  const notify = useMutation({
    ...mutationOf(absencesApi.notifyUsers, { messages: false, touches: TOUCHED_BY_ABSENCES }),
    onSuccess: () => {
      toasts.show('success', t('notify.done'));
      onDone?.();
      onClose();
    },
  });
  const reasonOf = (error: ApiError) => t('notify.failed', { reason: toReason(t, error) });
  return (
    <ConfirmDialog
      title={t('notify.title')}
      icon="bell"
      look="primary"
      isPending={notify.isPending}
      texts={{ confirm: t('notify.confirm'), cancel: t('cancel'), close: t('close') }}
      onConfirm={() =>
        notify.mutate({ params: { id: String(book) }, body: { absences_uuids: told.map(({ uuid }) => uuid) } })
      }
      onClose={onClose}
    >
      <p>{t('notify.text', { names: namesOf(told) })}</p>
      {unreachable.length > 0 && <p>{t('notify.unreachable', { names: namesOf(unreachable) })}</p>}
      <Problem text={notify.error && reasonOf(notify.error)} />
    </ConfirmDialog>
  );
}
