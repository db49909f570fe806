import type { PublicNewsItem } from '@kreide/core/features/news';
import type { TranslateIn } from '@kreide/core/kernel';
import { type MouseEvent, useId } from 'react';

export interface NewsCardProps {
  readonly item: PublicNewsItem;
  /** The date of publication as people write it. */
  readonly day: string;
  readonly t: TranslateIn<'widgets'>;
  /** Whether the whole article is shown. */
  readonly isOpen: boolean;
  readonly onChoose: () => void;
}

/** One news item: the whole card is clickable through a single link, which opens the article in its place. */
export function NewsCard({ item, day, t, isOpen, onChoose }: NewsCardProps) {
  const { title, url, excerpt, preview_image: picture } = item;
  const id = useId();
  const onClick = (event: MouseEvent) => {
    // A new tab or window is the link's own business.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onChoose();
  };
  return (
    <li className={isOpen ? 'k-card k-open' : 'k-card'} part="item">
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
          <a href={url} aria-expanded={isOpen} aria-controls={id} onClick={onClick}>
            {title}
          </a>
        </h3>
        {isOpen ? (
          <div
            id={id}
            className="k-article"
            part="content"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has taken out all but a few tags
            dangerouslySetInnerHTML={{ __html: item.content_rendered }}
          />
        ) : (
          <p id={id} className="k-excerpt" part="text">
            {excerpt}
          </p>
        )}
        {isOpen &&
          item.attachments.map((file) => (
            <a key={file.url} href={file.url}>
              {file.name}
            </a>
          ))}
      </div>
    </li>
  );
}
