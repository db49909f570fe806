import { classbookApi, type Notice } from '@kreide/core/features/classbook';
import type { ApiError } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TOUCHED_BY_NOTICES } from './book.ts';

/** Asks before a notice is deleted. */
export function RemoveNotice({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const { t } = useTranslation(['classbook', 'errors']);
  const remove = useMutation({
    ...mutationOf(classbookApi.removeNotice, { messages: false, touches: TOUCHED_BY_NOTICES }),
    onSuccess: onClose,
  });
  const reasonOf = (error: ApiError) => t('notice.removeFailed', { reason: toReason(t, error) });
  return (
    <ConfirmDialog
      title={t('notice.removeTitle')}
      icon="trash"
      isPending={remove.isPending}
      texts={{ confirm: t('notice.remove'), cancel: t('cancel'), close: t('close') }}
      onConfirm={() => remove.mutate({ params: { id: String(notice.classbook_id), noticeId: String(notice.id) } })}
      onClose={onClose}
    >
      <p>{t('notice.removeText')}</p>
      <Problem text={remove.error && reasonOf(remove.error)} />
    </ConfirmDialog>
  );
}
