import type { PublicNewsItem } from '@kreide/core/features/news';
import type { TranslateIn } from '@kreide/core/kernel';

export interface NewsCardProps {
  readonly item: PublicNewsItem;
  /** The date of publication as people write it. */
  readonly day: string;
  readonly t: TranslateIn<'widgets'>;
  readonly onChoose: () => void;
}

/** One news item: the whole card is clickable through a single link. */
export function NewsCard({ item, day, t, onChoose }: NewsCardProps) {
  const { title, url, excerpt, preview_image: picture } = item;
  return (
    <li className="k-card" part="item">
      <div className="k-picture" part="image">
        {picture && (
          <img
            src={picture.url}
            width={picture.width}
            height={picture.height}
            alt={picture.alt}
            loading="lazy"
            decoding="async"
          />
        )}
      </div>
      <div className="k-card-text">
        <p className="k-date" part="date">
          {item.is_pinned && <span className="k-pin">{t('pinned')}</span>}
          <time dateTime={item.publish_at}>{day}</time>
        </p>
        <h3 part="title">
          <a href={url} onClick={onChoose}>
            {title}
          </a>
        </h3>
        <p className="k-excerpt" part="text">
          {excerpt}
        </p>
      </div>
    </li>
  );
}
