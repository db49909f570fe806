import { mondayOf, weekdayOf } from '../../kernel/calendar/dates.ts';
import type { TranslateIn } from '../../kernel/texts.ts';
import type { Period } from '../structure/index.ts';
import { moveOf } from './look.ts';
import type { Lesson } from './schema.ts';
import type { Formats } from './words.ts';

type Translate = TranslateIn<'timetable'>;

/**
 * Where a moved lesson went or came from, as its card says it: "Moved to Fri, period 7"; outside of its week with the
 * date, where no period begins then with the time. Empty for all others and where the source says nothing.
 * @param date the occurrence's date
 * @param isBrief "to Fri 7", for narrow cards
 */
export function toMoveText(
  lesson: Lesson,
  date: string,
  times: readonly Period[],
  t: Translate,
  formats: Formats,
  isBrief = false,
): string {
  const move = moveOf(lesson);
  if (!move) return '';
  const isNear = mondayOf(move.lesson_date) === mondayOf(date);
  const day = isNear ? formats.weekdaysShort[weekdayOf(move.lesson_date)] : formats.dateShort(move.lesson_date);
  const period = times.find(({ type, begins_at }) => type === 'LESSON' && begins_at === move.time_begins_at);
  const hour = period?.hour ?? '';
  const time = period === undefined ? move.time_begins_at : t(isBrief ? 'hourBrief' : 'hourShort', { hour });
  const when = `${day}${isBrief || period === undefined ? '' : ','} ${time}`;
  const isAway = lesson.kind === 'MOVED_TO';
  if (isBrief) return t(isAway ? 'movedToBrief' : 'movedFromBrief', { when });
  return t(isAway ? 'movedTo' : 'movedFrom', { when });
}
