import type { TimeRecord } from '@kreide/core/features/timetable-import';
import { toMinutes, toTime } from '@kreide/core/kernel';
import type { Grid, Slot } from './grid.ts';
import type { ResolvedMasters } from './masters.ts';
import type { Resolution } from './resolution.ts';
import { isReplaceableBy } from './sources.ts';
import type { SupervisionRow } from './state.ts';
import { resolveWeeks } from './weeks.ts';

/** Length of a break that neither its source nor the grid gives, minutes. */
const BREAK_MINUTES = 15;

/** Adds minutes to a wall time, within the day. */
const shift = (time: string, minutes: number) => toTime(Math.min(1439, Math.max(0, toMinutes(time) + minutes)));

/**
 * Wall times of the break before a period: those of the source's breaks, else as many minutes as are named before the
 * period, else the gap to the period before it. After the last period the break begins with its end.
 */
export function toBreakSlot(
  grid: Grid,
  breaks: readonly TimeRecord[],
  weekday: number,
  { before_hour, minutes }: { before_hour: string; minutes: number | null },
): Slot | null {
  const named = breaks.filter((row) => row.type === 'BREAK' && row.hour === before_hour);
  const own = named.find((row) => row.weekday === weekday) ?? named.find((row) => row.weekday === null);
  if (own) return { begins_at: own.begins_at, ends_at: own.ends_at };
  const next = grid.at(weekday, before_hour)?.begins_at;
  const previous = grid.at(weekday, String(Number(before_hour) - 1))?.ends_at;
  if (next === undefined) {
    return previous === undefined ? null : { begins_at: previous, ends_at: shift(previous, minutes ?? BREAK_MINUTES) };
  }
  const hasGap = minutes === null && previous !== undefined && previous < next;
  return { begins_at: hasGap ? previous : shift(next, -(minutes ?? BREAK_MINUTES)), ends_at: next };
}

/** The file's breaks first, then those of the school. */
export function breaksOf({ plan, state }: Pick<Resolution, 'plan' | 'state'>): TimeRecord[] {
  return [...plan.times, ...state.times].filter(({ type }) => type === 'BREAK');
}

/** Which post it is: what may change about one are its minutes, times and weeks. */
export function toPost(row: SupervisionRow): string {
  return JSON.stringify([row.source, row.area, row.teacher_id, row.weekday, row.before_hour]);
}

/** Everything of a supervision except its identity. */
export function toContent({ uuid: _, ...row }: SupervisionRow): string {
  return JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The supervisions of the school year after the import: those of the file in place of what its source wrote before, and
 * all others. Null when the file does not list supervisions, or nothing about them changes.
 */
export function resolveSupervisions(resolution: Resolution, masters: ResolvedMasters): SupervisionRow[] | null {
  const { state, plan, source, grid, anchor, notes } = resolution;
  if (!plan.scope.complete.includes('supervisions')) return null;
  const breaks = breaksOf(resolution);
  const old = state.supervisions.filter((row) => isReplaceableBy(source, row));
  const posts = Map.groupBy(old, toPost);
  const rows = plan.supervisions.flatMap((record): SupervisionRow[] => {
    const { area, weekday, before_hour, minutes } = record;
    const slot = toBreakSlot(grid, breaks, weekday, record);
    if (!slot) {
      notes.reject('period', `${area}: ${weekday}/${before_hour}`, 'no_grid_time');
      return [];
    }
    const { pattern, dates } = resolveWeeks(record.weeks, state.year, anchor);
    const row = {
      uuid: null,
      source,
      area,
      teacher_id: masters.find('teacher', record.teacher),
      weekday,
      before_hour,
      minutes,
      time_begins_at: slot.begins_at,
      time_ends_at: slot.ends_at,
      weeks: pattern?.weeks ?? null,
      dates,
    };
    // The same post keeps its identity.
    return [{ ...row, uuid: posts.get(toPost(row))?.shift()?.uuid ?? null }];
  });
  const isSame = old.map(toContent).sort().join() === rows.map(toContent).sort().join();
  return isSame ? null : [...state.supervisions.filter((row) => !isReplaceableBy(source, row)), ...rows];
}
