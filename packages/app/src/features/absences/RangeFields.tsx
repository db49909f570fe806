import { toAbsenceTime } from '@kreide/core/features/absences';
import { toLocal } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { TimeField } from '../../ui/TimeField.tsx';
import styles from './Absences.module.css';
import type { AbsenceForm } from './absence-form.ts';
import { timeText } from './words.ts';

interface RangeFieldsProps {
  form: AbsenceForm;
  onChange: (part: Partial<AbsenceForm>) => void;
  bounds: { earliest_at: string; latest_at: string };
  isDisabled: boolean;
  /** The beginning stays as it is (T-5.10). */
  isStartFixed: boolean;
  problems: { begins_at?: string | undefined; ends_at?: string | undefined };
}

/** From when to when, by day and time of day within the bounds; the edges of a day are said in words (T-5.17, T-5.18). */
export function RangeFields({ form, onChange, bounds, isDisabled, isStartFixed, problems }: RangeFieldsProps) {
  const { t } = useTranslation('absences');
  const zone = useSelf().school.time_zone;
  const dateOf = (at: string) => toLocal(new Date(at), zone).date;
  const [min, max] = [dateOf(bounds.earliest_at), dateOf(bounds.latest_at)];
  const wordOf = (time: string) => (timeText(time, t) === time ? undefined : timeText(time, t));
  const isFromFixed = isDisabled || isStartFixed;
  // An end that lies before a later beginning goes with it.
  const setFrom = (from: string) => onChange({ from, ...(from > form.until && { until: from }) });
  return (
    <div className={styles.range}>
      <DatePicker
        label={t('form.from')}
        value={form.from}
        onChange={setFrom}
        fallback={form.from}
        isDisabled={isFromFixed}
        errorMessage={problems.begins_at}
        {...(isStartFixed ? {} : { min, max })}
      />
      <TimeField
        label={t('form.fromTime')}
        value={form.fromTime}
        onChange={(text) => onChange({ fromTime: toAbsenceTime(text) })}
        isDisabled={isFromFixed}
        description={wordOf(form.fromTime)}
      />
      <DatePicker
        label={t('form.until')}
        value={form.until}
        onChange={(until) => onChange({ until })}
        fallback={form.until}
        isDisabled={isDisabled}
        errorMessage={problems.ends_at}
        min={form.from > min ? form.from : min}
        max={max}
      />
      <TimeField
        label={t('form.untilTime')}
        value={form.untilTime}
        onChange={(text) => onChange({ untilTime: toAbsenceTime(text) })}
        isDisabled={isDisabled}
        description={wordOf(form.untilTime)}
      />
    </div>
  );
}
