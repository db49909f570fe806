import { parseTime, type Time } from '@internationalized/date';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { TimeField as AriaTimeField, DateInput, DateSegment } from 'react-aria-components/TimeField';
import { classes } from './classes.ts';
import fieldStyles from './Field.module.css';
import { Icon } from './Icon.tsx';
import styles from './TimeField.module.css';

interface TimeFieldProps {
  label: string;
  /** `HH:MM`; empty while incomplete. */
  value: string;
  onChange: (value: string) => void;
  errorMessage?: string | undefined;
}

/** A time of day, 0 to 24 h whatever the device's setting. Load it lazily: it includes the code of the segments. */
export function TimeField({ label, value, onChange, errorMessage }: TimeFieldProps) {
  return (
    <AriaTimeField<Time>
      hourCycle={24}
      shouldForceLeadingZeros
      value={value === '' ? null : parseTime(value)}
      onChange={(time) => onChange(time ? time.toString().slice(0, 5) : '')}
      isInvalid={Boolean(errorMessage)}
      className={classes(fieldStyles.field)}
    >
      <Label className={classes(fieldStyles.label)}>{label}</Label>
      <DateInput className={classes(fieldStyles.frame, styles.input)}>
        {(segment) => <DateSegment segment={segment} className={classes(styles.segment)} />}
      </DateInput>
      <FieldError className={classes(fieldStyles.error)}>
        <Icon name="alert" size={16} /> {errorMessage}
      </FieldError>
    </AriaTimeField>
  );
}
