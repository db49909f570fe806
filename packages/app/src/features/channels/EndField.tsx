import { Button } from '../../ui/Button.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import styles from './Channels.module.css';

interface EndFieldProps {
  texts: { label: string; about: string; none: string };
  /** The last day; empty: there is no end. */
  value: string;
  today: string;
  onChange: (lastDay: string) => void;
}

/** The last day of something that may have no end. */
export function EndField({ texts, value, today, onChange }: EndFieldProps) {
  return (
    <>
      <DatePicker
        label={texts.label}
        value={value}
        onChange={onChange}
        min={value !== '' && value < today ? value : today}
        fallback=""
        isRequired={false}
      />
      <p className={styles.note}>{texts.about}</p>
      {value !== '' && (
        <div>
          <Button onPress={() => onChange('')}>{texts.none}</Button>
        </div>
      )}
    </>
  );
}
