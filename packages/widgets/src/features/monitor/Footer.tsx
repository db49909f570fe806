import type { TranslateIn } from '@kreide/core/kernel';
import type { Paging } from './use-paging.ts';

export interface FooterProps {
  readonly t: TranslateIn<'monitor'>;
  /** When the plan was last changed, in words; null when there is none. */
  readonly updated: string | null;
  /** When it was last fetched. */
  readonly checked: string | null;
  readonly page: number;
  readonly pages: number;
  /** The first and last class of the page. */
  readonly classes: string;
  /** Whether there is more than one page, or more than one news item. */
  readonly isMoving: boolean;
  readonly paging: Paging;
}

/** More pages are counted in figures. */
const DOTS = 12;

/** The age of the data, which page it is, and the paging buttons for whoever has a pointer or a keyboard. */
export function Footer({ t, updated, checked, page, pages, classes, isMoving, paging }: FooterProps) {
  const { isPaused, toggle, turn } = paging;
  return (
    <footer className="m-foot" part="footer">
      <p>
        {updated && <span>{t('updated', { when: updated })}</span>}
        {checked && <span>{t('checked', { when: checked })}</span>}
      </p>
      {pages > 1 && (
        <p className="m-count">
          <span className="k-hidden">{t('page', { page, pages })}</span>
          <span aria-hidden="true" className="m-dots">
            {pages <= DOTS
              ? Array.from({ length: pages }, (_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place
                  <i key={index} className={index + 1 === page ? 'm-dot m-on' : 'm-dot'} />
                ))
              : `${page} / ${pages}`}
          </span>
          <span className="m-classes">{classes}</span>
        </p>
      )}
      {isMoving && (
        <div className="m-pages">
          <button
            type="button"
            className="m-button"
            part="button"
            aria-label={t('previousPage')}
            onClick={() => turn(-1)}
          >
            <span className="m-arrow m-back" />
          </button>
          <button
            type="button"
            className="m-button"
            part="button"
            aria-pressed={isPaused}
            onClick={toggle}
            aria-label={t('pause')}
          >
            <span className={isPaused ? 'm-play' : 'm-pause'} />
          </button>
          <button type="button" className="m-button" part="button" aria-label={t('nextPage')} onClick={() => turn(1)}>
            <span className="m-arrow" />
          </button>
        </div>
      )}
    </footer>
  );
}
