/** Bits of a day: the most periods that a day of a proposal has. */
export const DAY_BITS = 16;

/** Who or what can be in one lesson at a time only. */
export const RESOURCE_KINDS = ['teacher', 'grade', 'bookable', 'course'] as const;
export type ResourceKind = (typeof RESOURCE_KINDS)[number];

/** A teacher, class, room or course of the plan. */
export interface Resource {
  readonly kind: ResourceKind;
  readonly id: number;
  /** Per day the periods at which it cannot be used, as bits. */
  readonly closed: readonly number[];
  /** Most periods a day; null: no limit. */
  readonly most_a_day: number | null;
  /** Most days a week; null: no limit. */
  readonly most_days: number | null;
  /** Most periods a week; null: no limit. */
  readonly most_a_week: number | null;
}

/** A resource that a unit needs, at which of its periods and in which week kinds; both as bits. */
export interface Use {
  readonly resource: number;
  readonly periods: number;
  readonly weeks: number;
}

/** A room that a lesson of a unit needs: one of several, the wished one first. */
export interface RoomNeed {
  readonly lesson_id: number;
  /** Which room of the lesson it stands for; null: the lesson had none. */
  readonly bookable_id: number | null;
  readonly periods: number;
  readonly weeks: number;
  /** Resources; the first is the wished one. */
  readonly rooms: readonly number[];
}

/** A lesson of a unit, how many periods behind its begin. */
export interface UnitLesson {
  readonly lesson_id: number;
  readonly offset: number;
  readonly length: number;
}

/** Everything that happens together: one lesson, half groups beside each other, all courses of a rail. */
export interface Unit {
  readonly lessons: readonly UnitLesson[];
  /** In periods. */
  readonly length: number;
  readonly uses: readonly Use[];
  readonly rooms: readonly RoomNeed[];
  /** Possible begins: `day * DAY_BITS + period`, both from 0. */
  readonly starts: readonly number[];
  /** Where it stays, whatever else is there; null: it is to be placed. */
  readonly fixed: number | null;
  /** Where it is in the plan that the proposal was made from; null: nowhere yet. */
  readonly given: number | null;
  readonly series: readonly number[];
  /** Is it of a subject with many hours a week, which belongs into the morning? */
  readonly is_main: boolean;
  /** Price of a begin besides all else, by the index of the begin. */
  readonly wishes: readonly number[];
}

/** The lessons of a subject of a class, or of a course: one a day, not on neighbouring days. */
export interface Series {
  /** The first lesson stands for all in words. */
  readonly lesson_id: number;
  /** How many units it has in the fullest week. */
  readonly units: number;
}

/** The soft rules of a proposal; each has a weight of 0 to 5 and a sentence (D-8.06). */
export const SOFT_RULES = [
  'gaps',
  'single_days',
  'main_late',
  'neighbours',
  'uneven',
  'wishes',
  'afternoons',
  'home_room',
  'changes',
] as const;
export type SoftRule = (typeof SOFT_RULES)[number];
export type Weights = Readonly<Record<SoftRule, number>>;

/** What the weights are unless somebody says otherwise. */
export const USUAL_WEIGHTS: Weights = {
  gaps: 3,
  single_days: 2,
  main_late: 2,
  neighbours: 2,
  uneven: 2,
  wishes: 3,
  afternoons: 1,
  home_room: 2,
  changes: 0,
};

/** What one breach costs at weight 1. */
export const PRICES: Weights = {
  gaps: 2,
  single_days: 6,
  main_late: 1,
  neighbours: 3,
  uneven: 2,
  wishes: 2,
  afternoons: 1,
  home_room: 1,
  changes: 2,
};

/** What a broken rule that must hold costs: more than any soft rules. */
export const HARD_PRICE = 1000;

/** The rules that are broken rather than a lesson left out: they are told with the result. */
export const HARD_RULES = ['class_gaps', 'day_limit', 'days_limit', 'lunch', 'twice_a_day'] as const;
export type HardRule = (typeof HARD_RULES)[number];

/** All that a proposal is made of. */
export interface Model {
  /** Days of the week, from Monday. */
  readonly days: number;
  /** Kinds of weeks, such as A and B: each a bit of `weeks`. */
  readonly kinds: number;
  readonly resources: readonly Resource[];
  readonly units: readonly Unit[];
  readonly series: readonly Series[];
  /** Per day: from this period on it is afternoon. */
  readonly afternoon: readonly number[];
  /** Per day the periods of which one has to stay free for whoever has lessons behind them, as bits. */
  readonly lunch: readonly number[];
  readonly weights: Weights;
  /** Most lessons of the given plan that may be moved; null: any number. */
  readonly most_moved: number | null;
}

/** Where a unit is, and the resource of each of its room needs; null: it has no place. */
export type Placement = { readonly start: number; readonly rooms: readonly number[] } | null;

/** What a plan costs. */
export interface Costs {
  readonly unplaced: number;
  readonly hard: Readonly<Record<HardRule, number>>;
  /** Breaches of each soft rule, times price and weight. */
  readonly soft: Readonly<Record<SoftRule, number>>;
  /** Lessons of the given plan that are elsewhere. */
  readonly moved: number;
  /** Hard rules at their price, and the soft ones. */
  readonly total: number;
}

export const dayOf = (start: number) => start >> 4;
export const periodOf = (start: number) => start & (DAY_BITS - 1);
/** The bits of a span of periods. */
export const span = (first: number, length: number) => ((1 << length) - 1) << first;

/** The price of a rule in a model. */
export const priceOf = ({ weights }: Pick<Model, 'weights'>, rule: SoftRule) => weights[rule] * PRICES[rule];

/** How many hours later than the fourth period a main subject is held. */
export function lateHours({ is_main, length }: Pick<Unit, 'is_main' | 'length'>, period: number): number {
  if (!is_main) return 0;
  let late = 0;
  for (let hour = period; hour < period + length; hour += 1) late += Math.max(0, hour - 3);
  return late;
}

/** How many units of a series a day may have: one, unless there are more than days. */
export const mostOfSeries = ({ units }: Series, days: number) => Math.ceil(units / days);
/** Does it matter on which days the units of a series are? Four a week are always on neighbouring days. */
export const isSpread = ({ units }: Series, days: number) => units > 1 && units <= Math.ceil(days / 2);
