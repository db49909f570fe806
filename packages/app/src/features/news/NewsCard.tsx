import type { NewsItem } from '@kreide/core/features/news';
import { writeMoment } from '@kreide/core/kernel';
import { Suspense, useEffect, useRef } from 'react';
import { late } from '../../kernel/late.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { classes } from '../../ui/classes.ts';
import { Link } from '../../ui/Link.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { SurveyCard } from '../surveys/index.ts';
import styles from './NewsCard.module.css';
import { NewsMenu } from './NewsMenu.tsx';
import { NewsText } from './NewsText.tsx';

// Few items have one of these.
const parts = () => import('./card-parts.ts');
const Confirmation = late(async () => (await parts()).Confirmation);
const NewsAttachments = late(async () => (await parts()).NewsAttachments);

interface NewsCardProps {
  item: NewsItem;
  /** IANA time zone of the school. */
  timeZone: string;
  /** A link led to this item: it is scrolled into view and focused. */
  isWanted?: boolean;
  /** It is alone on its page: the title is no link. */
  isAlone?: boolean;
  /** Called before the item is deleted. */
  onRemove?: () => void;
}

/** One item in full, with the actions that the user may take. */
export function NewsCard({ item, timeZone, isWanted = false, isAlone = false, onRemove }: NewsCardProps) {
  const { t, language } = useTranslation('news');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    title.current?.focus({ preventScroll: true });
    // The texts above fold first.
    const frame = requestAnimationFrame(() => title.current?.closest('article')?.scrollIntoView({ block: 'start' }));
    return () => cancelAnimationFrame(frame);
  }, [isWanted]);
  const { preview_image: picture, publish_at } = item;
  const when = writeMoment(language, new Date(publish_at), timeZone, 'long');
  const isToCome = Date.parse(publish_at) > Date.now();
  return (
    <article
      className={classes(styles.card, isWanted && styles.wanted, isAlone && styles.alone)}
      aria-labelledby={`news-${item.id}`}
      data-wanted={isWanted || undefined}
    >
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
              <Tag look="accent" icon="pin">
                {t('feed.pinned')}
              </Tag>
            )}
            {item.is_official && (
              <Tag look="accent" icon="school">
                {t('feed.official')}
              </Tag>
            )}
          </p>
        )}
        <div className={styles.head}>
          <h2 ref={title} id={`news-${item.id}`} className={styles.title} tabIndex={-1}>
            {isAlone ? item.title : <Link to={`/news/${item.id}`}>{item.title}</Link>}
          </h2>
          <NewsMenu item={item} onRemove={onRemove} />
        </div>
        <p className={styles.about}>
          <time dateTime={publish_at}>{isToCome ? t('scheduled.appears', { when }) : when}</time>
        </p>
        <ul className={styles.badges}>
          {item.user && (
            <li>
              <Tag icon="user">{item.user.displayname}</Tag>
            </li>
          )}
          {item.channels.map(({ id, meta }) => (
            <li key={id}>
              <Tag look="outline">{meta.displayname}</Tag>
            </li>
          ))}
        </ul>
        {item.content_rendered && (
          <NewsText title={item.title} html={item.content_rendered} isWhole={isAlone || isWanted} />
        )}
        {item.attachments.length > 0 && (
          <Suspense>
            <NewsAttachments item={item} />
          </Suspense>
        )}
        {item.survey && (
          <Suspense>
            <SurveyCard survey={item.survey} />
          </Suspense>
        )}
        {item.is_confirmable && (
          <Suspense>
            <Confirmation item={item} />
          </Suspense>
        )}
      </div>
    </article>
  );
}
