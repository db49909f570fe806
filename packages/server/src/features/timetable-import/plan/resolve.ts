import { REMOVAL_LIMIT } from '@kreide/core/features/timetable-import';
import { toDay } from '@kreide/core/kernel';
import { toFreeDays } from '../../timetable/index.ts';
import type { ParsedPlan, ParseOptions, Rejected, Warning } from '../records.ts';
import { createGrid, DEFAULT_GRID } from './grid.ts';
import { type LessonNotes, type ResolvedLessons, resolveLessons } from './lessons.ts';
import { type ResolvedMasters, resolveMasters } from './masters.ts';
import type { HolidayRow, ImportState, TimeRow } from './state.ts';
import { type ResolvedSubstitutions, resolveSubstitutions } from './substitutions.ts';

/** Everything that publishing would do, with negative ids for what is yet to be made. */
export interface PlanChange {
  masters: ResolvedMasters;
  lessons: ResolvedLessons;
  substitutions: ResolvedSubstitutions;
  /** The whole new set, or null when it stays. */
  times: TimeRow[] | null;
  holidays: HolidayRow[] | null;
  /** First Monday of week A, when this import set it. */
  anchor: string | null;
  changes: ChangeCounts;
  needs_replace: boolean;
  warnings: Warning[];
  rejected: Rejected[];
}

export interface ChangeCounts {
  lessons: { added: number; changed: number; removed: number };
  substitutions: { added: number; changed: number; removed: number };
}

/** Pure: what is in force and what the file says, turned into what would change. */
export function resolvePlan(state: ImportState, plan: ParsedPlan, source: string, options: ParseOptions): PlanChange {
  const notes: LessonNotes = { warnings: [...plan.warnings], rejected: [...plan.rejected] };
  const anchor = options.anchor ?? state.year.anchor;
  const usesDefault = plan.times.length === 0 && !options.grid?.length && state.times.length === 0;
  const grid = createGrid([options.grid ?? [], plan.times, state.times, usesDefault ? DEFAULT_GRID : []]);
  if (usesDefault && (plan.lessons.length > 0 || plan.substitutions.length > 0)) {
    notes.warnings = notes.warnings.filter(({ code }) => code !== 'grid_missing');
    notes.warnings.push({ code: 'default_grid', params: {} });
  }
  const masters = resolveMasters(state, plan, source);
  const holidays = plan.scope.complete.includes('holidays') ? plan.holidays.map(toHoliday) : null;
  const effective = withoutDayPlan(state, plan, holidays ?? state.holidays, notes);
  const free = toFreeDays(holidays ?? state.holidays);
  const lessons = resolveLessons(state, effective, masters, grid, source, anchor, free, notes);
  const substitutions = resolveSubstitutions(state, plan, masters, lessons.rows, free, grid, source, notes);
  const placed = lessons.differences.filter(
    ({ before, after }) => (after ?? before)?.time_begins_at !== null || before?.time_begins_at != null,
  );
  const changes: ChangeCounts = {
    lessons: {
      added: placed.filter(({ before }) => before === null).length,
      changed: placed.filter(({ before, after }) => before !== null && after !== null).length,
      removed: placed.filter(({ after }) => after === null).length,
    },
    substitutions: {
      added: substitutions.added.length,
      changed: substitutions.changed.length,
      removed: substitutions.removed.length,
    },
  };
  const others = new Set(
    lessons.differences.flatMap(({ before, after }) =>
      before && !after && before.source !== source && before.source !== 'demo' ? [before.source] : [],
    ),
  );
  for (const other of others) notes.warnings.push({ code: 'source_replaced', params: { source: other } });
  return {
    masters,
    lessons,
    substitutions,
    times: toTimes(state, plan, options),
    holidays,
    anchor: options.anchor && options.anchor !== state.year.anchor ? options.anchor : null,
    changes,
    needs_replace: lessons.replaceable > 0 && changes.lessons.removed / lessons.replaceable > REMOVAL_LIMIT,
    warnings: notes.warnings,
    rejected: notes.rejected,
  };
}

function toHoliday({ name, shortcut, begins_at, ends_at, is_public }: HolidayRow): HolidayRow {
  return { name, shortcut, begins_at, ends_at, is_public };
}

function toTimes(state: ImportState, plan: ParsedPlan, options: ParseOptions): TimeRow[] | null {
  const rows = options.grid?.length ? options.grid : plan.times;
  if (rows.length > 0 && (plan.scope.complete.includes('times') || options.grid?.length || state.times.length === 0)) {
    return rows.map(({ hour, weekday, begins_at, ends_at, type }) => ({ hour, weekday, begins_at, ends_at, type }));
  }
  if (rows.length === 0 && state.times.length === 0 && plan.lessons.length > 0)
    return DEFAULT_GRID.map((row) => ({ ...row }));
  return null;
}

/**
 * A day plan beside a weekly plan: the day's ordinary lessons are in force already, only its substitutions are new.
 * Without a weekly plan the day's lessons are all there is, and they are taken.
 */
function withoutDayPlan(
  state: ImportState,
  plan: ParsedPlan,
  holidays: readonly HolidayRow[],
  notes: LessonNotes,
): ParsedPlan {
  const scope = plan.scope.lessons;
  if (typeof scope === 'string') return plan;
  const free = toFreeDays(holidays);
  const hasWeekly = state.lessons.some(
    (row) => row.dates === null && row.weekday !== null && row.begins_at <= scope.to && row.ends_at >= scope.from,
  );
  if (!hasWeekly || free.has(toDay(scope.from))) return plan;
  notes.warnings.push({ code: 'day_plan_beside_weekly_plan', params: { count: plan.lessons.length } });
  return { ...plan, lessons: [], scope: { ...plan.scope, lessons: 'none' } };
}
