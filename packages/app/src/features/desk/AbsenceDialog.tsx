import { type AbsenceDraft, absenceProblems, type DeskDay } from '@kreide/core/features/desk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { ActionRow, RowList } from '../../ui/RowList.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './Desk.module.css';
import { createAbsence, showDay } from './desk-queries.ts';
import { toText } from './use-desk-words.ts';

/** So many names fit above a keyboard. */
const SHOWN = 6;
const WHOLE = '';

interface Values {
  kind: 'teacher' | 'room';
  id: number | null;
  begins_at: string;
  ends_at: string;
  /** Periods of the first and of the last day. */
  from: string;
  until: string;
}

const toDraft = ({ kind, id, begins_at, ends_at, from, until }: Values, periods: DeskDay['periods']): AbsenceDraft => ({
  teacher_id: kind === 'teacher' ? id : null,
  bookable_id: kind === 'room' ? id : null,
  begins_at,
  ends_at,
  time_begins_at: periods.find(({ hour }) => hour === from)?.begins_at ?? null,
  time_ends_at: periods.find(({ hour }) => hour === until)?.ends_at ?? null,
});

/** Enters a teacher or room as absent: find the name, tap it, enter. */
export function AbsenceDialog({ day, onClose }: { day: DeskDay; onClose: () => void }) {
  const { t } = useTranslation(['desk', 'shell']);
  const [find, setFind] = useState('');
  const create = useMutation(createAbsence);
  const { periods } = day;
  const form = useForm({
    initial: (): Values => ({
      kind: 'teacher',
      id: null,
      begins_at: day.date,
      ends_at: day.date,
      from: WHOLE,
      until: WHOLE,
    }),
    problems: (values) =>
      absenceProblems(toDraft(values, periods)).map(({ field, rule }) => ({
        field: field === 'ends_at' ? ('ends_at' as const) : ('id' as const),
        text: t(`rules.${rule}`),
      })),
    send: (values) => create.mutateAsync({ body: toDraft(values, periods) }),
    onSaved: (answer) => {
      showDay(answer);
      onClose();
    },
    toWords: toSaid,
  });
  const { kind, id, begins_at, ends_at, from, until } = form.values;
  const units = kind === 'teacher' ? day.teachers : day.bookables;
  const chosen = units.find((unit) => unit.id === id);
  const word = find.trim().toLocaleLowerCase();
  const found = units.filter((unit) => word !== '' && toText(unit).toLocaleLowerCase().includes(word)).slice(0, SHOWN);
  const hours = [
    { key: WHOLE, text: t('absent.wholeDay') },
    ...periods.map(({ hour }) => ({ key: hour, text: t('period', { hour }) })),
  ];
  return (
    <FormDialog
      title={t('absent.add')}
      form={form}
      texts={{ send: t('form.save'), cancel: t('cancel') }}
      onClose={onClose}
    >
      <SegmentedControl
        label={t('form.who')}
        value={kind}
        segments={[
          { key: 'teacher', label: t('form.teacher') },
          { key: 'room', label: t('form.room') },
        ]}
        onChange={(key) => form.change({ kind: key, id: null })}
      />
      <SearchField label={t('form.find')} value={find} onChange={setFind} autoFocus />
      <RowList label={t('form.who')}>
        {found.map((unit) => (
          <ActionRow
            key={unit.id}
            text={toText(unit)}
            onPress={() => {
              form.change({ id: unit.id });
              setFind('');
            }}
          />
        ))}
      </RowList>
      {chosen && (
        <p role="status">
          <b>{toText(chosen)}</b>
        </p>
      )}
      <Problem text={form.errorOf('id')} />
      <div className={styles.pair}>
        <DatePicker
          label={t('form.first')}
          value={begins_at}
          fallback={day.date}
          onChange={(date) => form.change({ begins_at: date, ...(ends_at < date ? { ends_at: date } : {}) })}
        />
        <DatePicker
          label={t('form.last')}
          value={ends_at}
          fallback={day.date}
          errorMessage={form.errorOf('ends_at')}
          onChange={(date) => form.change({ ends_at: date })}
        />
      </div>
      {periods.length > 0 && (
        <div className={styles.pair}>
          <Select label={t('form.from')} value={from} options={hours} onChange={(key) => form.change({ from: key })} />
          <Select
            label={t('form.until')}
            value={until}
            options={hours}
            onChange={(key) => form.change({ until: key })}
          />
        </div>
      )}
    </FormDialog>
  );
}
