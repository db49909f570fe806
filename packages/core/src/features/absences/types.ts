/** Does an absence count as excused? `PENDING`: the school has not decided yet (T-3.60). */
export const ABSENCE_TYPE_STATES = ['EXCUSED', 'UNEXCUSED', 'PENDING'] as const;
export type AbsenceTypeState = (typeof ABSENCE_TYPE_STATES)[number];

/** What a list of absences can be narrowed to, besides the types of a school (T-3.65); `none`: nothing is chosen. */
export const ABSENCE_TYPE_VALUES = [...ABSENCE_TYPE_STATES, 'missing', 'none'] as const;
export type AbsenceTypeValue = (typeof ABSENCE_TYPE_VALUES)[number];

/** The type of an absence that the roll has found and nobody has explained yet (T-3.63). */
export const STANDARD_TYPE = 'missing';

/** The categories of types, each with its icon, in the order in which they are shown (T-3.61). */
export const ABSENCE_CATEGORIES = [
  { key: 'sick', icon: 'heart-pulse' },
  { key: 'leave', icon: 'calendar-check' },
  { key: 'school', icon: 'bus' },
  { key: 'other', icon: 'circle-help' },
] as const;
export type AbsenceCategoryKey = (typeof ABSENCE_CATEGORIES)[number]['key'];
export const ABSENCE_CATEGORY_KEYS = ABSENCE_CATEGORIES.map(({ key }) => key);

/** The category that holds the types of every school which are about who is not there without a plan (T-3.62, T-3.64). */
export const STANDARD_CATEGORY: AbsenceCategoryKey = 'sick';

/** Who chooses a type: the family, or the school. */
export const ABSENCE_AUDIENCES = ['pupils', 'parents', 'staff'] as const;
export type AbsenceAudience = (typeof ABSENCE_AUDIENCES)[number];

interface StandardType {
  readonly key: string;
  readonly category: AbsenceCategoryKey;
  readonly state: AbsenceTypeState;
  readonly audience: readonly AbsenceAudience[];
  /** Does it count in statistics and certificates? */
  readonly is_counting: boolean;
}

const EVERYBODY = ABSENCE_AUDIENCES;

/**
 * The types with which every school starts; their names are in the reader's language until the school renames them. What
 * pupils report about themselves is never excused before the school says so.
 */
export const STANDARD_TYPES = [
  { key: STANDARD_TYPE, category: 'sick', state: 'UNEXCUSED', audience: ['staff'], is_counting: true },
  { key: 'sick', category: 'sick', state: 'EXCUSED', audience: ['parents', 'staff'], is_counting: true },
  { key: 'reported', category: 'sick', state: 'PENDING', audience: EVERYBODY, is_counting: true },
  { key: 'doctor', category: 'sick', state: 'EXCUSED', audience: ['parents', 'staff'], is_counting: true },
  { key: 'unexcused', category: 'sick', state: 'UNEXCUSED', audience: ['staff'], is_counting: true },
  { key: 'asked', category: 'leave', state: 'PENDING', audience: EVERYBODY, is_counting: true },
  { key: 'leave', category: 'leave', state: 'EXCUSED', audience: ['staff'], is_counting: true },
  { key: 'event', category: 'school', state: 'EXCUSED', audience: ['staff'], is_counting: false },
  { key: 'announced', category: 'other', state: 'PENDING', audience: EVERYBODY, is_counting: true },
  { key: 'other', category: 'other', state: 'EXCUSED', audience: ['staff'], is_counting: true },
] as const satisfies readonly StandardType[];
export type StandardTypeKey = (typeof STANDARD_TYPES)[number]['key'];
