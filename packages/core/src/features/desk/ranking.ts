import {
  type DeskLimits,
  type DeskPerson,
  type Exclusion,
  exclusionOf,
  type OpenLesson,
  overlaps,
  type Span,
} from './people.ts';
import { type Burden, type Factor, LONG_DAY_LESSONS, type Weights } from './weights.ts';

/** One addend of a sum: so often this factor, and what it is worth. */
export interface Part {
  readonly factor: Factor;
  readonly count: number;
  readonly points: number;
}

export interface Suggestion {
  readonly teacher_id: number;
  readonly points: number;
  readonly parts: Part[];
  /** Substitutions given in the school year: fewer go first where the points are equal. */
  readonly given_in_year: number;
  /** What decided against the next one with as many points; null: the points did. */
  readonly tie: 'year' | 'lot' | null;
}

export interface Ranking {
  readonly suggestions: Suggestion[];
  readonly excluded: { readonly teacher_id: number; readonly reason: Exclusion }[];
}

/** What a ranking is made by. */
export interface RankingRules {
  readonly date: string;
  /** The lessons of the day's period grid, in their order. */
  readonly periods: readonly Span[];
  readonly weights: Weights;
  readonly limits: DeskLimits;
}

/** The lot of somebody on a day: the same whenever it is drawn, and another one tomorrow (FNV-1a). */
export function lotOf(date: string, personId: number): number {
  let hash = 0x811c9dc5;
  for (const letter of `${date} ${personId}`) hash = Math.imul(hash ^ (letter.codePointAt(0) as number), 0x01000193);
  return hash >>> 0;
}

/** First and last period of the grid that a time touches; null: none. */
function placeOf(periods: readonly Span[], span: Span): readonly [first: number, last: number] | null {
  const first = periods.findIndex((period) => overlaps(period, span));
  return first === -1 ? null : [first, periods.findLastIndex((period) => overlaps(period, span))];
}

/** Are both of the same class, one right before the other? */
export function isNeighbour(
  periods: readonly Span[],
  one: Span & { readonly grade_ids: readonly number[] },
  other: Span & { readonly grade_ids: readonly number[] },
): boolean {
  if (!one.grade_ids.some((id) => other.grade_ids.includes(id))) return false;
  const [a, b] = [placeOf(periods, one), placeOf(periods, other)];
  return a !== null && b !== null && (a[1] + 1 === b[0] || b[1] + 1 === a[0]);
}

/** Does a lesson fill a gap in somebody's day, or stand beside one of their lessons? */
function besides(lesson: OpenLesson, person: DeskPerson, periods: readonly Span[]): 'closes_gap' | 'adjacent' | null {
  const here = placeOf(periods, lesson);
  if (here === null) return null;
  const taken = [...person.busy.filter(({ what }) => what === 'teaching'), ...person.given].flatMap((span) => {
    const place = overlaps(span, lesson) ? null : placeOf(periods, span);
    return place === null ? [] : [place];
  });
  if (taken.some(([, last]) => last < here[0]) && taken.some(([first]) => first > here[1])) return 'closes_gap';
  return taken.some(([first, last]) => last + 1 === here[0] || first === here[1] + 1) ? 'adjacent' : null;
}

/** How somebody knows the class or the subject: the best of the four. */
function knows(lesson: OpenLesson, person: DeskPerson): Factor | null {
  const { subject_id, grade_ids } = lesson;
  if (subject_id !== null && grade_ids.some((id) => person.taught.has(`${subject_id}|${id}`)))
    return 'subject_in_class';
  if (subject_id !== null && person.subject_ids.has(subject_id)) return 'subject';
  if (grade_ids.some((id) => person.grade_ids.has(id))) return 'class';
  return grade_ids.some((id) => person.own_grade_ids.includes(id)) ? 'class_teacher' : null;
}

/** How often somebody would go to another building without a period between: before a lesson, after it. */
function waysOf(lesson: OpenLesson, person: DeskPerson, periods: readonly Span[]): number {
  const here = placeOf(periods, lesson);
  if (here === null || lesson.buildings.length === 0) return 0;
  const elsewhere = person.busy.flatMap((one) => {
    const isElsewhere = one.buildings.length > 0 && !one.buildings.some((name) => lesson.buildings.includes(name));
    const place = isElsewhere && !overlaps(one, lesson) ? placeOf(periods, one) : null;
    return place === null ? [] : [place];
  });
  const [before, after] = [
    elsewhere.some(([, last]) => last + 1 === here[0]),
    elsewhere.some(([first]) => first === here[1] + 1),
  ];
  return Number(before) + Number(after);
}

/** What speaks for somebody, or against them, and does not depend on what else they are given in a proposal. */
export function bonusesOf(lesson: OpenLesson, person: DeskPerson, { periods, weights }: RankingRules): Part[] {
  const found: (Factor | null)[] = [
    person.standby.some((span) => overlaps(span, lesson)) ? 'standby' : null,
    person.set_free.some((span) => overlaps(span, lesson)) ? 'set_free' : null,
    lesson.present_ids.includes(person.id) ? 'second_teacher' : null,
    knows(lesson, person),
    besides(lesson, person, periods),
    person.given.some((one) => isNeighbour(periods, one, lesson)) ? 'neighbouring_hour' : null,
  ];
  const bonuses = found.flatMap((factor) => (factor === null ? [] : [{ factor, count: 1, points: weights[factor] }]));
  const count = waysOf(lesson, person, periods);
  const factor = 'other_building' as const;
  return count === 0 ? bonuses : [...bonuses, { factor, count, points: -count * weights[factor] }];
}

/** What speaks against giving somebody one more, after `more` others of the same proposal. */
export function burdensOf(person: DeskPerson, weights: Weights, more = 0): Part[] {
  const lessons = person.busy.filter(({ what }) => what === 'teaching').length;
  const counts: Record<Exclude<Burden, 'other_building'>, number> = {
    above_average: Math.max(0, Math.round(person.given_in_window + more - person.share)),
    this_day: person.given.length + more,
    long_day: Math.max(0, lessons + more + 1 - LONG_DAY_LESSONS),
  };
  return (Object.keys(counts) as (keyof typeof counts)[]).flatMap((factor) => {
    const count = counts[factor];
    return count === 0 ? [] : [{ factor, count, points: -count * weights[factor] }];
  });
}

export const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, { points }) => sum + points, 0);

/**
 * Who can take a lesson, the best first, with the sum that says why; and who cannot, with the reason. Of equal sums
 * whoever gave fewer substitutions in the year is first, then the lot of the day decides (D-8.10).
 */
export function rankPeople(lesson: OpenLesson, people: readonly DeskPerson[], rules: RankingRules): Ranking {
  const excluded: { teacher_id: number; reason: Exclusion }[] = [];
  const able: (Omit<Suggestion, 'tie'> & { lot: number })[] = [];
  for (const person of people) {
    const reason = exclusionOf(lesson, person, rules.limits);
    if (reason !== null) {
      excluded.push({ teacher_id: person.id, reason });
      continue;
    }
    const parts = [...bonusesOf(lesson, person, rules), ...burdensOf(person, rules.weights)];
    const { id: teacher_id, given_in_year } = person;
    able.push({ teacher_id, points: sumOf(parts), parts, given_in_year, lot: lotOf(rules.date, teacher_id) });
  }
  able.sort((a, b) => b.points - a.points || a.given_in_year - b.given_in_year || a.lot - b.lot);
  const suggestions = able.map(({ lot: _, ...one }, index): Suggestion => {
    const next = able[index + 1];
    if (next === undefined || next.points !== one.points) return { ...one, tie: null };
    return { ...one, tie: next.given_in_year === one.given_in_year ? 'lot' : 'year' };
  });
  return { suggestions, excluded };
}
