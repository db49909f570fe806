import type { LessonRecord } from '@kreide/core/features/timetable-import';
import { type CardContext, readWeekNames, toPlacements } from './cards.ts';
import type { Courses } from './courses.ts';
import { type Group, readId, readPeriodNames } from './entities.ts';
import { type AscFile, type Row, readReferences, readText } from './tables.ts';

/** The ids that rows may refer to. */
export interface Known {
  teachers: ReadonlySet<string>;
  grades: ReadonlySet<string>;
  bookables: ReadonlySet<string>;
  subjects: ReadonlySet<string>;
  groups: ReadonlyMap<string, Group>;
}

interface OpenLesson {
  record: LessonRecord;
  card: CardContext;
}

function readLesson(file: AscFile, row: Row, id: string, known: Known, courses: Courses): LessonRecord {
  const subject = readReferences(file, row, known.subjects, ['subjectid'])[0] ?? null;
  const teachers = readReferences(file, row, known.teachers, ['teacherids', 'teacherid']);
  const groupIds = readReferences(file, row, known.groups, ['groupids', 'groupid']);
  const groups = groupIds.flatMap((group) => known.groups.get(group) ?? []);
  const classes = readReferences(file, row, known.grades, ['classids', 'classid']);
  const seminar = readText(row, 'seminargroup');
  return {
    external_id: id,
    subject,
    // A group belongs to a class even where the list of classes omits it.
    grades: [...new Set([...classes, ...groups.map((group) => group.class_id)])],
    teachers,
    course: courses.keyOf({ subject, groups, teachers, seminar }),
    begins_at: null,
    ends_at: null,
    comment: null,
    placements: [],
  };
}

/** Cards that apply in one term only: `terms="10"`. Terms have no dates. */
function isTermOnly(card: Row): boolean {
  return readText(card, 'terms')?.includes('0') ?? false;
}

/**
 * All lessons with their cards. Lessons without a card are kept, unplaced. `cards` is the number of accepted card
 * elements, `hours` the periods that they use.
 */
export function readLessons(file: AscFile, known: Known, courses: Courses) {
  const weekNames = readWeekNames(file);
  const periodNames = readPeriodNames(file);
  const lessons = new Map<string, OpenLesson>();
  for (const row of file.rows.lesson) {
    const id = readId(file, row, lessons);
    if (id === null) continue;
    const allowed = readReferences(file, row, known.bookables, ['classroomids', 'classroomid']);
    lessons.set(id, {
      record: readLesson(file, row, id, known, courses),
      card: {
        lesson: row,
        allowed_rooms: allowed,
        rooms: known.bookables,
        week_names: weekNames,
        period_names: periodNames,
      },
    });
  }
  let cards = 0;
  let termCards = 0;
  const hours = new Set<string>();
  for (const card of file.rows.card) {
    const lessonId = readText(card, 'lessonid');
    const lesson = lessonId === null ? undefined : lessons.get(lessonId);
    if (!lesson) {
      const reason = lessonId === null ? 'missing_value' : 'unknown_reference';
      file.findings.reject(file.name, { row: card.line, column: 'lessonid', value: lessonId }, reason);
      continue;
    }
    const placements = toPlacements(file, card, lesson.card);
    if (placements.length === 0) continue;
    cards++;
    if (isTermOnly(card)) termCards++;
    for (const placement of placements) {
      lesson.record.placements.push(placement);
      if (placement.hour !== null) hours.add(placement.hour);
    }
  }
  if (termCards > 0) file.findings.warn('terms_as_whole_year', { count: termCards });
  return { lessons: [...lessons.values()].map((lesson) => lesson.record), cards, hours };
}
