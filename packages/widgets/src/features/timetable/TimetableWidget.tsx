import { LessonList, LessonListSkeleton, TimeGrid, TimeGridSkeleton } from '@kreide/app/features/timetable/views';
import { type Occurrence, type Timetable, toOccurrences } from '@kreide/core/features/timetable';
import { useCallback, useMemo, useRef, useState } from 'react';
import { toApi } from '../../kernel/api.ts';
import type { WidgetProps } from '../../kernel/define-widget.ts';
import { ErrorTile } from '../../kernel/ErrorTile.tsx';
import { StaleNote } from '../../kernel/StaleNote.tsx';
import { languageOf, useTexts } from '../../kernel/texts.ts';
import { useBranding } from '../../kernel/use-branding.ts';
import { useMinute } from '../../kernel/use-clock.ts';
import { Details } from './Details.tsx';
import { datesOf, toFirstDay, toView, turn, type View } from './days.ts';
import type { timetableSurface } from './surface.ts';
import { Toolbar } from './Toolbar.tsx';
import { toTimetableTexts } from './texts.ts';
import { localTimeOf, useTimetable } from './use-timetable.ts';

/** Days of a week until the school's setting is known. */
const DAYS = 5;
const WAITING: Pick<Timetable, 'lessons' | 'times' | 'holidays'> = { lessons: [], times: [], holidays: [] };

type Props = WidgetProps<typeof timetableSurface>;
/** The place that a visitor has navigated to, and the attributes at that time: changing those resets it. */
type Place = { readonly from: string; readonly view: View; readonly day: string | null };

/** `<kreide-timetable>` (D-2.01). */
export function TimetableWidget({ values, host, send }: Props) {
  const { school, entity, entityId: id, token, startDate, view: firstView } = values;
  const api = toApi(values.api);
  const texts = useTexts(api, languageOf(values.locale, host));
  const { t, formats } = toTimetableTexts(texts);
  useBranding(host, api, values.branding);

  const from = [startDate, firstView].join(' ');
  const [wished, setPlace] = useState<Place>({ from, view: toView(firstView), day: null });
  const place = wished.from === from ? wished : { from, view: toView(firstView), day: null };
  const { view } = place;

  const now = useMinute();
  const [week, setWeek] = useState<{ zone: string | undefined; days: number }>({ zone: undefined, days: DAYS });
  const { date: today, minutes } = localTimeOf(week.zone, now);
  const day = place.day ?? toFirstDay(startDate, today, week.days);
  const { kept, error, retry } = useTimetable(
    { api, school, entity, id, token },
    day,
    today,
    ({ begins_at, ends_at, last_updated_at }) => send('kreide-load', { begins_at, ends_at, last_updated_at }),
    ({ code, status }) => send('kreide-error', { code, status }),
  );
  const timetable = kept?.value ?? null;
  if (timetable && (timetable.time_zone !== week.zone || timetable.days_to_show !== week.days)) {
    setWeek({ zone: timetable.time_zone, days: timetable.days_to_show });
  }

  const dates = datesOf(view, day, week.days);
  const key = dates.join();
  const range = { begins_at: dates[0] as string, ends_at: dates.at(-1) as string };
  const [chosen, setChosen] = useState<readonly Occurrence[]>([]);
  const sending = useRef(send);
  sending.current = send;
  const onOpen = useCallback((occurrence: Occurrence) => {
    const { lesson, date } = occurrence;
    const isWanted = sending.current('kreide-lesson', {
      uuid: lesson.uuid,
      date,
      begins_at: lesson.time_begins_at,
      ends_at: lesson.time_ends_at,
      title: lesson.meta.displayname,
      kind: lesson.kind,
    });
    if (isWanted) setChosen([occurrence]);
  }, []);
  const occurrences = useMemo(() => {
    const days = key.split(',');
    return timetable ? toOccurrences(timetable.lessons, { begins_at: days[0]!, ends_at: days.at(-1)! }) : [];
  }, [timetable, key]);
  const name = timetable?.displayname ?? id ?? '';
  const go = (next: Partial<Place>) => setPlace({ ...place, ...next });
  const onPage = (direction: 1 | -1) => go({ day: turn(view, day, direction, week.days) });

  return (
    <div className="k-timetable" lang={texts.language}>
      <Toolbar
        t={t}
        formats={formats}
        name={name}
        view={view}
        range={range}
        onPage={onPage}
        onToday={() => go({ day: today })}
        onView={(next) => go({ view: next, day })}
      />
      {error && kept && <StaleNote at={kept.at} language={texts.language} t={t} />}
      <section className="k-plan" part="plan" aria-label={t('gridLabel', { name })}>
        {content()}
      </section>
      <Details
        t={t}
        formats={formats}
        occurrences={chosen}
        today={today}
        onOpen={onOpen}
        onClose={() => setChosen([])}
      />
    </div>
  );

  function content() {
    if (error && !timetable) return <ErrorTile error={error} t={t} onRetry={retry} />;
    if (id === null || (school === null && token === null)) return <p className="k-tile">{t('incomplete')}</p>;
    if (view === 'list') {
      if (!timetable) return <LessonListSkeleton t={t} />;
      return (
        <LessonList
          t={t}
          formats={formats}
          timetable={timetable}
          occurrences={occurrences}
          dates={dates}
          today={today}
          headingLevel={3}
          onOpen={onOpen}
        />
      );
    }
    if (!timetable) return <TimeGridSkeleton t={t} days={dates.length} />;
    return (
      <TimeGrid
        t={t}
        formats={formats}
        timetable={timetable ?? { ...WAITING, displayname: name }}
        dates={dates}
        today={today}
        now={minutes}
        onOpen={onOpen}
        onOpenMore={setChosen}
        onPage={onPage}
        onToggleDay={(date) => go({ view: view === 'day' ? 'week' : 'day', day: date })}
      />
    );
  }
}
