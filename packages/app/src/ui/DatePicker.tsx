import { type CalendarDate, parseDate } from '@internationalized/date';
import { type DateBounds, isDate, toPickedDate } from '@kreide/core/kernel';
import { useMemo, useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import { Calendar, CalendarCell, CalendarGrid, CalendarHeading } from 'react-aria-components/Calendar';
import { DatePicker as AriaDatePicker, DateInput, DateSegment } from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { FieldError } from 'react-aria-components/FieldError';
import { Group } from 'react-aria-components/Group';
import { Label } from 'react-aria-components/Label';
import { Popover } from 'react-aria-components/Popover';
import { classes } from './classes.ts';
import styles from './DatePicker.module.css';
import fieldStyles from './Field.module.css';
import { Icon } from './Icon.tsx';
import timeStyles from './TimeField.module.css';
import { useFieldLeave } from './use-field-leave.ts';

interface DatePickerProps extends DateBounds {
  label: string;
  /** `YYYY-MM-DD`; empty for none. */
  value: string;
  onChange: (value: string) => void;
  /** Used when the typed text is no date (C-5.08). */
  fallback: string;
  /** Hears of that in the place of `onChange`, where more than the date falls back. */
  onFallback?: () => void;
  /** Required unless told otherwise (C-5.06). */
  isRequired?: boolean;
  isDisabled?: boolean;
  errorMessage?: string | undefined;
}

const toCalendar = (date: string | undefined) => (date && isDate(date) ? parseDate(date) : null);

/**
 * A date, typed in segments or chosen from a month. Bounds and fallback apply when the field is left: a year that is
 * being typed passes others. Load it lazily: it includes the overlay code.
 */
export function DatePicker({
  label,
  value,
  onChange,
  fallback,
  onFallback,
  isRequired = true,
  isDisabled = false,
  errorMessage,
  ...props
}: DatePickerProps) {
  const { min, max } = props;
  const field = useRef<HTMLDivElement>(null);
  const date = useMemo(() => toCalendar(value), [value]);
  const { key, onBlur } = useFieldLeave(field, (isIncomplete) => {
    if (value === '' && !isIncomplete) return;
    if (isIncomplete && onFallback) return onFallback();
    const picked = toPickedDate(isIncomplete ? '' : value, { min, max }, fallback);
    if (picked !== value) onChange(picked);
  });
  return (
    <AriaDatePicker<CalendarDate>
      key={key}
      value={date}
      onChange={(next) => onChange(next?.toString() ?? '')}
      onBlur={onBlur}
      minValue={toCalendar(min)}
      maxValue={toCalendar(max)}
      isRequired={isRequired}
      isDisabled={isDisabled}
      isInvalid={errorMessage !== undefined}
      shouldForceLeadingZeros
      className={classes(fieldStyles.field)}
    >
      <Label className={classes(fieldStyles.label)}>{label}</Label>
      <Group ref={field} className={classes(fieldStyles.frame)}>
        <DateInput className={classes(timeStyles.input, styles.input)}>
          {(segment) => <DateSegment segment={segment} className={classes(timeStyles.segment)} />}
        </DateInput>
        <Button className={classes(fieldStyles.clear)}>
          <Icon name="calendar" size={20} />
        </Button>
      </Group>
      {errorMessage && (
        <FieldError className={classes(fieldStyles.error)}>
          <Icon name="alert" size={16} /> {errorMessage}
        </FieldError>
      )}
      <Popover className={classes(styles.popover)}>
        <Dialog className={classes(styles.dialog)}>
          <Calendar className={classes(styles.calendar)}>
            <header className={styles.head}>
              <Button slot="previous" className={classes(fieldStyles.clear)}>
                <Icon name="chevronLeft" size={20} />
              </Button>
              <CalendarHeading className={classes(styles.heading)} />
              <Button slot="next" className={classes(fieldStyles.clear)}>
                <Icon name="chevronRight" size={20} />
              </Button>
            </header>
            <CalendarGrid className={classes(styles.grid)}>
              {(day) => <CalendarCell date={day} className={classes(styles.day)} />}
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </AriaDatePicker>
  );
}
