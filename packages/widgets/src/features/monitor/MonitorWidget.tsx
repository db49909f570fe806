import { toLocal, toTime } from '@kreide/core/kernel';
import { useMemo, useRef } from 'react';
import { toApi } from '../../kernel/api.ts';
import type { WidgetProps } from '../../kernel/define-widget.ts';
import { ErrorTile } from '../../kernel/ErrorTile.tsx';
import { languageOf, useTexts } from '../../kernel/texts.ts';
import { useBranding } from '../../kernel/use-branding.ts';
import { useMinute } from '../../kernel/use-clock.ts';
import { Footer } from './Footer.tsx';
import { toGroups } from './lines.ts';
import { MonitorNews } from './MonitorNews.tsx';
import { EmptyPlan, PlanCopy, PlanPage, usePages } from './Plan.tsx';
import { toRelation } from './school-day.ts';
import type { monitorSurface } from './surface.ts';
import { german, toMonitorTexts } from './texts.ts';
import { useMonitorPlan } from './use-monitor-plan.ts';
import { pageAt, usePaging } from './use-paging.ts';

const NO_GROUPS: ReturnType<typeof toGroups> = [];

/** The number in an attribute, at least the minimum. */
export function toNumber(text: string, least: number, otherwise: number): number {
  const number = Number(text);
  return Number.isFinite(number) ? Math.max(least, number) : otherwise;
}

/** `<kreide-monitor>` (D-2.02, D-2.11, D-2.12). */
export function MonitorWidget({ values, host, send }: WidgetProps<typeof monitorSurface>) {
  const { token, mode, beginsAt } = values;
  const api = toApi(values.api);
  const { kept, error, retry, isPossible } = useMonitorPlan(
    { api, token, mode, beginsAt },
    ({ substitution_date, last_updated_at }) => send('kreide-load', { substitution_date, last_updated_at }),
    ({ code, status }) => send('kreide-error', { code, status }),
  );
  const plan = kept?.value.plan ?? null;
  const loaded = useTexts(german, api, languageOf(values.locale, host, plan?.school.locale));
  const texts = toMonitorTexts(loaded);
  const { language } = loaded;
  const { t } = texts;
  useBranding(host, api, values.branding ?? plan?.school.app_branding ?? null);

  const now = useMinute();
  const wall = plan ? toLocal(now, plan.school.time_zone) : null;
  const staleAfter = toNumber(values.staleMinutes, 2, 10) * 60_000;
  const isStale = kept !== null && now.getTime() - kept.at >= staleAfter;

  const groups = useMemo(() => (plan ? toGroups(plan) : NO_GROUPS), [plan]);
  const area = useRef<HTMLDivElement>(null);
  const copy = useRef<HTMLDivElement>(null);
  const { pages, columns } = usePages(area, copy, groups);
  const news = plan?.mode === 'news-split' ? plan.news : [];
  const paging = usePaging(Math.max(pages.length, news.length), toNumber(values.pageSeconds, 5, 12));
  const current = pageAt(paging.step, pages.length);
  const page = pages[current];
  const isMissing = !isPossible || error?.code === 'not_found' || error?.code === 'invalid';

  if (isMissing) {
    return (
      <div className="m m-alone" lang={language} part="error">
        <p className="m-missing">{t('title_notAvailable')}</p>
        <p>{t('text_notAvailable')}</p>
      </div>
    );
  }
  if (error && !plan) {
    return (
      <div className="m m-alone" lang={language}>
        <ErrorTile error={error} t={t} onRetry={retry} />
      </div>
    );
  }
  if (!plan || !wall) {
    return (
      <div className="m m-alone" lang={language}>
        <p role="status">{t('loadingPlan')}</p>
      </div>
    );
  }
  const { substitution_date: date, school } = plan;
  const relation = toRelation(date, wall.date);
  return (
    <div className={`m m-${plan.mode}`} lang={language} {...paging.handlers}>
      <header className="m-head" part="header">
        <div className="m-title">
          <p className="m-school">{school.name}</p>
          <h2>
            {texts.date(date)}
            {(relation !== 'next' || plan.last_lesson_ends_at !== null) && (
              <span className={`m-relation m-is-${relation}`}>{t(`day_${relation}`)}</span>
            )}
          </h2>
        </div>
        <p className="m-clock" part="clock">
          <span className="k-hidden">{t('clock')} </span>
          {toTime(wall.minutes)}
        </p>
      </header>
      {isStale && (
        <p className="m-stale" part="note" role="alert">
          {t('stale', { when: momentOf(kept.at, school.time_zone) })}
        </p>
      )}
      <div className="m-main">
        <section className="m-plan" part="plan" aria-label={t('plan')}>
          {plan.absent_teachers && plan.absent_teachers.length > 0 && (
            <p className="m-absent">{t('absentTeachers', { names: plan.absent_teachers.join(', ') })}</p>
          )}
          <div className="m-area" ref={area}>
            {page && groups.length > 0 && (
              <PlanPage key={current} groups={groups} texts={texts} page={page} columns={columns} />
            )}
            {groups.length === 0 && <EmptyPlan plan={plan} texts={texts} />}
            <PlanCopy groups={groups} texts={texts} copy={copy} />
          </div>
        </section>
        {plan.mode === 'news-split' && (
          <MonitorNews news={news} current={pageAt(paging.step, news.length)} zone={school.time_zone} texts={texts} />
        )}
      </div>
      <Footer
        t={t}
        updated={plan.last_updated_at ? momentOf(Date.parse(plan.last_updated_at), school.time_zone) : null}
        checked={kept ? momentOf(kept.at, school.time_zone) : null}
        page={current + 1}
        pages={pages.length}
        isMoving={Math.max(pages.length, news.length) > 1}
        paging={paging}
      />
    </div>
  );

  /** Time of day, with the date unless it is today. */
  function momentOf(at: number, zone: string): string {
    const moment = toLocal(new Date(at), zone);
    const time = toTime(moment.minutes);
    return wall && moment.date === wall.date ? time : `${texts.dateShort(moment.date)}, ${time}`;
  }
}
