import { calendarEvents, placeEvents } from '@kreide/core/features/calendar';
import { addDays, datesFrom, mondayOf } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { Redirect } from '../../kernel/Redirect.tsx';
import { useRealtime } from '../../kernel/realtime.ts';
import { useSelf } from '../../kernel/session.ts';
import { useMedia } from '../../kernel/use-media.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Link } from '../../ui/Link.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { useNow } from '../timetable/index.ts';
import styles from './Calendar.module.css';
import { CalendarToolbar } from './CalendarToolbar.tsx';
import { monthQuery, refreshCalendar } from './calendar-queries.ts';
import { type CalendarView, type GridView, parseQuery, readView, writeView } from './calendar-view.ts';
import { DayRows } from './DayRows.tsx';
import { EventDetails } from './EventDetails.tsx';
import { EventList } from './EventList.tsx';
import { MonthGrid } from './MonthGrid.tsx';
import { TimeGrid } from './TimeGrid.tsx';

/** There a week has no room for seven columns. */
const IS_NARROW = '(max-width: 48rem)';

/**
 * `/calendar/:id/list`, `…/grid` and above either `…/event/:event_id` (C-2.33 to C-2.35); `/calendar` is the own one in the view
 * that was chosen last (C-2.50).
 */
export function CalendarScreen() {
  const { t } = useTranslation('calendar');
  const { id, permissions } = useSelf();
  const params = useParams();
  const { pathname, search } = useLocation();
  if (!permissions.includes('view-calendars'))
    return <EmptyState icon="lock" title={t('refusedTitle')} text={t('refusedText')} />;
  const [, , , part = ''] = pathname.split('/');
  // There is no other calendar than the own one.
  if (params.id !== String(id) || part === '') {
    const rest = params.event_id ? `event/${params.event_id}` : part || readView();
    return <Redirect to={`/calendar/${id}/${rest}${search}`} />;
  }
  return <Calendar eventId={params.event_id ?? null} chosen={part === 'list' || part === 'grid' ? part : null} />;
}

interface CalendarProps {
  /** The event whose details are open. */
  eventId: string | null;
  /** What the address says; null: that of the last visit. */
  chosen: CalendarView | null;
}

function Calendar({ eventId, chosen }: CalendarProps) {
  const { t } = useTranslation('calendar');
  const { id, school, permissions } = useSelf();
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const [query] = useSearchParams();
  const isNarrow = useMedia(IS_NARROW);
  const { date: today } = useNow(school.time_zone);
  const { view, date } = parseQuery(query, today, isNarrow ? 'day' : 'week');
  const shown = chosen ?? readView();
  useEffect(() => {
    if (chosen) writeView(chosen);
  }, [chosen]);
  useRealtime(calendarEvents.changed, refreshCalendar, refreshCalendar);

  function show(next: { part?: CalendarView; view?: GridView; date?: string }) {
    const changed = new URLSearchParams(search);
    changed.set('viewType', next.view ?? view);
    changed.set('date', next.date ?? date);
    void navigate({ pathname: `/calendar/${id}/${next.part ?? shown}`, search: `?${changed}` });
  }
  function close() {
    if (state?.isFromCalendar) void navigate(-1);
    else void navigate({ pathname: `/calendar/${id}/${shown}`, search }, { replace: true });
  }
  return (
    <div className={styles.calendar}>
      <CalendarToolbar part={shown} view={view} date={date} today={today} isNarrow={isNarrow} onShow={show} />
      {shown === 'list' ? (
        <EventList />
      ) : (
        <Grid
          view={view}
          date={date}
          today={today}
          isNarrow={isNarrow}
          onDay={(day) => show({ view: 'day', date: day })}
        />
      )}
      {permissions.includes('create-events') && (
        <p>
          <Link to="/calendar/import">{t('import.title')}</Link>
        </p>
      )}
      {eventId !== null && <EventDetails id={eventId} onClose={close} />}
    </div>
  );
}

interface GridProps {
  view: GridView;
  date: string;
  today: string;
  isNarrow: boolean;
  onDay: (date: string) => void;
}

function Grid({ view, date, today, isNarrow, onDay }: GridProps) {
  const { t } = useTranslation('calendar');
  const zone = useSelf().school.time_zone;
  const query = useQuery(monthQuery(date));
  const monday = mondayOf(date);
  return (
    <Loaded query={query} skeleton={{ type: 'grid', label: t('loading') }} errorTitle={t('errorTitle')}>
      {(entries) => {
        const events = placeEvents(entries, zone);
        if (view === 'month')
          return <MonthGrid events={events} date={date} today={today} isNarrow={isNarrow} onDay={onDay} />;
        if (view === 'day') return <TimeGrid events={events} dates={[date]} today={today} onDay={onDay} />;
        const dates = datesFrom(monday, 7);
        if (isNarrow) return <DayRows events={events} dates={dates} today={today} />;
        return <TimeGrid events={events} dates={dates} today={today} onDay={onDay} key={addDays(monday, 0)} />;
      }}
    </Loaded>
  );
}
