/** Days of a week when the address gives none or a wrong number (T-9.01). */
export const DAYS_DEFAULT = 5;
/** Most days of a week; a month always has this many (T-9.01, T-5.32). */
export const DAYS_MAXIMUM = 7;
/** Longest short break, minutes: lessons on both sides are drawn as one block (T-9.02). */
export const SHORT_BREAK_MINUTES = 7;
/** Most plans that somebody marks as favourites. */
export const FAVOURITES_MAXIMUM = 30;
/** Weeks fetched on each side of the current week in day and week view (T-9.05). */
export const FETCH_WEEKS_AROUND = 3;
/** Minutes on each side of the start of a week whose lessons are there before somebody turns to them: eight days (T-9.08). */
export const LESSONS_WINDOW_MINUTES = 11_520;
/** Most weeks that a month fetches and draws (T-2.31, T-9.06). */
export const MONTH_WEEKS = 6;
/** Height in px of the date line of a month cell (T-2.32). */
export const MONTH_CELL_HEAD = 26;
/** Height in px of one event line of a month cell (T-2.32). */
export const MONTH_EVENT_HEIGHT = 20;
/** Shortest drawn length, minutes, so that a lesson can be read and hit (24 px). */
export const DRAWN_MINUTES_MINIMUM = 20;
