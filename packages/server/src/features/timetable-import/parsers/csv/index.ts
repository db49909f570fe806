import type {
  CourseRecord,
  EntityRecord,
  ParsedPlan,
  ParseOptions,
  SourceFile,
} from '@kreide/core/features/timetable-import';
import { createFindings, unreadable } from '../../findings.ts';
import type { Parser } from '../../parser.ts';
import { createPlan, parseDate } from '../plan.ts';
import { toPlanYear } from '../plan-year.ts';
import { readLessons } from './lessons.ts';
import { readSubstitutions } from './substitutions.ts';
import { type CsvTable, hasHeader, readTable } from './table.ts';

function recognise(files: readonly SourceFile[]): number {
  return files.length > 0 && files.every(hasHeader) ? 0.95 : 0;
}

function toEntities(codes: Iterable<string>): EntityRecord[] {
  return [...new Set(codes)].map((code) => ({ external_id: null, code, name: null }));
}

/** The codes that lessons, substitutions and supervisions use: a CSV has no master data of its own. */
function collectEntities({ lessons, substitutions, supervisions }: ParsedPlan) {
  const sides = substitutions.flatMap((substitution) => [substitution.from, substitution.to]);
  const subjects = [...lessons, ...sides].flatMap((record) => record.subject ?? []);
  const grades = [...lessons, ...sides].flatMap((record) => record.grades ?? []);
  const teachers = [...lessons, ...sides].flatMap((record) => record.teachers ?? []);
  const rooms = lessons.flatMap((lesson) => lesson.placements.flatMap((placement) => placement.bookables));
  return {
    subjects: toEntities(subjects),
    grades: toEntities(grades),
    teachers: toEntities([...teachers, ...supervisions.flatMap((supervision) => supervision.teacher ?? [])]),
    bookables: toEntities([...rooms, ...sides.flatMap((side) => side.bookables ?? [])]),
  };
}

function collectCourses({ lessons }: ParsedPlan): CourseRecord[] {
  const courses = new Map<string, CourseRecord>();
  for (const { course, subject, grades, teachers } of lessons) {
    if (course === null) continue;
    const known = courses.get(course);
    courses.set(course, {
      external_id: null,
      code: course,
      name: null,
      subject: known?.subject ?? subject,
      grades: [...new Set([...(known?.grades ?? []), ...grades])],
      teachers: [...new Set([...(known?.teachers ?? []), ...teachers])],
      is_required: false,
    });
  }
  return [...courses.values()];
}

/** Also the dates of rows that are rejected because they are of another year than the school's. */
function listDates(tables: readonly CsvTable[]): string[] {
  return tables.flatMap(({ shape, rows }) =>
    rows
      .flatMap((row) => (shape === 'lessons' ? [row.read('valid_from'), row.read('valid_to')] : [row.read('date')]))
      .flatMap((cell) => parseDate(cell) ?? []),
  );
}

function parse(files: readonly SourceFile[], options: ParseOptions): ParsedPlan {
  const findings = createFindings();
  const tables: CsvTable[] = files.map((file) => {
    const table = readTable(file, findings);
    if (!table) throw unreadable(file.name, 'columns_missing');
    return table;
  });
  const rowsOf = (shape: CsvTable['shape']) => tables.flatMap((table) => (table.shape === shape ? table.rows : []));
  const { lessons, supervisions } = readLessons(rowsOf('lessons'), options);
  const { substitutions, scope, rows } = readSubstitutions(rowsOf('substitutions'), options);
  const hasLessons = tables.some((table) => table.shape === 'lessons');
  const content = { ...createPlan('csv'), lessons, supervisions, substitutions };
  const plan = { ...content, ...collectEntities(content), courses: collectCourses(content) };

  const placements = lessons.flatMap((lesson) => lesson.placements);
  if (hasLessons && lessons.length === 0) findings.warn('no_lessons');
  if (plan.courses.length > 0) findings.warn('courses_need_enrolment', { count: plan.courses.length });
  const unplaced = lessons.filter((lesson) => lesson.placements.length === 0).length;
  if (unplaced > 0) findings.warn('lessons_unplaced', { count: unplaced });
  const needsGrid = [...placements, ...substitutions].some(
    ({ hour, begins_at }) => hour !== null && begins_at === null,
  );
  if (needsGrid && options.grid === undefined) findings.warn('grid_missing');
  return {
    ...plan,
    school_year: toPlanYear(null, {}, listDates(tables)),
    times: options.grid ?? [],
    scope: {
      complete: supervisions.length > 0 ? ['supervisions'] : [],
      lessons: hasLessons ? 'all' : 'none',
      substitutions: scope,
    },
    counts: {
      lessons: lessons.length,
      placements: placements.length,
      grades: plan.grades.length,
      teachers: plan.teachers.length,
      bookables: plan.bookables.length,
      subjects: plan.subjects.length,
      substitutions: rows,
    },
    warnings: findings.warnings,
    rejected: findings.rejected,
  };
}

/**
 * Our CSV of lessons and of substitutions, with the headings of a German state portal as aliases
 * (docs/import-formats.md, CSV). References are codes. Counts: distinct lessons, their slots, distinct codes, accepted
 * rows of substitutions.
 */
export const csvParser: Parser = { formats: ['csv'], recognise, parse };
