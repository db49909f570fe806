import { ENTITIES, type Entity, type Occurrence, toggleDay, toLessonId } from '@kreide/core/features/timetable';
import { useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate, useParams } from 'react-router';
import { useStore } from 'zustand';
import { useSelf } from '../../kernel/session.ts';
import { Carousel } from './Carousel.tsx';
import { PlanHeading } from './PlanHeading.tsx';
import { MissingPlan, StaleNote, UpdatedNote } from './PlanNotes.tsx';
import { PlanPage } from './PlanPage.tsx';
import { PlanToolbar } from './PlanToolbar.tsx';
import { pageBeside, pageInView, pageRanges } from './page-steps.ts';
import type { PlanContext } from './plan-context.ts';
import { isRefusal, planQuery } from './plan-query.ts';
import { preferences } from './preferences.ts';
import { ScreenReaderLink, ScreenReaderNote } from './ScreenReaderSwitch.tsx';
import styles from './TimetableScreen.module.css';
import { UnknownPlan } from './UnknownPlan.tsx';
import { useNow } from './use-now.ts';
import { usePageSize } from './use-page-size.ts';
import { usePlan, usePublication } from './use-plan.ts';
import { usePlanAddress } from './use-plan-address.ts';

const loadMore = () => import('./MoreDialog.tsx');
const MoreDialog = lazy(async () => ({ default: (await loadMore()).MoreDialog }));

/** The plan of one entity (T-2.06); an address that names none is a page that does not exist (T-2.07). */
export function TimetableScreen() {
  const { entity, id = '' } = useParams();
  const known = ENTITIES.find((one) => one === entity);
  if (!known || !/^[1-9]\d{0,14}$/.test(id)) return <UnknownPlan />;
  return <PlanScreen key={`${known} ${id}`} entity={known} id={id} />;
}

function PlanScreen({ entity, id }: { entity: Entity; id: string }) {
  const zone = useSelf().school.time_zone;
  const now = useNow(zone);
  const navigate = useNavigate();
  const { search } = useLocation();
  const { hasScreenReader, isList } = useStore(preferences);
  const frame = useRef<HTMLDivElement>(null);
  const size = usePageSize(frame);
  const cache = useQueryClient();
  const [days, setDays] = useState<number>();
  const [isSettled, setSettled] = useState(false);
  const [more, setMore] = useState<readonly Occurrence[] | null>(null);
  const { query, change } = usePlanAddress({ today: now.date, zone, hasScreenReader, days, isSettled });
  const ranges = useMemo(() => pageRanges(query, now.date), [query, now.date]);
  const plan = usePlan(entity, id, ranges);
  usePublication();

  const { timetable, error } = plan;
  useEffect(() => {
    if (timetable) setDays(timetable.days_to_show);
    if (timetable || error) setSettled(true);
  }, [timetable, error]);

  useEffect(() => {
    // Prefetches the neighbouring pages, so that paging never has to wait (T-9.07).
    const beside = ([-1, 1] as const).flatMap((direction) => pageRanges(pageBeside(query, direction), now.date));
    if (timetable) for (const range of beside) void cache.prefetchQuery(planQuery(entity, id, range));
  }, [timetable, query, now.date, cache, entity, id]);

  useEffect(() => {
    // Loaded ahead: offline, their code and texts could no longer be fetched.
    void i18next.loadNamespaces('errors');
    void import('./LessonDialog.tsx').catch(() => {});
    void loadMore().catch(() => {});
  }, []);

  const onOpen = useCallback(
    (occurrence: Occurrence) => {
      setMore(null);
      const lessonId = encodeURIComponent(toLessonId(occurrence, zone));
      navigate(
        { pathname: `/timetable/${entity}/${id}/lesson/${lessonId}`, search },
        { state: { isFromPlan: true }, preventScrollReset: true },
      );
    },
    [zone, entity, id, search, navigate],
  );
  const onPage = useCallback(
    (direction: 1 | -1) => change({ startDate: pageBeside(query, direction).startDate }),
    [change, query],
  );
  const onOpenDay = useCallback(
    (date: string) => change({ viewType: 'day', startDate: date, daysToShow: days ?? query.daysToShow }),
    [change, days, query],
  );
  const onToggleDay = useCallback((date: string) => change(toggleDay(query, date)), [change, query]);
  const isRefused = error !== null && isRefusal(error);
  const context: PlanContext = { entity, id, today: now.date };
  const handlers = { onOpen, onOpenMore: setMore, onOpenDay, onPage };

  return (
    <div className={styles.screen}>
      <ScreenReaderLink
        hasScreenReader={hasScreenReader}
        onSwitch={(viewType) => change(pageInView(query, viewType, now.date, days ?? query.daysToShow))}
      />
      <PlanHeading
        entity={entity}
        id={id}
        name={timetable?.displayname ?? ''}
        hasBack={query.showBackButton}
        isNarrow={size.isNarrow}
      />
      {!isRefused && (
        <>
          <PlanToolbar
            query={query}
            today={now.date}
            days={days ?? query.daysToShow}
            size={size}
            isList={isList}
            isDayOnly={hasScreenReader}
            onChange={change}
          />
          {hasScreenReader && <ScreenReaderNote />}
          <StaleNote plan={plan} zone={zone} />
        </>
      )}
      {plan.isMissing && <MissingPlan plan={plan} />}
      <div ref={frame} className={styles.frame} hidden={plan.isMissing}>
        <Carousel
          onPage={onPage}
          page={(direction) => {
            const shown = { query: pageBeside(query, direction), now, isList, size };
            if (direction === 0) {
              const onToggle = hasScreenReader ? undefined : onToggleDay;
              return <PlanPage {...shown} {...handlers} plan={plan} onToggleDay={onToggle} />;
            }
            return <Neighbour {...shown} entity={entity} id={id} />;
          }}
        />
      </div>
      <UpdatedNote plan={plan} zone={zone} />
      {more && timetable && (
        <Suspense fallback={null}>
          <MoreDialog
            occurrences={more}
            timetable={timetable}
            today={now.date}
            onOpen={onOpen}
            onClose={() => setMore(null)}
          />
        </Suspense>
      )}
      <Outlet context={context} />
    </div>
  );
}

type NeighbourProps = Pick<Parameters<typeof PlanPage>[0], 'query' | 'now' | 'isList' | 'size'> & {
  entity: Entity;
  id: string;
};

const ignore = () => {};

/** A neighbouring page while it is dragged into view: not interactive. */
function Neighbour({ entity, id, ...page }: NeighbourProps) {
  const plan = usePlan(entity, id, pageRanges(page.query, page.now.date));
  return <PlanPage {...page} plan={plan} onOpen={ignore} onOpenMore={ignore} onOpenDay={ignore} onPage={ignore} />;
}
