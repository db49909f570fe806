import type { PlacementRecord, Reason, SupervisionRecord, Weeks } from '@kreide/core/features/timetable-import';
import type { Weekday } from '@kreide/core/kernel';
import { hasAlternatives, parseDayMask, parseWeekMask } from './masks.ts';
import { type AscFile, type Row, readAttribute, readReferences, readText } from './tables.ts';

/** The names of week masks: `10` → `Odd Week`. */
export function readWeekNames(file: AscFile): Map<string, string> {
  return new Map(
    file.rows.weeksdef.flatMap((row) => {
      const mask = readText(row, 'weeks');
      const name = readText(row, 'short', 'name');
      return mask !== null && name !== null ? [[mask, name] as const] : [];
    }),
  );
}

/** The weekdays of a row: `days` is a mask, `day` a number. Bad ones are reported and skipped. */
export function readWeekdays(file: AscFile, row: Row): Weekday[] {
  const reject = (column: string, reason: Reason): Weekday[] => {
    file.findings.reject(file.name, { row: row.line, column, value: readAttribute(row, column) }, reason);
    return [];
  };
  const mask = readText(row, 'days');
  const day = readText(row, 'day');
  if (mask === null && day === null) return reject(file.format === 'asc-legacy' ? 'day' : 'days', 'missing_value');
  // Some exporters write a mask into `day`; a day number never has more than one digit.
  const isMask = mask !== null || (day !== null && day.length > 1);
  const column = mask !== null ? 'days' : 'day';
  const places = isMask ? parseDayMask(mask ?? day ?? '') : null;
  if (isMask && places === null) return reject(column, 'bad_day_mask');
  const weekdays = places?.map(file.days.at) ?? [/^\d$/.test(day ?? '') ? file.days.numbered(Number(day)) : null];
  if (weekdays.includes(null)) return reject(column, 'unknown_weekday');
  return weekdays.filter((weekday) => weekday !== null);
}

/** The weeks of the first row that names any; null (and reported) when they are unreadable. */
export function readWeeks(file: AscFile, rows: readonly Row[], names: ReadonlyMap<string, string>): Weeks | null {
  for (const row of rows) {
    const column = row.attributes.weeks === undefined ? 'week' : 'weeks';
    const mask = readText(row, column);
    if (mask === null) continue;
    if (hasAlternatives(mask)) {
      file.findings.warn('week_alternatives');
      return { kind: 'every' };
    }
    const weeks = parseWeekMask(mask, names);
    if (weeks === null) file.findings.reject(file.name, { row: row.line, column, value: mask }, 'bad_weeks');
    return weeks;
  }
  return { kind: 'every' };
}

/** What a card needs of its lesson. */
export interface CardContext {
  lesson: Row;
  /** The rooms that the planner may choose from. */
  allowed_rooms: string[];
  rooms: ReadonlySet<string>;
  week_names: ReadonlyMap<string, string>;
  period_names: ReadonlyMap<string, string>;
}

/**
 * Converts one card to its placements: one, or several when the mask names several days. Empty (and reported) when day,
 * period or weeks are unreadable. The card's rooms count; the lesson's are only allowed ones, used when the card names
 * none and there is no choice.
 */
export function toPlacements(file: AscFile, card: Row, context: CardContext): PlacementRecord[] {
  const number = readText(card, 'period');
  if (number === null || !/^\d{1,3}$/.test(number)) {
    const reason = number === null ? 'missing_value' : 'bad_period';
    file.findings.reject(file.name, { row: card.line, column: 'period', value: number }, reason);
    return [];
  }
  const hour = context.period_names.get(number) ?? number;
  const weekdays = readWeekdays(file, card);
  if (weekdays.length === 0) return [];
  const weeks = readWeeks(file, [card, context.lesson], context.week_names);
  if (weeks === null) return [];
  const isSilent = readAttribute(card, 'classroomids', 'classroomid') === undefined;
  const bookables =
    isSilent && context.allowed_rooms.length === 1
      ? context.allowed_rooms
      : readReferences(file, card, context.rooms, ['classroomids', 'classroomid']);
  return weekdays.map((weekday) => ({ weekday, hour, begins_at: null, ends_at: null, bookables, weeks }));
}

/** Break supervisions; those during lessons (without a break) are only counted in a warning. */
export function readSupervisions(
  file: AscFile,
  teachers: ReadonlySet<string>,
  roomCodes: ReadonlyMap<string, string>,
  weekNames: ReadonlyMap<string, string>,
  periodNames: ReadonlyMap<string, string>,
): SupervisionRecord[] {
  const supervisions: SupervisionRecord[] = [];
  let skipped = 0;
  for (const row of file.rows.classroomsupervision) {
    const area = roomCodes.get(readText(row, 'classroomid') ?? '');
    const before = readText(row, 'break');
    if (area === undefined || before === null) {
      skipped++;
      continue;
    }
    const teacher = readReferences(file, row, teachers, ['teacherid', 'teacherids'])[0] ?? null;
    const weeks = readWeeks(file, [row], weekNames);
    if (weeks === null) continue;
    for (const weekday of readWeekdays(file, row)) {
      supervisions.push({
        area,
        teacher,
        weekday,
        before_hour: periodNames.get(before) ?? before,
        minutes: null,
        weeks,
      });
    }
  }
  if (skipped > 0) file.findings.warn('supervisions_skipped', { count: skipped });
  return supervisions;
}
