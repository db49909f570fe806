import { REMINDER_MINUTES, REMINDERS_MAXIMUM } from '@kreide/core/features/calendar';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import styles from './EventForm.module.css';

interface ReminderChoiceProps {
  /** Accessible name; a heading says the same above it. */
  label: string;
  /** Minutes before an event begins. */
  value: readonly number[];
  onChange: (value: number[]) => void;
  isDisabled?: boolean;
}

/** When somebody wants to be reminded: a few times, of which some can be chosen. */
export function ReminderChoice({ label, value, onChange, isDisabled = false }: ReminderChoiceProps) {
  const { t } = useTranslation('calendar');
  const isFull = value.length >= REMINDERS_MAXIMUM;
  return (
    <fieldset className={styles.weekdays} aria-label={label}>
      {REMINDER_MINUTES.map((minutes) => {
        const isChosen = value.includes(minutes);
        return (
          <Checkbox
            key={minutes}
            isSelected={isChosen}
            isDisabled={isDisabled || (isFull && !isChosen)}
            onChange={(isOn) => onChange(isOn ? [...value, minutes] : value.filter((one) => one !== minutes))}
          >
            {t(`reminders.before_${minutes}`)}
          </Checkbox>
        );
      })}
    </fieldset>
  );
}
