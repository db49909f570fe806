import { toLocal, toTime } from '@kreide/core/kernel';
import { type CSSProperties, useMemo, useState } from 'react';
import { toApi } from '../../kernel/api.ts';
import type { WidgetProps } from '../../kernel/define-widget.ts';
import { ErrorTile } from '../../kernel/ErrorTile.tsx';
import { languageOf, useTexts } from '../../kernel/texts.ts';
import { useBranding } from '../../kernel/use-branding.ts';
import { useMinute } from '../../kernel/use-clock.ts';
import { Board } from './Board.tsx';
import { Footer } from './Footer.tsx';
import { Head } from './Head.tsx';
import { toGroups, withoutPast } from './lines.ts';
import { toKeptDays } from './load-plan.ts';
import { MonitorNews } from './MonitorNews.tsx';
import { isNight, toBoard, toClockError, toLayout, toPageSeconds, toShift, toViewing } from './screen.ts';
import type { monitorSurface } from './surface.ts';
import { toMonitorTexts } from './texts.ts';
import { useMonitorPlan } from './use-monitor-plan.ts';
import { pageAt, usePaging } from './use-paging.ts';
import { useSize } from './use-size.ts';

const NOTHING = { plan: null, next: null };
const NO_GROUPS: ReturnType<typeof toGroups> = [];
const NO_PAGES: readonly (readonly string[])[] = [[''], ['']];

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
  const school = kept?.value.plan.school ?? null;
  const loaded = useTexts(api, languageOf(values.locale, host, school?.locale));
  const texts = toMonitorTexts(loaded);
  const { language } = loaded;
  const { t } = texts;
  const branding = values.branding ?? school?.app_branding ?? null;
  useBranding(host, api, branding);

  const now = useMinute();
  const skew = kept?.value.skew ?? 0;
  const wall = school ? toLocal(new Date(now.getTime() + skew), school.time_zone) : null;
  const isStale = kept !== null && now.getTime() - kept.at >= toNumber(values.staleMinutes, 2, 10) * 60_000;
  const { plan, next } =
    kept && wall && isStale && beginsAt === null ? toKeptDays(kept.value, wall) : (kept?.value ?? NOTHING);

  const minutes = plan && wall?.date === plan.substitution_date && beginsAt === null ? wall.minutes : null;
  const first = useMemo(() => {
    const groups = plan ? toGroups(plan) : NO_GROUPS;
    return minutes === null ? groups : withoutPast(groups, minutes);
  }, [plan, minutes]);
  const second = useMemo(() => (next ? toGroups(next) : NO_GROUPS), [next]);

  const { width, height } = useSize(host);
  const isSplit = plan?.mode === 'news-split';
  const isTall = height > width;
  const { size, boards } = toLayout(
    isSplit && !isTall ? width * 0.63 : width,
    isSplit && isTall ? height * 0.68 : height,
    toViewing(values.distance, values.diagonal),
  );
  const [pages, setPages] = useState(NO_PAGES);
  const setPagesOf = (board: 0 | 1) => (names: readonly string[]) =>
    setPages((before) => before.map((one, index) => (index === board ? names : one)));
  const counts = [pages[0]?.length ?? 1, next ? (pages[1]?.length ?? 1) : 0] as const;
  const isOne = boards === 'one' && next !== null;
  const count = isOne ? counts[0] + counts[1] : Math.max(...counts);
  const news = isSplit ? (plan?.news ?? []) : [];
  const wanted = toNumber(values.pageSeconds, 5, 12);
  const paging = usePaging(Math.max(count, news.length), toPageSeconds(wanted, count));
  const current = pageAt(paging.step, count);
  const isNext = isOne && current >= counts[0];
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
  if (!plan || !school || !wall) {
    return (
      <div className="m m-alone" lang={language}>
        <p role="status">{t('loadingPlan')}</p>
      </div>
    );
  }
  const { time_zone: zone, color } = school;
  const isKiosk = values.kiosk === 'true';
  const warnings = [
    isStale && t('stale', { when: momentOf(kept.at + skew) }),
    toClockError(skew) !== 0 && t(skew < 0 ? 'clockAhead' : 'clockBehind', { count: Math.abs(toClockError(skew)) }),
  ].filter((one) => one !== false);
  const common = { today: wall.date, size, texts };
  return (
    <div
      className={`m m-${plan.mode} m-${isTall ? 'tall' : 'wide'}${isKiosk && isNight(wall.minutes) ? ' m-night' : ''}`}
      lang={language}
      style={styleOf()}
      {...paging.handlers}
    >
      <Head api={api} branding={branding} school={school.name} clock={toTime(wall.minutes)} t={t} />
      {warnings.map((text) => (
        <p key={text} className="m-stale" part="note" role="alert">
          {text}
        </p>
      ))}
      <div className="m-main">
        <div className={`m-boards m-${next ? boards : 'single'}`}>
          <Board
            {...common}
            plan={plan}
            before={null}
            groups={first}
            step={isOne ? current : paging.step}
            isHidden={isNext}
            onPages={setPagesOf(0)}
          />
          {next && (
            <Board
              {...common}
              plan={next}
              before={plan.substitution_date}
              groups={second}
              step={isOne ? current - counts[0] : paging.step}
              isHidden={isOne && !isNext}
              onPages={setPagesOf(1)}
            />
          )}
        </div>
        {isSplit && <MonitorNews news={news} current={pageAt(paging.step, news.length)} zone={zone} texts={texts} />}
      </div>
      <Footer
        t={t}
        updated={plan.last_updated_at ? momentOf(Date.parse(plan.last_updated_at)) : null}
        checked={kept ? momentOf(kept.at + skew) : null}
        page={current + 1}
        pages={count}
        classes={(isNext ? pages[1]?.[current - counts[0]] : pages[0]?.[pageAt(current, counts[0])]) ?? ''}
        isMoving={Math.max(count, news.length) > 1}
        paging={paging}
      />
    </div>
  );

  /** Time of day, with the date unless it is today. */
  function momentOf(at: number): string {
    const moment = toLocal(new Date(at), zone);
    const time = toTime(moment.minutes);
    return wall && moment.date === wall.date ? time : `${texts.dateShort(moment.date)}, ${time}`;
  }

  /** Sizes, the board in the school's own colour, and where the picture stands this minute. */
  function styleOf(): CSSProperties {
    const own = values.branding === null && color !== null ? toBoard(color) : null;
    const [x, y] = toShift(wall?.minutes ?? 0);
    return {
      '--m-fit': `${size}px`,
      ...(own ? { '--m-own': own.board, '--m-own-deep': own.deep } : {}),
      ...(isKiosk ? { transform: `translate(${x}px, ${y}px)` } : {}),
    } as CSSProperties;
  }
}
