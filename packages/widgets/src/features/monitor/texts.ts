import type { MonitorEntry } from '@kreide/core/features/monitor';
import { dateFormatOf, daysBetween, type TranslateIn, writeDate } from '@kreide/core/kernel';
import { type Texts, translateOf } from '../../kernel/texts.ts';

export interface MonitorTexts {
  readonly t: TranslateIn<'monitor' | 'widgets'>;
  /** "Wednesday, 18 November" from `YYYY-MM-DD`. */
  date(date: string): string;
  /** "Wed 18/11". */
  dateShort(date: string): string;
  /** "Wed". */
  weekday(date: string): string;
}

const made = new WeakMap<Texts, MonitorTexts>();

/** Texts and date formats, created once per language. */
export function toMonitorTexts(texts: Texts): MonitorTexts {
  const known = made.get(texts);
  if (known) return known;
  const weekdays = dateFormatOf(texts.language, { weekday: 'short', timeZone: 'UTC' });
  const own = {
    t: translateOf(texts, ['monitor', 'widgets']),
    date: (date: string) => writeDate(texts.language, date, 'weekday'),
    dateShort: (date: string) => writeDate(texts.language, date, 'weekdayShort'),
    weekday: (date: string) => weekdays.format(new Date(`${date}T12:00:00Z`)),
  };
  made.set(texts, own);
  return own;
}

/** The other end of a move, as short as it stays clear: "to 5.", "to Fri 5.", "to Fri 27/11 5." (T-3.32). */
export function toMove({ kind, moved }: MonitorEntry, day: string, texts: MonitorTexts): string {
  if (!moved) return '';
  const { t } = texts;
  const time = moved.hour === null ? moved.time_begins_at : t('hour', { hour: moved.hour });
  const days = Math.abs(daysBetween(day, moved.date));
  const date = days === 0 ? '' : days < 7 ? texts.weekday(moved.date).replace(/\.$/, '') : texts.dateShort(moved.date);
  return t(kind === 'MOVED_TO' ? 'movedTo' : 'movedFrom', { when: `${date} ${time}`.trim() });
}
