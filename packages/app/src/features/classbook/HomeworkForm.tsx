import {
  classbookApi,
  type EntryHead,
  HOMEWORK_MAXIMUM,
  type Homework,
  homeworkProblems,
} from '@kreide/core/features/classbook';
import { ApiError, addDays } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Classbook.module.css';

/** Days until homework is due, if nobody says otherwise. */
const DUE_AFTER = 7;

interface HomeworkFormProps {
  entry: EntryHead;
  /** What is changed; without it new homework is given. */
  homework?: Homework;
  onClose: () => void;
}

/** Homework of a lesson: what is to be done, and until when. */
export function HomeworkForm({ entry, homework, onClose }: HomeworkFormProps) {
  const { t } = useTranslation(['classbook', 'errors']);
  const form = useId();
  const [text, setText] = useState(homework?.text ?? '');
  const [due_at, setDue] = useState(homework?.due_at ?? addDays(entry.date, DUE_AFTER));
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const options = { messages: false, touches: [classbookApi.listHomeworks] };
  const create = useMutation(mutationOf(classbookApi.createHomework, options));
  const update = useMutation(mutationOf(classbookApi.updateHomework, options));
  const id = String(entry.classbook_id);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = homeworkProblems({ text, due_at }, entry.date);
    setFailure(null);
    setProblems(Object.fromEntries(found.map(({ field, rule, params }) => [field, t(`rules.${rule}`, params)])));
    if (found.length > 0) return;
    const body = { text: text.trim(), due_at };
    try {
      if (homework) {
        const params = { id, homeworkId: String(homework.id) };
        await update.mutateAsync({ params, body: { ...body, updated_at: homework.updated_at } });
      } else await create.mutateAsync({ params: { id }, body: { ...body, entry_id: entry.id } });
      onClose();
    } catch (thrown) {
      const { issues, code } = ApiError.from(thrown);
      setProblems(Object.fromEntries(issues.map(({ path, message }) => [path.replace(/^body\./, ''), message])));
      if (issues.length === 0) setFailure(t('notice.saveFailed', { reason: t(`errors:${code}`) }));
    }
  }

  return (
    <Dialog
      isOpen
      title={t(homework ? 'homework.edit' : 'homework.add')}
      onClose={onClose}
      closeLabel={t('close')}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={form} look="primary" isPending={create.isPending || update.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
        <TextField
          lines={2}
          label={t('homework.text')}
          value={text}
          onChange={setText}
          maxLength={HOMEWORK_MAXIMUM}
          errorMessage={problems.text}
          autoFocus
        />
        <DatePicker
          label={t('homework.due')}
          value={due_at}
          onChange={setDue}
          fallback={addDays(entry.date, DUE_AFTER)}
          min={entry.date}
          errorMessage={problems.due_at}
        />
        <Problem text={failure} />
      </form>
    </Dialog>
  );
}
