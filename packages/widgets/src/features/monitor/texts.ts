import type { MonitorEntry } from '@kreide/core/features/monitor';
import { type TranslateIn, writeDate } from '@kreide/core/kernel';
import monitor from '../../../../../locales/de/monitor.json' with { type: 'json' };
import widgets from '../../../../../locales/de/widgets.json' with { type: 'json' };
import { type Texts, type TextTree, translateOf } from '../../kernel/texts.ts';

/** The German texts, bundled with the script. */
export const german: TextTree = { monitor, widgets };

export interface MonitorTexts {
  readonly t: TranslateIn<'monitor' | 'widgets'>;
  /** "Wednesday, 18 November" from `YYYY-MM-DD`. */
  date(date: string): string;
  /** "Wed 18/11". */
  dateShort(date: string): string;
}

const made = new WeakMap<Texts, MonitorTexts>();

/** Texts and date formats, created once per language. */
export function toMonitorTexts(texts: Texts): MonitorTexts {
  const known = made.get(texts);
  if (known) return known;
  const own = {
    t: translateOf(texts, ['monitor', 'widgets']),
    date: (date: string) => writeDate(texts.language, date, 'weekday'),
    dateShort: (date: string) => writeDate(texts.language, date, 'weekdayShort'),
  };
  made.set(texts, own);
  return own;
}

/** What is different about a lesson, in parts: room, teacher, the other end of a move (T-3.32). Old → new in words. */
export function toDetails(entry: MonitorEntry, { t, dateShort }: MonitorTexts): string[] {
  const parts: string[] = [];
  const { moved } = entry;
  if (moved) {
    const time = moved.hour === null ? moved.time_begins_at : t('period', { hour: moved.hour });
    parts.push(t(entry.kind === 'MOVED_TO' ? 'movedTo' : 'movedFrom', { date: dateShort(moved.date), time }));
  }
  if (entry.kind !== 'CANCLED' && entry.kind !== 'MOVED_TO') {
    parts.push(toChange(['room', 'roomInstead'], entry.bookables, entry.old_bookables, t));
    parts.push(toChange(['teacher', 'teacherInstead'], entry.teachers, entry.old_teachers, t));
  }
  return parts.filter((part) => part !== '');
}

function toChange(
  [alone, instead]: readonly ['room', 'roomInstead'] | readonly ['teacher', 'teacherInstead'],
  now: readonly string[],
  before: readonly string[] | null,
  t: TranslateIn<'monitor'>,
): string {
  const [after, old] = [now.join(', '), before?.join(', ') ?? ''];
  if (after === '') return '';
  return old === '' ? t(alone, { after }) : t(instead, { after, before: old });
}
