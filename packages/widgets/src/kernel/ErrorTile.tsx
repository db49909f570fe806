import type { ApiError, TranslateIn } from '@kreide/core/kernel';

export interface ErrorTileProps {
  readonly error: ApiError;
  readonly t: TranslateIn<'widgets'>;
  readonly onRetry: () => void;
}

/** Shown instead of content: not public (no retry), unreachable, or broken. */
export function ErrorTile({ error, t, onRetry }: ErrorTileProps) {
  const isMissing = error.code === 'not_found' || error.code === 'invalid';
  const problem = isMissing
    ? 'notAvailable'
    : ['unreachable', 'timeout'].includes(error.code)
      ? 'unreachable'
      : 'failed';
  return (
    <div className="k-tile" part="error" role="status">
      <p className="k-tile-title">{t(`title_${problem}`)}</p>
      <p>{t(`text_${problem}`)}</p>
      {!isMissing && (
        <button type="button" className="k-button" part="button" onClick={onRetry}>
          {t('retry')}
        </button>
      )}
    </div>
  );
}
