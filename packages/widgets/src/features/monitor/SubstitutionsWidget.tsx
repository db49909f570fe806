import { toLocal } from '@kreide/core/kernel';
import { useEffect, useId, useState } from 'react';
import { toApi } from '../../kernel/api.ts';
import type { WidgetProps } from '../../kernel/define-widget.ts';
import { ErrorTile } from '../../kernel/ErrorTile.tsx';
import { createLastGood } from '../../kernel/last-good.ts';
import { StaleNote } from '../../kernel/StaleNote.tsx';
import { languageOf, translateOf, useTexts } from '../../kernel/texts.ts';
import { useBranding } from '../../kernel/use-branding.ts';
import { useMinute } from '../../kernel/use-clock.ts';
import { DayList } from './DayList.tsx';
import { found, gradesOf, ofGrade } from './filter.ts';
import { withoutPast } from './lines.ts';
import { printAlone } from './print-alone.ts';
import type { substitutionsSurface } from './substitutions-surface.ts';
import { toMonitorTexts } from './texts.ts';
import { useMonitorPlan } from './use-monitor-plan.ts';

/** The class that a visitor has chosen, for each plan. */
const chosen = createLastGood<string>('substitutions');
/** Lines whose places are kept before there are any. */
const PLACES = [0, 1, 2, 3, 4, 5];

/** `<kreide-substitutions>`: today and the next school day as lists, for a homepage. */
export function SubstitutionsWidget({ values, host, send }: WidgetProps<typeof substitutionsSurface>) {
  const { token } = values;
  const api = toApi(values.api);
  const { kept, error, retry, isPossible } = useMonitorPlan(
    { api, token, mode: 'sub', beginsAt: null },
    ({ substitution_date, last_updated_at }) => send('kreide-load', { substitution_date, last_updated_at }),
    ({ code, status }) => send('kreide-error', { code, status }),
  );
  const loaded = useTexts(api, languageOf(values.locale, host));
  const texts = toMonitorTexts(loaded);
  const t = translateOf(loaded, ['widgets', 'monitor']);
  const { language } = loaded;
  useBranding(host, api, values.branding);
  const id = useId();
  const now = useMinute();
  const address = `${api} ${token}`;
  const [own, setOwn] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const grade = own ?? values.grade ?? chosen.get(address)?.value ?? '';

  // Each visit renews it: it is forgotten only by who does not come any more.
  useEffect(() => {
    const before = chosen.get(address);
    if (before) chosen.set(address, { ...before, at: Date.now() });
  }, [address]);

  if (!isPossible) return <p className="k-tile">{t('incomplete')}</p>;
  if (error && !kept) return <ErrorTile error={error} t={t} onRetry={retry} />;
  const { plan, next, skew } = kept?.value ?? { plan: null, next: null, skew: 0 };
  const plans = [plan, next].filter((one) => one !== null);
  const wall = plan ? toLocal(new Date(now.getTime() + skew), plan.school.time_zone) : null;
  const days = plans.map((one) => {
    const all = ofGrade(one, grade);
    const ahead = wall?.date === one.substitution_date ? withoutPast(all, wall.minutes) : all;
    return {
      plan: one,
      hadMore: all.length > ahead.length,
      groups: found(ahead, search, ({ kind }) => t(`kind_${kind ?? 'changed'}`)),
    };
  });
  const names = [...new Set([...gradesOf(plans, language), ...(grade === '' ? [] : [grade])])];
  const count = days.reduce(
    (sum, { groups }) => sum + groups.reduce((lines, group) => lines + group.lines.length, 0),
    0,
  );

  return (
    <section className="s" lang={language} aria-label={t('title')}>
      <div className={t('print') === '' ? 's-tools k-wordless' : 's-tools'} part="toolbar">
        <label className="s-field" htmlFor={`${id}g`}>
          <span>{t('classLabel')}</span>
          <select id={`${id}g`} part="field" value={grade} onChange={(event) => choose(event.currentTarget.value)}>
            <option value="">{t('allClasses')}</option>
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className="s-field s-search" htmlFor={`${id}s`}>
          <span>{t('search')}</span>
          <input
            id={`${id}s`}
            part="field"
            type="search"
            autoComplete="off"
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
        </label>
        <button type="button" className="k-button" part="button" disabled={!plan} onClick={() => printAlone(host)}>
          {t('print')}
        </button>
      </div>
      {error && kept && <StaleNote at={kept.at} language={language} t={t} />}
      <p className="k-hidden" role="status">
        {plan ? (grade !== '' || search !== '') && t('changesFound', { count }) : t('loadingPlan')}
      </p>
      <div className="s-days">
        {days.map(({ plan: one, hadMore, groups }, index) => (
          <DayList
            key={one.substitution_date}
            plan={one}
            hadMore={hadMore}
            groups={groups}
            grade={grade}
            texts={texts}
            t={t}
            isSearched={search.trim() !== ''}
            today={wall?.date ?? one.substitution_date}
            before={days[index - 1]?.plan.substitution_date ?? null}
          />
        ))}
        {!plan && (
          <div className="s-day" aria-hidden="true">
            {PLACES.map((place) => (
              <div key={place} className="s-place k-skeleton" />
            ))}
          </div>
        )}
      </div>
    </section>
  );

  function choose(name: string) {
    setOwn(name);
    // The attributes of a page decide again at its next visit.
    if (values.grade === null) chosen.set(address, { at: Date.now(), value: name });
  }
}
