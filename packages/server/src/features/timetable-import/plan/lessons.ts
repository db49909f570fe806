import { datesOf } from '../../timetable/index.ts';
import type { ParsedPlan, PlacementRecord, Rejected, Warning, Weeks } from '../records.ts';
import { findAliases } from './courses.ts';
import type { Grid } from './grid.ts';
import type { ResolvedMasters } from './masters.ts';
import { type ImportState, keyOf, type LessonRow } from './state.ts';
import { type ResolvedWeeks, resolveWeeks } from './weeks.ts';

export interface LessonDifference {
  before: LessonRow | null;
  after: LessonRow | null;
}

export interface ResolvedLessons {
  /** All rows of the next version. */
  rows: LessonRow[];
  differences: LessonDifference[];
  /** Of lessons that go: should they come back, they are the same. */
  keys: { external: string; lesson_id: number }[];
  /** Placed rows in force that this import may replace. */
  replaceable: number;
}

export interface LessonNotes {
  warnings: Warning[];
  rejected: Rejected[];
}

/** Sources whose weekly plan no import replaces: people made it here. */
const OWN_SOURCES = new Set(['planner', 'manual']);

interface Candidate {
  key: string;
  row: LessonRow;
}

function weeksKey(row: Pick<LessonRow, 'pattern' | 'dates'>): string {
  if (row.dates) return `d${row.dates.join(',')}`;
  return row.pattern ? `w${row.pattern.name}#${row.pattern.weeks.length}:${row.pattern.weeks[0] ?? ''}` : '';
}

/** Where a lesson stands, whatever it is called. */
function slotOf(row: LessonRow): string {
  return `${row.weekday ?? ''}|${row.hour ?? row.time_begins_at ?? ''}|${weeksKey(row)}`;
}

/** The source's lesson in its slot: the key of a lesson's identity. */
function slotKeyOf(row: LessonRow): string {
  return `${row.external_lesson}|${row.time_begins_at === null ? 'unplaced' : slotOf(row)}`;
}

/** The same people, subject and slot: for plans whose source has other ids than before. */
function contentOf(row: LessonRow): string {
  return `${row.grade_ids.join(',')}|${row.subject_id}|${row.teacher_ids.join(',')}|${row.weekday ?? ''}|${row.hour ?? row.time_begins_at ?? ''}`;
}

/** The same people and subject in another slot: a lesson that moved. */
function peopleOf(row: LessonRow): string {
  return row.weekday === null && row.dates === null
    ? ''
    : `${row.grade_ids.join(',')}|${row.subject_id}|${row.teacher_ids.join(',')}`;
}

const COMPARED = [
  'subject_id',
  'weekday',
  'hour',
  'time_begins_at',
  'time_ends_at',
  'begins_at',
  'ends_at',
  'comment',
  'grade_ids',
  'teacher_ids',
  'bookable_ids',
  'dates',
] as const;

/** Nothing that a reader would notice differs. A course of the whole grade is as good as none. */
export function isSameLesson(
  a: LessonRow,
  b: LessonRow,
  isForAll: (courseId: number) => boolean,
  free: ReadonlySet<number>,
): boolean {
  const group = (row: LessonRow) => (row.course_id === null || isForAll(row.course_id) ? null : row.course_id);
  if (group(a) !== group(b)) return false;
  const isEqual = (field: (typeof COMPARED)[number]) => JSON.stringify(a[field]) === JSON.stringify(b[field]);
  // One source says "every second week", another writes the days down and leaves the holidays out.
  if ((a.dates === null) !== (b.dates === null)) {
    const days = (row: LessonRow) => datesOf({ ...row, weeks: row.pattern?.weeks ?? null }, free).join();
    return days(a) === days(b) && COMPARED.every((field) => field === 'weekday' || field === 'dates' || isEqual(field));
  }
  // The name of a pattern is the source's; what counts are its weeks.
  return JSON.stringify(a.pattern?.weeks) === JSON.stringify(b.pattern?.weeks) && COMPARED.every(isEqual);
}

/** Every placement of the file as a row; unplaced lessons get one row without a slot. */
function toCandidates(
  state: ImportState,
  plan: ParsedPlan,
  masters: ResolvedMasters,
  grid: Grid,
  source: string,
  anchor: string | null,
  notes: LessonNotes,
): Candidate[] {
  const candidates: Candidate[] = [];
  const assumed = { anchor: 0, labels: new Set<string>() };
  const resolved = new Map<string, ResolvedWeeks>();
  // A plan has thousands of slots and a handful of week patterns.
  const resolve = (weeks: Weeks): ResolvedWeeks => {
    const key = JSON.stringify(weeks);
    const known = resolved.get(key) ?? resolveWeeks(weeks, state.year, anchor);
    resolved.set(key, known);
    return known;
  };
  const ids = (entity: 'grade' | 'teacher' | 'bookable', references: readonly string[]) =>
    [...new Set(references.flatMap((one) => masters.find(entity, one) ?? []))].sort((a, b) => a - b);
  for (const lesson of plan.lessons) {
    const base = {
      source,
      external_lesson: lesson.external_id,
      course_id: masters.find('course', lesson.course),
      subject_id: masters.find('subject', lesson.subject),
      begins_at: later(lesson.begins_at, state.year.begins_at),
      ends_at: earlier(lesson.ends_at, state.year.ends_at),
      comment: lesson.comment,
      grade_ids: ids('grade', lesson.grades),
    };
    const teachers = ids('teacher', lesson.teachers);
    if (base.begins_at > base.ends_at) {
      notes.rejected.push({
        file: '',
        row: null,
        column: 'date',
        value: `${lesson.external_id}: ${lesson.begins_at}–${lesson.ends_at}`,
        reason: 'outside_school_year',
      });
      continue;
    }
    if (lesson.placements.length === 0) {
      const row: LessonRow = {
        ...base,
        lesson_id: 0,
        weekday: null,
        hour: null,
        time_begins_at: null,
        time_ends_at: null,
        pattern: null,
        dates: null,
        teacher_ids: teachers,
        bookable_ids: [],
      };
      candidates.push({ key: slotKeyOf(row), row });
      continue;
    }
    for (const placement of lesson.placements) {
      const slot = slotTimes(placement, grid);
      if (!slot) {
        notes.rejected.push({
          file: '',
          row: null,
          column: 'period',
          value: `${lesson.external_id}: ${placement.weekday ?? ''}/${placement.hour ?? ''}`,
          reason: 'no_grid_time',
        });
        continue;
      }
      const weeks = resolve(placement.weeks);
      if (weeks.assumed === 'anchor') assumed.anchor += 1;
      if (weeks.assumed === 'label' && placement.weeks.kind === 'label') assumed.labels.add(placement.weeks.label);
      const row: LessonRow = {
        ...base,
        lesson_id: 0,
        weekday: weeks.dates ? null : placement.weekday,
        hour: placement.hour,
        time_begins_at: slot.begins_at,
        time_ends_at: slot.ends_at,
        pattern: weeks.pattern,
        dates: weeks.dates,
        teacher_ids: placement.teachers ? ids('teacher', placement.teachers) : teachers,
        bookable_ids: ids('bookable', placement.bookables),
      };
      candidates.push({ key: slotKeyOf(row), row });
    }
  }
  if (assumed.anchor > 0 && !notes.warnings.some(({ code }) => code === 'anchor_assumed')) {
    notes.warnings.push({ code: 'anchor_assumed', params: {} });
  }
  if (assumed.labels.size > 0)
    notes.warnings.push({ code: 'week_labels_unresolved', params: { labels: [...assumed.labels].join(', ') } });
  return withUniqueKeys(candidates);
}

function later(date: string | null, bound: string): string {
  return date !== null && date > bound ? date : bound;
}

function earlier(date: string | null, bound: string): string {
  return date !== null && date < bound ? date : bound;
}

function slotTimes(placement: PlacementRecord, grid: Grid): { begins_at: string; ends_at: string } | null {
  if (placement.begins_at && placement.ends_at) return { begins_at: placement.begins_at, ends_at: placement.ends_at };
  return grid.at(placement.weekday, placement.hour);
}

/** Two rows of one lesson in one slot (other rooms) stay apart. */
function withUniqueKeys(candidates: Candidate[]): Candidate[] {
  const seen = new Map<string, number>();
  return candidates.map((candidate) => {
    const count = seen.get(candidate.key) ?? 0;
    seen.set(candidate.key, count + 1);
    return count === 0 ? candidate : { ...candidate, key: `${candidate.key}|${count}` };
  });
}

/** Rows in force that this import replaces. */
function isReplaceable(row: LessonRow, scope: ParsedPlan['scope']['lessons'], source: string): boolean {
  if (scope === 'none') return false;
  if (scope === 'all') return !OWN_SOURCES.has(row.source);
  return (
    (row.source === source || row.source === 'demo') &&
    row.dates !== null &&
    row.dates.every((date) => date >= scope.from && date <= scope.to)
  );
}

/**
 * The next version of the weekly plan. A lesson keeps its identity by the source's key; a lesson that moved by the source's
 * lesson; a lesson of another source (or with other ids) by people, subject and slot.
 */
export function resolveLessons(
  state: ImportState,
  plan: ParsedPlan,
  masters: ResolvedMasters,
  grid: Grid,
  source: string,
  anchor: string | null,
  free: ReadonlySet<number>,
  notes: LessonNotes,
): ResolvedLessons {
  const scope = plan.scope.lessons;
  const kept = state.lessons.filter((row) => !isReplaceable(row, scope, source));
  const old = state.lessons.filter((row) => isReplaceable(row, scope, source));
  const replaceable = old.filter((row) => row.time_begins_at !== null).length;
  if (scope === 'none') return { rows: state.lessons, differences: [], keys: [], replaceable };
  const candidates = toCandidates(state, plan, masters, grid, source, anchor, notes);
  const oldById = new Map(old.map((row) => [row.lesson_id, row]));
  const taken = new Set<number>();
  const open: Candidate[] = [];
  const keys: ResolvedLessons['keys'] = [];
  const rows: LessonRow[] = [];
  const give = (candidate: Candidate, lesson_id: number) => {
    taken.add(lesson_id);
    rows.push({ ...candidate.row, lesson_id });
  };
  // What is in force says itself which lesson of the source it is; what was there once is remembered by key.
  const inForce = withUniqueKeys(
    old.filter((row) => row.source === source).map((row) => ({ key: slotKeyOf(row), row })),
  );
  const current = new Map(inForce.map(({ key, row }) => [key, row.lesson_id]));
  for (const candidate of candidates) {
    const known = current.get(candidate.key) ?? state.keys.get(keyOf('lesson', candidate.key));
    if (known !== undefined && !taken.has(known)) give(candidate, known);
    else open.push(candidate);
  }
  const still = pairBy(open, old, taken, (row) => `${row.source === source ? row.external_lesson : ''}`, give, source);
  const moved = pairBy(still, old, taken, contentOf, give, null);
  const fresh = pairBy(moved, old, taken, peopleOf, give, null);
  let next = -1;
  for (const candidate of fresh) {
    give(candidate, next);
    next -= 1;
  }
  const isForAll = memo(masters.isForAll);
  const aliases = findAliases(
    rows.map((row) => {
      const before = oldById.get(row.lesson_id)?.course_id ?? null;
      return { before: before !== null && isForAll(before) ? null : before, after: row.course_id };
    }),
  );
  masters.aliasCourses(aliases);
  for (const row of rows) if (row.course_id !== null) row.course_id = aliases.get(row.course_id) ?? row.course_id;
  const differences: LessonDifference[] = [];
  for (const row of rows) {
    const before = oldById.get(row.lesson_id) ?? null;
    if (!before || !isSameLesson(before, row, isForAll, free)) differences.push({ before, after: row });
  }
  for (const row of old) if (!taken.has(row.lesson_id)) differences.push({ before: row, after: null });
  for (const { key, row } of inForce) {
    if (!taken.has(row.lesson_id)) keys.push({ external: key, lesson_id: row.lesson_id });
  }
  return { rows: [...kept, ...rows], differences, keys, replaceable };
}

function memo(decide: (id: number) => boolean): (id: number) => boolean {
  const known = new Map<number, boolean>();
  return (id) => {
    const answer = known.get(id) ?? decide(id);
    known.set(id, answer);
    return answer;
  };
}

/** Pairs open candidates with rows that nobody took, in order of their slots, where `signature` is the same. */
function pairBy(
  open: Candidate[],
  old: readonly LessonRow[],
  taken: ReadonlySet<number>,
  signature: (row: LessonRow) => string,
  give: (candidate: Candidate, id: number) => void,
  source: string | null,
): Candidate[] {
  const bySignature = new Map<string, LessonRow[]>();
  for (const row of old) {
    if (taken.has(row.lesson_id) || (source !== null && row.source !== source)) continue;
    const key = signature(row);
    if (key !== '') bySignature.set(key, [...(bySignature.get(key) ?? []), row]);
  }
  if (bySignature.size === 0) return [...open];
  const order = (a: LessonRow, b: LessonRow) => (slotOf(a) < slotOf(b) ? -1 : 1);
  for (const list of bySignature.values()) list.sort(order);
  const left: Candidate[] = [];
  for (const candidate of [...open].sort((a, b) => order(a.row, b.row))) {
    const row = bySignature.get(signature(candidate.row))?.shift();
    if (row) give(candidate, row.lesson_id);
    else left.push(candidate);
  }
  return left;
}
