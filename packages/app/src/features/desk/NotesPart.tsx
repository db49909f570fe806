import { DECISION_COMMENT_MAXIMUM, type Decision, type DecisionDraft, type DeskDay } from '@kreide/core/features/desk';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Desk.module.css';
import { askAgain, decide, showDay } from './desk-queries.ts';
import { useDeskWords } from './use-desk-words.ts';

const NOTE: DecisionDraft = {
  id: null,
  lesson_id: null,
  version: 0,
  kind: 'MESSAGE',
  hour: null,
  subject_id: null,
  grade_ids: [],
  teacher_ids: [],
  bookable_ids: [],
  comment: null,
  target: null,
};

/** A note that everybody reads on the day. */
function NoteDialog({ date, onClose }: { date: string; onClose: () => void }) {
  const { t } = useTranslation(['desk', 'shell']);
  const formId = useId();
  const save = useMutation(decide);
  const form = useForm({
    initial: () => ({ text: '' }),
    problems: ({ text }) => (text.trim() === '' ? [{ field: 'text', text: t('rules.needsText') }] : []),
    send: ({ text }) => save.mutateAsync({ body: { date, decisions: [{ ...NOTE, comment: text }] } }),
    onSaved: (day) => {
      showDay(day);
      onClose();
    },
    toWords: ({ message }) => message,
  });
  const close = () => form.leave(onClose);
  return (
    <Dialog
      isOpen
      title={t('notes.add')}
      closeLabel={t('shell:close')}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t('cancel')}</Button>
          <Button type="submit" form={formId} look="primary" isPending={form.isPending}>
            {t('notes.save')}
          </Button>
        </>
      }
    >
      <Form form={form} id={formId} className={styles.form} isDialog>
        <TextField
          label={t('notes.text')}
          lines={3}
          maxLength={DECISION_COMMENT_MAXIMUM}
          value={form.values.text}
          errorMessage={form.errorOf('text')}
          onChange={(text) => form.change({ text })}
        />
        <Problem text={form.failure} />
      </Form>
    </Dialog>
  );
}

/** Notes of the day and what else is decided without a lesson. */
export function NotesPart({ day }: { day: DeskDay }) {
  const { t } = useTranslation('desk');
  const { toRead } = useDeskWords();
  const [isOpen, setOpen] = useState(false);
  const save = useMutation(decide);
  const takeBack = ({ id, version }: Decision) =>
    save.mutate(
      { body: { date: day.date, decisions: [{ ...NOTE, id, version, kind: 'NONE' }] } },
      {
        onSuccess: showDay,
        onError: ({ message }) => {
          toasts.show('error', message);
          void askAgain();
        },
      },
    );
  const title = ({ reads, comment }: Decision) => (reads[0] ? toRead(reads[0]).title : (comment ?? t('reset')));
  return (
    <section className={styles.part} aria-labelledby="desk-notes">
      <h2 id="desk-notes">{t('notes.title')}</h2>
      <ul className={styles.list}>
        {day.notes.map((note) => (
          <li key={note.id} className={styles.row}>
            <span className={styles.words}>
              <b>{title(note)}</b>
              {note.kind === 'NONE' && <span className={styles.muted}>{t('reset')}</span>}
            </span>
            {note.is_draft && <Tag look="dashed">{t('draft')}</Tag>}
            {note.kind !== 'NONE' && (
              <IconButton icon="close" label={`${t('reset')}: ${title(note)}`} onPress={() => takeBack(note)} />
            )}
          </li>
        ))}
      </ul>
      {day.is_school_day && (
        <Button icon="plus" onPress={() => setOpen(true)}>
          {t('notes.add')}
        </Button>
      )}
      {isOpen && <NoteDialog date={day.date} onClose={() => setOpen(false)} />}
    </section>
  );
}
