/**
 * What the two can say differently, and of which one value is kept. `sign_in` is the name with its password, `grade` the class of
 * today, `teacher` the short name in the timetable, `service` the account at the school's service.
 */
export const MERGE_FIELDS = [
  'name',
  'title',
  'sex',
  'email',
  'phone',
  'sign_in',
  'language',
  'grade',
  'teacher',
  'service',
] as const;
export type MergeField = (typeof MERGE_FIELDS)[number];

/** As what the rows are counted that move. */
export const MERGE_KINDS = [
  'messages',
  'channels',
  'news',
  'surveys',
  'calendar',
  'absences',
  'classbook',
  'courses',
  'classes',
  'family',
  'choices',
  'files',
  'plans',
  'appointments',
] as const;
export type MergeKind = (typeof MERGE_KINDS)[number];
