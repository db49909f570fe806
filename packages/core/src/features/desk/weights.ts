/** What speaks for somebody, in points; the order is that of the words of a sum. */
export const BONUSES = {
  standby: 40,
  set_free: 30,
  second_teacher: 25,
  subject_in_class: 20,
  subject: 15,
  class: 12,
  class_teacher: 5,
  closes_gap: 10,
  adjacent: 5,
  neighbouring_hour: 12,
} as const;

/** What speaks against somebody: so many points less for each. */
export const BURDENS = {
  above_average: 6,
  this_day: 8,
  long_day: 3,
  other_building: 4,
} as const;

export type Bonus = keyof typeof BONUSES;
export type Burden = keyof typeof BURDENS;
export type Factor = Bonus | Burden;

export const FACTORS = [...Object.keys(BONUSES), ...Object.keys(BURDENS)] as readonly Factor[];

/** Points of each factor, from 0 on; those of burdens are taken away. */
export type Weights = Readonly<Record<Factor, number>>;

/** The weights of a school that has not changed them (D-8.10). */
export const DEFAULT_WEIGHTS: Weights = { ...BONUSES, ...BURDENS };
export const WEIGHT_MAXIMUM = 99;

/** Lessons of a day, the substitution among them, above which each one counts as a burden. */
export const LONG_DAY_LESSONS = 5;

/** In which days substitutions are compared: the week, two weeks, thirty days, the school year. */
export const WINDOWS = ['week', 'fortnight', 'month', 'year'] as const;
export type Window = (typeof WINDOWS)[number];
