import {
  type DayColumn,
  layoutWeek,
  lookOf,
  marksOf,
  type Occurrence,
  percentOf,
  scaleOf,
  type Timetable,
  toOccurrences,
} from '@kreide/core/features/timetable';
import { isoWeekOf, toTime } from '@kreide/core/kernel';
import { type CSSProperties, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { DateHeader } from './DateHeader.tsx';
import { DayColumns } from './DayColumns.tsx';
import { NowLine } from './NowLine.tsx';
import { classes, type Texts } from './texts.ts';
import { useGridFocus } from './use-grid-focus.ts';

/** Props of a time grid. Callbacks and objects should keep their identity between renders: the lessons are memoised. */
export type TimeGridProps = Texts & {
  readonly timetable: Pick<Timetable, 'lessons' | 'times' | 'holidays' | 'displayname'> &
    Partial<Pick<Timetable, 'entity'>>;
  /** The days to draw, from `datesOf`: one for the day view. */
  readonly dates: readonly string[];
  /** Today in the school's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** The current minute in the school's time zone; null hides the line. */
  readonly now: number | null;
  /** Short names instead of long ones, for narrow columns. */
  readonly isCompact?: boolean;
  /** The lessons of these days are still loading. */
  readonly isLoading?: boolean;
  /** The occurrence that the address points at (T-2.22). */
  readonly isMeant?: ((occurrence: Occurrence) => boolean) | undefined;
  readonly onOpen: (occurrence: Occurrence) => void;
  /** "+N more" was pressed (T-2.34): show these as a list. */
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
  const { timetable, dates, today, now, t, formats, isCompact = false, isLoading = false } = props;
  const { lessons, times, holidays } = timetable;
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  const key = dates.join();
  const columns = useMemo(() => {
    const days = key.split(',');
    return layoutWeek(toOccurrences(lessons, { begins_at: days[0]!, ends_at: days.at(-1)! }), days);
  }, [lessons, key]);
  const scale = useMemo(() => scaleOf(lessons, times), [lessons, times]);
  const marks = useMemo(() => marksOf(times, scale), [times, scale]);
  const focus = useGridFocus({ root, columns, today, isLoading, onPage: props.onPage });
  const live = useAnnouncement(columns, isLoading, props);
  const todayIndex = dates.indexOf(today);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms and cannot be laid out as cheaply
    <div
      role="group"
      ref={root}
      className={classes('kt-grid', isCompact && 'kt-compact', dates.length === 1 && 'kt-one-day')}
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
          {marks.map((mark) => (
            <div key={mark.begins} style={{ top: `${percentOf(scale, mark.begins)}%` }}>
              {mark.hour !== null && <b>{mark.hour}</b>}
              {toTime(mark.begins)}
            </div>
          ))}
        </div>
        {todayIndex !== -1 && now !== null && <NowLine scale={scale} day={todayIndex} minutes={now} />}
        <DayColumns
          t={t}
          formats={formats}
          columns={columns}
          entity={timetable.entity}
          scale={scale}
          holidays={holidays}
          today={today}
          id={id}
          isCompact={isCompact}
          isLoading={isLoading}
          isMeant={props.isMeant}
          onOpen={props.onOpen}
          onOpenMore={props.onOpenMore}
        />
      </div>
    </div>
  );
}

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
      const all = columns.flatMap((column) => column.boxes.flatMap((box) => box.occurrences));
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
