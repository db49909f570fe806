import type {
  DateScope,
  EntityRecord,
  ParsedPlan,
  SourceFile,
  UploadCounts,
  Warning,
} from '@kreide/core/features/timetable-import';
import { datesBetween } from '@kreide/core/kernel';
import { unreadable } from '../findings.ts';
import { toPlanYear } from '../plan-year.ts';

/** What one file says, and which it is. */
export interface ReadFile {
  file: SourceFile;
  plan: ParsedPlan;
}

const daysOf = ({ from, to, days }: DateScope): string[] => days ?? datesBetween(from, to);

/** The days of all files; each day belongs to one file only, else the upload contradicts itself. */
function joinDays(files: readonly ReadFile[]): DateScope {
  const owners = new Map<string, SourceFile>();
  for (const { file, plan } of files) {
    for (const date of plan.scope.substitutions ? daysOf(plan.scope.substitutions) : []) {
      const other = owners.get(date);
      if (other) throw unreadable(file.name, 'sources_contradict', { other: other.name });
      owners.set(date, file);
    }
  }
  const days = [...owners.keys()].sort();
  return { from: days[0]!, to: days.at(-1)!, days };
}

/** Records of all files, the first of each key. */
function joinRecords<T>(lists: readonly (readonly T[])[], keyOf: (record: T) => string): T[] {
  const joined = new Map<string, T>();
  for (const record of lists.flat()) if (!joined.has(keyOf(record))) joined.set(keyOf(record), record);
  return [...joined.values()];
}

/** One line for each assumption: counts are summed up over the files. */
function joinWarnings(plans: readonly ParsedPlan[]): Warning[] {
  const joined = new Map<string, Warning>();
  for (const { code, params } of plans.flatMap(({ warnings }) => warnings)) {
    const { count, ...rest } = params;
    const key = JSON.stringify([code, rest]);
    const known = joined.get(key)?.params.count;
    const sum = typeof count === 'number' && typeof known === 'number' ? known + count : count;
    joined.set(key, { code, params: sum === undefined ? rest : { ...rest, count: sum } });
  }
  return [...joined.values()];
}

/**
 * Several days, each in its own file, as one plan: a lesson has a record for every day, because each file replaces its
 * own days only. Throws `UnreadableFile` (`sources_contradict`) for two files about one day.
 */
export function mergeDays(files: readonly ReadFile[]): ParsedPlan {
  const plans = files.map(({ plan }) => plan);
  const [first] = plans;
  const scope = joinDays(files);
  const entityKey = (record: EntityRecord) => record.external_id ?? record.code;
  const entities = (kind: 'grades' | 'teachers' | 'bookables' | 'subjects') =>
    joinRecords(
      plans.map((plan) => plan[kind]),
      entityKey,
    );
  const units = {
    grades: entities('grades'),
    teachers: entities('teachers'),
    bookables: entities('bookables'),
    subjects: entities('subjects'),
  };
  const sum = (name: keyof UploadCounts) => plans.reduce((total, { counts }) => total + (counts[name] ?? 0), 0);
  return {
    ...first!,
    ...units,
    scope: { complete: [], lessons: first!.scope.lessons === 'none' ? 'none' : scope, substitutions: scope },
    school_year: toPlanYear(null, {}, scope.days),
    times: joinRecords(
      plans.map(({ times }) => times),
      ({ type, weekday, hour }) => JSON.stringify([type, weekday, hour]),
    ),
    courses: joinRecords(
      plans.map(({ courses }) => courses),
      ({ external_id, code }) => external_id ?? code,
    ),
    lessons: plans.flatMap(({ lessons }) => lessons),
    substitutions: plans.flatMap(({ substitutions }) => substitutions),
    holidays: joinRecords(
      plans.map(({ holidays }) => holidays),
      ({ begins_at, ends_at }) => `${begins_at} ${ends_at}`,
    ),
    counts: {
      lessons: sum('lessons'),
      placements: sum('placements'),
      grades: units.grades.length,
      teachers: units.teachers.length,
      bookables: units.bookables.length,
      subjects: units.subjects.length,
      substitutions: sum('substitutions'),
    },
    warnings: joinWarnings(plans),
    rejected: plans.flatMap(({ rejected }) => rejected),
  };
}
