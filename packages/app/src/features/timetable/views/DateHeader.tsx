import { classes, type Texts, withVisible } from './texts.ts';

/** Props of a day's header. */
export type DateHeaderProps = Texts & {
  readonly date: string;
  readonly weekday: number;
  readonly isToday: boolean;
  readonly id: string;
  /** True in day view, where a click leads back to the week. */
  readonly isAlone: boolean;
  /** Toggles between day and week view (T-2.28); left out where there is nothing to toggle. */
  readonly onToggleDay?: ((date: string) => void) | undefined;
};

/** The header of a day, a button between day and week view where the grid has both (T-2.26, T-2.28). */
export function DateHeader({ t, formats, date, weekday, isToday, isAlone, id, onToggleDay }: DateHeaderProps) {
  const words = isToday ? `${formats.date(date)}, ${t('today')}` : formats.date(date);
  const shown = `${isAlone ? formats.weekdays[weekday] : formats.weekdaysShort[weekday]} `;
  const number = Number(date.slice(8, 10));
  const name = (text: string) => withVisible(text, shown + number);
  const className = classes('kt-date', isToday && 'kt-today');
  const content = (
    <>
      <span className="kt-weekday">{shown}</span>
      <span className="kt-number">{number}</span>
    </>
  );
  if (!onToggleDay) {
    return (
      <div className={className} id={id} tabIndex={-1} role="img" aria-label={name(words)}>
        {content}
      </div>
    );
  }
  return (
    <button
      type="button"
      className={className}
      id={id}
      tabIndex={-1}
      aria-label={name(t(isAlone ? 'showWeek' : 'showDay', { date: words }))}
      onClick={() => onToggleDay(date)}
    >
      {content}
    </button>
  );
}
