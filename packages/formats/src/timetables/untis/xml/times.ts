import type { TimeRecord } from '@kreide/core/features/timetable-import';
import { parsePeriod, parseWeekday } from '../../calendar.ts';
import type { Findings } from '../../findings.ts';
import { parseTime } from '../../plan.ts';
import { readText } from '../../xml-node.ts';
import type { UntisDocument } from './document.ts';

/** Times that are equal on all days with the period become one record for all days. */
function foldDays(times: readonly TimeRecord[]): TimeRecord[] {
  const days = new Set(times.map((time) => time.weekday)).size;
  const byHour = new Map<string, TimeRecord[]>();
  for (const time of times) byHour.set(time.hour, [...(byHour.get(time.hour) ?? []), time]);
  return [...byHour.values()].flatMap((sameHour) => {
    const first = sameHour[0]!;
    const isEqual = sameHour.every((time) => time.begins_at === first.begins_at && time.ends_at === first.ends_at);
    return isEqual && sameHour.length === days ? [{ ...first, weekday: null }] : sameHour;
  });
}

/**
 * The period grid. A file may contain several (`timegrid`): the one with the most slots is used, the first of equals,
 * with a warning; placements have their own wall times, so nothing is shown at a wrong time.
 */
export function readTimes(document: UntisDocument, file: string, findings: Findings): TimeRecord[] {
  const grids = new Map<string, Map<string, TimeRecord>>();
  for (const item of document.get('timeperiods') ?? []) {
    const place = (column: string) => ({ row: item.line, column, value: readText(item, column) });
    const weekday = parseWeekday(readText(item, 'day') ?? '');
    const hour = parsePeriod(readText(item, 'period') ?? '');
    const begins = parseTime(readText(item, 'starttime') ?? '');
    const ends = parseTime(readText(item, 'endtime') ?? '');
    if (weekday === null) findings.reject(file, place('day'), 'unknown_weekday');
    else if (hour === null) findings.reject(file, place('period'), 'bad_period');
    else if (begins === null) findings.reject(file, place('starttime'), 'bad_time');
    else if (ends === null || ends <= begins) findings.reject(file, place('endtime'), 'bad_time');
    else {
      const name = readText(item, 'timegrid') ?? item.attributes.timegrid ?? '';
      const grid = grids.get(name) ?? new Map<string, TimeRecord>();
      grids.set(name, grid);
      grid.set(`${weekday}/${hour}`, { hour, weekday, begins_at: begins, ends_at: ends, type: 'LESSON' });
    }
  }
  const bySize = [...grids].sort(([, a], [, b]) => b.size - a.size);
  if (bySize.length > 1) findings.warn('time_grids_ignored', { name: bySize[0]![0], count: bySize.length - 1 });
  return foldDays([...(bySize[0]?.[1].values() ?? [])]);
}
