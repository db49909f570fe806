import {
  layoutMonth,
  lookOf,
  type MonthCell,
  type Occurrence,
  type Timetable,
  toHue,
} from '@kreide/core/features/timetable';
import { isoWeekOf } from '@kreide/core/kernel';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { classes, holidayOn, type Texts, toHolidayText } from './texts.ts';

/** Props of a month. */
export type MonthGridProps = Texts & {
  readonly timetable: Pick<Timetable, 'holidays' | 'displayname'>;
  /** All lessons of the shown weeks, in any order. */
  readonly occurrences: readonly Occurrence[];
  /** Any day of the month. */
  readonly startDate: string;
  readonly today: string;
  /** Height of a cell in px at a text size of 16 px (it scales with the text); decides how many events fit (T-2.32). */
  readonly cellHeight: number;
  readonly onOpenDay: (date: string) => void;
  readonly onPage?: ((direction: 1 | -1) => void) | undefined;
};

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/**
 * Month view (T-2.27, T-2.31 to T-2.33): at most six weeks, one button per day that says what the day contains, one Tab
 * stop with arrow keys by day and week, Home and End within the week, Page keys by month.
 */
export function MonthGrid(props: MonthGridProps) {
  const { timetable, occurrences, startDate, today, cellHeight, t, formats, onPage } = props;
  const root = useRef<HTMLTableElement>(null);
  const isPaging = useRef(false);
  const weeks = useMemo(() => layoutMonth(occurrences, startDate, cellHeight), [occurrences, startDate, cellHeight]);
  const dates = weeks.flat().map((cell) => cell.date);
  const month = startDate.slice(0, 7);
  const current = dates.includes(today) && today.startsWith(month) ? today : `${month}-01`;

  useEffect(() => {
    if (isPaging.current) root.current?.querySelector<HTMLElement>(`[data-date^="${month}"]`)?.focus();
    isPaging.current = false;
  }, [month]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>, date: string) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const index = dates.indexOf(date);
    const monday = index - (index % 7);
    if (onPage && (event.key === 'PageUp' || event.key === 'PageDown')) {
      isPaging.current = true;
      event.preventDefault();
      onPage(event.key === 'PageUp' ? -1 : 1);
      return;
    }
    const step = STEPS[event.key];
    const target = event.key === 'Home' ? monday : event.key === 'End' ? monday + 6 : step ? index + step : null;
    if (target === null) return;
    event.preventDefault();
    const button = root.current?.querySelector<HTMLElement>(`[data-date="${dates[target]}"]`);
    if (!button) return;
    for (const other of root.current?.querySelectorAll<HTMLElement>('[tabindex="0"]') ?? []) other.tabIndex = -1;
    button.tabIndex = 0;
    button.focus();
  }

  return (
    <table ref={root} className="kt-month" style={{ '--kt-cell': `${cellHeight / 16}rem` } as React.CSSProperties}>
      <caption className="kt-month-title" aria-live="polite">
        {formats.month(startDate)}
      </caption>
      <thead>
        <tr>
          <td className="kt-week-number" />
          {formats.weekdays.slice(1).map((name, index) => (
            <th key={name} scope="col" abbr={name}>
              {formats.weekdaysShort[index + 1]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((cells) => (
          <tr key={cells[0]!.date}>
            <th
              scope="row"
              className="kt-week-number"
              aria-label={t('weekNumber', { week: isoWeekOf(cells[0]!.date) })}
            >
              {isoWeekOf(cells[0]!.date)}
            </th>
            {cells.map((cell) => (
              <td key={cell.date}>
                <button
                  type="button"
                  data-date={cell.date}
                  tabIndex={cell.date === current ? 0 : -1}
                  className={classes('kt-cell', !cell.isInMonth && 'kt-outside', cell.date === today && 'kt-today')}
                  aria-current={cell.date === today ? 'date' : undefined}
                  onClick={() => props.onOpenDay(cell.date)}
                  onKeyDown={(event) => onKeyDown(event, cell.date)}
                >
                  <span className="kt-hidden">{`${toWords(cell, props)} – `}</span>
                  <span className="kt-cell-number">{`${Number(cell.date.slice(8))} `}</span>
                  <CellContent cell={cell} holidays={timetable.holidays} t={t} formats={formats} />
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type CellContentProps = Texts & { readonly cell: MonthCell; readonly holidays: Timetable['holidays'] };

function CellContent({ cell, holidays, t, formats }: CellContentProps) {
  const holiday = holidayOn(holidays, cell.date);
  return (
    <>
      {holiday && <span className="kt-cell-holiday">{`${holiday.name} `}</span>}
      {cell.shown.map(({ lesson }) => {
        const look = lookOf(lesson);
        return (
          <span
            key={`${lesson.uuid}${lesson.kind}${lesson.time_begins_at}`}
            className={`kt-chip kt-${look} kt-${lesson.subject ? toHue(lesson.subject.color) : 'plain'}`}
          >
            {(look === 'EVENT' || look === 'MESSAGE') && (
              <b className="kt-chip-name">{`${lesson.meta.displayname} `}</b>
            )}
            <b>{`${lesson.meta.shortname} `}</b>
            <i>{`${formats.looks[look]} `}</i>
          </span>
        );
      })}
      {cell.more > 0 && <span className="kt-cell-more">{t('moreShort', { count: cell.more })}</span>}
    </>
  );
}

/** What a day contains, before its visible text: "Monday 21 September, 6 lessons, Mathematics Cancelled". */
function toWords(cell: MonthCell, { timetable, today, t, formats }: MonthGridProps): string {
  const parts = [formats.date(cell.date)];
  if (cell.date === today) parts.push(t('today'));
  const holiday = holidayOn(timetable.holidays, cell.date);
  if (holiday) parts.push(toHolidayText(holiday, t));
  if (cell.occurrences.length > 0) parts.push(t('lessons', { count: cell.occurrences.length }));
  else if (!holiday) parts.push(t('noLessonsDay'));
  const changed = cell.occurrences.filter(({ lesson }) => lookOf(lesson) !== 'regular');
  for (const { lesson } of changed) parts.push(`${lesson.meta.displayname} ${formats.looks[lookOf(lesson)]}`);
  return parts.join(', ');
}
