import { deviceZone, type Language, type TranslateIn, toLocal, toTime, writeDate } from '@kreide/core/kernel';

export interface StaleNoteProps {
  /** When the data came, epoch ms. */
  readonly at: number;
  readonly language: Language;
  readonly t: TranslateIn<'widgets'>;
}

/** Says how old the content is while the server cannot be reached: the time of day, with its date unless that is today's. */
export function StaleNote({ at, language, t }: StaleNoteProps) {
  const [then, now] = [at, Date.now()].map((one) => toLocal(new Date(one), deviceZone()));
  const time = toTime(then?.minutes ?? 0);
  const date = then?.date ?? '';
  return (
    <p className="k-note" part="note" role="status">
      {date === now?.date ? t('older', { time }) : t('olderDay', { date: writeDate(language, date, 'long'), time })}
    </p>
  );
}
