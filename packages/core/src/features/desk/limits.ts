/** Longest text that people read with a changed lesson, characters. */
export const DECISION_COMMENT_MAXIMUM = 500;
/** Most teachers, rooms or classes of one decision. */
export const DECISION_UNITS_MAXIMUM = 60;
/** Most decisions that are sent at once. */
export const DECISIONS_MAXIMUM = 200;
/** Longest span of days for which somebody is entered as absent. */
export const ABSENCE_DAYS_MAXIMUM = 400;
/** Longest note about an absence, characters. */
export const ABSENCE_COMMENT_MAXIMUM = 200;
/** Longest span of days that a teacher reports of themself at once, and how many days ahead it begins. */
export const REPORT_DAYS_MAXIMUM = 92;
export const REPORT_AHEAD_MAXIMUM = 366;
/** Most subjects that mean standby. */
export const STANDBY_SUBJECTS_MAXIMUM = 20;
/** Of fewer pupils, or parents, of a change nobody is told how many have read it: a number would be a name. */
export const READERS_MINIMUM = 5;
