import { ABSENCE_COMMENT_MAXIMUM, type AbsenceDraft, absenceProblems, type DeskDay } from '@kreide/core/features/desk';
import { weekdayNames } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { ActionRow, RowList } from '../../ui/RowList.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Desk.module.css';
import { createAbsence, showDay } from './desk-queries.ts';
import { toText } from './use-desk-words.ts';

/** So many names fit above a keyboard. */
const SHOWN = 6;
const WHOLE = '';

interface Values {
  kind: 'teacher' | 'room' | 'grade';
  id: number | null;
  begins_at: string;
  ends_at: string;
  /** Periods of the first and of the last day. */
  from: string;
  until: string;
  /** Weekdays; none: every day. */
  days: readonly number[];
  reason: string;
  comment: string;
}

const toDraft = ({ kind, id, begins_at, ends_at, from, until, days, reason, comment }: Values): AbsenceDraft => ({
  teacher_id: kind === 'teacher' ? id : null,
  bookable_id: kind === 'room' ? id : null,
  grade_id: kind === 'grade' ? id : null,
  begins_at,
  ends_at,
  begins_time_id: from === WHOLE ? null : Number(from),
  ends_time_id: until === WHOLE ? null : Number(until),
  days: begins_at < ends_at ? [...days] : [],
  absence_reason_id: reason === WHOLE ? null : reason,
  comment: comment.trim() || null,
});

const FIELDS = { ends_at: 'ends_at', ends_time_id: 'ends_at', days: 'days' } as const;
const fieldOf = (field: string) => (field in FIELDS ? FIELDS[field as keyof typeof FIELDS] : 'id');

/** Enters a teacher, room or class as absent: find the name, tap it, enter. */
export function AbsenceDialog({ day, onClose }: { day: DeskDay; onClose: () => void }) {
  const { t, language } = useTranslation(['desk', 'shell']);
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
      days: [],
      reason: WHOLE,
      comment: '',
    }),
    problems: (values) =>
      absenceProblems(toDraft(values), {
        begins_at: periods.find(({ id }) => `${id}` === values.from)?.begins_at ?? null,
        ends_at: periods.find(({ id }) => `${id}` === values.until)?.ends_at ?? null,
      }).map(({ field, rule }) => ({ field: fieldOf(field), text: t(`rules.${rule}`) })),
    send: (values) => create.mutateAsync({ body: toDraft(values) }),
    onSaved: (answer) => {
      showDay(answer);
      onClose();
    },
    toWords: toSaid,
  });
  const { kind, id, begins_at, ends_at, from, until, days } = form.values;
  const units = { teacher: day.teachers, room: day.bookables, grade: day.grades }[kind];
  const weekdays = weekdayNames(language, 'long');
  const chosen = units.find((unit) => unit.id === id);
  const word = find.trim().toLocaleLowerCase();
  const found = units.filter((unit) => word !== '' && toText(unit).toLocaleLowerCase().includes(word)).slice(0, SHOWN);
  const hours = [
    { key: WHOLE, text: t('absent.wholeDay') },
    ...periods.map(({ id: period, hour }) => ({ key: `${period}`, text: t('period', { hour }) })),
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
          { key: 'grade', label: t('form.grade') },
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
      {begins_at < ends_at && (
        <fieldset className={styles.days}>
          <legend>{t('form.days')}</legend>
          {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
            <Checkbox
              key={weekday}
              isSelected={days.includes(weekday)}
              onChange={(isOn) =>
                form.change({ days: isOn ? [...days, weekday] : days.filter((one) => one !== weekday) })
              }
            >
              {weekdays[weekday]}
            </Checkbox>
          ))}
          <Problem text={form.errorOf('days')} />
        </fieldset>
      )}
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
      {day.reasons.length > 0 && (
        <Select
          label={t('form.reason')}
          value={form.values.reason}
          options={[
            { key: WHOLE, text: t('form.noReason') },
            ...day.reasons.map(({ id: key, name }) => ({ key, text: name })),
          ]}
          onChange={(reason) => form.change({ reason })}
        />
      )}
      <TextField
        label={t('form.comment')}
        description={t('form.commentHint')}
        value={form.values.comment}
        maxLength={ABSENCE_COMMENT_MAXIMUM}
        onChange={(comment) => form.change({ comment })}
      />
    </FormDialog>
  );
}
