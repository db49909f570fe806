import type { PublicNewsItem } from '@kreide/core/features/news';
import { toLocal } from '@kreide/core/kernel';
import type { MonitorTexts } from './texts.ts';

export interface MonitorNewsProps {
  readonly news: readonly PublicNewsItem[];
  /** The item shown in full. */
  readonly current: number;
  readonly zone: string;
  readonly texts: MonitorTexts;
}

/** A picture leaves its place to the text while it cannot be had, as without network. */
const show =
  (isThere: boolean) =>
  ({ currentTarget }: { readonly currentTarget: HTMLElement }) => {
    currentTarget.hidden = !isThere;
  };

/** One news item in large, with its picture; the titles of the next ones below it. */
export function MonitorNews({ news, current, zone, texts: { t, date } }: MonitorNewsProps) {
  const item = news[current];
  const next = news.map((_, index) => news[(current + 1 + index) % news.length]).slice(0, Math.max(0, news.length - 1));
  return (
    <section className="m-news" part="news" aria-label={t('news')}>
      <h2 className="m-news-head">{t('news')}</h2>
      {!item && <p className="m-empty">{t('noNews')}</p>}
      {item && (
        <article className="m-item" key={item.uuid}>
          {item.preview_image && (
            <img
              className="m-picture"
              src={item.preview_image.url}
              alt={item.preview_image.alt}
              onError={show(false)}
              onLoad={show(true)}
            />
          )}
          <div className="m-item-text">
            <p className="m-item-date">{date(toLocal(new Date(item.publish_at), zone).date)}</p>
            <h3>{item.title}</h3>
            <p className="m-excerpt">{item.excerpt}</p>
          </div>
        </article>
      )}
      {next.length > 0 && (
        <ul className="m-next">{next.slice(0, 3).map((one) => one && <li key={one.uuid}>{one.title}</li>)}</ul>
      )}
    </section>
  );
}
