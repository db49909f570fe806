import type { ParsedPlan } from '@kreide/core/features/timetable-import';
import type { Findings } from './findings.ts';
import { warnOfGaps } from './gaps.ts';
import type { UnitCollector } from './unit-collector.ts';
import { useUnits } from './used-units.ts';

/** A plan with a record for every code that it refers to, its counts and the findings. */
export function completePlan(open: ParsedPlan, units: UnitCollector, findings: Findings): ParsedPlan {
  useUnits(units, open);
  const plan = { ...open, ...units.all() };
  warnOfGaps(plan, findings);
  if (plan.scope.lessons !== 'none' && plan.lessons.length === 0) findings.warn('no_lessons');
  return {
    ...plan,
    counts: {
      lessons: plan.lessons.length,
      placements: plan.lessons.reduce((total, { placements }) => total + placements.length, 0),
      grades: plan.grades.length,
      teachers: plan.teachers.length,
      bookables: plan.bookables.length,
      subjects: plan.subjects.length,
      substitutions: plan.substitutions.length,
    },
    warnings: findings.warnings,
    rejected: findings.rejected,
  };
}
