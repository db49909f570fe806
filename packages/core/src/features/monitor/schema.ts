import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { publicNewsItem } from '../news/index.ts';
import { period } from '../structure/index.ts';
import { kind } from '../timetable/index.ts';
import { DAY_MESSAGE_MAXIMUM, MONITOR_MODES, SCREEN_NAME_MAXIMUM } from './rules.ts';

/** The name that a school gives to a screen: `Entrance hall`. */
export const screenName = f.line(SCREEN_NAME_MAXIMUM);

/** A screen of the school with the addresses that show it; each has its secret in it. */
export const screen = z.object({
  uuid: f.uuid,
  name: z.string(),
  created_at: f.instant,
  /** When its addresses were made. */
  renewed_at: f.instant,
  links: z.object({ sub: z.string(), news_split: z.string() }),
});
export type Screen = z.output<typeof screen>;

/** What the school says to everybody on a day. */
export const dayMessage = z.object({ date: f.date, text: z.string(), updated_at: f.instant });
export type DayMessage = z.output<typeof dayMessage>;
/** An empty text takes the message back. */
export const dayMessageText = f.line(DAY_MESSAGE_MAXIMUM, 0);

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
  /** What the plan says about it, where the school shows notes and it names nobody. */
  note: z.nullable(z.string()),
});
export type MonitorEntry = z.output<typeof monitorEntry>;

/** The answer of the monitor read (T-7.164). Reasons, pupils and hidden substitutions are never in it. */
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
  /** The message of the day. */
  message: z.nullable(z.string()),
  substitutions: z.array(z.object({ grade: z.string(), entries: z.array(monitorEntry) })),
  /** Only if the school has switched it on. */
  absent_teachers: z.nullable(z.array(z.string())),
  /** The exams of the day that may be shown publicly, each with its time, subject, class and room: "07:50 German · 10b (B104)". */
  exams: z.array(z.string()),
  /** Only in the mode `news-split`. */
  news: z.array(publicNewsItem),
  last_updated_at: z.nullable(f.instant),
  /** The server's clock: that of a player may be wrong. */
  answered_at: f.instant,
});
export type MonitorPlan = z.output<typeof monitorPlan>;
