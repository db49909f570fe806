import type { LessonRecord, PlacementRecord, Weeks } from '@kreide/core/features/timetable-import';
import { flatMapInSteps, type Steps } from '../../../kernel/process/slices.ts';
import type { Grid, Slot } from './grid.ts';
import type { ResolvedMasters } from './masters.ts';
import { wordsOfLesson } from './record-words.ts';
import type { Resolution } from './resolution.ts';
import type { LessonRow } from './state.ts';
import { type ResolvedWeeks, resolveWeeks } from './weeks.ts';

/** The fields that all rows of one lesson share. */
type Common = Pick<
  LessonRow,
  | 'lesson_id'
  | 'source'
  | 'external_lesson'
  | 'course_id'
  | 'subject_id'
  | 'begins_at'
  | 'ends_at'
  | 'comment'
  | 'grade_ids'
  | 'teacher_ids'
>;

/** Every placement of the file as a row without identity; a lesson without a place gets one row without a slot. */
export function* toLessonRows(resolution: Resolution, masters: ResolvedMasters): Steps<LessonRow[]> {
  const weeks = createWeeks(resolution);
  const rows = yield* flatMapInSteps(resolution.plan.lessons, (lesson): LessonRow[] => {
    const common = toCommon(lesson, resolution, masters);
    if (common.begins_at > common.ends_at) {
      const value = `${wordsOfLesson(resolution.plan, lesson)}: ${lesson.begins_at}–${lesson.ends_at}`;
      resolution.notes.reject('date', value, 'outside_school_year');
      return [];
    }
    if (lesson.placements.length === 0) return [toUnplaced(common)];
    return lesson.placements.flatMap((placement) => {
      const slot = toSlot(placement, resolution.grid);
      const held = weeks.resolve(placement.weeks);
      const dates = held.dates && withinYear(held.dates, lesson, resolution);
      if (dates?.length === 0) return [];
      if (slot) return [toPlaced(common, placement, slot, { ...held, dates }, masters)];
      const value = `${wordsOfLesson(resolution.plan, lesson)}: ${placement.weekday ?? ''}/${placement.hour ?? ''}`;
      resolution.notes.reject('period', value, 'no_grid_time');
      return [];
    });
  });
  weeks.warn();
  return rows;
}

function toCommon(lesson: LessonRecord, { state, source }: Resolution, masters: ResolvedMasters): Common {
  return {
    lesson_id: 0,
    source,
    external_lesson: lesson.external_id,
    course_id: masters.find('course', lesson.course),
    subject_id: masters.find('subject', lesson.subject),
    begins_at: later(lesson.begins_at, state.year.begins_at),
    ends_at: earlier(lesson.ends_at, state.year.ends_at),
    comment: lesson.comment,
    grade_ids: masters.findAll('grade', lesson.grades),
    teacher_ids: masters.findAll('teacher', lesson.teachers),
  };
}

/** The dates of a placement that lie in the school year; the others are reported. */
function withinYear(dates: readonly string[], { external_id }: LessonRecord, { state, notes }: Resolution): string[] {
  const { begins_at, ends_at } = state.year;
  return dates.filter((date) => {
    const isWithin = date >= begins_at && date <= ends_at;
    if (!isWithin) notes.reject('date', `${external_id}: ${date}`, 'outside_school_year');
    return isWithin;
  });
}

function toUnplaced(common: Common): LessonRow {
  const slot = { weekday: null, hour: null, time_begins_at: null, time_ends_at: null };
  return { ...common, ...slot, pattern: null, dates: null, bookable_ids: [] };
}

function toPlaced(
  common: Common,
  placement: PlacementRecord,
  slot: Slot,
  { pattern, dates }: ResolvedWeeks,
  masters: ResolvedMasters,
): LessonRow {
  return {
    ...common,
    weekday: dates ? null : placement.weekday,
    hour: placement.hour,
    time_begins_at: slot.begins_at,
    time_ends_at: slot.ends_at,
    pattern,
    dates,
    teacher_ids: placement.teachers ? masters.findAll('teacher', placement.teachers) : common.teacher_ids,
    bookable_ids: masters.findAll('bookable', placement.bookables),
  };
}

function later(date: string | null, bound: string): string {
  return date !== null && date > bound ? date : bound;
}

function earlier(date: string | null, bound: string): string {
  return date !== null && date < bound ? date : bound;
}

/** The wall times of a record where the file has them, else those of the grid. */
function toSlot({ begins_at, ends_at, weekday, hour }: PlacementRecord, grid: Grid): Slot | null {
  return begins_at && ends_at ? { begins_at, ends_at } : grid.at(weekday, hour);
}

/** Resolves weeks and caches them: a plan has thousands of slots but few week patterns. */
function createWeeks({ state, anchor, notes }: Resolution) {
  const known = new Map<string, ResolvedWeeks>();
  const labels = new Set<string>();
  let isAnchorAssumed = false;
  return {
    resolve(weeks: Weeks): ResolvedWeeks {
      const key = JSON.stringify(weeks);
      const resolved = known.get(key) ?? resolveWeeks(weeks, state.year, anchor);
      known.set(key, resolved);
      if (resolved.assumed === 'anchor') isAnchorAssumed = true;
      if (resolved.assumed === 'label' && weeks.kind === 'label') labels.add(weeks.label);
      return resolved;
    },
    /** Warns of assumptions. */
    warn(): void {
      if (isAnchorAssumed && !notes.warnings.some(({ code }) => code === 'anchor_assumed'))
        notes.warn('anchor_assumed');
      if (labels.size > 0) notes.warn('week_labels_unresolved', { labels: [...labels].join(', ') });
    },
  };
}
