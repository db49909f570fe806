import {
  placeInMonth,
  REPEAT_EVERY_MAXIMUM,
  type RepeatRule,
  type RepeatUnit,
  repeatWords,
} from '@kreide/core/features/calendar';
import { type Weekday, weekdayNames, weekdayOf } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './EventForm.module.css';

interface CustomRepeatProps {
  rule: RepeatRule;
  /** With which the event begins. */
  date: string;
  units: readonly RepeatUnit[];
  onChange: (rule: RepeatRule) => void;
}

const WEEKDAYS: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];

/** A rule of somebody's own: every so many days, weeks on weekdays, months by date or weekday, or years. */
export function CustomRepeat({ rule, date, units, onChange }: CustomRepeatProps) {
  const { t, language } = useTranslation('calendar');
  const names = weekdayNames(language, 'long');
  const weekday = weekdayOf(date);
  const ofUnit = (unit: RepeatUnit): RepeatRule => ({
    ...rule,
    unit,
    weekdays: unit === 'WEEKLY' ? [weekday] : [],
    monthday: unit === 'MONTHLY' ? Number(date.slice(8)) : null,
    nth: null,
  });
  const monthly = {
    day: { ...rule, monthday: Number(date.slice(8)), nth: null },
    nth: { ...rule, monthday: null, nth: { place: placeInMonth(date), weekday } },
    last: { ...rule, monthday: -1, nth: null },
  };
  const chosen = rule.nth ? 'nth' : rule.monthday === -1 ? 'last' : 'day';
  return (
    <>
      <div className={styles.dates}>
        <TextField
          label={t('repeat.every')}
          type="number"
          inputMode="numeric"
          value={`${rule.every || ''}`}
          onChange={(text) =>
            onChange({ ...rule, every: Math.min(REPEAT_EVERY_MAXIMUM, Math.max(0, Math.trunc(Number(text)) || 0)) })
          }
        />
        <Select
          label={t('repeat.unit')}
          options={units.map((key) => ({ key, text: t(`repeat.unit_${key}`) }))}
          value={rule.unit}
          onChange={(unit) => onChange(ofUnit(unit))}
        />
      </div>
      {rule.unit === 'WEEKLY' && (
        <fieldset className={styles.weekdays}>
          <legend className={styles.heading}>{t('repeat.weekdays')}</legend>
          {WEEKDAYS.map((day) => (
            <Checkbox
              key={day}
              isSelected={rule.weekdays.includes(day)}
              onChange={(isOn) => {
                const weekdays = WEEKDAYS.filter((one) => (one === day ? isOn : rule.weekdays.includes(one)));
                onChange({ ...rule, weekdays });
              }}
            >
              {names[day]}
            </Checkbox>
          ))}
        </fieldset>
      )}
      {rule.unit === 'MONTHLY' && (
        <Select
          label={t('repeat.monthDay')}
          options={(['day', 'nth', 'last'] as const).map((key) => ({
            key,
            text: repeatWords(monthly[key], date, { t, language }),
          }))}
          value={chosen}
          onChange={(key) => onChange(monthly[key])}
        />
      )}
    </>
  );
}
