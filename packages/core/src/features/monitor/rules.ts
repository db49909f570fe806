/** Most screens of one school. */
export const SCREENS_MAXIMUM = 50;
/** Longest name of a screen, characters. */
export const SCREEN_NAME_MAXIMUM = 60;
/** Longest message of the day, characters: two lines on a screen. */
export const DAY_MESSAGE_MAXIMUM = 160;
/** A message of the day may be written for this many days ahead. */
export const DAY_MESSAGE_DAYS = 60;

/** The two monitor modes and the suffix of their token (T-2.135, T-2.136). */
export const MONITOR_MODES = ['sub', 'news-split'] as const;
export type MonitorMode = (typeof MONITOR_MODES)[number];

/** The token, `<secret of the screen>-sub` or `<secret of the screen>-news-split`, split in two; null when it is malformed. */
export function parseMonitorToken(token: string): { secret: string; mode: MonitorMode } | null {
  const match = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(sub|news-split)$/.exec(token);
  return match ? { secret: match[1] as string, mode: match[2] as MonitorMode } : null;
}
