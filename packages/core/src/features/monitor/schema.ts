import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { publicNewsItem } from '../news/index.ts';
import { period } from '../structure/index.ts';
import { kind } from '../timetable/index.ts';

/** The two monitor modes and the suffix of their token (T-2.135, T-2.136). */
export const MONITOR_MODES = ['sub', 'news-split'] as const;
export type MonitorMode = (typeof MONITOR_MODES)[number];

/** The token, `<school uuid>-sub` or `<school uuid>-news-split`, split in two; null when it is malformed. */
export function parseMonitorToken(token: string): { school_uuid: string; mode: MonitorMode } | null {
  const match = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(sub|news-split)$/.exec(token);
  return match ? { school_uuid: match[1] as string, mode: match[2] as MonitorMode } : null;
}

/** One line of the plan. Teachers are short names or pseudonyms, or empty where the school shows none. */
export const monitorEntry = z.object({
  uuid: f.uuid,
  kind,
  hour: z.nullable(z.string()),
  time_begins_at: f.time,
  time_ends_at: f.time,
  /** Now: subject, rooms, teachers. */
  subject: z.nullable(z.string()),
  bookables: z.array(z.string()),
  teachers: z.array(z.string()),
  /** As planned; null where unchanged. */
  old_subject: z.nullable(z.string()),
  old_bookables: z.nullable(z.array(z.string())),
  old_teachers: z.nullable(z.array(z.string())),
  /** The other end of a move. */
  moved: z.nullable(
    z.object({
      date: f.date,
      hour: z.nullable(z.string()),
      time_begins_at: f.time,
    }),
  ),
});
export type MonitorEntry = z.output<typeof monitorEntry>;

/** The answer of the monitor read (T-7.164). Comments, reasons, pupils and hidden substitutions are never in it. */
export const monitorPlan = z.object({
  /**
   * What the screen shows: `sub` also for a token of the split view while the school has not released its news
   * (D-2.10).
   */
  mode: z.enum(MONITOR_MODES),
  school: z.object({
    name: z.string(),
    slink: f.slink,
    time_zone: z.string(),
    locale: z.string(),
    color: z.nullable(f.colour),
    app_branding: z.nullable(z.string()),
  }),
  /** The day of this plan. */
  substitution_date: f.date,
  /** The next school day, which the screen shows after the last lesson. */
  next_school_date: z.nullable(f.date),
  /** End of the last lesson of the day, wall time; null on a day without lessons. */
  last_lesson_ends_at: z.nullable(f.time),
  /** Set on a free day. */
  holiday: z.nullable(z.string()),
  times: z.array(period),
  substitutions: z.array(z.object({ grade: z.string(), entries: z.array(monitorEntry) })),
  /** Only if the school has switched it on. */
  absent_teachers: z.nullable(z.array(z.string())),
  /** Only in the mode `news-split`. */
  news: z.array(publicNewsItem),
  last_updated_at: z.nullable(f.instant),
});
export type MonitorPlan = z.output<typeof monitorPlan>;
