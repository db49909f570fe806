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
  /** Whether there is more than one page, or more than one news item. */
  readonly isMoving: boolean;
  readonly paging: Paging;
}

/** The age of the data, and the paging buttons. */
export function Footer({ t, updated, checked, page, pages, isMoving, paging }: FooterProps) {
  const { isPaused, toggle, turn } = paging;
  return (
    <footer className="m-foot" part="footer">
      <p>
        {updated && <span>{t('updated', { when: updated })}</span>}
        {checked && <span>{t('checked', { when: checked })}</span>}
      </p>
      {isMoving && (
        <div className="m-pages">
          {pages > 1 && <p className="m-count">{t('page', { page, pages })}</p>}
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
