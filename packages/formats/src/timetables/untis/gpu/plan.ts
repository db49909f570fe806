import type {
  ParsedPlan,
  ParseOptions,
  Scope,
  SourceFile,
  SubstitutionRecord,
} from '@kreide/core/features/timetable-import';
import { createFindings } from '../../findings.ts';
import { warnOfGaps } from '../../gaps.ts';
import { fillTimes } from '../../plan.ts';
import { toPlanYear } from '../../plan-year.ts';
import { createUnitCollector } from '../../unit-collector.ts';
import { useUnits } from '../../used-units.ts';
import { countPlan } from './counts.ts';
import { readExamRows, toExamEvents } from './exams.ts';
import { requireSamePlan, sortFiles } from './files.ts';
import type { GpuKind } from './kinds.ts';
import { type LessonRow, readLessonRows, readPlacementRows, toCourses, toLessons } from './lessons.ts';
import { readHolidays, readMasterData } from './master-data.ts';
import { readSubstitutionRows, type SubstitutionRow } from './substitution-rows.ts';
import { toSubstitutions } from './substitutions.ts';
import { readSupervisions } from './supervisions.ts';

function toRange(records: readonly SubstitutionRecord[]): { from: string; to: string } | null {
  const dates = records.map((record) => record.date).sort();
  return dates.length > 0 ? { from: dates[0]!, to: dates.at(-1)! } : null;
}

function joinRanges(a: Scope['substitutions'], b: Scope['substitutions']): Scope['substitutions'] {
  if (!a || !b) return a ?? b;
  return { from: a.from < b.from ? a.from : b.from, to: a.to > b.to ? a.to : b.to };
}

/** Dates of rows that become no record: a lesson that is held in many classes, a substitution that is not printed. */
function toDates(lessons: readonly LessonRow[], substitutions: readonly SubstitutionRow[]): string[] {
  const dates: string[] = [];
  for (const { begins_at, ends_at } of lessons) {
    if (begins_at !== null) dates.push(begins_at);
    if (ends_at !== null) dates.push(ends_at);
  }
  for (const { date } of substitutions) dates.push(date);
  return dates;
}

/**
 * Several GPU files as one plan (docs/import-formats.md, GPU files): GPU001 places the lessons, GPU002 adds validity,
 * week labels and student groups, GPU003 to GPU006 are master data, GPU009 supervisions, GPU014 substitutions, GPU017
 * exams, GPU018 holidays. Any one of them works alone. Without GPU001 the weekly plan stays as it is (scope `none`): a
 * list of lessons without places must not empty a timetable.
 */
export function parseGpu(files: readonly SourceFile[], options: ParseOptions): ParsedPlan {
  const findings = createFindings();
  const sorted = sortFiles(files, findings);
  const read = <T>(kind: GpuKind, reader: (file: NonNullable<ReturnType<typeof sorted.get>>) => T[]): T[] => {
    const file = sorted.get(kind);
    return file ? reader(file) : [];
  };
  const units = createUnitCollector();
  const complete: Scope['complete'] = readMasterData([...sorted.values()], units, findings);
  const listed = units.all();

  const placementRows = read('001', (file) => readPlacementRows(file, findings));
  const lessonRows = read('002', (file) => readLessonRows(file, findings));
  const substitutionRows = read('014', (file) => readSubstitutionRows(file, findings));
  const exams = read('017', (file) => readExamRows(file, findings));
  requireSamePlan(sorted, placementRows, lessonRows, substitutionRows);

  const lessons = toLessons(placementRows, lessonRows);
  const changes = toSubstitutions(substitutionRows, options.do_not_print === true, findings);
  const events = toExamEvents(exams, lessons);
  const plan = {
    times: fillTimes([], options.grid),
    lessons,
    courses: toCourses(lessonRows),
    substitutions: [...changes.records, ...events],
    supervisions: read('009', (file) => readSupervisions(file, options, findings)),
    holidays: read('018', (file) => readHolidays(file, findings)),
  };
  useUnits(units, plan);
  if (placementRows.length === 0) {
    for (const row of lessonRows) units.use('bookables', [...row.subject_rooms, ...row.home_rooms]);
  }

  if (placementRows.length > 0 && lessonRows.length === 0) findings.warn('weeks_assumed_every');
  warnOfGaps(plan, findings);
  if (events.length > 0) findings.warn('exams_as_events', { count: exams.length });
  if (sorted.has('009')) complete.push('supervisions');
  if (sorted.has('018')) complete.push('holidays');
  return {
    format: 'untis-gpu',
    scope: {
      complete,
      lessons: placementRows.length > 0 ? 'all' : 'none',
      substitutions: joinRanges(changes.scope, toRange(events)),
    },
    school_year: toPlanYear(null, plan, toDates(lessonRows, substitutionRows)),
    ...units.all(),
    ...plan,
    counts: countPlan({
      listed,
      placements: placementRows,
      lessons: lessonRows,
      substitutions: changes.rows,
      supervisions: plan.supervisions,
      exams: exams.length,
    }),
    warnings: findings.warnings,
    rejected: findings.rejected,
  };
}
