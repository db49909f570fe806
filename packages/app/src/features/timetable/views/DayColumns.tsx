import type { Holiday } from '@kreide/core/features/structure';
import {
  type Box,
  type DayColumn,
  lookOf,
  type Occurrence,
  percentOf,
  type Scale,
  type Timetable,
  toAccessibleName,
  toHue,
} from '@kreide/core/features/timetable';
import { toTime } from '@kreide/core/kernel';
import { memo } from 'react';
import { type CardSurroundings, cardOf, TALL_MINUTES } from './LessonCard.tsx';
import { stripOf } from './Strip.tsx';
import { holidayOn, toEmptyText, toHolidayText, withVisible } from './texts.ts';
import { type ColumnRoom, hasOldValues, isNarrowCard, longestList } from './use-column-room.ts';

/** Shorter boxes have no room for stacked lines. */
const SHORT_BOX_MINUTES = 38;

/** Props of the columns of a week. Every value keeps its identity until it really changes: the columns are memoised. */
export type DayColumnsProps = CardSurroundings & {
  readonly columns: readonly DayColumn[];
  readonly scale: Scale;
  readonly holidays: readonly Holiday[];
  readonly released: Timetable['released'];
  readonly today: string;
  /** Prefix of the header ids that name the columns. */
  readonly id: string;
  readonly room: ColumnRoom;
  readonly isLoading: boolean;
  /** The occurrence that the address points at (T-2.22), or that is open beside the grid. */
  readonly isMeant?: ((occurrence: Occurrence) => boolean) | undefined;
  /** Courses of the one who looks. */
  readonly isOwn?: ((occurrence: Occurrence) => boolean) | undefined;
  readonly onOpen: (occurrence: Occurrence) => void;
  readonly onOpenMore: (occurrences: readonly Occurrence[]) => void;
};

/** The columns of day and week view: lessons as buttons in time order, positions in percent, React keys by place. */
export const DayColumns = memo(function DayColumns(props: DayColumnsProps) {
  return props.columns.map((column, day) => {
    const note = noteOf(column, props);
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms and cannot be laid out as cheaply
      <div
        role="group"
        key={column.weekday}
        className={column.date === props.today ? 'kt-day kt-today' : 'kt-day'}
        style={{ gridColumn: day + 2 }}
        aria-labelledby={`${props.id}${day}`}
        aria-busy={props.isLoading || undefined}
      >
        {column.boxes.map((box) =>
          box.occurrences.length === 1 ? lessonBox(box, column, props) : stripBox(box, column, props),
        )}
        {props.isLoading ? <div className="kt-skeleton-day" /> : note !== '' && <p className="kt-note">{note}</p>}
      </div>
    );
  });
});

/** A day without lessons says so; on a holiday the board does. */
function noteOf({ boxes, date }: DayColumn, { holidays, released, t }: DayColumnsProps): string {
  const holiday = holidayOn(holidays, date);
  if (boxes.length > 0) return holiday ? toHolidayText(holiday, t) : '';
  return holiday ? '' : toEmptyText(released, date, t);
}

/** Called, not rendered as a component: a lesson costs its elements and nothing else. */
function lessonBox(box: Box, { date }: DayColumn, props: DayColumnsProps) {
  const { entity, scale, t, formats, room, isMeant, onOpen } = props;
  const occurrence = box.occurrences[0]!;
  const { lesson } = occurrence;
  const look = lookOf(lesson);
  const isWhole = box.span === box.lanes;
  const isNarrow = isNarrowCard(room, isWhole);
  const hasOld = hasOldValues(room, isWhole);
  const { content, words, isFull } = cardOf(occurrence, look, isNarrow, props, longestList(room, isNarrow), hasOld);
  const minutes = box.ends - box.begins;
  let className = `kt-lesson kt-${look} kt-${lesson.subject ? toHue(lesson.subject.color) : 'plain'}`;
  if (isFull) className += ' kt-full';
  if (isNarrow) className += ' kt-narrow';
  if (lesson.comment) className += ' kt-noted';
  if (minutes < SHORT_BOX_MINUTES) className += ' kt-short';
  else if (minutes >= TALL_MINUTES) className += ' kt-tall';
  return (
    <button
      key={box.place}
      type="button"
      tabIndex={-1}
      part="lesson"
      className={className}
      style={{ inset: insetOf(box, scale) }}
      aria-label={withVisible(toAccessibleName(lesson, date, t, formats, entity), words)}
      aria-current={isMeant?.(occurrence) ? 'true' : undefined}
      onClick={() => onOpen(occurrence)}
    >
      {content}
    </button>
  );
}

function stripBox(box: Box, { date }: DayColumn, props: DayColumnsProps) {
  const { scale, t, formats, room, isMeant, isOwn, onOpenMore } = props;
  const { occurrences } = box;
  const isNarrow = isNarrowCard(room, true);
  const { content, words } = stripOf(occurrences, box.ends - box.begins, isNarrow, isOwn, props);
  const times = formats.times(toTime(box.begins), toTime(box.ends));
  const titles = occurrences.map(({ lesson }) => lesson.meta.displayname).join(', ');
  const name = `${t('parallelTitle', { count: occurrences.length })}, ${formats.date(date)}, ${times}: ${titles}`;
  return (
    <button
      key={box.place}
      type="button"
      tabIndex={-1}
      part="lesson"
      className={isNarrow ? 'kt-lesson kt-strip kt-narrow' : 'kt-lesson kt-strip'}
      style={{ inset: insetOf(box, scale) }}
      aria-label={withVisible(name, words)}
      aria-current={isMeant && occurrences.some(isMeant) ? 'true' : undefined}
      onClick={() => onOpenMore(occurrences)}
    >
      {content}
    </button>
  );
}

/** All four sides in one property: five assignments per box would cost more than the rest of it. */
export function insetOf(box: Box, scale: Scale): string {
  const top = percentOf(scale, box.begins);
  const bottom = 100 - percentOf(scale, box.ends);
  const left = (box.lane / box.lanes) * 100;
  const right = 100 - ((box.lane + box.span) / box.lanes) * 100;
  return `${top}% ${right}% ${bottom}% ${left}%`;
}
