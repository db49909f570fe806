import { isOn, type PlacedEvent, toMonthWeek } from '@kreide/core/features/calendar';
import { addDays, addMonths, datesFrom, mondayOf, monthStartOf, weekdayNames, writeDate } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';
import { classes } from '../../ui/classes.ts';
import { EventLink } from './EventLink.tsx';
import grid from './Grid.module.css';
import { useWords } from './use-words.ts';

interface MonthGridProps {
  events: readonly PlacedEvent[];
  date: string;
  today: string;
  isNarrow: boolean;
  onDay: (date: string) => void;
}

/** Rows of events that a week of the month has room for. */
const ROWS = 3;

/** The weeks of the month of a date, Monday first. */
function weeksOf(date: string): string[][] {
  const first = mondayOf(monthStartOf(date));
  const end = addMonths(date, 1);
  const mondays = Array.from({ length: 6 }, (_, week) => addDays(first, week * 7)).filter((monday) => monday < end);
  return mondays.map((monday) => datesFrom(monday, 7));
}

/** A month: each day is a button that opens it, events lie over their days; on a phone they are dots. */
export function MonthGrid({ events, date, today, isNarrow, onDay }: MonthGridProps) {
  const { t, language } = useTranslation('calendar');
  const { hoursOf } = useWords();
  const month = date.slice(0, 7);
  return (
    <section className={grid.month} aria-label={t('grid', { range: writeDate(language, date, 'month') })}>
      <div className={grid.names} aria-hidden="true">
        {weekdayNames(language, 'short')
          .slice(1)
          .map((name) => (
            <span key={name}>{name}</span>
          ))}
      </div>
      {weeksOf(date).map((dates) => {
        const week = toMonthWeek(events, dates, ROWS);
        return (
          <div key={dates[0]} className={classes(grid.week, isNarrow && grid.dotted)}>
            {dates.map((one, column) => {
              const there = events.filter((placed) => isOn(placed, one));
              const hidden = week.hidden[column] ?? 0;
              const label = writeDate(language, one, 'weekday');
              const count = isNarrow ? there.length : hidden;
              const said = count === 0 ? '' : `, ${isNarrow ? t('count', { count }) : t('more', { count })}`;
              return (
                <button
                  key={one}
                  type="button"
                  className={classes(grid.cell, !one.startsWith(month) && grid.outside, one === today && grid.today)}
                  style={{ gridColumn: column + 1 }}
                  aria-current={one === today ? 'date' : undefined}
                  aria-label={`${label}${said}`}
                  onClick={() => onDay(one)}
                >
                  <b>{Number(one.slice(8))}</b>
                  {isNarrow ? (
                    <span className={grid.dots} aria-hidden="true">
                      {there.slice(0, 3).map(({ event }) => (
                        <i key={event.id} data-category={event.category} />
                      ))}
                    </span>
                  ) : (
                    hidden > 0 && <small aria-hidden="true">+{hidden}</small>
                  )}
                </button>
              );
            })}
            {!isNarrow &&
              week.bars.map(({ event, place, column, span, row, isBegun, isOpen }) => (
                <EventLink
                  key={event.id}
                  event={event}
                  className={classes(grid.bar, grid.inMonth, isBegun && grid.begun, isOpen && grid.open)}
                  style={{ gridColumn: `${column + 1} / span ${span}`, gridRow: row + 2 }}
                >
                  {!event.is_all_day && !place.is_multi_day && <span>{hoursOf(event).slice(0, 5)} </span>}
                  {event.name}
                </EventLink>
              ))}
          </div>
        );
      })}
    </section>
  );
}
