import type { Holiday } from '@kreide/core/features/structure';
import {
  type DayColumn,
  freeDaysOf,
  layoutWeek,
  lookOf,
  marksOf,
  type Occurrence,
  partsOf,
  pausesOf,
  percentOf,
  scaleOf,
  type Timetable,
  toOccurrences,
} from '@kreide/core/features/timetable';
import { isoWeekOf, toTime } from '@kreide/core/kernel';
import { type CSSProperties, type ReactNode, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { DateHeader } from './DateHeader.tsx';
import { DayColumns } from './DayColumns.tsx';
import { HolidayBoard } from './HolidayBoard.tsx';
import { NowLine } from './NowLine.tsx';
import { classes, type Texts } from './texts.ts';
import { hasLanes, hasLargeType, isNarrowCard, useColumnRoom } from './use-column-room.ts';
import { useGridFocus } from './use-grid-focus.ts';

/** Props of a time grid. Callbacks and objects should keep their identity between renders: the lessons are memoised. */
export type TimeGridProps = Texts & {
  readonly timetable: Pick<Timetable, 'lessons' | 'times' | 'holidays' | 'displayname'> &
    Partial<Pick<Timetable, 'entity' | 'released'>>;
  /** The days to draw, from `datesOf`: one for the day view. */
  readonly dates: readonly string[];
  /** Its width before it has been measured, px. */
  readonly width?: number;
  /** Today in the school's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** The current minute in the school's time zone; null hides the line. */
  readonly now: number | null;
  /** The lessons of these days are still loading. */
  readonly isLoading?: boolean;
  /** The occurrence that the address points at (T-2.22). */
  readonly isMeant?: ((occurrence: Occurrence) => boolean) | undefined;
  /** Courses of the one who looks: first and tinted among those at the same time. */
  readonly isOwn?: ((occurrence: Occurrence) => boolean) | undefined;
  /** What is drawn on the board of holidays. */
  readonly drawingOf?: ((holiday: Holiday) => ReactNode) | undefined;
  /** What stands on it below their dates. */
  readonly noteOf?: ((holiday: Holiday) => ReactNode) | undefined;
  readonly onOpen: (occurrence: Occurrence) => void;
  /** The strip of courses at the same time was pressed (T-2.34): show these as a list. */
  readonly onOpenMore: (occurrences: readonly Occurrence[]) => void;
  /** Page keys; the grid keeps the focus at the same weekday and time. */
  readonly onPage?: ((direction: 1 | -1) => void) | undefined;
  readonly onToggleDay?: ((date: string) => void) | undefined;
};

/**
 * Day and week view (T-2.25, T-2.26): one Tab stop with roving focus, native buttons in time order, every lesson with
 * its full accessible name, a new week announced politely.
 */
export function TimeGrid(props: TimeGridProps) {
  const { timetable, dates, today, now, t, formats, isLoading = false } = props;
  const { lessons, times, holidays } = timetable;
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  const key = dates.join();
  const room = useColumnRoom(root, dates.length, props.width);
  const isNarrow = isNarrowCard(room, true);
  const canSplit = hasLanes(room);
  const columns = useMemo(() => {
    const days = key.split(',');
    return layoutWeek(toOccurrences(lessons, { begins_at: days[0]!, ends_at: days.at(-1)! }), days, canSplit);
  }, [lessons, key, canSplit]);
  const scale = useMemo(() => scaleOf(lessons, times), [lessons, times]);
  const marks = useMemo(() => marksOf(times, scale), [times, scale]);
  const focus = useGridFocus({ root, columns, today, isLoading, onPage: props.onPage });
  const live = useAnnouncement(columns, isLoading, props);
  const todayIndex = dates.indexOf(today);
  // A time that the label of the present moment would touch gives way.
  const moment = todayIndex === -1 || now === null ? Number.NEGATIVE_INFINITY : now;
  const isNear = (minutes: number) => Math.abs(minutes - moment) < LABEL_MINUTES;
  const spanOf = ({ begins, ends }: { begins: number; ends: number }) => ({
    inset: `${percentOf(scale, begins)}% 0 ${100 - percentOf(scale, ends)}%`,
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms and cannot be laid out as cheaply
    <div
      role="group"
      ref={root}
      className={classes(
        'kt-grid',
        isNarrow && 'kt-compact',
        hasLargeType(room) && 'kt-large',
        dates.length === 1 && 'kt-one-day',
      )}
      style={{ '--kt-days': dates.length, '--kt-minutes': scale.ends - scale.begins } as CSSProperties}
      aria-label={t('gridLabel', { name: timetable.displayname })}
      aria-describedby={`${id}hint`}
      {...focus}
    >
      <p className="kt-hidden" id={`${id}hint`}>
        {t('keyboardHint')}
      </p>
      <p className="kt-hidden" aria-live="polite" ref={live} />
      <div className="kt-head">
        <div className="kt-corner">{t('weekNumber', { week: isoWeekOf(dates[0]!) })}</div>
        {columns.map((column, day) => (
          <DateHeader
            key={column.weekday}
            t={t}
            formats={formats}
            date={column.date}
            weekday={column.weekday}
            isToday={column.date === today}
            isAlone={dates.length === 1}
            id={`${id}${day}`}
            onToggleDay={props.onToggleDay}
          />
        ))}
      </div>
      <div className="kt-body">
        <div className="kt-axis" aria-hidden="true">
          {marks.map((mark) => {
            const isCurrent = moment >= mark.begins && moment < mark.ends;
            // Stacked on a narrow axis: number, begin and end from the top of the period on.
            const [number, begins, ends] = isNarrow
              ? STACK.map((line) => mark.begins + line)
              : [null, mark.begins + HALF_LINE, mark.ends - HALF_LINE];
            const isBelow = number != null && isNear(number);
            return (
              <div
                key={mark.begins}
                className={classes(isCurrent && 'kt-current', isBelow && 'kt-below')}
                style={spanOf(mark)}
              >
                {!isBelow && !isNear(begins) && toTime(mark.begins)}
                {mark.hour !== null && <b>{mark.hour}</b>}
                {mark.hour !== null && !isBelow && !isNear(ends) && <span>{toTime(mark.ends)}</span>}
              </div>
            );
          })}
          {!isNarrow &&
            pausesOf(marks).map((pause) => (
              <p key={pause.begins} style={spanOf(pause)}>
                {!isNear((pause.begins + pause.ends) / 2) && t('minutes', { count: pause.ends - pause.begins })}
              </p>
            ))}
        </div>
        {todayIndex !== -1 && now !== null && (
          <NowLine scale={scale} day={todayIndex} boxes={columns[todayIndex]?.boxes ?? []} minutes={now} />
        )}
        <DayColumns
          t={t}
          formats={formats}
          columns={columns}
          entity={timetable.entity}
          times={times}
          scale={scale}
          holidays={holidays}
          released={timetable.released}
          today={today}
          id={id}
          room={room}
          isLoading={isLoading}
          isMeant={props.isMeant}
          isOwn={props.isOwn}
          onOpen={props.onOpen}
          onOpenMore={props.onOpenMore}
        />
        {!isLoading &&
          freeDaysOf(columns, holidays).map((free) => (
            <HolidayBoard
              key={free.first}
              t={t}
              formats={formats}
              free={free}
              drawing={props.drawingOf?.(free.holiday)}
              note={props.noteOf?.(free.holiday)}
            />
          ))}
      </div>
    </div>
  );
}

/** Half the height of the label of the present moment and of a time beside it, minutes of the scale. */
const LABEL_MINUTES = 13;
/** Half a line of the axis, minutes of the scale. */
const HALF_LINE = 6;
/** Middles of the three lines of a narrow axis, minutes of the scale after a period has begun. */
const STACK = [HALF_LINE, 18, 29] as const;

/** Announces a new page once its lessons have loaded; the first page is not announced. */
function useAnnouncement(columns: readonly DayColumn[], isLoading: boolean, { t, formats }: Texts) {
  const live = useRef<HTMLParagraphElement>(null);
  const said = useRef<string | null>(null);
  useLayoutEffect(() => {
    const first = columns[0]?.date ?? '';
    const last = columns.at(-1)?.date ?? '';
    const page = `${first} ${last}`;
    if (isLoading || said.current === page) return;
    if (said.current !== null && live.current) {
      const all = columns.flatMap((column) => column.boxes.flatMap((box) => box.occurrences.flatMap(partsOf)));
      const changed = all.filter(({ lesson }) => lookOf(lesson) !== 'regular').length;
      const range =
        first === last ? formats.date(first) : t('range', { from: formats.date(first), to: formats.date(last) });
      const changes = changed === 0 ? t('noChanges') : t('changes', { count: changed });
      live.current.textContent = `${t('weekNumber', { week: isoWeekOf(first) })}, ${range}: ${t('lessons', { count: all.length })}, ${changes}`;
    }
    said.current = page;
  }, [columns, isLoading, t, formats]);
  return live;
}
