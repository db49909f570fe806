import type { ParsedPlan } from '@kreide/core/features/timetable-import';
import type { Findings } from './findings.ts';
import { comparePeriods } from './plan.ts';

/** Periods that lessons or substitutions use without their own wall time and without one in the plan's grid. */
function listUntimed(plan: Pick<ParsedPlan, 'lessons' | 'substitutions' | 'times'>): string[] {
  const timed = new Set(plan.times.filter((time) => time.type === 'LESSON').map((time) => time.hour));
  const untimed = new Set<string>();
  const check = ({ begins_at, hour }: { begins_at: string | null; hour: string | null }) => {
    if (begins_at === null && hour !== null && !timed.has(hour)) untimed.add(hour);
  };
  for (const { placements } of plan.lessons) placements.forEach(check);
  plan.substitutions.forEach(check);
  return [...untimed].sort(comparePeriods);
}

/** Warns of everything that a plan leaves open and that matters to readers. */
export function warnOfGaps(
  plan: Pick<ParsedPlan, 'lessons' | 'substitutions' | 'times' | 'courses'>,
  findings: Findings,
): void {
  const untimed = listUntimed(plan);
  if (untimed.length > 0 && plan.times.length === 0) findings.warn('grid_missing');
  else if (untimed.length > 0) findings.warn('periods_without_times', { periods: untimed.join(', ') });
  const unplaced = plan.lessons.filter((lesson) => lesson.placements.length === 0).length;
  if (unplaced > 0) findings.warn('lessons_unplaced', { count: unplaced });
  const teacherless = plan.lessons.filter((lesson) => lesson.teachers.length === 0).length;
  if (teacherless > 0) findings.warn('lessons_without_teacher', { count: teacherless });
  const optional = plan.courses.filter((course) => !course.is_required).length;
  if (optional > 0) findings.warn('courses_need_enrolment', { count: optional });
}
