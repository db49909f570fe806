import type {
  CourseRecord,
  LessonRecord,
  ParsedPlan,
  ParseOptions,
  SourceFile,
  TimeRecord,
} from '@kreide/core/features/timetable-import';
import { parsePeriod } from '../calendar.ts';
import type { Findings } from '../findings.ts';
import { createFindings, unreadable } from '../findings.ts';
import { warnOfGaps } from '../gaps.ts';
import { comparePeriods, createPlan, fillTimes, parseTime } from '../plan.ts';
import { toPlanYear } from '../plan-year.ts';
import { toStableId } from '../stable-id.ts';
import { createUnitCollector } from '../unit-collector.ts';
import { useUnits } from '../used-units.ts';
import type { XmlNode } from '../xml.ts';
import { findChild, findPath, listChildren, readText } from '../xml-node.ts';
import { parseFileDate, parseLongDate, readFreeDays } from './dates.ts';
import { type DayResult, readGroup } from './day-changes.ts';
import { type DayColumn, type PlanKind, readColumns } from './day-entries.ts';
import { groupEntries } from './day-groups.ts';
import { indexUnits } from './day-units.ts';
import { readExams, readLines, toMessage } from './messages.ts';

/** The day of the plan: from the file name set by the program, else from the heading. */
function readDate(head: XmlNode | null, file: SourceFile): string {
  const text = (name: string) => (head ? (readText(head, name) ?? '') : '');
  const date = parseFileDate(text('datei')) ?? parseLongDate(text('DatumPlan')) ?? parseFileDate(file.name);
  if (date === null) throw unreadable(file.name, 'date_missing');
  return date;
}

/** Period times; where classes differ, those of most classes. Entries have their own times too. */
export function readColumnTimes(columns: readonly XmlNode[], list: string, item: string): TimeRecord[] {
  const votes = new Map<string, Map<string, number>>();
  for (const node of columns.flatMap((column) => listChildren(findChild(column, list), item))) {
    const hour = parsePeriod(node.text);
    const begins = parseTime(node.attributes.ZeitVon ?? node.attributes.StZeit ?? '');
    const ends = parseTime(node.attributes.ZeitBis ?? node.attributes.StZeitBis ?? '');
    if (hour === null || begins === null || ends === null || ends <= begins) continue;
    const times = votes.get(hour) ?? new Map<string, number>();
    times.set(`${begins}-${ends}`, (times.get(`${begins}-${ends}`) ?? 0) + 1);
    votes.set(hour, times);
  }
  return [...votes]
    .sort(([a], [b]) => comparePeriods(a, b))
    .map(([hour, times]) => {
      const [best] = [...times].sort(([, a], [, b]) => b - a)[0]!;
      return { hour, weekday: null, begins_at: best.slice(0, 5), ends_at: best.slice(6), type: 'LESSON' };
    });
}

function toCourseId(code: string, grades: readonly string[]): string {
  return toStableId(code, grades);
}

/**
 * Every unit with a place on this day becomes a lesson; one that comes from another day becomes a lesson without a
 * place.
 */
function collectLessons(results: readonly DayResult[]): { lessons: LessonRecord[]; courses: CourseRecord[] } {
  const lessons = new Map<string, LessonRecord>();
  const courses = new Map<string, CourseRecord>();
  // A lesson moved here from another day has no regular place on this one, but the change refers to it.
  const mentioned = results.flatMap(({ placed, unit, change }) => {
    if (placed) return [{ unit: placed.unit, placements: [placed.placement] }];
    return unit && change?.lesson === unit.id ? [{ unit, placements: [] }] : [];
  });
  for (const { unit, placements } of mentioned) {
    const course = unit.course === null ? null : toCourseId(unit.course, unit.grades);
    const known = lessons.get(unit.id);
    if (known) {
      const taken = new Set(known.placements.map((placement) => placement.hour));
      known.placements.push(...placements.filter((placement) => !taken.has(placement.hour)));
      continue;
    }
    lessons.set(unit.id, {
      external_id: unit.id,
      subject: unit.subject || null,
      grades: unit.grades,
      teachers: unit.teachers,
      course,
      begins_at: null,
      ends_at: null,
      comment: null,
      placements: [...placements],
    });
    if (course !== null && unit.course !== null) {
      const teachers = [...new Set([...(courses.get(course)?.teachers ?? []), ...unit.teachers])];
      const { subject, grades } = unit;
      courses.set(course, {
        external_id: course,
        code: unit.course,
        name: null,
        subject: subject || null,
        grades,
        teachers,
        is_required: false,
      });
    }
  }
  return { lessons: [...lessons.values()], courses: [...courses.values()] };
}

function countColumns(columns: readonly DayColumn[], kind: PlanKind): ParsedPlan['counts'] {
  const grades = new Set<string>();
  const teachers = new Set<string>();
  const rooms = new Set<string>();
  const subjects = new Set<string>();
  const counts = { lessons: 0, placements: 0 };
  for (const { units, entries } of columns) {
    counts.lessons += units.length;
    counts.placements += entries.length;
    for (const unit of units) {
      for (const code of unit.teachers) teachers.add(code);
      subjects.add(unit.subject);
    }
    for (const entry of entries) {
      for (const code of entry.teachers) teachers.add(code);
      for (const code of entry.rooms) rooms.add(code);
      if (kind !== 'K') for (const code of entry.grades) grades.add(code);
    }
  }
  for (const codes of [grades, teachers, rooms, subjects]) codes.delete('');
  return {
    ...counts,
    grades: kind === 'K' ? columns.length : grades.size,
    teachers: teachers.size,
    bookables: rooms.size,
    subjects: subjects.size,
    substitutions: 0,
  };
}

function readKind(head: XmlNode | null): PlanKind {
  const kind = (head ? (readText(head, 'planart') ?? '') : '').trim().toUpperCase();
  return kind === 'L' || kind === 'R' ? kind : 'K';
}

/** Supervisions in teachers' plans are read from the other exports, which cover the whole year. */
function warnOfSupervisions(columns: readonly DayColumn[], findings: Findings): void {
  if (columns.some((column) => findChild(column.node, 'Aufsichten')))
    findings.warn('table_ignored', { table: 'Aufsichten' });
}

/**
 * `VpMobil` and `WplanVp`: the complete plan of one day with its changes applied (docs/import-formats.md, Indiware day
 * plan). The day's regular lessons are restored, so that changes can be shown as such; the scope is that day only.
 * Counts: `lessons` = `UeNr` elements, `placements` = `Std` elements, `grades` = `Kl` elements, `teachers` = distinct
 * codes of `UeLe` and `Le`, `bookables` = distinct rooms of `Ra`, `substitutions` = changes without the day's messages.
 */
export function parseDayPlan(root: XmlNode, file: SourceFile, options: ParseOptions): ParsedPlan {
  const findings = createFindings();
  const head = findChild(root, 'Kopf');
  const date = readDate(head, file);
  const kind = readKind(head);
  const columns = readColumns(root, kind, file.name, findings);
  const index = indexUnits(columns, kind === 'K');
  const results = groupEntries(columns, index).map((group) => readGroup(group, date, index));
  const changes = results.flatMap(({ change }) => (change ? [change] : []));
  const classes = kind === 'K' ? columns.map((column) => column.code) : [];
  const exams = columns.flatMap((column) => readExams(findChild(column.node, 'Klausuren'), date, classes));
  const messages = readLines(findPath(root, 'ZusatzInfo'), 'ZiZeile').map((line) => toMessage(date, line));
  const seen = new Set<string>();
  const substitutions = [...changes, ...exams, ...messages].filter(
    ({ external_id }) => !seen.has(external_id) && seen.add(external_id),
  );
  const { lessons, courses } = collectLessons(results);
  const nodes = columns.map((column) => column.node);
  const plan = {
    ...createPlan('indiware-vpmobil'),
    times: fillTimes(readColumnTimes(nodes, 'KlStunden', 'KlSt'), options.grid),
    lessons,
    courses,
    substitutions,
    holidays: readFreeDays(findChild(root, 'FreieTage')),
  };
  const units = createUnitCollector();
  units.use('grades', classes);
  useUnits(units, plan);
  warnOfGaps({ ...plan, lessons: lessons.filter((lesson) => lesson.placements.length > 0) }, findings);
  warnOfSupervisions(columns, findings);
  const counted = substitutions.filter((record) => record.kind !== 'MESSAGE').length;
  return {
    ...plan,
    ...units.all(),
    school_year: toPlanYear(null, {}, [date]),
    scope: { complete: [], lessons: { from: date, to: date }, substitutions: { from: date, to: date } },
    counts: { ...countColumns(columns, kind), substitutions: counted },
    warnings: findings.warnings,
    rejected: findings.rejected,
  };
}
