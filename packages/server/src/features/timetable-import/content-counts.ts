import type { ParsedPlan, UploadCounts } from '@kreide/core/features/timetable-import';

/** The parser's counts, and of everything else that a file may hold: break supervisions, holidays, exams. */
export function countContent(plan: ParsedPlan): UploadCounts {
  // An exam of several periods is one record for each of them.
  const exams = plan.substitutions.flatMap(({ external_id }) =>
    /^exam[ |]/.test(external_id) ? [external_id.split('@', 1)[0]] : [],
  );
  return {
    ...plan.counts,
    supervisions: plan.supervisions.length,
    holidays: plan.holidays.length,
    exams: new Set(exams).size,
  };
}
