import { type LessonTask, TASK_MAXIMUM } from '@kreide/core/features/timetable';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { placeParams, saveTask, type TaskPlace, taskQuery } from './task-queries.ts';

interface TaskDialogProps {
  place: TaskPlace;
  task: LessonTask;
  onClose: () => void;
}

interface Values {
  text: string;
  is_for_pupils: boolean;
}

const toValues = ({ text, is_for_pupils }: LessonTask): Values => ({ text, is_for_pupils });

/** What is to be done in a lesson that its teacher does not hold; without words it is taken back [D-8.14]. */
export function TaskDialog({ place, task, onClose }: TaskDialogProps) {
  const { t } = useTranslation(['lesson-task', 'errors']);
  const save = useMutation(saveTask);
  const form = useForm({
    initial: () => toValues(task),
    item: task,
    fields: ['text'],
    problems: () => [],
    send: (values, item) =>
      save.mutateAsync({ ...placeParams(place), body: { ...values, updated_at: item?.updated_at ?? null } }),
    newest: async () => {
      const item = await queries.fetchQuery({ ...taskQuery(place), staleTime: 0 });
      return { item, values: toValues(item) };
    },
    onSaved: ({ text }) => {
      toasts.show('success', t(text.trim() ? 'saved' : 'removed'));
      onClose();
    },
    toWords: (error) => t('failed', { reason: toReason(t, error) }),
  });
  const { values, change, errorOf } = form;
  return (
    <FormDialog
      title={t(task.text ? 'edit' : 'write')}
      form={form}
      texts={{ send: t('save'), cancel: t('cancel') }}
      onClose={onClose}
      parts={[{ label: t('text'), show: (draft: Values) => draft.text }]}
    >
      <TextField
        lines={4}
        label={t('text')}
        description={t('hint')}
        value={values.text}
        maxLength={TASK_MAXIMUM}
        errorMessage={errorOf('text')}
        onChange={(text) => change({ text })}
      />
      <Checkbox isSelected={values.is_for_pupils} onChange={(is_for_pupils) => change({ is_for_pupils })}>
        {t('forPupils')}
      </Checkbox>
    </FormDialog>
  );
}
