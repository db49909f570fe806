/** Minutes of a day without a clock change. */
export const DAY_MINUTES = 1_440;

/** Pattern of a wall time: `HH:MM`, 00:00 to 23:59. */
export const TIME_PATTERN = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Is this text a wall time `HH:MM`? */
export function isTime(text: string): boolean {
  return TIME_PATTERN.test(text);
}

/** Minutes since midnight of a wall time `HH:MM`. */
export function toMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** `HH:MM` of minutes since midnight. */
export function toTime(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
