import {
  datesOf,
  monthWeeks,
  nextStart,
  type Occurrence,
  type Timetable,
  toggleDay,
  toLessonId,
  toOccurrences,
  type ViewType,
} from '@kreide/core/features/timetable';
import { datesFrom } from '@kreide/core/kernel';
import { useCallback, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import '../../../../packages/app/src/features/timetable/views/views.css';
import {
  LessonDetails,
  LessonList,
  LessonListSkeleton,
  MonthGrid,
  TimeGrid,
  TimeGridSkeleton,
} from '../../../../packages/app/src/features/timetable/views/index.ts';
import { lifelikeWeek, SAMPLE_MONDAY, sampleTimetable, sampleWeek } from '../sample.ts';
import { textsOf } from './texts.ts';

const search = new URLSearchParams(location.search);
const texts = textsOf(search.get('lang') === 'en' ? 'en' : 'de');
const next = datesFrom(SAMPLE_MONDAY, 15);
const timetable: Timetable = sampleTimetable(
  [
    ...lifelikeWeek(SAMPLE_MONDAY),
    ...sampleWeek(next[7]!, 30, 1),
    ...sampleWeek(datesFrom(SAMPLE_MONDAY, 29)[28]!, 25, 2),
  ],
  {
    holidays: [
      { name: 'Studientag', shortcut: null, begins_at: next[4]!, ends_at: next[4]! },
      { name: 'Herbstferien', shortcut: null, begins_at: next[14]!, ends_at: datesFrom(SAMPLE_MONDAY, 21)[20]! },
    ].slice(search.get('free') ? 0 : 1),
  },
);
const today = search.get('today') ?? next[2]!;

/** Everything the views tell, for the tests to read. */
const told: string[] = [];
Object.assign(globalThis, { told });

function Harness() {
  const [query, setQuery] = useState({
    viewType: (search.get('view') ?? 'week') as ViewType,
    daysToShow: Number(search.get('days') ?? 5),
    startDate: search.get('start') ?? SAMPLE_MONDAY,
  });
  const [now, setNow] = useState(600);
  const [isLoading, setLoading] = useState(false);
  const dates = useMemo(() => datesOf(query), [query]);
  const onOpen = useCallback(
    (occurrence: Occurrence) => told.push(`open ${toLessonId(occurrence, 'Europe/Berlin')}`),
    [],
  );
  const onOpenMore = useCallback((all: readonly Occurrence[]) => told.push(`more ${all.length}`), []);
  const onPage = useCallback((direction: 1 | -1) => {
    if (search.get('slow')) {
      setLoading(true);
      setTimeout(() => setLoading(false), 150);
    }
    setQuery((old) => ({ ...old, startDate: nextStart(old, direction) }));
  }, []);
  const onToggleDay = useCallback((date: string) => setQuery((old) => ({ ...old, ...toggleDay(old, date) })), []);
  Object.assign(globalThis, { setNow });
  const weeks = monthWeeks(query.startDate);
  switch (search.get('view') as string) {
    case 'month':
      return (
        <MonthGrid
          {...texts}
          timetable={timetable}
          occurrences={toOccurrences(timetable.lessons, { begins_at: weeks[0]![0]!, ends_at: weeks.at(-1)![6]! })}
          startDate={query.startDate}
          today={today}
          cellHeight={Number(search.get('cell') ?? 128)}
          onOpenDay={(date) => told.push(`day ${date}`)}
          onPage={onPage}
        />
      );
    case 'list':
      return (
        <LessonList
          {...texts}
          timetable={timetable}
          occurrences={toOccurrences(timetable.lessons, { begins_at: dates[0]!, ends_at: dates.at(-1)! })}
          dates={dates}
          today={today}
          headingLevel={2}
          onOpen={onOpen}
        />
      );
    case 'details':
      return (
        <div style={{ display: 'grid', gap: 32, maxWidth: 420 }}>
          {toOccurrences(timetable.lessons, { begins_at: SAMPLE_MONDAY, ends_at: next[4]! })
            .filter(({ lesson }) => lesson.kind !== null || lesson.substituted_lessons.length > 0)
            .map((occurrence) => (
              <LessonDetails key={occurrence.lesson.uuid} {...texts} occurrence={occurrence} />
            ))}
        </div>
      );
    case 'skeletons':
      return (
        <>
          <TimeGridSkeleton t={texts.t} days={5} />
          <LessonListSkeleton t={texts.t} />
        </>
      );
    default:
      return (
        <>
          <button type="button">before</button>
          <TimeGrid
            {...texts}
            timetable={timetable}
            dates={dates}
            today={today}
            now={now}
            isLoading={isLoading}
            onOpen={onOpen}
            onOpenMore={onOpenMore}
            onPage={onPage}
            onToggleDay={search.get('static') === null ? onToggleDay : undefined}
          />
          <button type="button">after</button>
        </>
      );
  }
}

createRoot(document.getElementById('root')!).render(<Harness />);
