import type { ParsedPlan, ParseOptions, Rejected, Warning } from '@kreide/core/features/timetable-import';
import { REMOVAL_LIMIT } from '@kreide/core/features/timetable-import';
import { toDay } from '@kreide/core/kernel';
import { toFreeDays } from '../../timetable/index.ts';
import { createGrid, DEFAULT_GRID } from './grid.ts';
import { isPlaced, type LessonDifference, type ResolvedLessons, resolveLessons } from './lessons.ts';
import { type ResolvedMasters, resolveMasters } from './masters.ts';
import { createNotes, type Notes, type Resolution } from './resolution.ts';
import { isOfOtherProgram } from './sources.ts';
import type { HolidayRow, ImportState, TimeRow } from './state.ts';
import { type ResolvedSubstitutions, resolveSubstitutions } from './substitutions.ts';

/** Everything that publishing would do, with negative ids for new records. */
export interface PlanChange {
  masters: ResolvedMasters;
  lessons: ResolvedLessons;
  substitutions: ResolvedSubstitutions;
  /** The whole new set, or null when it is unchanged. */
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

/** Pure: computes the changes from the plan in force and the content of the file. */
export function resolvePlan(state: ImportState, plan: ParsedPlan, source: string, options: ParseOptions): PlanChange {
  const holidays = plan.scope.complete.includes('holidays') ? plan.holidays.map(toHoliday) : null;
  const free = toFreeDays(holidays ?? state.holidays);
  const notes = createNotes(plan);
  const resolution: Resolution = {
    state,
    source,
    grid: chooseGrid(state, plan, options, notes),
    plan: withoutDayPlan(state, plan, free, notes),
    anchor: options.anchor ?? state.year.anchor,
    free,
    notes,
  };
  const masters = resolveMasters(resolution);
  const lessons = resolveLessons(resolution, masters);
  const substitutions = resolveSubstitutions(resolution, masters, lessons.rows);
  const changes = countChanges(lessons.differences, substitutions);
  warnOfReplacedSources(resolution, lessons.differences);
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

/**
 * The uploader's period times override the file's, the file's override the school's; the defaults where there are none.
 */
function chooseGrid(state: ImportState, plan: ParsedPlan, options: ParseOptions, notes: Notes) {
  const isAssumed = plan.times.length === 0 && !options.grid?.length && state.times.length === 0;
  if (isAssumed && (plan.lessons.length > 0 || plan.substitutions.length > 0)) {
    const missing = notes.warnings.findIndex(({ code }) => code === 'grid_missing');
    if (missing >= 0) notes.warnings.splice(missing, 1);
    notes.warn('default_grid');
  }
  return createGrid([options.grid ?? [], plan.times, state.times, isAssumed ? DEFAULT_GRID : []]);
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
 * A day plan in addition to a weekly plan: the day's ordinary lessons are in force already, only its substitutions are
 * new.
 * Without a weekly plan the day's lessons are imported too.
 */
function withoutDayPlan(state: ImportState, plan: ParsedPlan, free: ReadonlySet<number>, notes: Notes): ParsedPlan {
  const scope = plan.scope.lessons;
  if (typeof scope === 'string') return plan;
  const hasWeekly = state.lessons.some(
    (row) => row.dates === null && row.weekday !== null && row.begins_at <= scope.to && row.ends_at >= scope.from,
  );
  if (!hasWeekly || free.has(toDay(scope.from))) return plan;
  notes.warn('day_plan_beside_weekly_plan', { count: plan.lessons.length });
  return { ...plan, lessons: [], scope: { ...plan.scope, lessons: 'none' } };
}

function countChanges(differences: readonly LessonDifference[], substitutions: ResolvedSubstitutions): ChangeCounts {
  const lessons = { added: 0, changed: 0, removed: 0 };
  for (const { before, after } of differences.filter(isPlaced)) {
    lessons[!before ? 'added' : after ? 'changed' : 'removed'] += 1;
  }
  return {
    lessons,
    substitutions: {
      added: substitutions.added.length,
      changed: substitutions.changed.length,
      removed: substitutions.removed.length,
    },
  };
}

function warnOfReplacedSources({ source, notes }: Resolution, differences: readonly LessonDifference[]): void {
  const gone = differences.flatMap(({ before, after }) => (before && !after ? [before] : []));
  const others = new Set(gone.filter((row) => isOfOtherProgram(source, row)).map((row) => row.source));
  for (const other of others) notes.warn('source_replaced', { source: other });
}
