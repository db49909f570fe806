import type { NewsItem } from '@kreide/core/features/news';
import { writeMoment } from '@kreide/core/kernel';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './FeedScreen.module.css';

interface NewsCardProps {
  item: NewsItem;
  /** IANA zone of the school. */
  timeZone: string;
  /** A link led to this item: it comes into sight and takes the focus. */
  isWanted?: boolean;
}

/** One item of the feed, whole. */
export function NewsCard({ item, timeZone, isWanted = false }: NewsCardProps) {
  const { t, language } = useTranslation('news');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    title.current?.closest('article')?.scrollIntoView({ block: 'start' });
    title.current?.focus({ preventScroll: true });
  }, [isWanted]);
  const { preview_image: picture } = item;
  return (
    <article className={classes(styles.card, isWanted && styles.wanted)} aria-labelledby={`news-${item.id}`}>
      {picture && (
        <img
          className={styles.picture}
          src={picture.url}
          width={picture.width}
          height={picture.height}
          alt={picture.alt}
          loading="lazy"
        />
      )}
      <div className={styles.body}>
        {(item.is_pinned || item.is_official) && (
          <p className={styles.marks}>
            {item.is_pinned && (
              <span className={styles.mark}>
                <Icon name="pin" size={16} /> {t('feed.pinned')}
              </span>
            )}
            {item.is_official && (
              <span className={styles.mark}>
                <Icon name="school" size={16} /> {t('feed.official')}
              </span>
            )}
          </p>
        )}
        <h2 ref={title} id={`news-${item.id}`} className={styles.title} tabIndex={-1}>
          {item.title}
        </h2>
        <p className={styles.about}>
          <time dateTime={item.publish_at}>{writeMoment(language, new Date(item.publish_at), timeZone, 'long')}</time>
          {item.user && ` · ${item.user.displayname}`}
        </p>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises news on the way in and out (D-4.10) */}
        <div className={styles.text} dangerouslySetInnerHTML={{ __html: item.content_rendered }} />
      </div>
    </article>
  );
}
