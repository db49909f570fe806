import type { NewsItem } from '@kreide/core/features/news';
import { writeAgo } from '@kreide/core/kernel';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Link } from '../../ui/Link.tsx';
import styles from './LatestNews.module.css';
import { LiveNews } from './LiveNews.tsx';
import { newsFeedQuery } from './news-queries.ts';

/** So many stand on the start page; the rest is in the list. */
const SHOWN = 6;

/** The latest news of the school in short, each leading to its own page. */
export function LatestNews() {
  const { t } = useTranslation('start');
  const feed = useInfiniteQuery(newsFeedQuery);
  return (
    <section className={styles.news} aria-labelledby="latest-news">
      <LiveNews />
      <header className={styles.head}>
        <h2 id="latest-news">{t('news.title')}</h2>
        <Link to="/news">{t('news.all')}</Link>
      </header>
      <Loaded
        query={feed}
        skeleton={{ type: 'news', items: 3, label: t('news.loading') }}
        errorTitle={t('news.errorTitle')}
        empty={<p className={styles.none}>{t('news.empty')}</p>}
      >
        {(items) => (
          <ul className={styles.list}>
            {items.slice(0, SHOWN).map((item) => (
              <li key={item.id}>
                <Teaser item={item} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function Teaser({ item }: { item: NewsItem }) {
  const { t, language } = useTranslation('start');
  const { school } = useSelf();
  const { id, title, excerpt, preview_image: picture, publish_at, is_pinned, user } = item;
  const when = writeAgo(language, new Date(publish_at), new Date(), school.time_zone);
  return (
    <article className={styles.teaser}>
      {picture && (
        <img src={picture.url} width={picture.width} height={picture.height} alt={picture.alt} loading="lazy" />
      )}
      <h3>
        {is_pinned && (
          <span className={styles.pin}>
            <Icon name="pin" size={16} />
            <span>{t('news.pinned')}</span>
          </span>
        )}
        <Link to={`/news/${id}`}>{title}</Link>
      </h3>
      {!picture && excerpt && <p className={styles.excerpt}>{excerpt}</p>}
      <p className={styles.about}>
        {user && `${user.displayname} · `}
        <time dateTime={publish_at}>{when}</time>
      </p>
    </article>
  );
}
