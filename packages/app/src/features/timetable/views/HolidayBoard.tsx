import type { FreeDays } from '@kreide/core/features/timetable';
import type { ReactNode } from 'react';
import type { Texts } from './texts.ts';

/** Props of a board over free days. */
export type HolidayBoardProps = Texts & {
  readonly free: FreeDays;
  /** A drawing above the name. */
  readonly drawing?: ReactNode;
  /** What stands below the dates. */
  readonly note?: ReactNode;
};

/** One board over all days of holidays: name and dates. */
export function HolidayBoard({ free: { holiday, first, count }, drawing, note, t, formats }: HolidayBoardProps) {
  const { begins_at, ends_at, name } = holiday;
  return (
    <section
      className={count === 1 ? 'kt-board kt-board-day' : 'kt-board'}
      style={{ gridColumn: `${first + 2} / span ${count}` }}
    >
      {count > 1 && drawing}
      <h3>{name}</h3>
      {begins_at !== ends_at && (
        <p>{t('pageRange', { from: formats.dateShort(begins_at), to: formats.dateShort(ends_at) })}</p>
      )}
      {count > 1 && note}
    </section>
  );
}
