import type { Holiday } from '@kreide/core/features/structure';
import {
  datesOf,
  isMeant,
  isOccurrenceOf,
  type LessonId,
  monthWeeks,
  nextLesson,
  type Occurrence,
  roomsText,
  type TimetableQuery,
  toOccurrences,
} from '@kreide/core/features/timetable';
import { DAY_MINUTES, type LocalTime } from '@kreide/core/kernel';
import { Suspense, useCallback, useDeferredValue, useMemo } from 'react';
import { useSelf } from '../../kernel/session.ts';
import { classes } from '../../ui/classes.ts';
import { LateDrawing } from '../../ui/States.tsx';
import { drawingOf } from './holiday-drawing.ts';
import styles from './PlanPage.module.css';
import { drawnRange, pageDates } from './page-steps.ts';
import { TextRoom } from './TextRoom.tsx';
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
  /** The lesson that stands beside the plan. */
  chosen?: LessonId | null;
  /** Courses of the one who looks. */
  isOwn?: ((occurrence: Occurrence) => boolean) | undefined;
  onOpen: (occurrence: Occurrence) => void;
  onOpenMore: (occurrences: readonly Occurrence[]) => void;
  onOpenDay: (date: string) => void;
  onPage: (direction: 1 | -1) => void;
  /** Left out where the view is fixed. */
  onToggleDay?: ((date: string) => void) | undefined;
}

const drawHoliday = (holiday: Holiday) => (
  <div className={styles.drawing}>
    <Suspense fallback={null}>
      <LateDrawing name={drawingOf(holiday)} />
    </Suspense>
  </div>
);

/** One page of a plan in the chosen view, or its placeholder while it loads. */
export function PlanPage({ plan, query, now, isList, size, chosen = null, isOwn, ...handlers }: PlanPageProps) {
  const texts = useTexts();
  const { timetable, isLoading } = plan;
  // A plan that comes while its placeholder stands is drawn in steps that hold nobody up.
  const isDrawn = useDeferredValue(timetable !== null);
  const { viewType, daysToShow, startDate } = query;
  const { begins_at, ends_at } = drawnRange(query);
  const lessons = timetable?.lessons;
  const occurrences = useMemo(
    () => (lessons && (isList || viewType === 'month') ? toOccurrences(lessons, { begins_at, ends_at }) : []),
    [lessons, isList, viewType, begins_at, ends_at],
  );
  const dates = useMemo(() => datesOf({ viewType, daysToShow, startDate }), [viewType, daysToShow, startDate]);
  const { time_zone: zone } = useSelf().school;
  const isWanted = useCallback(
    (occurrence: Occurrence) =>
      isMeant(occurrence, query) || (chosen !== null && isOccurrenceOf(occurrence, chosen, zone)),
    [query, chosen, zone],
  );

  /** The first lesson after holidays, with its room. */
  const noteOf = ({ ends_at: last }: Holiday) => {
    const next = lessons && nextLesson(lessons, last, DAY_MINUTES);
    if (!next) return null;
    const { time_begins_at, meta } = next.lesson;
    const words = [texts.formats.dateShort(next.date), time_begins_at, meta.displayname, roomsText(next.lesson)];
    return (
      <p className={styles.next}>
        <b>{texts.t('firstAfter')}</b>
        {words.filter(Boolean).join(' · ')}
      </p>
    );
  };

  if (!timetable || !isDrawn || (isList && isLoading)) {
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
          headingLevel={2}
          isOwn={isOwn}
          opensAtToday
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
    <TextRoom>
      <TimeGrid
        {...texts}
        timetable={timetable}
        dates={dates}
        width={size.width}
        today={now.date}
        now={now.minutes}
        isLoading={isLoading}
        isMeant={isWanted}
        isOwn={isOwn}
        drawingOf={drawHoliday}
        noteOf={noteOf}
        onOpen={handlers.onOpen}
        onOpenMore={handlers.onOpenMore}
        onPage={handlers.onPage}
        onToggleDay={handlers.onToggleDay}
      />
    </TextRoom>
  );
}
