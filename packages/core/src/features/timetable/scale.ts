import { DAY_MINUTES, toMinutes } from '../../kernel/calendar/times.ts';
import type { Period } from '../structure/index.ts';
import type { Lesson } from './schema.ts';

/** The part of a day that a grid draws, in minutes since midnight, half-open. */
export type Scale = { readonly begins: number; readonly ends: number };

/** A line of the time axis. `hour` is the period's key, null for a full hour. */
export type Mark = { readonly begins: number; readonly ends: number; readonly hour: string | null };

/** 8 to 14 o'clock, for an empty plan without periods. */
export const SCALE_DEFAULT: Scale = { begins: 480, ends: 840 };

/**
 * The scale that fits every lesson of a plan, or its periods when it has no lesson. Pass everything that is loaded, not
 * one week: then it stays the same while paging.
 */
export function scaleOf(lessons: readonly Lesson[], periods: readonly Period[] = []): Scale {
  const visible = periods.filter((period) => !period.is_hidden);
  const spans: readonly { begins: string; ends: string }[] =
    lessons.length > 0
      ? lessons.map((lesson) => ({ begins: lesson.time_begins_at, ends: lesson.time_ends_at }))
      : visible.map((period) => ({ begins: period.begins_at, ends: period.ends_at }));
  if (spans.length === 0) return SCALE_DEFAULT;
  let begins = DAY_MINUTES;
  let ends = 0;
  for (const span of spans) {
    begins = Math.min(begins, toMinutes(span.begins));
    ends = Math.max(ends, toMinutes(span.ends));
  }
  begins = Math.min(Math.floor(begins / 5) * 5, DAY_MINUTES - 60);
  return { begins, ends: Math.min(DAY_MINUTES, Math.max(Math.ceil(ends / 5) * 5, begins + 60)) };
}

/** Position of a minute on the scale, in percent: 0 is the top, 100 the bottom. */
export function percentOf(scale: Scale, minutes: number): number {
  return ((minutes - scale.begins) / (scale.ends - scale.begins)) * 100;
}

/**
 * The lines of the axis: the lesson periods inside the scale, full hours when the plan has none. Of periods that differ
 * by weekday, those of every day are used, else those of the weekday that has the most.
 */
export function marksOf(periods: readonly Period[], scale: Scale): Mark[] {
  const lessons = periods.filter((period) => period.type === 'LESSON' && !period.is_hidden);
  const everyDay = lessons.filter((period) => period.weekday === null);
  const chosen = everyDay.length > 0 ? everyDay : busiestDay(lessons);
  const marks = chosen
    .map((period) => ({ begins: toMinutes(period.begins_at), ends: toMinutes(period.ends_at), hour: period.hour }))
    .filter((mark) => mark.begins >= scale.begins && mark.begins < scale.ends)
    .sort((a, b) => a.begins - b.begins)
    .filter((mark, index, all) => index === 0 || mark.begins >= all[index - 1]!.ends);
  if (marks.length > 0) return marks;
  const hours: Mark[] = [];
  for (let begins = Math.ceil(scale.begins / 60) * 60; begins < scale.ends; begins += 60) {
    hours.push({ begins, ends: begins + 60, hour: null });
  }
  return hours;
}

/** Pauses of a quarter of an hour and more between the periods of the axis. */
export function pausesOf(marks: readonly Mark[]): Pick<Mark, 'begins' | 'ends'>[] {
  return marks.flatMap(({ ends, hour }, index) => {
    const begins = marks[index + 1]?.begins ?? ends;
    return hour !== null && begins - ends >= 15 ? [{ begins: ends, ends: begins }] : [];
  });
}

function busiestDay(periods: readonly Period[]): readonly Period[] {
  let best: readonly Period[] = [];
  for (let weekday = 1; weekday <= 7; weekday += 1) {
    const day = periods.filter((period) => period.weekday === weekday);
    if (day.length > best.length) best = day;
  }
  return best;
}
