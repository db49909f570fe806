import type { ParsedPlan, ParseOptions, PartChanges, Rejected, Warning } from '@kreide/core/features/timetable-import';
import { CHANGE_LIMIT } from '@kreide/core/features/timetable-import';
import { toDay } from '@kreide/core/kernel';
import { type Steps, toEnd } from '../../../kernel/process/slices.ts';
import { toFreeDays } from '../../timetable/index.ts';
import { createGrid, DEFAULT_GRID } from './grid.ts';
import { isPlaced, type LessonDifference, type ResolvedLessons, resolveLessons } from './lessons.ts';
import { type ResolvedMasters, resolveMasters } from './masters.ts';
import { countParts } from './parts.ts';
import { createNotes, type Notes, type Resolution } from './resolution.ts';
import { compareSets, type SetChange } from './sets.ts';
import { isOfOtherProgram } from './sources.ts';
import type { HolidayRow, ImportState, SupervisionRow, TimeRow } from './state.ts';
import { type ResolvedSubstitutions, resolveSubstitutions } from './substitutions.ts';
import { resolveSupervisions } from './supervisions.ts';

/** Everything that publishing would do, with negative ids for new records. */
export interface PlanChange {
  masters: ResolvedMasters;
  lessons: ResolvedLessons;
  substitutions: ResolvedSubstitutions;
  /** The whole new set, or null when it is unchanged. */
  times: TimeRow[] | null;
  holidays: HolidayRow[] | null;
  /** How these sets differ, for the preview. */
  sets: { times: SetChange; holidays: SetChange };
  supervisions: SupervisionRow[] | null;
  /** First Monday of week A, when this import set it. */
  anchor: string | null;
  changes: ChangeCounts;
  /** The same for everything else that changes. */
  parts: PartChanges;
  needs_replace: boolean;
  /** Nothing at all would change. */
  is_empty: boolean;
  warnings: Warning[];
  rejected: Rejected[];
}

export interface ChangeCounts {
  lessons: { added: number; changed: number; removed: number };
  substitutions: { added: number; changed: number; removed: number };
}

/** Pure: computes the changes from the plan in force and the content of the file. */
export function resolvePlan(...input: Parameters<typeof resolveInSteps>): PlanChange {
  return toEnd(resolveInSteps(...input));
}

/** The same in steps: a whole school takes a quarter of a second. */
export function* resolveInSteps(
  state: ImportState,
  plan: ParsedPlan,
  source: string,
  options: ParseOptions,
): Steps<PlanChange> {
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
  yield;
  const lessons = yield* resolveLessons(resolution, masters);
  yield;
  const substitutions = resolveSubstitutions(resolution, masters, lessons.rows);
  const newTimes = toTimes(state, plan, options);
  const sets = {
    times: compareSets(state.times, newTimes ?? state.times, ({ weekday, hour }) => `${weekday} ${hour}`, timeText),
    holidays: compareSets(
      state.holidays,
      holidays ?? state.holidays,
      ({ name, begins_at }) => `${begins_at} ${name}`,
      holidayText,
    ),
  };
  const changes = countChanges(lessons.differences, substitutions);
  warnOfReplacedSources(resolution, lessons.differences);
  const anchor = options.anchor && options.anchor !== state.year.anchor ? options.anchor : null;
  const change = {
    masters,
    lessons,
    substitutions,
    times: isDifferent(sets.times) ? newTimes : null,
    holidays: isDifferent(sets.holidays) ? holidays : null,
    supervisions: resolveSupervisions(resolution, masters),
    sets,
    anchor,
    changes,
    needs_replace:
      lessons.replaceable > 0 &&
      (changes.lessons.removed + changes.lessons.changed) / lessons.replaceable > CHANGE_LIMIT,
    warnings: notes.warnings,
    rejected: notes.rejected,
  };
  const parts = countParts(state, change);
  const is_empty =
    anchor === null &&
    lessons.differences.length === 0 &&
    masters.changes.length === 0 &&
    !isDifferent(substitutions) &&
    Object.values(parts).every(({ added, changed, removed }) => added + changed + removed === 0);
  return { ...change, parts, is_empty };
}

const isDifferent = ({ added, changed, removed }: SetChange | ResolvedSubstitutions) =>
  added.length + changed.length + removed.length > 0;
const timeText = ({ weekday, hour, begins_at, ends_at, type }: TimeRow) =>
  [weekday, hour, type === 'BREAK' ? type : '', `${begins_at}–${ends_at}`].filter(Boolean).join(' ');
const holidayText = ({ name, shortcut, begins_at, ends_at, is_public }: HolidayRow) =>
  [name, shortcut === name ? '' : shortcut, `${begins_at}–${ends_at}`, is_public ? '*' : ''].filter(Boolean).join(' ');

function toHoliday({ name, shortcut, begins_at, ends_at, is_public }: HolidayRow): HolidayRow {
  return { name, shortcut, begins_at, ends_at, is_public };
}

/**
 * The uploader's period times override the file's, the file's override the school's; the defaults where there are none.
 */
function chooseGrid(state: ImportState, plan: ParsedPlan, options: ParseOptions, notes: Notes) {
  const hasNone = plan.times.length === 0 && !options.grid?.length;
  const isAssumed = hasNone && state.times.length === 0;
  // The assumed times of the first upload are the school's times at the next one, and are still assumed.
  if (
    hasNone &&
    (isAssumed || isDefaultGrid(state.times)) &&
    (plan.lessons.length > 0 || plan.substitutions.length > 0)
  ) {
    const missing = notes.warnings.findIndex(({ code }) => code === 'grid_missing');
    if (missing >= 0) notes.warnings.splice(missing, 1);
    notes.warn('default_grid');
  }
  return createGrid([options.grid ?? [], plan.times, state.times, isAssumed ? DEFAULT_GRID : []]);
}

function isDefaultGrid(times: readonly TimeRow[]): boolean {
  const slots = (rows: readonly TimeRow[]) => rows.map((row) => `${row.hour} ${row.begins_at} ${row.ends_at}`).sort();
  return slots(times).join() === slots(DEFAULT_GRID).join();
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
