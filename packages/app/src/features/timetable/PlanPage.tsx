import {
  datesOf,
  isMeant,
  monthWeeks,
  type Occurrence,
  type TimetableQuery,
  toOccurrences,
} from '@kreide/core/features/timetable';
import type { LocalTime } from '@kreide/core/kernel';
import { useCallback, useMemo } from 'react';
import { classes } from '../../ui/classes.ts';
import styles from './PlanPage.module.css';
import { drawnRange, pageDates } from './page-steps.ts';
import type { PageSize } from './use-page-size.ts';
import type { Plan } from './use-plan.ts';
import { useTexts } from './use-texts.ts';
import { LessonList, LessonListSkeleton, MonthGrid, TimeGrid, TimeGridSkeleton } from './views/index.ts';
import './views/views.css';

interface PlanPageProps {
  plan: Plan;
  query: TimetableQuery;
  now: LocalTime;
  /** The list instead of the grid. */
  isList: boolean;
  size: PageSize;
  onOpen: (occurrence: Occurrence) => void;
  onOpenMore: (occurrences: readonly Occurrence[]) => void;
  onOpenDay: (date: string) => void;
  onPage: (direction: 1 | -1) => void;
  /** Left out where the view is fixed. */
  onToggleDay?: ((date: string) => void) | undefined;
}

/** One page of a plan in the chosen view, or its placeholder while it loads. */
export function PlanPage({ plan, query, now, isList, size, ...handlers }: PlanPageProps) {
  const texts = useTexts();
  const { timetable, isLoading } = plan;
  const { viewType, daysToShow, startDate } = query;
  const { begins_at, ends_at } = drawnRange(query);
  const lessons = timetable?.lessons;
  const occurrences = useMemo(
    () => (lessons && (isList || viewType === 'month') ? toOccurrences(lessons, { begins_at, ends_at }) : []),
    [lessons, isList, viewType, begins_at, ends_at],
  );
  const dates = useMemo(() => datesOf({ viewType, daysToShow, startDate }), [viewType, daysToShow, startDate]);
  const isWanted = useCallback((occurrence: Occurrence) => isMeant(occurrence, query), [query]);

  if (!timetable || (isList && isLoading)) {
    return isList ? (
      <div className={styles.list}>
        <LessonListSkeleton t={texts.t} />
      </div>
    ) : (
      <TimeGridSkeleton t={texts.t} days={dates.length} />
    );
  }
  if (isList) {
    const listed = pageDates(query);
    return (
      <div className={styles.list}>
        <LessonList
          {...texts}
          timetable={timetable}
          occurrences={occurrences.filter(({ date }) => listed.includes(date))}
          dates={listed}
          today={now.date}
          headingLevel={3}
          onOpen={handlers.onOpen}
        />
      </div>
    );
  }
  if (viewType === 'month') {
    const cellHeight = size.monthCell(monthWeeks(startDate).length);
    return (
      <div className={classes(styles.month, isLoading && styles.waiting)} aria-busy={isLoading}>
        <MonthGrid
          {...texts}
          timetable={timetable}
          occurrences={occurrences}
          startDate={startDate}
          today={now.date}
          cellHeight={cellHeight}
          onOpenDay={handlers.onOpenDay}
          onPage={handlers.onPage}
        />
      </div>
    );
  }
  return (
    <TimeGrid
      {...texts}
      timetable={timetable}
      dates={dates}
      today={now.date}
      now={now.minutes}
      isCompact={size.isCompact(dates.length)}
      isLoading={isLoading}
      isMeant={isWanted}
      onOpen={handlers.onOpen}
      onOpenMore={handlers.onOpenMore}
      onPage={handlers.onPage}
      onToggleDay={handlers.onToggleDay}
    />
  );
}
