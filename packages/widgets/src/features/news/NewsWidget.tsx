import { read } from '@kreide/core/client';
import { newsApi, PUBLIC_NEWS_MAXIMUM, type PublicNewsItem } from '@kreide/core/features/news';
import { ApiError, toLocal } from '@kreide/core/kernel';
import { useState } from 'react';
import { toApi } from '../../kernel/api.ts';
import type { WidgetProps } from '../../kernel/define-widget.ts';
import { ErrorTile } from '../../kernel/ErrorTile.tsx';
import { createLastGood } from '../../kernel/last-good.ts';
import { StaleNote } from '../../kernel/StaleNote.tsx';
import { languageOf, useTexts } from '../../kernel/texts.ts';
import { useBranding } from '../../kernel/use-branding.ts';
import { usePolled } from '../../kernel/use-polled.ts';
import { NewsCard } from './NewsCard.tsx';
import type { newsSurface } from './surface.ts';
import { toNewsTexts } from './texts.ts';

/** Polling interval, ms. */
const INTERVAL = 10 * 60_000;
interface Feed {
  readonly school: { readonly time_zone: string };
  readonly news: readonly PublicNewsItem[];
  readonly last_updated_at: string | null;
}
const store = createLastGood<Feed>('news');
/** The most that can be waited for. */
const PLACES = Array.from({ length: PUBLIC_NEWS_MAXIMUM }, (_, index) => index);

/** The number in an attribute, between 1 and the server's maximum. */
export function toLimit(text: string): number {
  const number = Math.floor(Number(text));
  return number >= 1 ? Math.min(number, PUBLIC_NEWS_MAXIMUM) : 3;
}

/** `<kreide-news>` (D-2.03). */
export function NewsWidget({ values, host, send }: WidgetProps<typeof newsSurface>) {
  const { school } = values;
  const api = toApi(values.api);
  const limit = toLimit(values.limit);
  const texts = useTexts(api, languageOf(values.locale, host));
  const { t, date } = toNewsTexts(texts);
  useBranding(host, api, values.branding);
  const { kept, error, retry } = usePolled<Feed>({
    address: school === null ? null : [api, school, limit].join(' '),
    store,
    interval: INTERVAL,
    async load(signal) {
      if (school === null) throw new ApiError({ code: 'not_found' });
      const args = { params: { slink: school }, query: { limit: String(limit) } };
      return (await read(newsApi.getPublic, args, { baseUrl: api, token: null, signal })).data;
    },
    onLoad: ({ value }) => send('kreide-load', { count: value.news.length, last_updated_at: value.last_updated_at }),
    onError: ({ code, status }) => send('kreide-error', { code, status }),
  });
  const feed = kept?.value ?? null;
  const [open, setOpen] = useState<string | null>(null);
  const isEmpty = feed?.news.length === 0;

  if (school === null) return <p className="k-tile">{t('incomplete')}</p>;
  if (error && !feed) return <ErrorTile error={error} t={t} onRetry={retry} />;
  return (
    <div className="k-news" lang={texts.language}>
      {error && kept && <StaleNote at={kept.at} language={texts.language} t={t} />}
      {isEmpty && <p className="k-tile">{t('noNews')}</p>}
      {!feed && (
        <p className="k-hidden" role="status">
          {t('loadingNews')}
        </p>
      )}
      {!isEmpty && (
        <ul className="k-cards" aria-hidden={feed ? undefined : true}>
          {feed
            ? feed.news.map((item) => (
                <NewsCard
                  key={item.uuid}
                  item={item}
                  day={date(toLocal(new Date(item.publish_at), feed.school.time_zone).date)}
                  t={t}
                  isOpen={open === item.uuid}
                  onChoose={() => choose(item)}
                />
              ))
            : PLACES.slice(0, limit).map((place) => <WaitingCard key={place} />)}
        </ul>
      )}
    </div>
  );

  function choose({ uuid, title, url }: PublicNewsItem) {
    const isWanted = send('kreide-news', { uuid, title, url });
    if (isWanted) setOpen(open === uuid ? null : uuid);
  }
}

/** The place of a card that is on its way. */
function WaitingCard() {
  return (
    <li className="k-card">
      <div className="k-picture k-skeleton" />
      <div className="k-card-text">
        <div className="k-line k-skeleton" />
        <div className="k-line k-skeleton" />
      </div>
    </li>
  );
}
