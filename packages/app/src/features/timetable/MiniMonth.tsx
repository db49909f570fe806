import { monthWeeks } from '@kreide/core/features/timetable';
import { addDays, addMonths, isoWeekOf, monthStartOf } from '@kreide/core/kernel';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import styles from './MiniMonth.module.css';
import { useTexts } from './use-texts.ts';

interface MiniMonthProps {
  /** The date on screen, `YYYY-MM-DD`: its week is marked. */
  date: string;
  today: string;
  /** Whether something differs from the plan on a date, as far as that is known: a dot. */
  hasChange: (date: string) => boolean;
  onChoose: (date: string) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A month to choose a date from: one Tab stop with arrow keys by day and week, Page keys by month. */
export function MiniMonth({ date, today, hasChange, onChoose }: MiniMonthProps) {
  const { t } = useTranslation('timetable');
  const { formats } = useTexts();
  const table = useRef<HTMLTableElement>(null);
  const isByKey = useRef(false);
  const [current, setCurrent] = useState(date);
  const month = current.slice(0, 7);

  useEffect(() => setCurrent(date), [date]);
  useEffect(() => {
    if (isByKey.current) table.current?.querySelector<HTMLElement>(`[data-date="${current}"]`)?.focus();
    isByKey.current = false;
  }, [current]);

  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    const page = event.key === 'PageUp' ? -1 : event.key === 'PageDown' ? 1 : 0;
    if (!step && page === 0) return;
    event.preventDefault();
    isByKey.current = true;
    setCurrent(step ? addDays(current, step) : addMonths(current, page));
  }

  return (
    <div className={styles.month}>
      <div className={styles.head}>
        <b aria-live="polite">{formats.month(current)}</b>
        <IconButton
          icon="chevronLeft"
          label={t('previous_month')}
          onPress={() => setCurrent(addMonths(monthStartOf(current), -1))}
        />
        <IconButton
          icon="chevronRight"
          label={t('next_month')}
          onPress={() => setCurrent(addMonths(monthStartOf(current), 1))}
        />
      </div>
      <table ref={table}>
        <thead>
          <tr>
            <td />
            {formats.weekdays.slice(1).map((name, index) => (
              <th key={name} scope="col" abbr={name}>
                {formats.weekdaysShort[index + 1]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(current).map((dates) => (
            <tr key={dates[0]} className={dates.includes(date) ? styles.week : undefined}>
              <th scope="row" aria-label={t('weekNumber', { week: isoWeekOf(dates[0] ?? date) })}>
                {isoWeekOf(dates[0] ?? date)}
              </th>
              {dates.map((day) => {
                const isChanged = hasChange(day);
                const number = Number(day.slice(8));
                return (
                  <td key={day}>
                    <button
                      type="button"
                      data-date={day}
                      tabIndex={day === current ? 0 : -1}
                      className={classes(
                        !day.startsWith(month) && styles.outside,
                        day === today && styles.today,
                        isChanged && styles.changed,
                      )}
                      aria-current={day === today ? 'date' : undefined}
                      aria-label={`${number}, ${formats.date(day)}${isChanged ? `, ${formats.looks.changed}` : ''}`}
                      onClick={() => onChoose(day)}
                      onKeyDown={onKeyDown}
                    >
                      {number}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
