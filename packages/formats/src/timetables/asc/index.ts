import type { EntityRecord, ParsedPlan, ParseOptions, Scope, SourceFile } from '@kreide/core/features/timetable-import';
import { createFindings, unreadable } from '../findings.ts';
import type { Parser } from '../parser.ts';
import { comparePeriods, createPlan, fillTimes } from '../plan.ts';
import { readXmlRoot } from '../xml.ts';
import { readSupervisions, readWeekNames } from './cards.ts';
import { collectCourses, toCodes } from './courses.ts';
import { readGroups, readMasterData, readPeriodNames, readTimes } from './entities.ts';
import { readLessons } from './lessons.ts';
import { type AscFile, readTables } from './tables.ts';

function recognise(files: readonly SourceFile[]): number {
  if (files.length === 0) return 0;
  return Math.min(
    ...files.map((file) => {
      const root = readXmlRoot(file);
      if (root?.name !== 'timetable' || root.namespace !== '') return 0;
      return root.attributes.importtype === undefined ? 0.6 : 1;
    }),
  );
}

function toKeys(entities: readonly EntityRecord[]): Set<string> {
  return new Set(entities.map((entity) => entity.external_id ?? entity.code));
}

/** Only a table with rows counts as complete: an empty one must not end all records of the school. */
function toScope(file: AscFile, plan: ParsedPlan): Scope {
  const kinds = ['grades', 'teachers', 'bookables', 'subjects', 'courses', 'supervisions'] as const;
  const complete: Scope['complete'] = kinds.filter((kind) => plan[kind].length > 0);
  if (file.rows.period.length > 0) complete.push('times');
  return { complete, lessons: file.tables.has('lessons') ? 'all' : 'none', substitutions: null };
}

/** Warns of everything that the file leaves open and that matters to readers. */
function warnOfGaps(file: AscFile, plan: ParsedPlan, hours: ReadonlySet<string>, options: ParseOptions): void {
  const { findings } = file;
  const timed = new Set(plan.times.filter((time) => time.type === 'LESSON').map((time) => time.hour));
  const untimed = [...hours].filter((hour) => !timed.has(hour)).sort(comparePeriods);
  if (timed.size === 0) findings.warn('grid_missing');
  else if (untimed.length > 0) findings.warn('periods_without_times', { periods: untimed.join(', ') });

  const unplaced = plan.lessons.filter((lesson) => lesson.placements.length === 0).length;
  if (plan.lessons.length === 0) findings.warn('no_lessons');
  if (unplaced > 0) findings.warn('lessons_unplaced', { count: unplaced });
  const teacherless = plan.lessons.filter((lesson) => lesson.teachers.length === 0).length;
  if (teacherless > 0) findings.warn('lessons_without_teacher', { count: teacherless });

  const optional = plan.courses.filter((course) => !course.is_required).length;
  if (optional > 0) findings.warn('courses_need_enrolment', { count: optional });
  if (file.rows.student.length > 0) findings.warn('people_ignored', { count: file.rows.student.length });

  const hasCycle = plan.lessons.some((lesson) => lesson.placements.some(({ weeks }) => weeks.kind === 'cycle'));
  if (hasCycle && options.anchor === undefined) findings.warn('anchor_assumed');
}

function parse(files: readonly SourceFile[], options: ParseOptions): ParsedPlan {
  const [first, second] = files;
  if (!first) throw unreadable('', 'no_files');
  // Each file is a whole plan: two of them contradict each other about the same week.
  if (second) throw unreadable(second.name, 'one_file_only', { other: first.name });
  const findings = createFindings();
  const file = readTables(first, findings, options);
  const master = readMasterData(file);
  const known = {
    teachers: toKeys(master.teachers),
    grades: toKeys(master.grades),
    bookables: toKeys(master.bookables),
    subjects: toKeys(master.subjects),
  };
  const groups = readGroups(file, known.grades);
  const courses = collectCourses({ grades: toCodes(master.grades), subjects: toCodes(master.subjects) });
  const { lessons, cards, hours } = readLessons(file, { ...known, groups }, courses);
  const plan: ParsedPlan = {
    ...createPlan(file.format),
    ...master,
    times: fillTimes(readTimes(file), options.grid),
    courses: courses.records(),
    lessons,
    supervisions: readSupervisions(
      file,
      known.teachers,
      toCodes(master.bookables),
      readWeekNames(file),
      readPeriodNames(file),
    ),
  };
  warnOfGaps(file, plan, hours, options);
  return {
    ...plan,
    scope: toScope(file, plan),
    counts: {
      lessons: lessons.length,
      placements: cards,
      grades: plan.grades.length,
      teachers: plan.teachers.length,
      bookables: plan.bookables.length,
      subjects: plan.subjects.length,
      substitutions: 0,
    },
    warnings: findings.warnings,
    rejected: findings.rejected,
    ...(file.days.asked && { asked: file.days.asked }),
  };
}

/**
 * aSc Timetables XML, the 2012 dialect and the older one with day numbers (docs/import-formats.md, aSc). References are
 * the file's ids. Counts: `lesson` and `card` elements, rows of `classes`, `teachers`, `classrooms`, `subjects`.
 */
export const ascParser: Parser = { formats: ['asc-2012', 'asc-legacy'], asks: ['days'], recognise, parse };
