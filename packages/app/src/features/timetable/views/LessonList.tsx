import {
  type Entity,
  lookOf,
  type Occurrence,
  type Timetable,
  toAccessibleName,
  toDifference,
  toPlaceText,
} from '@kreide/core/features/timetable';
import type { CSSProperties } from 'react';
import { toSubjectColor } from './subject-color.ts';
import { classes, holidayOn, type Texts, toHolidayText, withVisible } from './texts.ts';

/** Props of a list of lessons. */
export type LessonListProps = Texts & {
  readonly timetable: Pick<Timetable, 'holidays' | 'displayname'> & Partial<Pick<Timetable, 'entity'>>;
  /** In time order, as `toOccurrences` gives them. */
  readonly occurrences: readonly Occurrence[];
  /** The days to list, empty ones included. */
  readonly dates: readonly string[];
  readonly today: string;
  /** Level of the day headings; the list itself has none. */
  readonly headingLevel?: 2 | 3 | 4;
  readonly onOpen: (occurrence: Occurrence) => void;
};

/** The list alternative to every grid: the same lessons by day, each a button with everything that the grid says. */
export function LessonList(props: LessonListProps) {
  const { timetable, occurrences, dates, today, headingLevel = 2, t, formats, onOpen } = props;
  const byDate = Map.groupBy(occurrences, (occurrence) => occurrence.date);
  const Heading = `h${headingLevel}` as const;
  return (
    <section className="kt-list" aria-label={t('listLabel', { name: timetable.displayname })}>
      {dates.map((date) => {
        const holiday = holidayOn(timetable.holidays, date);
        const lessons = byDate.get(date) ?? [];
        return (
          <div key={date} className={classes('kt-list-day', date === today && 'kt-today')}>
            <Heading>
              {formats.date(date)}
              {date === today && <span className="kt-badge">{t('today')}</span>}
            </Heading>
            {holiday && <p className="kt-list-note kt-free">{toHolidayText(holiday, t)}</p>}
            {!holiday && lessons.length === 0 && <p className="kt-list-note">{t('noLessonsDay')}</p>}
            {lessons.length > 0 && (
              <ul>
                {lessons.map((occurrence) => (
                  <li key={keyOf(occurrence)}>
                    <LessonRow
                      occurrence={occurrence}
                      entity={timetable.entity}
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

function keyOf({ lesson, date }: Occurrence): string {
  return `${lesson.uuid} ${lesson.kind} ${date} ${lesson.time_begins_at}`;
}

type LessonRowProps = Texts & {
  readonly occurrence: Occurrence;
  readonly entity: Entity | undefined;
  readonly onOpen: (occurrence: Occurrence) => void;
};

function LessonRow({ occurrence, entity, t, formats, onOpen }: LessonRowProps) {
  const { lesson, date } = occurrence;
  const look = lookOf(lesson);
  const { time_begins_at, time_ends_at, meta, comment } = lesson;
  // The spaces separate the words for assistive technology, as in the grid.
  const pieces = [
    time_begins_at,
    time_ends_at,
    meta.displayname,
    toPlaceText(lesson, entity, false, formats.room),
    toDifference(lesson, t, formats),
    comment ?? '',
    look === 'regular' ? '' : formats.looks[look],
  ];
  const [begins, ends, title, place, difference, remark, state] = pieces.map((piece) => piece && `${piece} `);
  return (
    <button
      type="button"
      className={`kt-row kt-${look}`}
      style={{ '--kt-hue': toSubjectColor(lesson.subject?.color) } as CSSProperties}
      aria-label={withVisible(toAccessibleName(lesson, date, t, formats, entity), pieces.filter(Boolean).join(' '))}
      onClick={() => onOpen(occurrence)}
    >
      <span className="kt-row-time">
        {begins}
        <small>{ends}</small>
      </span>
      <span className="kt-row-text">
        <b>{title}</b>
        <span>{place}</span>
        {difference && <em>{difference}</em>}
        {remark && <em>{remark}</em>}
      </span>
      {state && <i>{state}</i>}
    </button>
  );
}
