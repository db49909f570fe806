import type { CalendarView } from '@kreide/core/features/structure';
import {
  type Entity,
  lookOf,
  type Occurrence,
  openingDate,
  parseLessonId,
  toggleDay,
  toLessonId,
} from '@kreide/core/features/timetable';
import { useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate, useParams } from 'react-router';
import { useStore } from 'zustand';
import { whenIdle } from '../../kernel/idle.ts';
import { late } from '../../kernel/late.ts';
import { usePlanMarks } from '../../kernel/plan-marks.ts';
import { preferences } from '../../kernel/preferences.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { SubscribeButton } from '../subscriptions/index.ts';
import { Carousel } from './Carousel.tsx';
import { PlanHeading } from './PlanHeading.tsx';
import { MissingPlan, StaleNote, UpdatedNote } from './PlanNotes.tsx';
import { PlanPage } from './PlanPage.tsx';
import { PlanToolbar } from './PlanToolbar.tsx';
import { Printing, printPlan } from './Printing.tsx';
import { pageBeside, pageDates, pageInView, pageRanges, rangesAhead } from './page-steps.ts';
import type { PlanContext } from './plan-context.ts';
import { isRefusal, planQuery } from './plan-query.ts';
import { ScreenReaderLink, ScreenReaderNote } from './ScreenReaderSwitch.tsx';
import styles from './TimetableScreen.module.css';
import { subscribableOf, toPlan } from './target.ts';
import { UnknownPlan } from './UnknownPlan.tsx';
import { useNow } from './use-now.ts';
import { useOwnCourses } from './use-own-courses.ts';
import { usePageSize } from './use-page-size.ts';
import { usePlan, usePublication } from './use-plan.ts';
import { usePlanAddress } from './use-plan-address.ts';

const loadLesson = () => import('./LessonDialog.tsx');
const loadMore = () => import('./MoreDialog.tsx');
const MoreDialog = late(async () => (await loadMore()).MoreDialog);
const Rail = late(async () => (await import('./Rail.tsx')).Rail);

/** The plan of one entity (T-2.06); an address that names none is a page that does not exist (T-2.07). */
export function TimetableScreen() {
  const { entity, id } = useParams();
  const plan = toPlan(`/timetable/${entity}/${id}`);
  return plan ? <PlanScreen key={`${entity} ${id}`} {...plan} /> : <UnknownPlan />;
}

function PlanScreen({ entity, id }: { entity: Entity; id: string }) {
  const self = useSelf();
  const zone = self.school.time_zone;
  const { t } = useTranslation('timetable');
  const now = useNow(zone);
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const { lessonId } = useParams();
  const { hasScreenReader, isList } = useStore(preferences);
  const frame = useRef<HTMLDivElement>(null);
  const size = usePageSize(frame);
  const cache = useQueryClient();
  const [days, setDays] = useState<number>();
  const [view, setView] = useState<CalendarView>();
  const [opening, setOpening] = useState<string>();
  const [isSettled, setSettled] = useState(false);
  const [isMarked, setMarked] = useState(false);
  const [more, setMore] = useState<readonly Occurrence[] | null>(null);
  const { query, change } = usePlanAddress({ today: now.date, zone, hasScreenReader, days, view, opening, isSettled });
  const ranges = useMemo(() => pageRanges(query, now.date), [query, now.date]);
  const Marks = usePlanMarks(isMarked);
  const dates = pageDates(query);
  const plan = usePlan(entity, id, ranges);
  usePublication();

  const { timetable, error } = plan;
  // Before anything is drawn: the plan never shows the week of today and then another one.
  if (timetable && days !== timetable.days_to_show) setDays(timetable.days_to_show);
  if (timetable && view !== timetable.calendar_view) setView(timetable.calendar_view);
  if (timetable && opening === undefined)
    setOpening(openingDate(timetable.lessons, now.date, now.minutes, timetable.days_to_show));
  if ((timetable || error) && !isSettled) setSettled(true);

  const changedDates = useMemo(() => {
    const changed = timetable?.lessons.filter((lesson) => lookOf(lesson) !== 'regular') ?? [];
    return new Set(changed.flatMap(({ dates }) => dates));
  }, [timetable]);
  const isOwn = useOwnCourses(entity, ranges);

  useEffect(() => {
    // Paging never has to wait (T-9.07).
    if (!timetable) return;
    for (const range of rangesAhead(query, now.date)) void cache.prefetchQuery(planQuery(entity, id, range));
  }, [timetable, query, now.date, cache, entity, id]);

  useEffect(() => {
    // Loaded ahead: offline, their code and texts could no longer be fetched. The plan itself comes first.
    if (!isSettled) return;
    void whenIdle().then(async () => {
      void i18next.loadNamespaces('errors');
      await Promise.allSettled([loadLesson(), loadMore()]);
      await whenIdle();
      setMarked(true);
    });
  }, [isSettled]);

  const wasChosen = lessonId !== undefined;
  const onOpen = useCallback(
    (occurrence: Occurrence) => {
      setMore(null);
      const occurrenceId = encodeURIComponent(toLessonId(occurrence, zone));
      // One lesson in place of another: closing it leads back to the plan alone.
      const how = wasChosen ? { replace: true, state } : { state: { isFromPlan: true } };
      const pathname = `/timetable/${entity}/${id}/lesson/${occurrenceId}`;
      navigate({ pathname, search }, { ...how, preventScrollReset: true });
    },
    [zone, entity, id, search, navigate, wasChosen, state],
  );
  const onPage = useCallback(
    (direction: 1 | -1) => change({ startDate: pageBeside(query, direction).startDate }),
    [change, query],
  );
  const onOpenDay = useCallback(
    (date: string) => change({ viewType: 'day', startDate: date, daysToShow: days ?? query.daysToShow }),
    [change, days, query],
  );
  const onJump = (date: string) => {
    const day = { ...query, viewType: 'day', startDate: date } as const;
    change({ startDate: pageInView(day, query.viewType, '', days ?? query.daysToShow).startDate });
  };
  const onToggleDay = useCallback((date: string) => change(toggleDay(query, date)), [change, query]);
  const name = timetable?.displayname ?? '';
  const subscribable = subscribableOf(self, entity, id);
  const subscribe = name !== '' && subscribable !== null && (
    <SubscribeButton label={t('subscribe')} userId={subscribable} name={name} isNarrow={!size.isNarrow} />
  );
  const isRefused = error !== null && isRefusal(error);
  const isBeside = size.hasRail && !plan.isMissing;
  const chosen = useMemo(() => (isBeside && lessonId ? parseLessonId(lessonId) : null), [isBeside, lessonId]);
  const context: PlanContext = { entity, id, today: now.date, isBeside };
  const handlers = { onOpen, onOpenMore: setMore, onOpenDay, onPage };
  const hasChange = (date: string) => changedDates.has(date);
  const details =
    more && timetable ? (
      <Suspense fallback={null}>
        <MoreDialog
          occurrences={more}
          timetable={timetable}
          today={now.date}
          isBeside={isBeside}
          isOwn={isOwn}
          onOpen={onOpen}
          onClose={() => setMore(null)}
        />
      </Suspense>
    ) : (
      <Outlet context={context} />
    );

  return (
    <div className={classes(styles.screen, isBeside && styles.wide)}>
      <div className={styles.plan}>
        <ScreenReaderLink
          hasScreenReader={hasScreenReader}
          onSwitch={(viewType) => change(pageInView(query, viewType, now.date, days ?? query.daysToShow))}
        />
        <PlanHeading entity={entity} id={id} name={name} hasBack={query.showBackButton} />
        {!isRefused && (
          <>
            <PlanToolbar
              query={query}
              today={now.date}
              days={days ?? query.daysToShow}
              size={size}
              isList={isList}
              isDayOnly={hasScreenReader}
              hasChange={hasChange}
              onChange={change}
              onJump={onJump}
            >
              {!size.isNarrow && subscribe}
              {!size.isNarrow && timetable && <IconButton icon="print" label={t('printButton')} onPress={printPlan} />}
            </PlanToolbar>
            {timetable?.description && <p className={styles.about}>{timetable.description}</p>}
            {hasScreenReader && <ScreenReaderNote />}
            <StaleNote plan={plan} zone={zone} />
          </>
        )}
        {plan.isMissing && <MissingPlan plan={plan} />}
        <div ref={frame} className={styles.frame} hidden={plan.isMissing}>
          <Carousel
            onPage={onPage}
            page={(direction) => {
              const shown = { query: pageBeside(query, direction), now, isList, size, isOwn };
              if (direction === 0) {
                const onToggle = hasScreenReader ? undefined : onToggleDay;
                return <PlanPage {...shown} {...handlers} plan={plan} chosen={chosen} onToggleDay={onToggle} />;
              }
              return <Neighbour {...shown} entity={entity} id={id} />;
            }}
          />
        </div>
        {Marks && !plan.isMissing && (
          <div className={styles.marks}>
            <Marks entity={entity} id={id} from={dates[0] ?? now.date} until={dates.at(-1) ?? now.date} />
          </div>
        )}
        <UpdatedNote plan={plan} zone={zone} />
        {size.isNarrow && subscribe}
        {timetable && !isRefused && <Printing timetable={timetable} query={query} now={now} isList={isList} />}
      </div>
      {isBeside ? (
        <div className={styles.rail}>
          <Suspense fallback={null}>
            <Rail
              entity={entity}
              id={id}
              now={now}
              date={query.startDate}
              hasMonth={size.hasRailMonth}
              hasChange={hasChange}
              onOpen={onOpen}
              onJump={onJump}
            >
              {details}
            </Rail>
          </Suspense>
        </div>
      ) : (
        details
      )}
    </div>
  );
}

type NeighbourProps = Pick<Parameters<typeof PlanPage>[0], 'query' | 'now' | 'isList' | 'size' | 'isOwn'> & {
  entity: Entity;
  id: string;
};

const ignore = () => {};

/** A neighbouring page while it is dragged into view: not interactive. */
function Neighbour({ entity, id, ...page }: NeighbourProps) {
  const plan = usePlan(entity, id, pageRanges(page.query, page.now.date));
  return <PlanPage {...page} plan={plan} onOpen={ignore} onOpenMore={ignore} onOpenDay={ignore} onPage={ignore} />;
}
