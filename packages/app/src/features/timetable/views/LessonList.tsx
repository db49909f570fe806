import { joinDoubles, type Occurrence, type Timetable } from '@kreide/core/features/timetable';
import { useEffect, useRef } from 'react';
import { LessonRow, rowKeyOf } from './LessonRow.tsx';
import { classes, holidayOn, type Texts, toEmptyText, toHolidayText } from './texts.ts';

/** Props of a list of lessons. */
export type LessonListProps = Texts & {
  readonly timetable: Pick<Timetable, 'holidays' | 'displayname'> &
    Partial<Pick<Timetable, 'entity' | 'times' | 'released'>>;
  /** In time order, as `toOccurrences` gives them. */
  readonly occurrences: readonly Occurrence[];
  /** The days to list, empty ones included. */
  readonly dates: readonly string[];
  readonly today: string;
  /** Level of the day headings; the list itself has none. */
  readonly headingLevel?: 2 | 3 | 4;
  /** Courses of the one who looks, said so. */
  readonly isOwn?: ((occurrence: Occurrence) => boolean) | undefined;
  /** Scrolls the page to today when it appears; left out where that is the caller's. */
  readonly opensAtToday?: boolean;
  readonly onOpen: (occurrence: Occurrence) => void;
};

/** The list alternative to every grid: the same lessons by day, each a button with everything that the grid says. */
export function LessonList(props: LessonListProps) {
  const {
    timetable,
    occurrences,
    dates,
    today,
    headingLevel = 2,
    isOwn,
    opensAtToday = false,
    t,
    formats,
    onOpen,
  } = props;
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    const day = root.current?.querySelector('.kt-list-day.kt-today');
    if (opensAtToday && day?.previousElementSibling) day.scrollIntoView();
  }, [opensAtToday]);
  const all = joinDoubles(occurrences);
  const Heading = `h${headingLevel}` as const;
  return (
    <section ref={root} className="kt-list" aria-label={t('listLabel', { name: timetable.displayname })}>
      {dates.map((date) => {
        const holiday = holidayOn(timetable.holidays, date);
        const lessons = all.filter((occurrence) => occurrence.date === date);
        return (
          <div key={date} className={classes('kt-list-day', date === today && 'kt-today')}>
            <Heading>
              {formats.date(date)}
              {date === today && <span className="kt-badge">{t('today')}</span>}
            </Heading>
            {holiday && <p className="kt-list-note kt-free">{toHolidayText(holiday, t)}</p>}
            {!holiday && lessons.length === 0 && (
              <p className="kt-list-note">{toEmptyText(timetable.released, date, t)}</p>
            )}
            {lessons.length > 0 && (
              <ul>
                {lessons.map((occurrence) => (
                  <li key={rowKeyOf(occurrence)}>
                    <LessonRow
                      occurrence={occurrence}
                      entity={timetable.entity}
                      times={timetable.times ?? []}
                      isOwn={isOwn?.(occurrence) ?? false}
                      t={t}
                      formats={formats}
                      onOpen={onOpen}
                    />
                  </li>
                ))}
              </ul>
            )}
          </div>
        );
      })}
    </section>
  );
}
