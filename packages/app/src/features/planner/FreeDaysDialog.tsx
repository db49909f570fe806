import { HOLIDAY_FILE_MAXIMUM, type PublicHoliday } from '@kreide/core/features/planner';
import { writeDate, writeSize } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Basedata.module.css';
import { addFreeDays, freeDaysQuery, readFreeDays, regionsQuery, removeFreeDays } from './basedata-queries.ts';
import { yearsQuery } from './planner-queries.ts';

interface FreeDaysDialogProps {
  onClose: () => void;
}

/**
 * The public holidays of a country, or of a part of it, or the whole days of a calendar file, as free days of a school year; one press
 * takes them back.
 */
export function FreeDaysDialog({ onClose }: FreeDaysDialogProps) {
  const { t, language } = useTranslation(['planner', 'shell']);
  const years = useQuery(yearsQuery).data ?? [];
  const add = useMutation(addFreeDays);
  const remove = useMutation(removeFreeDays);
  const read = useMutation(readFreeDays);
  const [isTooLarge, setTooLarge] = useState(false);
  const fromFile = read.data ?? null;
  const form = useForm({
    initial: () => ({ year: '', country: '', region: '', skipped: [] as string[] }),
    problems: () => [],
    send: () =>
      add.mutateAsync({ body: { holidays: chosen.map((day) => ({ ...toDraft(day), is_public: fromFile === null })) } }),
    onSaved: (added) => {
      const ids = added.map(({ id }) => id);
      // A toast outlives the dialog.
      const undo = () =>
        remove.mutateAsync({ body: { ids } }).then(
          () => toasts.show('success', t('basedata.freeDays.undone')),
          (error) => toasts.show('error', toSaid(error)),
        );
      toasts.show('success', t('basedata.freeDays.added', { count: ids.length }), {
        action: { label: t('basedata.freeDays.undo'), onAction: () => void undo() },
      });
      onClose();
    },
    toWords: toSaid,
  });
  const { country, region, skipped } = form.values;
  const year = form.values.year || `${years.find(({ is_active }) => is_active)?.id ?? years.at(-1)?.id ?? ''}`;
  const places = useQuery({ ...regionsQuery(country), placeholderData: (before) => before });
  const place = region || places.data?.country || '';
  const days = useQuery({ ...freeDaysQuery(year, place), enabled: year !== '' && place !== '' });
  const found: readonly PublicHoliday[] = fromFile?.days ?? days.data ?? [];
  const chosen: readonly PublicHoliday[] = found.filter((day) => !day.is_known && !skipped.includes(keyOf(day)));
  const hint = t('basedata.freeDays.fileHint', { size: writeSize(language, HOLIDAY_FILE_MAXIMUM) });

  function open([file]: readonly File[]) {
    setTooLarge(file !== undefined && file.size > HOLIDAY_FILE_MAXIMUM);
    if (!file || file.size > HOLIDAY_FILE_MAXIMUM) return;
    form.change({ skipped: [] });
    read.mutate({ body: {}, files: [{ name: file.name, content: file }] });
  }
  const list = (
    <DayList
      days={found}
      skipped={skipped}
      empty={t(fromFile ? 'basedata.freeDays.fileNone' : 'basedata.freeDays.none')}
      onChange={(next) => form.change({ skipped: next })}
    />
  );
  return (
    <FormDialog
      title={t('basedata.freeDays.title')}
      form={form}
      texts={{ send: t('basedata.freeDays.add', { count: chosen.length }), cancel: t('cancel') }}
      intro={<p className={styles.muted}>{t('basedata.freeDays.about')}</p>}
      onClose={onClose}
    >
      {fromFile === null ? (
        <>
          <Select
            label={t('basedata.freeDays.year')}
            value={year}
            options={years.map(({ id, name }) => ({ key: `${id}`, text: name }))}
            onChange={(next) => form.change({ year: next, skipped: [] })}
          />
          <Loaded
            query={places}
            skeleton={{ items: 2, label: t('basedata.freeDays.loading') }}
            errorTitle={t('basedata.freeDays.errorTitle')}
          >
            {(at) => (
              <>
                <Select
                  label={t('basedata.freeDays.country')}
                  value={at.country ?? ''}
                  options={at.countries.map(({ code, name }) => ({ key: code, text: name }))}
                  onChange={(next) => form.change({ country: next, region: '', skipped: [] })}
                />
                <Select
                  label={t('basedata.freeDays.region')}
                  value={region}
                  options={[
                    { key: '', text: t('basedata.freeDays.whole') },
                    ...at.regions.map(({ code, name }) => ({ key: code, text: name })),
                  ]}
                  onChange={(next) => form.change({ region: next, skipped: [] })}
                />
              </>
            )}
          </Loaded>
          {year !== '' && place !== '' && (
            <Loaded
              query={days}
              skeleton={{ items: 5, label: t('basedata.freeDays.loading') }}
              errorTitle={t('basedata.freeDays.errorTitle')}
            >
              {() => list}
            </Loaded>
          )}
          <FileDrop
            onAdd={open}
            isPending={read.isPending}
            accepted={['.ics', '.ical']}
            texts={{ drop: t('basedata.freeDays.fileDrop'), choose: t('basedata.freeDays.fileChoose'), hint }}
          />
          <Problem text={isTooLarge ? hint : read.error && toSaid(read.error)} />
        </>
      ) : (
        <>
          {list}
          {fromFile.left > 0 && (
            <p className={styles.muted}>{t('basedata.freeDays.fileLeft', { number: fromFile.left })}</p>
          )}
          <Button onPress={() => read.reset()}>{t('basedata.freeDays.byLaw')}</Button>
        </>
      )}
    </FormDialog>
  );
}

interface DayListProps {
  days: readonly PublicHoliday[];
  /** Keys of those that are not wanted. */
  skipped: readonly string[];
  empty: string;
  onChange: (skipped: string[]) => void;
}

/** Free days to choose from; those that are entered already stand there as well. */
function DayList({ days, skipped, empty, onChange }: DayListProps) {
  const { t, language } = useTranslation('planner');
  const whenOf = ({ begins_at, ends_at }: PublicHoliday) =>
    [...new Set([begins_at, ends_at])].map((date) => writeDate(language, date, 'long')).join(' \u2013 ');
  return (
    <ul className={styles.days} aria-label={t('basedata.freeDays.title')}>
      {days.length === 0 && <li>{empty}</li>}
      {days.map((day) => (
        <li key={keyOf(day)}>
          <Checkbox
            isDisabled={day.is_known}
            isSelected={!day.is_known && !skipped.includes(keyOf(day))}
            onChange={(isOn) => onChange(isOn ? skipped.filter((one) => one !== keyOf(day)) : [...skipped, keyOf(day)])}
          >
            {day.name}{' '}
            <span className={styles.muted}>
              {whenOf(day)}
              {day.is_known && `, ${t('basedata.freeDays.known')}`}
            </span>
          </Checkbox>
        </li>
      ))}
    </ul>
  );
}

const keyOf = ({ name, begins_at, ends_at }: PublicHoliday) => `${begins_at} ${ends_at} ${name}`;
const toDraft = ({ name, begins_at, ends_at }: PublicHoliday) => ({ name, begins_at, ends_at });
