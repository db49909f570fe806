import {
  classbookApi,
  type EntryHead,
  HOMEWORK_MAXIMUM,
  type Homework,
  homeworkProblems,
} from '@kreide/core/features/classbook';
import { ApiError, addDays, writeDate } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { TextField } from '../../ui/TextField.tsx';

/** Days until homework is due, if nobody says otherwise. */
const DUE_AFTER = 7;

interface HomeworkFormProps {
  entry: EntryHead;
  /** The homework to change; without it the form gives new homework. */
  homework?: Homework;
  onClose: () => void;
}

/** Homework of a lesson: what is to be done, and until when. */
export function HomeworkForm({ entry, homework, onClose }: HomeworkFormProps) {
  const { t, language } = useTranslation(['classbook', 'errors']);
  const options = { messages: false, touches: [classbookApi.listHomeworks] };
  const create = useMutation(mutationOf(classbookApi.createHomework, options));
  const update = useMutation(mutationOf(classbookApi.updateHomework, options));
  const params = { id: String(entry.classbook_id) };
  const form = useForm({
    initial: { text: homework?.text ?? '', due_at: homework?.due_at ?? addDays(entry.date, DUE_AFTER) },
    item: homework ?? null,
    problems: (values) =>
      homeworkProblems(values, entry.date).map(({ field, rule, params: words }) => ({
        field,
        text: t(`rules.${rule}`, words),
      })),
    send: ({ text, due_at }, item) => {
      const body = { text: text.trim(), due_at };
      if (!item) return create.mutateAsync({ params, body: { ...body, entry_id: entry.id } });
      const { id, updated_at } = item;
      return update.mutateAsync({ params: { ...params, homeworkId: String(id) }, body: { ...body, updated_at } });
    },
    onSaved: onClose,
    newest: async () => {
      const all = await queries.fetchQuery(
        queryOf(classbookApi.listHomeworks, { params, query: { entry_id: String(entry.id) } }, { staleTime: 0 }),
      );
      const item = all.find(({ id }) => id === homework?.id);
      if (!item) throw new ApiError({ code: 'not_found' });
      return { item, values: { text: item.text, due_at: item.due_at } };
    },
    toWords: (error) => t('notice.saveFailed', { reason: toReason(t, error) }),
  });
  const { values, change, errorOf } = form;

  return (
    <FormDialog
      title={t(homework ? 'homework.edit' : 'homework.add')}
      form={form}
      texts={{ send: t('save'), cancel: t('cancel') }}
      parts={[
        { label: t('homework.text'), show: ({ text }) => text },
        { label: t('homework.due'), show: ({ due_at }) => writeDate(language, due_at, 'long') },
      ]}
      onClose={onClose}
    >
      <TextField
        lines={2}
        label={t('homework.text')}
        value={values.text}
        onChange={(text) => change({ text })}
        maxLength={HOMEWORK_MAXIMUM}
        errorMessage={errorOf('text')}
        autoFocus
      />
      <DatePicker
        label={t('homework.due')}
        value={values.due_at}
        onChange={(due_at) => change({ due_at })}
        fallback={addDays(entry.date, DUE_AFTER)}
        min={entry.date}
        errorMessage={errorOf('due_at')}
      />
    </FormDialog>
  );
}
