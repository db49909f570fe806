import type {
  CourseRecord,
  EntityRecord,
  LessonRecord,
  ParsedPlan,
  ParseOptions,
  SourceFile,
  SubstitutionSide,
} from '@kreide/core/features/timetable-import';
import { createFindings, unreadable } from '../findings.ts';
import type { Parser } from '../parser.ts';
import { createPlan, parseDate } from '../plan.ts';
import { toPlanYear } from '../plan-year.ts';
import { readLessons } from './lessons.ts';
import { readSubstitutions } from './substitutions.ts';
import { type CsvTable, hasHeader, readTable } from './table.ts';

function recognise(files: readonly SourceFile[]): number {
  return files.length > 0 && files.every(hasHeader) ? 0.95 : 0;
}

function toEntities(codes: ReadonlySet<string>): EntityRecord[] {
  return Array.from(codes, (code) => ({ external_id: null, code, name: null }));
}

function addAll(codes: Set<string>, more: readonly string[] | null): void {
  if (more) for (const code of more) codes.add(code);
}

/** The codes that lessons, substitutions and supervisions use: a CSV has no master data of its own. */
function collectEntities({ lessons, substitutions, supervisions }: ParsedPlan) {
  const subjects = new Set<string>();
  const grades = new Set<string>();
  const teachers = new Set<string>();
  const rooms = new Set<string>();
  const add = (record: Pick<LessonRecord | SubstitutionSide, 'subject' | 'grades' | 'teachers'>) => {
    if (record.subject !== null) subjects.add(record.subject);
    addAll(grades, record.grades);
    addAll(teachers, record.teachers);
  };
  for (const lesson of lessons) {
    add(lesson);
    for (const { bookables } of lesson.placements) addAll(rooms, bookables);
  }
  for (const { from, to } of substitutions) {
    for (const side of [from, to]) {
      add(side);
      addAll(rooms, side.bookables);
    }
  }
  for (const { teacher } of supervisions) if (teacher !== null) teachers.add(teacher);
  return {
    subjects: toEntities(subjects),
    grades: toEntities(grades),
    teachers: toEntities(teachers),
    bookables: toEntities(rooms),
  };
}

function collectCourses({ lessons }: ParsedPlan): CourseRecord[] {
  const courses = new Map<string, { subject: string | null; grades: Set<string>; teachers: Set<string> }>();
  for (const { course, subject, grades, teachers } of lessons) {
    if (course === null) continue;
    const known = courses.get(course);
    if (known) {
      known.subject ??= subject;
      addAll(known.grades, grades);
      addAll(known.teachers, teachers);
    } else courses.set(course, { subject, grades: new Set(grades), teachers: new Set(teachers) });
  }
  return Array.from(courses, ([code, { subject, grades, teachers }]) => ({
    external_id: null,
    code,
    name: null,
    subject,
    grades: [...grades],
    teachers: [...teachers],
    is_required: false,
  }));
}

/** Also the dates of rows that are rejected because they are of another year than the school's. */
function listDates(tables: readonly CsvTable[]): string[] {
  const dates: string[] = [];
  for (const { shape, rows } of tables) {
    const columns = shape === 'lessons' ? (['valid_from', 'valid_to'] as const) : (['date'] as const);
    for (const row of rows) {
      for (const column of columns) {
        const cell = row.read(column);
        const date = cell === '' ? null : parseDate(cell);
        if (date !== null) dates.push(date);
      }
    }
  }
  return dates;
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
