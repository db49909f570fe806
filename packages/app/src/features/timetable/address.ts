import { parseLessonId } from '@kreide/core/features/timetable';
import { mondayOf, toLocal } from '@kreide/core/kernel';
import { mondayOfWeek } from './target.ts';

interface Surroundings {
  /** Of the path. */
  lessonId: string | undefined;
  /** Today in the school's zone. */
  today: string;
  zone: string;
  hasScreenReader: boolean;
}

/** The query of an address, with the date of the lesson or week that it names where it names no date itself (T-2.22). */
export function readAddress(search: URLSearchParams, { lessonId, today, zone, hasScreenReader }: Surroundings) {
  const named = new URLSearchParams(search);
  if (named.has('startDate')) return named;
  const start = startOf(lessonId ?? search.get('lessonId'), search.get('week'), today, zone);
  const isDay = hasScreenReader || named.get('viewType') === 'day';
  if (start) named.set('startDate', isDay ? start : mondayOf(start));
  return named;
}

/** The date of the lesson or week in the address; null when it names none. */
function startOf(lessonId: string | null, week: string | null, today: string, zone: string): string | null {
  const lesson = lessonId === null ? null : parseLessonId(lessonId);
  if (lesson) return toLocal(new Date(lesson.timestamp * 1000), zone).date;
  return week !== null && /^\d{1,2}$/.test(week) ? mondayOfWeek(Number(week), today) : null;
}
