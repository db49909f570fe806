import {
  DECISION_COMMENT_MAXIMUM,
  type Decision,
  type DecisionDraft,
  type DeskDay,
  decisionProblems,
} from '@kreide/core/features/desk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Desk.module.css';
import { DraftTags } from './DraftTags.tsx';
import { askAgain, decide, showDay } from './desk-queries.ts';
import { toText, useDeskWords } from './use-desk-words.ts';

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

/** Kinds that need no lesson of the plan. */
const KINDS = ['MESSAGE', 'EVENT', 'ADDITIONAL'] as const;
const ALL = '0';

interface Values {
  kind: (typeof KINDS)[number];
  text: string;
  grade: string;
  teacher: string;
  hour: string;
}

const toIds = (key: string): number[] => (key === ALL ? [] : [Number(key)]);

const toDraft = ({ kind, text, grade, teacher, hour }: Values): DecisionDraft => ({
  ...NOTE,
  kind,
  comment: text,
  grade_ids: toIds(grade),
  teacher_ids: kind === 'MESSAGE' ? [] : toIds(teacher),
  hour: hour === '' ? null : hour,
});

/** A note that everybody reads on the day, or an event or lesson that the plan does not have. */
function NoteDialog({ day, onClose }: { day: DeskDay; onClose: () => void }) {
  const { t } = useTranslation(['desk', 'shell']);
  const { formats } = useDeskWords();
  const save = useMutation(decide);
  const form = useForm({
    initial: (): Values => ({ kind: 'MESSAGE', text: '', grade: ALL, teacher: ALL, hour: '' }),
    problems: (values) => {
      const [problem] = decisionProblems(toDraft(values));
      if (!problem) return values.text.trim() === '' ? [{ field: 'text', text: t('rules.needsText') }] : [];
      const text = t(`rules.${problem.rule}`);
      return [problem.field === 'comment' ? { field: 'text', text } : { field: null, text }];
    },
    send: (values) => save.mutateAsync({ body: { date: day.date, decisions: [toDraft(values)] } }),
    onSaved: (answer) => {
      showDay(answer);
      onClose();
    },
    toWords: toSaid,
  });
  const { kind, text, grade, teacher, hour } = form.values;
  return (
    <FormDialog
      title={t('notes.add')}
      form={form}
      texts={{ send: t('notes.save'), cancel: t('cancel') }}
      onClose={onClose}
    >
      <SegmentedControl
        label={t('notes.kind')}
        value={kind}
        segments={KINDS.map((key) => ({ key, label: formats.looks[key] }))}
        onChange={(key) => form.change({ kind: key })}
      />
      <TextField
        label={t('notes.text')}
        lines={3}
        maxLength={DECISION_COMMENT_MAXIMUM}
        value={text}
        errorMessage={form.errorOf('text')}
        onChange={(value) => form.change({ text: value })}
      />
      <Select
        label={t('notes.class')}
        value={grade}
        options={[
          { key: ALL, text: t('reads.whole') },
          ...day.grades.map(({ id, shortcut }) => ({ key: `${id}`, text: shortcut })),
        ]}
        onChange={(key) => form.change({ grade: key })}
      />
      {kind !== 'MESSAGE' && (
        <Select
          label={t('notes.teacher')}
          value={teacher}
          options={[
            { key: ALL, text: t('notes.nobody') },
            ...day.teachers.map((one) => ({ key: `${one.id}`, text: toText(one) })),
          ]}
          onChange={(key) => form.change({ teacher: key })}
        />
      )}
      <Select
        label={t('notes.hour')}
        value={hour}
        options={[
          { key: '', text: t('absent.wholeDay') },
          ...day.periods.map((one) => ({ key: one.hour, text: t('period', { hour: one.hour }) })),
        ]}
        onChange={(key) => form.change({ hour: key })}
      />
    </FormDialog>
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
        onError: (error) => {
          toasts.show('error', toSaid(error));
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
            <DraftTags decision={note} />
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
      {isOpen && <NoteDialog day={day} onClose={() => setOpen(false)} />}
    </section>
  );
}
