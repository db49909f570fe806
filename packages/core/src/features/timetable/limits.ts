/** Days that a week shows when the address names none or a wrong number (T-9.01). */
export const DAYS_DEFAULT = 5;
/** Days that a week shows at most; a month always asks for this many (T-9.01, T-5.32). */
export const DAYS_MAXIMUM = 7;
/** A break of at most this many minutes is a short one: lessons on both sides read as one block (T-9.02). */
export const SHORT_BREAK_MINUTES = 7;
/** Weeks fetched on each side of the current week in day and week view (T-9.05). */
export const FETCH_WEEKS_AROUND = 3;
/** Weeks fetched and drawn by a month at most (T-2.31, T-9.06). */
export const MONTH_WEEKS = 6;
/** So many parallel lessons stand side by side; one more and they collapse (T-2.34). */
export const PARALLEL_MAXIMUM = 4;
/** Height in px of the date line of a month cell (T-2.32). */
export const MONTH_CELL_HEAD = 26;
/** Height in px of one event line of a month cell (T-2.32). */
export const MONTH_EVENT_HEIGHT = 20;
/** Anything shorter is drawn as long as this, so that it can be read and hit (24 px). */
export const DRAWN_MINUTES_MINIMUM = 20;
