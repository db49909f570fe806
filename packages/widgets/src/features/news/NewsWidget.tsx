import { read } from '@kreide/core/client';
import { newsApi, PUBLIC_NEWS_MAXIMUM, type PublicNewsItem } from '@kreide/core/features/news';
import { ApiError, toLocal } from '@kreide/core/kernel';
import { toApi } from '../../kernel/api.ts';
import type { WidgetProps } from '../../kernel/define-widget.ts';
import { ErrorTile } from '../../kernel/ErrorTile.tsx';
import { createLastGood } from '../../kernel/last-good.ts';
import { languageOf, useTexts } from '../../kernel/texts.ts';
import { useBranding } from '../../kernel/use-branding.ts';
import { usePolled } from '../../kernel/use-polled.ts';
import { NewsCard } from './NewsCard.tsx';
import type { newsSurface } from './surface.ts';
import { german, toNewsTexts } from './texts.ts';

/** Polling interval, ms. */
const INTERVAL = 10 * 60_000;
interface Feed {
  readonly school: { readonly time_zone: string };
  readonly news: readonly PublicNewsItem[];
  readonly last_updated_at: string | null;
}
const store = createLastGood<Feed>('news');

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
  const texts = useTexts(german, api, languageOf(values.locale, host));
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
  const places = Array.from({ length: limit }, (_, index) => feed?.news[index] ?? null);

  if (school === null) return <p className="k-tile">{t('incomplete')}</p>;
  return (
    <div className="k-news" lang={texts.language}>
      {error && feed && (
        <p className="k-note k-over" part="note" role="status">
          {t('olderNews')}
        </p>
      )}
      {(!feed || feed.news.length === 0) && (
        <div className="k-over k-whole">
          {error && !feed && <ErrorTile error={error} t={t} onRetry={retry} />}
          {!error && !feed && (
            <p className="k-hidden" role="status">
              {t('loadingNews')}
            </p>
          )}
          {feed && <p className="k-tile">{t('noNews')}</p>}
        </div>
      )}
      <ul className="k-cards">
        {places.map((item, index) =>
          item ? (
            <NewsCard
              key={item.uuid}
              item={item}
              day={date(toLocal(new Date(item.publish_at), feed?.school.time_zone ?? 'UTC').date)}
              t={t}
              onChoose={() => send('kreide-news', { uuid: item.uuid, title: item.title, url: item.url })}
            />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: an empty place has nothing but its place
            <li key={index} className={feed || error ? 'k-card k-empty' : 'k-card k-waiting'} aria-hidden="true">
              <div className="k-picture k-skeleton" />
              <div className="k-line k-skeleton" />
              <div className="k-line k-skeleton" />
            </li>
          ),
        )}
      </ul>
    </div>
  );
}
