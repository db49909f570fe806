import { type Exam, type ExamOptions, examName } from '@kreide/core/features/exams';
import type { ApiError } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { ExamDialog } from './ExamDialog.tsx';
import type { ExamAction } from './ExamItem.tsx';
import { toChange } from './exam-form.ts';
import { removeExam, updateExam } from './exams-queries.ts';

interface ExamActionsProps {
  action: ExamAction | 'new';
  exam: Exam | null;
  options: ExamOptions;
  today: string;
  onClose: () => void;
}

/** The dialog of what is done with an exam. */
export function ExamActions({ action, exam, options, today, onClose }: ExamActionsProps) {
  const { t } = useTranslation(['exams', 'errors', 'shell']);
  const update = useMutation(updateExam);
  const remove = useMutation(removeExam);
  if (action === 'new' || action === 'edit' || !exam)
    return <ExamDialog known={exam} options={options} today={today} onClose={onClose} />;
  const name = examName(exam);
  const params = { id: `${exam.id}` };
  const effects = (said: string) => ({
    onSuccess: () => {
      onClose();
      toasts.show('success', said);
    },
    onError: (error: ApiError) => toasts.show('error', t('failed', { reason: toReason(t, error) })),
  });
  const isOff = action === 'off';
  const title = isOff ? t('off', { name }) : t('remove', { name });
  return (
    <ConfirmDialog
      title={title}
      texts={{ confirm: title, cancel: t('cancel'), close: t('shell:close') }}
      isPending={update.isPending || remove.isPending}
      onConfirm={() =>
        isOff
          ? update.mutate({ params, body: toChange(exam, { is_cancelled: true }) }, effects(t('wentOff')))
          : remove.mutate({ params }, effects(t('removed')))
      }
      onClose={onClose}
    >
      <p>{isOff ? t('offText') : t('removeText')}</p>
    </ConfirmDialog>
  );
}
