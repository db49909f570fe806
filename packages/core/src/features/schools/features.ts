/** The features of the product that its operator switches on for one school after the other; off unless switched on (P-1.20). */
export const SCHOOL_FEATURES = [
  'ai_schedule_planner',
  'day_care',
  'room_booking',
  'digital_grade_book',
  'lesson_planning',
  'learning_reports',
] as const;
export type SchoolFeature = (typeof SCHOOL_FEATURES)[number];

/** Each feature with whether it is on, from what is stored. */
export const featuresOf = (stored: readonly string[]): Record<SchoolFeature, boolean> =>
  Object.fromEntries(SCHOOL_FEATURES.map((key) => [key, stored.includes(key)])) as Record<SchoolFeature, boolean>;
