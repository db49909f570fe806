import type { ParsedPlan } from '@kreide/core/features/timetable-import';
import type { UnitCollector } from './unit-collector.ts';

type Referring = Pick<ParsedPlan, 'lessons' | 'substitutions' | 'courses' | 'supervisions'>;

/** Records every code that a plan refers to, so that each gets a record. */
export function useUnits(units: UnitCollector, plan: Referring): void {
  for (const records of [plan.lessons, plan.courses]) {
    for (const { grades, teachers, subject } of records) {
      units.use('grades', grades);
      units.use('teachers', teachers);
      units.use('subjects', subject);
    }
  }
  for (const { placements } of plan.lessons) {
    for (const { bookables, teachers } of placements) {
      units.use('bookables', bookables);
      if (teachers) units.use('teachers', teachers);
    }
  }
  for (const side of plan.substitutions.flatMap((substitution) => [substitution.from, substitution.to])) {
    units.use('grades', side.grades ?? []);
    units.use('teachers', side.teachers ?? []);
    units.use('bookables', side.bookables ?? []);
    units.use('subjects', side.subject);
  }
  for (const supervision of plan.supervisions) units.use('teachers', supervision.teacher);
}
