import { isBar, isOn, type PlacedEvent, toBars, toBoxes } from '@kreide/core/features/calendar';
import { toTime, weekdayNames, weekdayOf, writeDate } from '@kreide/core/kernel';
import type { CSSProperties } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { classes } from '../../ui/classes.ts';
import styles from './Calendar.module.css';
import { EventLink } from './EventLink.tsx';
import grid from './Grid.module.css';
import { useWords } from './use-words.ts';

interface TimeGridProps {
  events: readonly PlacedEvent[];
  dates: readonly string[];
  today: string;
  onDay: (date: string) => void;
}

/** Hours that are drawn at least, minutes from midnight. */
const [FIRST, LAST] = [7 * 60, 18 * 60];

/** Full hours that hold every event of these days. */
function spanOf(events: readonly PlacedEvent[], dates: readonly string[]): readonly [number, number] {
  const boxes = dates.flatMap((date) => toBoxes(events, date));
  const begins = Math.min(FIRST, ...boxes.map((box) => box.begins));
  const ends = Math.max(LAST, ...boxes.map((box) => box.ends));
  return [Math.floor(begins / 60) * 60, Math.ceil(ends / 60) * 60];
}

/** One day or a week by its hours; whole days and several are bars above them. */
export function TimeGrid({ events, dates, today, onDay }: TimeGridProps) {
  const { t, language } = useTranslation('calendar');
  const { hoursOf } = useWords();
  const [begins, ends] = spanOf(events, dates);
  const hours = Array.from({ length: (ends - begins) / 60 }, (_, hour) => begins + hour * 60);
  const bars = toBars(events, dates);
  const names = weekdayNames(language, 'short');
  const sizes = { '--days': dates.length, '--hours': hours.length } as CSSProperties;
  const range = dates.map((date) => writeDate(language, date, 'dayMonth'));
  return (
    <section className={grid.grid} style={sizes} aria-label={t('grid', { range: `${range[0]} ${range.at(-1)}` })}>
      {dates.length > 1 && (
        <div className={grid.heads}>
          {dates.map((date) => (
            <button
              key={date}
              type="button"
              className={classes(grid.head, date === today && grid.today)}
              aria-current={date === today ? 'date' : undefined}
              onClick={() => onDay(date)}
            >
              <span>{names[weekdayOf(date)]}</span>
              <b>{Number(date.slice(8))}</b>
              <span className={styles.unseen}>, {writeDate(language, date, 'weekday')}</span>
            </button>
          ))}
        </div>
      )}
      {bars.length > 0 && (
        <ul className={grid.bars} aria-label={t('wholeDays')}>
          {bars.map(({ event, column, span, row, isBegun, isOpen }) => (
            <li key={event.id} style={{ gridColumn: `${column + 1} / span ${span}`, gridRow: row + 1 }}>
              <EventLink event={event} className={classes(grid.bar, isBegun && grid.begun, isOpen && grid.open)}>
                {event.name}
              </EventLink>
            </li>
          ))}
        </ul>
      )}
      <div className={grid.hours}>
        <div className={grid.axis} aria-hidden="true">
          {hours.map((minutes) => (
            <span key={minutes}>{toTime(minutes)}</span>
          ))}
        </div>
        {dates.map((date) => (
          <ul
            key={date}
            className={classes(grid.column, date === today && grid.ofToday)}
            aria-label={writeDate(language, date, 'weekday')}
          >
            {toBoxes(events, date).map((box) => (
              <li
                key={box.event.id}
                style={{
                  top: `calc(var(--hour) * ${(box.begins - begins) / 60})`,
                  height: `calc(var(--hour) * ${(box.ends - box.begins) / 60} - 1px)`,
                  left: `${(box.lane / box.lanes) * 100}%`,
                  width: `calc(${100 / box.lanes}% - 2px)`,
                }}
              >
                <EventLink event={box.event} className={classes(grid.box, box.ends - box.begins < 45 && grid.small)}>
                  <span className={styles.name}>{box.event.name}</span>
                  <span className={grid.detail}>
                    {box.lanes > 1
                      ? hoursOf(box.event).slice(0, 5)
                      : [hoursOf(box.event), box.event.location].filter(Boolean).join(' \u00b7 ')}
                  </span>
                </EventLink>
              </li>
            ))}
          </ul>
        ))}
      </div>
      {dates.length === 1 &&
        !events.some((one) => isOn(one, dates[0] as string) || (isBar(one) && bars.length > 0)) && (
          <p className={styles.nothing}>{t('list.emptyTitle')}</p>
        )}
    </section>
  );
}
