import type { GradeStep } from './grades.ts';

/** What becomes of somebody: moved on, the same grade again, leaves, new in the new year, or not moved. */
export const MOVE_KINDS = ['moved', 'repeats', 'leaves', 'newcomer', 'unmoved'] as const;
export type MoveKind = (typeof MOVE_KINDS)[number];

/** Why somebody is not moved: in no grade, in a grade without a next one, or already placed for the new year. */
export const UNMOVED_REASONS = ['no_grade', 'no_target', 'placed'] as const;
export type UnmovedReason = (typeof UNMOVED_REASONS)[number];

/** A pupil before the change. */
export interface PlacedPupil {
  readonly id: number;
  readonly name: string;
  /** The grade on the last day before the new year. */
  readonly grade_id: number | null;
  /** The grade that somebody has already given them for the new year. */
  readonly next_grade_id: number | null;
}

export interface PlacedGrade {
  readonly id: number;
  readonly shortcut: string;
}

export interface PlannedMove {
  readonly user_id: number;
  readonly name: string;
  readonly kind: MoveKind;
  readonly reason: UnmovedReason | null;
  readonly from_grade_id: number | null;
  /** Short name of the grade afterwards; it may be one that the school does not have yet. */
  readonly to: string | null;
}

/** Where the pupils of a grade go. */
export interface PlannedGrade extends PlacedGrade {
  readonly people: number;
  readonly step: GradeStep;
  /** Nobody has said otherwise. */
  readonly is_proposed: boolean;
}

export interface ChangePlan {
  readonly grades: readonly PlannedGrade[];
  /** By grade and name. */
  readonly people: readonly PlannedMove[];
  readonly counts: Readonly<Record<MoveKind, number>>;
  /** Short names of grades that the school does not have yet. */
  readonly new_grades: readonly string[];
}

interface ChangeInput {
  readonly pupils: readonly PlacedPupil[];
  /** Grades in use, and such as pupils are still in. */
  readonly grades: readonly PlacedGrade[];
  readonly proposed: ReadonlyMap<string, GradeStep>;
  /** What somebody has said about grades, by their id. */
  readonly said: ReadonlyMap<number, GradeStep>;
  /** Pupils who stay in their grade though it goes on. */
  readonly repeaters?: ReadonlySet<number>;
}

const NOBODY: ReadonlySet<number> = new Set();

/** Grades by their number first: 5a, 5b, 10a, EF. */
export const byGrade = new Intl.Collator('de', { numeric: true, sensitivity: 'base' });

/** Who goes where when the school year changes, person by person. Pure: nothing is changed by it (D-3.10, T-2.80). */
export function planChange({ pupils, grades, proposed, said, repeaters = NOBODY }: ChangeInput): ChangePlan {
  const sizes = new Map<number, number>();
  for (const { grade_id } of pupils) if (grade_id !== null) sizes.set(grade_id, (sizes.get(grade_id) ?? 0) + 1);
  const planned = grades
    .toSorted((one, other) => byGrade.compare(one.shortcut, other.shortcut) || one.id - other.id)
    .map(({ id, shortcut }): PlannedGrade => {
      const own = said.get(id);
      const step = own === undefined ? (proposed.get(shortcut) ?? null) : own;
      return { id, shortcut, people: sizes.get(id) ?? 0, step, is_proposed: own === undefined };
    });
  const byId = new Map(planned.map((grade) => [grade.id, grade]));
  const people = pupils.map((pupil) => moveOf(pupil, byId, repeaters)).toSorted(byPlace(byId));
  const counts = { moved: 0, repeats: 0, leaves: 0, newcomer: 0, unmoved: 0 };
  for (const { kind } of people) counts[kind] += 1;
  const known = new Set(grades.map(({ shortcut }) => shortcut));
  const wanted = new Set(people.flatMap(({ kind, to }) => (kind === 'moved' && to !== null ? [to] : [])));
  const new_grades = [...wanted].filter((shortcut) => !known.has(shortcut)).toSorted(byGrade.compare);
  return { grades: planned, people, counts, new_grades };
}

function moveOf(
  pupil: PlacedPupil,
  grades: ReadonlyMap<number, PlannedGrade>,
  repeaters: ReadonlySet<number>,
): PlannedMove {
  const { id, name, grade_id, next_grade_id } = pupil;
  const move = { user_id: id, name, from_grade_id: grade_id, reason: null, to: null };
  const next = next_grade_id === null ? null : (grades.get(next_grade_id)?.shortcut ?? null);
  if (grade_id === null)
    return next_grade_id === null
      ? { ...move, kind: 'unmoved', reason: 'no_grade' }
      : { ...move, kind: 'newcomer', to: next };
  if (next_grade_id !== null) return { ...move, kind: 'unmoved', reason: 'placed', to: next };
  const grade = grades.get(grade_id);
  if (grade && repeaters.has(id)) return { ...move, kind: 'repeats', to: grade.shortcut };
  if (!grade || grade.step === null) return { ...move, kind: 'unmoved', reason: 'no_target' };
  if (grade.step === 'leave') return { ...move, kind: 'leaves' };
  const { to } = grade.step;
  return { ...move, kind: to === grade.shortcut ? 'repeats' : 'moved', to };
}

function byPlace(grades: ReadonlyMap<number, PlannedGrade>) {
  const nameOf = (id: number | null) => (id === null ? '' : (grades.get(id)?.shortcut ?? ''));
  return (one: PlannedMove, other: PlannedMove): number =>
    byGrade.compare(nameOf(one.from_grade_id), nameOf(other.from_grade_id)) ||
    byGrade.compare(one.name, other.name) ||
    one.user_id - other.user_id;
}
