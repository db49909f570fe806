import type { SubstitutionRecord } from '@kreide/core/features/timetable-import';
import type { LessonRow } from './state.ts';

/**
 * The classes of an exam whose lessons are not in the file: those of the lessons in force with its numbers, of its
 * courses where one of them is such. Empty when the plan in force has none; null for every other record.
 */
export function findExamGrades(
  { exam_of }: Pick<SubstitutionRecord, 'exam_of'>,
  lessons: readonly Pick<LessonRow, 'source' | 'external_lesson' | 'grade_ids'>[],
  source: string,
): number[] | null {
  if (exam_of === undefined) return null;
  const isOne = (prefixes: readonly string[], { external_lesson }: Pick<LessonRow, 'external_lesson'>) =>
    prefixes.some((prefix) => external_lesson.startsWith(prefix));
  const lines = lessons.filter(
    (row) =>
      row.source === source &&
      isOne(
        exam_of.numbers.map((number) => `${number}/`),
        row,
      ),
  );
  const courses = exam_of.numbers.flatMap((number) => exam_of.courses.map((course) => `${number}/${course}~`));
  const named = lines.filter((row) => isOne(courses, row));
  const grades = (named.length > 0 ? named : lines).flatMap(({ grade_ids }) => grade_ids);
  return [...new Set(grades)].sort((a, b) => a - b);
}
