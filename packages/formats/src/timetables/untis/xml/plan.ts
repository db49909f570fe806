import type {
  CourseRecord,
  LessonRecord,
  ParsedPlan,
  ParseOptions,
  Scope,
  SourceFile,
} from '@kreide/core/features/timetable-import';
import { createFindings, unreadable } from '../../findings.ts';
import { warnOfGaps } from '../../gaps.ts';
import { fillTimes, parseDate } from '../../plan.ts';
import { toPlanYear } from '../../plan-year.ts';
import { createUnitCollector } from '../../unit-collector.ts';
import { useUnits } from '../../used-units.ts';
import { readXmlRoot } from '../../xml.ts';
import { readGeneral, readUntisDocument } from './document.ts';
import { readLessons } from './lessons.ts';
import { readCourses, readHolidays, readUnits } from './master-data.ts';
import { toUntisYear } from './occurrence.ts';
import { readTimes } from './times.ts';

/** True for the root of an Untis XML export of any version. */
export function isUntisXml(file: SourceFile): boolean {
  const root = readXmlRoot(file);
  return root?.name === 'document' && /untis\.at\/untis\/XmlInterface/i.test(root.namespace);
}

/** Student groups that only a lesson names become courses too. */
function addCourses(courses: readonly CourseRecord[], lessons: readonly LessonRecord[]): CourseRecord[] {
  const byCode = new Map(courses.map((course) => [course.code, { ...course, teachers: [...course.teachers] }]));
  for (const lesson of lessons) {
    if (lesson.course === null) continue;
    const known = byCode.get(lesson.course);
    if (known) known.teachers = [...new Set([...known.teachers, ...lesson.teachers])];
    else {
      const { course: code, subject, grades, teachers } = lesson;
      byCode.set(code, { external_id: null, code, name: null, subject, grades, teachers, is_required: false });
    }
  }
  return [...byCode.values()];
}

/**
 * The Untis XML export (docs/import-formats.md, Untis XML): master data, period grid, holidays and the weekly plan; no
 * substitutions. Counts are accepted elements: `lesson`, `time`, `class`, `teacher`, `room`, `subject`.
 */
export function parseUntisXml(files: readonly SourceFile[], options: ParseOptions): ParsedPlan {
  const [file, ...others] = files;
  if (!file) throw unreadable('', 'no_files');
  if (others.length > 0) throw unreadable(others[0]!.name, 'one_file_only', { other: file.name });
  const findings = createFindings();
  const document = readUntisDocument(file);
  if (!isUntisXml(file)) throw unreadable(file.name, 'wrong_root');

  const begins = parseDate(readGeneral(document, 'schoolyearbegindate') ?? '');
  const ends = parseDate(readGeneral(document, 'schoolyearenddate') ?? '');
  const holidays = readHolidays(document, file.name, findings);
  const year = begins && ends && begins < ends ? toUntisYear(begins, ends, holidays) : null;
  const units = createUnitCollector();
  const complete: Scope['complete'] = readUnits(document, file.name, units, findings);
  const listed = units.all();
  const { lessons, placements } = readLessons(document, { file: file.name, year, findings });
  const courses = addCourses(readCourses(document), lessons);
  useUnits(units, { lessons, courses, substitutions: [], supervisions: [] });
  const ownTimes = readTimes(document, file.name, findings);
  const times = fillTimes(ownTimes, options.grid);

  if (lessons.length === 0) findings.warn('no_lessons');
  warnOfGaps({ lessons, courses, times, substitutions: [] }, findings);
  if (courses.length > 0) complete.push('courses');
  if (ownTimes.length > 0) complete.push('times');
  if (document.has('holidays')) complete.push('holidays');
  return {
    format: 'untis-xml',
    scope: { complete, lessons: lessons.length > 0 ? 'all' : 'none', substitutions: null },
    school_year: toPlanYear(year, { lessons, holidays }),
    times,
    ...units.all(),
    courses,
    lessons,
    substitutions: [],
    supervisions: [],
    holidays,
    counts: {
      lessons: lessons.length,
      placements,
      grades: listed.grades.length,
      teachers: listed.teachers.length,
      bookables: listed.bookables.length,
      subjects: listed.subjects.length,
      substitutions: 0,
    },
    warnings: findings.warnings,
    rejected: findings.rejected,
  };
}
