import { type DateBounds, minutesToPick, PICKED_HOURS, type PickedMoment } from '@kreide/core/kernel';
import { useLocale } from 'react-aria-components/I18nProvider';
import { DatePicker } from './DatePicker.tsx';
import styles from './DateTimePicker.module.css';
import { Select } from './Select.tsx';

interface DateTimePickerProps extends DateBounds {
  /** Label of the date. */
  label: string;
  value: PickedMoment;
  onChange: (value: PickedMoment) => void;
  /** Used as a whole when the typed text is no date (T-5.23). */
  fallback: PickedMoment;
  errorMessage?: string | undefined;
}

const toOptions = (texts: readonly string[]) => texts.map((text) => ({ key: text, text }));

/** A date with hour and minute, these in steps of five (T-5.22). Load it lazily: it includes the overlay code. */
export function DateTimePicker({ label, value, onChange, fallback, errorMessage, min, max }: DateTimePickerProps) {
  const { locale } = useLocale();
  const names = new Intl.DisplayNames(locale, { type: 'dateTimeField' });
  const [hour, minute] = [value.time.slice(0, 2), value.time.slice(3)];
  return (
    <div className={styles.picker}>
      <DatePicker
        label={label}
        value={value.date}
        onChange={(date) => onChange({ ...value, date })}
        onFallback={() => onChange(fallback)}
        fallback={fallback.date}
        errorMessage={errorMessage}
        min={min}
        max={max}
      />
      <Select
        label={names.of('hour') ?? ''}
        options={toOptions(PICKED_HOURS)}
        value={hour}
        onChange={(next) => onChange({ ...value, time: `${next}:${minute}` })}
      />
      <Select
        label={names.of('minute') ?? ''}
        options={toOptions(minutesToPick(value.time))}
        value={minute}
        onChange={(next) => onChange({ ...value, time: `${hour}:${next}` })}
      />
    </div>
  );
}
