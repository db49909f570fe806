/** How long a hint card that was closed offers to be brought back, ms (T-9.19). */
export const HINT_WAIT = 3000;
/** How long it then takes to fade, ms (T-9.19). */
export const HINT_FADE = 1000;
