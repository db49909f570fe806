import type { LessonRecord, SubstitutionRecord, SubstitutionSide } from '@kreide/core/features/timetable-import';
import type { Findings } from '../../findings.ts';
import type { GpuFile } from './kinds.ts';
import { readGpuRows, requireDate, requireNumber, requirePeriod, splitList } from './rows.ts';

/** An accepted row of GPU017. Field 9, the pupils, is never read. */
export interface ExamRow {
  external_id: string;
  name: string;
  text: string;
  date: string;
  hours: string[];
  courses: string[];
  numbers: string[];
  /** One entry per period. */
  teachers: string[][];
  rooms: string[][];
}

/**
 * `BecSa - BecSa~CurMa`: one entry per period, separated by a hyphen with blanks (or at an end, where one blank may be
 * missing); an entry may be empty. Codes may contain hyphens.
 */
export function splitPeriods(value: string): string[][] {
  if (value.trim() === '') return [];
  return value.split(/(?<=^| )-(?= |$)/).map((entry) => splitList(entry.trim()));
}

/** GPU017 (docs/import-formats.md). */
export function readExamRows(file: GpuFile, findings: Findings): ExamRow[] {
  return readGpuRows(file, findings, 8, (row) => {
    const first = Number(requirePeriod(row, 5));
    const last = Math.max(first, Number(requirePeriod(row, 6)));
    return {
      external_id: `exam ${requireNumber(row, 2)}`,
      name: row.text(1).trim(),
      text: row.note(3),
      date: requireDate(row, 4),
      hours: Array.from({ length: last - first + 1 }, (_, index) => String(first + index)),
      courses: row.list(7),
      numbers: row.list(8),
      teachers: splitPeriods(row.note(10)),
      rooms: splitPeriods(row.note(11)),
    };
  });
}

/** The coupling lines that take the exam: those of its lesson numbers whose subject is one of its courses. */
function findLessons(exam: ExamRow, byNumber: ReadonlyMap<string, LessonRecord[]>): LessonRecord[] {
  const lines = exam.numbers.flatMap((number) => byNumber.get(number) ?? []);
  const named = lines.filter((lesson) => lesson.subject !== null && exam.courses.includes(lesson.subject));
  return named.length > 0 ? named : lines;
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/**
 * Exams as events: one for every period, for the classes whose lessons take part (without them in the upload
 * the plan in force must know them),
 * with that period's supervising teachers and rooms. With a single lesson the event replaces it.
 */
export function toExamEvents(exams: readonly ExamRow[], lessons: readonly LessonRecord[]): SubstitutionRecord[] {
  const byNumber = new Map<string, LessonRecord[]>();
  for (const lesson of lessons) {
    const number = lesson.external_id.split('/', 1)[0]!;
    const lines = byNumber.get(number) ?? [];
    lines.push(lesson);
    byNumber.set(number, lines);
  }
  return exams.flatMap((exam) => {
    const touched = findLessons(exam, byNumber);
    const only = touched.length === 1 ? touched[0]! : null;
    const from: SubstitutionSide = {
      subject: only?.subject ?? null,
      grades: only?.grades ?? null,
      teachers: only?.teachers ?? null,
      bookables: null,
    };
    const comment = [exam.name, exam.text, exam.courses.join(', ')].filter((part) => part !== '').join(' · ') || null;
    return exam.hours.map(
      (hour, index): SubstitutionRecord => ({
        external_id: `${exam.external_id}@${exam.date}/${hour}`,
        date: exam.date,
        hour,
        begins_at: null,
        ends_at: null,
        kind: 'EVENT',
        lesson: only?.external_id ?? null,
        ...(touched.length === 0 ? { exam_of: { numbers: exam.numbers, courses: exam.courses } } : {}),
        from,
        to: {
          subject: exam.courses.length === 1 ? exam.courses[0]! : null,
          grades: touched.length > 0 ? distinct(touched.flatMap((lesson) => lesson.grades)) : null,
          teachers: exam.teachers[index] ?? [],
          bookables: exam.rooms[index] ?? [],
        },
        comment,
        is_hidden: false,
        counterpart: null,
        moved_comment: null,
      }),
    );
  });
}
