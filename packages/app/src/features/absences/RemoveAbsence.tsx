import { type Absence, absencesApi } from '@kreide/core/features/absences';
import type { ApiError } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TOUCHED_BY_ABSENCES } from './queries.ts';
import { nameOf } from './words.ts';

/** Asks before an absence is deleted; a failure is counted, and says why beside the question (T-8.09). */
export function RemoveAbsence({ absence, onClose }: { absence: Absence; onClose: () => void }) {
  const { t } = useTranslation(['absences', 'errors']);
  const remove = useMutation({
    ...mutationOf(absencesApi.remove, { messages: false, touches: TOUCHED_BY_ABSENCES }),
    onSuccess: onClose,
  });
  const reasonOf = (error: ApiError) => t('remove.failed', { reason: toReason(t, error) });
  return (
    <ConfirmDialog
      title={t('remove.title')}
      icon="trash"
      isPending={remove.isPending}
      texts={{ confirm: t('remove.confirm'), cancel: t('cancel'), close: t('close') }}
      onConfirm={() => remove.mutate({ params: { id: String(absence.classbook_id), uuid: absence.uuid } })}
      onClose={onClose}
    >
      <p>{t('remove.text', { name: nameOf(absence) })}</p>
      <Problem text={remove.error && reasonOf(remove.error)} />
    </ConfirmDialog>
  );
}
