import type { Holiday } from '@kreide/core/features/structure';
import {
  type Box,
  type DayColumn,
  type Entity,
  lookOf,
  type Occurrence,
  percentOf,
  type Scale,
  toAccessibleName,
  toDifference,
  toPlaceText,
} from '@kreide/core/features/timetable';
import { toTime } from '@kreide/core/kernel';
import { type CSSProperties, memo } from 'react';
import { type SubjectPaint, toSubjectPaint } from './subject-color.ts';
import { holidayOn, type Texts, toHolidayText, withVisible } from './texts.ts';

/** Shorter boxes have no room for stacked lines. */
const SHORT_BOX_MINUTES = 38;

/** Props of the columns of a week. Every value keeps its identity until it really changes: the columns are memoised. */
export type DayColumnsProps = Texts & {
  readonly columns: readonly DayColumn[];
  /** Whose plan it is. */
  readonly entity: Entity | undefined;
  readonly scale: Scale;
  readonly holidays: readonly Holiday[];
  readonly today: string;
  /** Prefix of the header ids that name the columns. */
  readonly id: string;
  readonly isCompact: boolean;
  readonly isLoading: boolean;
  /** The occurrence that the address points at (T-2.22). */
  readonly isMeant?: ((occurrence: Occurrence) => boolean) | undefined;
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
          box.occurrences.length === 1 ? lessonBox(box, column, props) : moreBox(box, column.date, props),
        )}
        {props.isLoading ? (
          <div className="kt-skeleton-day" />
        ) : (
          note && <p className={note.isFree ? 'kt-note kt-free' : 'kt-note'}>{note.text}</p>
        )}
      </div>
    );
  });
});

function noteOf(column: DayColumn, { holidays, t }: DayColumnsProps): { text: string; isFree: boolean } | null {
  const holiday = holidayOn(holidays, column.date);
  const isEmpty = column.boxes.length === 0;
  if (holiday) return { text: toHolidayText(holiday, t), isFree: isEmpty };
  return isEmpty ? { text: t('noLessonsDay'), isFree: false } : null;
}

/** Called, not rendered as a component: a lesson costs its elements and nothing else. */
function lessonBox(box: Box, column: DayColumn, props: DayColumnsProps) {
  const { entity, scale, t, formats, isCompact, isMeant, onOpen, onOpenMore } = props;
  const { date } = column;
  // Three or four side by side in a phone's column: the text runs vertically, and a pointer press (`detail` is 0 for
  // keys) opens a list of all of them, as each is narrower than a finger.
  const isSliver = isCompact && box.span * 3 <= box.lanes;
  const occurrence = box.occurrences[0]!;
  const { lesson } = occurrence;
  const look = lookOf(lesson);
  // The spaces separate the words for assistive technology; on screen each has its own line or side.
  const title = `${isCompact ? lesson.meta.shortname : lesson.meta.displayname} `;
  const state = look === 'regular' || isSliver ? '' : stateOf();
  const place = ` ${toPlaceText(lesson, entity, isCompact)}`;
  let className = `kt-lesson kt-${look}`;
  if (box.ends - box.begins < SHORT_BOX_MINUTES) className += ' kt-short';
  if (box.continues) className += ' kt-continues';
  if (isSliver) className += ' kt-short kt-sliver';
  return (
    <button
      key={box.place}
      type="button"
      tabIndex={-1}
      className={className}
      style={styleOf(box, scale, look === 'regular' ? toSubjectPaint(lesson.subject?.color) : undefined)}
      aria-label={withVisible(toAccessibleName(lesson, date, t, formats, entity), title + state + place)}
      aria-current={isMeant?.(occurrence) ? 'true' : undefined}
      onClick={(event) => (isSliver && event.detail > 0 ? onOpenMore(besides(box, column)) : onOpen(occurrence))}
    >
      <b>{title}</b>
      {look !== 'regular' && <i>{state}</i>}
      <span>{place}</span>
    </button>
  );

  function stateOf(): string {
    const word = formats.looks[look];
    const difference = isCompact ? '' : toDifference(lesson, t, formats);
    if (difference === '') return word;
    return look === 'changed' ? difference : `${word} ${difference}`;
  }
}

/** All lessons that overlap a box in time, itself included. */
function besides({ begins, ends }: Box, { boxes }: DayColumn): Occurrence[] {
  return boxes.filter((other) => other.begins < ends && begins < other.ends).flatMap((other) => other.occurrences);
}

function moreBox(box: Box, date: string, { scale, t, formats, isCompact, onOpenMore }: DayColumnsProps) {
  const text = t('more', { count: box.occurrences.length });
  const titles = box.occurrences.map(({ lesson }) => lesson.meta.displayname).join(', ');
  return (
    <button
      key={box.place}
      type="button"
      tabIndex={-1}
      className="kt-lesson kt-more"
      style={styleOf(box, scale, undefined)}
      aria-label={`${text}, ${formats.date(date)}, ${formats.times(toTime(box.begins), toTime(box.ends))}: ${titles}`}
      onClick={() => onOpenMore(box.occurrences)}
    >
      <b>{isCompact ? t('moreShort', { count: box.occurrences.length }) : text}</b>
    </button>
  );
}

/** All four sides in one property: five assignments per box would cost more than the rest of it. */
function styleOf(box: Box, scale: Scale, paint: SubjectPaint | undefined): CSSProperties {
  const top = percentOf(scale, box.begins);
  const bottom = 100 - percentOf(scale, box.ends);
  const left = (box.lane / box.lanes) * 100;
  const right = 100 - ((box.lane + box.span) / box.lanes) * 100;
  const inset = `${top}% ${right}% ${bottom}% ${left}%`;
  return paint ? { inset, borderLeftColor: paint.edge, backgroundColor: paint.ground } : { inset };
}
