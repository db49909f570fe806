import { lengthOf, type PatternYear, parityOf, weeksOf } from '@kreide/core/features/planner';
import type { Period } from '@kreide/core/features/structure';
import type { LessonPattern, StoredLesson } from '../timetable/index.ts';
import type { DraftLesson } from './stored.ts';

/** A lesson of a plan, or of a version, which also knows what is only wished whole. */
export type CopiedLesson = StoredLesson & Partial<Pick<DraftLesson, 'is_divisible'>>;

const toDraft = (lesson: CopiedLesson, periods: readonly Period[]): DraftLesson => {
  const { weekday, time_begins_at, time_ends_at } = lesson;
  const isPlaced = weekday !== null && time_begins_at !== null && time_ends_at !== null;
  return {
    is_divisible: false,
    ...lesson,
    version: 1,
    is_pinned: false,
    length: isPlaced ? lengthOf(periods, weekday, { time_begins_at, time_ends_at }) : 1,
  };
};

/** The lessons of a plan of the same school year, without those that are over. @param today in the school's zone */
export function copyPlan(lessons: readonly CopiedLesson[], periods: readonly Period[], today: string): DraftLesson[] {
  return lessons
    .filter(({ ends_at, dates }) => (dates ? dates.some((date) => date >= today) : ends_at >= today))
    .map((lesson) => toDraft(lesson, periods));
}

/** Every second week of one year as every second week of another; null: it is held in weeks of no such order. */
function carryPattern({ name, weeks }: LessonPattern, from: PatternYear, to: PatternYear): LessonPattern | null {
  const parities = new Set(weeks.map((week) => parityOf(from, week)));
  const [parity] = parities;
  if (parities.size !== 1) return null;
  return { name, weeks: weeksOf(to).filter((week) => parityOf(to, week) === parity) };
}

/**
 * The weekly lessons of a plan as they were at its end, for the whole of another school year: every week, or every second
 * one. Lessons of single dates stay in their year, and so do those that ended before the others. They are made here, so
 * that no import replaces them; their identity is still that of the other year.
 */
export function carryPlan(
  lessons: readonly CopiedLesson[],
  periods: readonly Period[],
  from: PatternYear,
  to: PatternYear,
): DraftLesson[] {
  const weekly = lessons.filter(({ dates }) => dates === null);
  const last = weekly.reduce((latest, { ends_at }) => (ends_at > latest ? ends_at : latest), '');
  // Thousands of lessons share a few patterns.
  const patterns = new Map<string, LessonPattern | null>();
  const carry = (pattern: LessonPattern): LessonPattern | null => {
    const key = `${pattern.name}|${pattern.weeks}`;
    if (!patterns.has(key)) patterns.set(key, carryPattern(pattern, from, to));
    return patterns.get(key) ?? null;
  };
  return weekly
    .filter(({ ends_at }) => ends_at === last)
    .map((lesson) =>
      toDraft(
        {
          ...lesson,
          source: 'planner',
          begins_at: to.begins_at,
          ends_at: to.ends_at,
          pattern: lesson.pattern && carry(lesson.pattern),
        },
        periods,
      ),
    );
}
