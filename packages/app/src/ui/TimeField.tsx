import { parseTime, type Time } from '@internationalized/date';
import { useMemo, useRef } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TimeField as AriaTimeField, DateInput, DateSegment } from 'react-aria-components/TimeField';
import { classes } from './classes.ts';
import fieldStyles from './Field.module.css';
import { Icon } from './Icon.tsx';
import styles from './TimeField.module.css';
import { useFieldLeave } from './use-field-leave.ts';

interface TimeFieldProps {
  label: string;
  /** `HH:MM`; empty for none, and after it was left incomplete. */
  value: string;
  onChange: (value: string) => void;
  /** Required unless told otherwise (C-5.10). */
  isRequired?: boolean;
  isDisabled?: boolean;
  /** What the time means, in words. */
  description?: string | undefined;
  errorMessage?: string | undefined;
}

/** A time of day, 0 to 24 h whatever the device's setting. Load it lazily: it includes the code of the segments. */
export function TimeField({
  label,
  value,
  onChange,
  isRequired = true,
  isDisabled = false,
  description,
  errorMessage,
}: TimeFieldProps) {
  const field = useRef<HTMLDivElement>(null);
  const time = useMemo(() => (value === '' ? null : parseTime(value)), [value]);
  const { key, onBlur } = useFieldLeave(field, (isIncomplete) => {
    if (isIncomplete && value !== '') onChange('');
  });
  return (
    <AriaTimeField<Time>
      key={key}
      ref={field}
      hourCycle={24}
      shouldForceLeadingZeros
      value={time}
      onChange={(next) => onChange(next ? next.toString().slice(0, 5) : '')}
      onBlur={onBlur}
      isRequired={isRequired}
      isDisabled={isDisabled}
      isInvalid={errorMessage !== undefined}
      className={classes(fieldStyles.field)}
    >
      <Label className={classes(fieldStyles.label)}>{label}</Label>
      <DateInput className={classes(fieldStyles.frame, styles.input)}>
        {(segment) => <DateSegment segment={segment} className={classes(styles.segment)} />}
      </DateInput>
      {description && (
        <Text slot="description" className={classes(fieldStyles.description)}>
          {description}
        </Text>
      )}
      {errorMessage && (
        <FieldError className={classes(fieldStyles.error)}>
          <Icon name="alert" size={16} /> {errorMessage}
        </FieldError>
      )}
    </AriaTimeField>
  );
}
