import { REMOVAL_LIMIT } from '@kreide/core/features/timetable-import';
import { toDay, weekdayOfDay } from '@kreide/core/kernel';
import type { ParsedPlan, SubstitutionRecord, SubstitutionSide } from '../records.ts';
import type { Grid, Slot } from './grid.ts';
import type { LessonNotes } from './lessons.ts';
import type { ResolvedMasters } from './masters.ts';
import type { ImportState, LessonRow, SubstitutionRow } from './state.ts';

export interface ResolvedSubstitutions {
  added: SubstitutionRow[];
  changed: { before: SubstitutionRow; after: SubstitutionRow }[];
  removed: SubstitutionRow[];
}

/** The lessons of the next version by date, found when first asked for. */
function createCalendar(rows: readonly LessonRow[], free: ReadonlySet<number>) {
  const weekly = new Map<number, LessonRow[]>();
  const dated = new Map<string, LessonRow[]>();
  for (const row of rows) {
    if (row.time_begins_at === null) continue;
    if (row.dates) for (const date of row.dates) dated.set(date, [...(dated.get(date) ?? []), row]);
    else if (row.weekday !== null) {
      const list = weekly.get(row.weekday);
      if (list) list.push(row);
      else weekly.set(row.weekday, [row]);
    }
  }
  const found = new Map<string, LessonRow[]>();
  return (date: string): LessonRow[] => {
    let list = found.get(date);
    if (!list) {
      const day = toDay(date);
      const weekday = weekdayOfDay(day);
      const inForce = free.has(day) ? [] : (weekly.get(weekday) ?? []).filter((row) => isHeld(row, date, day, weekday));
      list = [...inForce, ...(dated.get(date) ?? [])];
      found.set(date, list);
    }
    return list;
  };
}

function isHeld(row: LessonRow, date: string, day: number, weekday: number): boolean {
  if (date < row.begins_at || date > row.ends_at) return false;
  return row.pattern === null || row.pattern.weeks.some((monday) => toDay(monday) + weekday - 1 === day);
}

interface SideIds {
  subject_id: number | null;
  grade_ids: number[] | null;
  teacher_ids: number[] | null;
  bookable_ids: number[] | null;
}

function toIds(side: SubstitutionSide, masters: ResolvedMasters): SideIds {
  const listed = (entity: 'grade' | 'teacher' | 'bookable', codes: string[] | null) =>
    codes === null
      ? null
      : [...new Set(codes.flatMap((code) => masters.find(entity, code) ?? []))].sort((a, b) => a - b);
  return {
    subject_id: masters.find('subject', side.subject),
    grade_ids: listed('grade', side.grades),
    teacher_ids: listed('teacher', side.teachers),
    bookable_ids: listed('bookable', side.bookables),
  };
}

const isExam = (externalId: string) => externalId.startsWith('exam ');
const overlaps = (a: readonly number[], b: readonly number[]) => a.some((id) => b.includes(id));

/** The lessons that a substitution replaces: by the source's lesson, else by slot, class, teacher and subject. */
export function findReplaced(
  record: SubstitutionRecord,
  from: SideIds,
  slot: Slot | null,
  lessons: readonly LessonRow[],
): LessonRow[] {
  if (record.kind === 'ADDITIONAL') return [];
  const inSlot = lessons.filter((row) =>
    record.hour !== null && row.hour !== null
      ? row.hour === record.hour || isWithin(row, slot)
      : slot !== null && row.time_begins_at === slot.begins_at,
  );
  const fits = (row: LessonRow) =>
    (!from.teacher_ids?.length || row.teacher_ids.length === 0 || overlaps(row.teacher_ids, from.teacher_ids)) &&
    (!from.grade_ids?.length || row.grade_ids.length === 0 || overlaps(row.grade_ids, from.grade_ids)) &&
    (from.subject_id === null || row.subject_id === null || row.subject_id === from.subject_id);
  if (record.lesson !== null) {
    const named = inSlot.filter(
      (row) => row.external_lesson === record.lesson || row.external_lesson.startsWith(`${record.lesson}/`),
    );
    const fitting = named.filter(fits);
    if (fitting.length > 0) return fitting;
    if (named.length > 0) return named;
  }
  const isNamed = Boolean(from.teacher_ids?.length || from.grade_ids?.length);
  return isNamed ? inSlot.filter(fits) : [];
}

function isWithin(row: LessonRow, slot: Slot | null): boolean {
  return (
    slot !== null &&
    row.time_begins_at !== null &&
    row.time_ends_at !== null &&
    row.time_begins_at >= slot.begins_at &&
    row.time_ends_at <= slot.ends_at
  );
}

const union = (rows: readonly LessonRow[], field: 'grade_ids' | 'teacher_ids' | 'bookable_ids') =>
  [...new Set(rows.flatMap((row) => row[field]))].sort((a, b) => a - b);

function toRow(
  record: SubstitutionRecord,
  masters: ResolvedMasters,
  grid: Grid,
  source: string,
  calendar: (date: string) => LessonRow[],
  notes: LessonNotes,
): SubstitutionRow | null {
  const from = toIds(record.from, masters);
  const to = toIds(record.to, masters);
  const given: Slot | null =
    record.begins_at && record.ends_at
      ? { begins_at: record.begins_at, ends_at: record.ends_at }
      : grid.on(record.date, record.hour);
  const replaced = findReplaced(record, from, given, calendar(record.date));
  const first = replaced[0];
  const slot =
    given ??
    (first?.time_begins_at && first.time_ends_at
      ? { begins_at: first.time_begins_at, ends_at: first.time_ends_at }
      : null) ??
    // A message or event without a period is for the whole day.
    (record.hour === null && (record.kind === 'MESSAGE' || record.kind === 'EVENT') ? grid.day(record.date) : null);
  if (!slot) {
    notes.rejected.push({
      file: '',
      row: null,
      column: 'period',
      value: `${record.external_id}: ${record.date} ${record.hour ?? ''}`,
      reason: 'no_grid_time',
    });
    return null;
  }
  const before = {
    from_subject_id: from.subject_id ?? first?.subject_id ?? null,
    from_grade_ids: from.grade_ids ?? union(replaced, 'grade_ids'),
    from_teacher_ids: from.teacher_ids ?? union(replaced, 'teacher_ids'),
    from_bookable_ids: from.bookable_ids ?? union(replaced, 'bookable_ids'),
  };
  const counterpart = record.counterpart;
  const target = counterpart
    ? counterpart.begins_at && counterpart.ends_at
      ? { begins_at: counterpart.begins_at, ends_at: counterpart.ends_at }
      : grid.on(counterpart.date, counterpart.hour)
    : null;
  return {
    id: 0,
    source,
    external_key: record.external_id,
    kind: record.kind,
    is_hidden: record.is_hidden,
    date: record.date,
    hour: record.hour ?? first?.hour ?? null,
    time_begins_at: slot.begins_at,
    time_ends_at: slot.ends_at,
    ...before,
    course_id: first?.course_id ?? null,
    subject_id: to.subject_id ?? before.from_subject_id,
    grade_ids: to.grade_ids ?? before.from_grade_ids,
    teacher_ids: to.teacher_ids ?? before.from_teacher_ids,
    bookable_ids: to.bookable_ids ?? before.from_bookable_ids,
    comment: record.comment,
    moved_comment: record.moved_comment,
    target_date: target && counterpart ? counterpart.date : null,
    target_hour: target && counterpart ? counterpart.hour : null,
    target_time_begins_at: target?.begins_at ?? null,
    target_time_ends_at: target?.ends_at ?? null,
    replaces: replaced.map((row) => ({ lesson_id: row.lesson_id, lesson_date: record.date })),
  };
}

function isSame(a: SubstitutionRow, b: SubstitutionRow): boolean {
  const { id: _, source: __, ...first } = a;
  const { id: ___, source: ____, ...second } = b;
  const keys = Object.keys(first) as (keyof typeof first)[];
  return keys.every((key) => JSON.stringify(first[key]) === JSON.stringify(second[key]));
}

/** What an import makes of the substitutions inside its range: everything else stays. */
export function resolveSubstitutions(
  state: ImportState,
  plan: ParsedPlan,
  masters: ResolvedMasters,
  lessons: readonly LessonRow[],
  free: ReadonlySet<number>,
  grid: Grid,
  source: string,
  notes: LessonNotes,
): ResolvedSubstitutions {
  const result: ResolvedSubstitutions = { added: [], changed: [], removed: [] };
  const scope = plan.scope.substitutions;
  if (!scope) return result;
  const calendar = createCalendar(lessons, free);
  // Exams and substitutions are exported apart: neither file takes the other's entries away.
  const families = new Set(plan.substitutions.map((record) => isExam(record.external_id)));
  if (families.size === 0) families.add(false);
  const inScope = state.substitutions.filter(
    (row) => (row.source === source || row.source === 'demo') && row.date >= scope.from && row.date <= scope.to,
  );
  // A move's other end may lie outside the range: it is known by its key.
  const named = new Set(plan.substitutions.map((record) => record.external_id));
  const own = state.substitutions.filter((row) => row.source === source);
  const ends = new Set(inScope.map((row) => row.id));
  const open = new Map(
    own.filter((row) => ends.has(row.id) || named.has(row.external_key)).map((row) => [row.external_key, row]),
  );
  const seen = new Set<string>();
  let next = -1;
  for (const record of plan.substitutions) {
    if (record.date < state.year.begins_at || record.date > state.year.ends_at) {
      notes.rejected.push({
        file: '',
        row: null,
        column: 'date',
        value: `${record.external_id}: ${record.date}`,
        reason: 'outside_school_year',
      });
      continue;
    }
    if (seen.has(record.external_id)) {
      notes.rejected.push({ file: '', row: null, column: 'id', value: record.external_id, reason: 'duplicate_id' });
      continue;
    }
    seen.add(record.external_id);
    const row = toRow(record, masters, grid, source, calendar, notes);
    if (!row) continue;
    const before = open.get(record.external_id);
    if (before && isSame(before, row)) {
      open.delete(record.external_id);
      continue;
    }
    row.id = next;
    next -= 1;
    if (before) {
      open.delete(record.external_id);
      result.changed.push({ before, after: row });
    } else result.added.push(row);
  }
  const gone = [...open.values()];
  const arrivals = new Set(gone.map((row) => `${row.external_key}:arrival`));
  const orphans = own.filter(
    (row) => arrivals.has(row.external_key) && !open.has(row.external_key) && !seen.has(row.external_key),
  );
  result.removed.push(...gone, ...orphans, ...inScope.filter((row) => row.source !== source));
  warnOfSurprises(state, scope, source, inScope.length, result.removed.length, notes);
  return result;
}

/** Fewer that go are the ordinary work of a day. */
const REMOVED_SUSPICIOUS = 10;

/** A wrong date in a file takes weeks of substitutions with it; two programs may both know the same change. */
function warnOfSurprises(
  state: ImportState,
  scope: { from: string; to: string },
  source: string,
  total: number,
  removed: number,
  notes: LessonNotes,
): void {
  if (removed >= REMOVED_SUSPICIOUS && removed / total > REMOVAL_LIMIT)
    notes.warnings.push({ code: 'substitutions_removed', params: { removed, total, from: scope.from, to: scope.to } });
  const others = state.substitutions.filter(
    (row) =>
      row.date >= scope.from && row.date <= scope.to && ![source, 'demo', 'planner', 'manual'].includes(row.source),
  );
  if (others.length > 0)
    notes.warnings.push({
      code: 'substitutions_beside',
      params: { total: others.length, sources: [...new Set(others.map((row) => row.source))].sort().join(', ') },
    });
}
