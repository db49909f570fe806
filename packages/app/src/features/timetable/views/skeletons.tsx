import type { CSSProperties } from 'react';
import type { Texts } from './texts.ts';

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const;

/** Placeholder in the shape of a time grid until the first answer arrives. */
export function TimeGridSkeleton({ t, days }: Pick<Texts, 't'> & { readonly days: number }) {
  return (
    <div
      className="kt-grid kt-waiting"
      role="status"
      style={{ '--kt-days': days, '--kt-minutes': 360 } as CSSProperties}
    >
      <p className="kt-hidden">{t('loading')}</p>
      <div className="kt-body" aria-hidden="true">
        {Array.from({ length: days }, (_, day) => day + 2).map((gridColumn) => (
          <div key={gridColumn} className="kt-day" style={{ gridColumn }}>
            <div className="kt-skeleton-day" />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Placeholder of a list of lessons. */
export function LessonListSkeleton({ t }: Pick<Texts, 't'>) {
  return (
    <div className="kt-list kt-waiting" role="status">
      <p className="kt-hidden">{t('loading')}</p>
      <div aria-hidden="true">
        {ROWS.map((row) => (
          <div key={row} className="kt-skeleton-row" />
        ))}
      </div>
    </div>
  );
}
