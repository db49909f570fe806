import type { Scope, SubstitutionRecord } from '@kreide/core/features/timetable-import';
import { CHANGE_LIMIT, isInScope } from '@kreide/core/features/timetable-import';
import { createLessonCalendar } from './lesson-calendar.ts';
import type { ResolvedMasters } from './masters.ts';
import { wordsOfChange } from './record-words.ts';
import type { Resolution } from './resolution.ts';
import { isOfOtherProgram, isOwn, isReplaceableBy } from './sources.ts';
import type { LessonRow, SubstitutionRow } from './state.ts';
import { toSubstitutionRow } from './substitution-rows.ts';

export interface ResolvedSubstitutions {
  added: SubstitutionRow[];
  changed: { before: SubstitutionRow; after: SubstitutionRow }[];
  removed: SubstitutionRow[];
}

type Range = NonNullable<Scope['substitutions']>;

/**
 * The import's changes of the substitutions in its range, with the lessons of the next version: all others are kept.
 */
export function resolveSubstitutions(
  resolution: Resolution,
  masters: ResolvedMasters,
  lessons: readonly LessonRow[],
): ResolvedSubstitutions {
  const result: ResolvedSubstitutions = { added: [], changed: [], removed: [] };
  const { state, plan, source, free } = resolution;
  const range = plan.scope.substitutions;
  if (!range) return result;
  const lessonsOn = createLessonCalendar(lessons, free);
  const records = acceptRecords(resolution);
  const own = state.substitutions.filter((row) => row.source === source);
  const replaceable = listReplaceable(resolution, range);
  const open = listOpen(resolution, own, replaceable);
  let next = -1;
  const rows = records.flatMap((record) => toSubstitutionRow(record, resolution, masters, lessonsOn) ?? []);
  const decided = listDecided(resolution, rows);
  for (const row of rows) {
    if (decided.has(row.external_key)) {
      // What is in force of it stays as it is.
      open.delete(row.external_key);
      continue;
    }
    const before = open.get(row.external_key);
    open.delete(row.external_key);
    if (before && isSame(before, row)) continue;
    const after = { ...row, id: next };
    next -= 1;
    if (before) result.changed.push({ before, after });
    else result.added.push(after);
  }
  const gone = [...open.values()];
  const accepted = new Set(records.map((record) => record.external_id));
  result.removed.push(
    ...gone,
    ...arrivalsOf(gone, own).filter((row) => !open.has(row.external_key) && !accepted.has(row.external_key)),
    ...replaceable.filter((row) => row.source !== source),
  );
  warnOfSurprises(resolution, range, replaceable.length, result.removed.length);
  return result;
}

const occurrencesOf = ({ replaces }: SubstitutionRow) =>
  replaces.map(({ lesson_id, lesson_date }) => `${lesson_id} ${lesson_date}`);

/**
 * What the file says of lessons about which people here have decided something else: their word counts, and the file's is
 * left out, with the other end of a move. By key.
 */
function listDecided({ state, notes }: Resolution, rows: readonly SubstitutionRow[]): ReadonlySet<string> {
  const own = new Set(state.substitutions.filter(isOwn).flatMap(occurrencesOf));
  const named = rows.filter((row) => row.kind !== 'ADDITIONAL' && occurrencesOf(row).some((one) => own.has(one)));
  if (named.length > 0) notes.warn('substitutions_decided', { total: named.length });
  return new Set(named.flatMap(({ external_key }) => [external_key, `${external_key}:arrival`]));
}

/** The records of this school year, each key once; others are reported. */
function acceptRecords({ state, plan, notes }: Resolution): SubstitutionRecord[] {
  const seen = new Set<string>();
  return plan.substitutions.filter((record) => {
    const { external_id, date } = record;
    if (date < state.year.begins_at || date > state.year.ends_at) {
      notes.reject('date', wordsOfChange(plan, record), 'outside_school_year');
      return false;
    }
    if (seen.has(external_id)) {
      notes.reject('id', wordsOfChange(plan, record), 'duplicate_id');
      return false;
    }
    seen.add(external_id);
    return true;
  });
}

/** Substitutions in force that are removed unless the file has them. */
function listReplaceable({ state, plan, source }: Resolution, range: Range): SubstitutionRow[] {
  // Exams and substitutions are separate exports: neither file removes the other's entries.
  const isExam = (key: string) => key.startsWith('exam ');
  const families = new Set(plan.substitutions.map((record) => isExam(record.external_id)));
  if (families.size === 0) families.add(false);
  return state.substitutions.filter(
    (row) =>
      isReplaceableBy(source, row) &&
      isWithin(range, row) &&
      (row.source !== source || families.has(isExam(row.external_key))),
  );
}

/**
 * Substitutions of this source to compare, by key. A move's other end may be outside the range: it is found by its key.
 */
function listOpen({ plan }: Resolution, own: readonly SubstitutionRow[], replaceable: readonly SubstitutionRow[]) {
  const named = new Set(plan.substitutions.map((record) => record.external_id));
  const ids = new Set(replaceable.map((row) => row.id));
  return new Map(
    own.filter((row) => ids.has(row.id) || named.has(row.external_key)).map((row) => [row.external_key, row]),
  );
}

/** The other ends of moves, which are removed with them wherever they are. */
function arrivalsOf(gone: readonly SubstitutionRow[], own: readonly SubstitutionRow[]): SubstitutionRow[] {
  const keys = new Set(gone.map((row) => `${row.external_key}:arrival`));
  return own.filter((row) => keys.has(row.external_key));
}

function isWithin(range: Range, { date }: SubstitutionRow): boolean {
  return isInScope(range, date);
}

function isSame(a: SubstitutionRow, b: SubstitutionRow): boolean {
  const { id: _, source: __, ...first } = a;
  const { id: ___, source: ____, ...second } = b;
  const keys = Object.keys(first) as (keyof typeof first)[];
  return keys.every((key) =>
    key === 'replaces'
      ? listReplaced(a) === listReplaced(b)
      : JSON.stringify(first[key]) === JSON.stringify(second[key]),
  );
}

/** In an order of their own: neither the file nor the database has one. */
function listReplaced({ replaces }: SubstitutionRow): string {
  return replaces
    .map(({ lesson_id, lesson_date }) => `${lesson_id} ${lesson_date}`)
    .sort()
    .join();
}

/** Fewer removed ones are an ordinary day's changes. */
const REMOVED_SUSPICIOUS = 10;

/** A wrong date in a file removes weeks of substitutions; two programs may both contain the same change. */
function warnOfSurprises({ state, source, notes }: Resolution, range: Range, total: number, removed: number): void {
  if (removed >= REMOVED_SUSPICIOUS && removed / total > CHANGE_LIMIT)
    notes.warn('substitutions_removed', { removed, total, from: range.from, to: range.to });
  const others = state.substitutions.filter((row) => isWithin(range, row) && isOfOtherProgram(source, row));
  if (others.length > 0) {
    const sources = [...new Set(others.map((row) => row.source))].sort().join(', ');
    notes.warn('substitutions_beside', { total: others.length, sources });
  }
}
