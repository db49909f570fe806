import type { CourseRecord, LessonRecord, PlacementRecord, Weeks } from '@kreide/core/features/timetable-import';
import type { Weekday } from '@kreide/core/kernel';
import type { Findings } from '../../findings.ts';
import { toLineKey, toPartKey } from '../lesson-key.ts';
import type { GpuFile } from './kinds.ts';
import { readDate, readGpuRows, requireDay, requireNumber, requirePeriod } from './rows.ts';

/** An accepted row of GPU001. */
export interface PlacementRow {
  key: string;
  number: string;
  grade: string;
  teacher: string;
  subject: string;
  room: string;
  weekday: Weekday;
  hour: string;
  week: string;
}

/** An accepted row of GPU002. */
export interface LessonRow {
  key: string;
  number: string;
  grade: string;
  teacher: string;
  subject: string;
  /** Wanted rooms (subject room) and the home room; the actual room is in GPU001. */
  subject_rooms: string[];
  home_rooms: string[];
  /** Names of week patterns that the export does not define; several stay joined with `~`. */
  week: string;
  begins_at: string | null;
  ends_at: string | null;
  comment: string | null;
  course: string;
  course_name: string | null;
}

/** GPU001 (docs/import-formats.md). */
export function readPlacementRows(file: GpuFile, findings: Findings): PlacementRow[] {
  return readGpuRows(file, findings, 7, (row) => {
    const number = requireNumber(row, 1);
    return {
      key: toLineKey(number, row.text(4), row.text(3)),
      number,
      grade: row.text(2),
      teacher: row.text(3),
      subject: row.text(4),
      room: row.text(5),
      weekday: requireDay(row, 6),
      hour: requirePeriod(row, 7),
      week: row.text(9),
    };
  });
}

/** GPU002 (docs/import-formats.md). */
export function readLessonRows(file: GpuFile, findings: Findings): LessonRow[] {
  return readGpuRows(file, findings, 16, (row) => {
    const number = requireNumber(row, 1);
    return {
      key: toLineKey(number, row.text(7), row.text(6)),
      number,
      grade: row.text(5),
      teacher: row.text(6),
      subject: row.text(7),
      subject_rooms: row.list(8),
      home_rooms: row.list(20),
      week: row.text(12).trim(),
      begins_at: readDate(row, 15),
      ends_at: readDate(row, 16),
      comment: row.note(18) || row.note(13) || null,
      course: row.text(42),
      course_name: row.note(39) || null,
    };
  });
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

const isFilled = (value: string) => value.trim() !== '';
const distinct = (values: readonly string[]): string[] =>
  values.length === 1 ? values.filter(isFilled) : [...new Set(values)].filter(isFilled);
const orNull = (value: string): string | null => (value.trim() === '' ? null : value);
const toWeeks = (label: string): Weeks => (label.trim() === '' ? { kind: 'every' } : { kind: 'label', label });

/** The slots of one coupling line, grouped by the participating classes. */
function toSlots(
  rows: readonly PlacementRow[],
  week: string,
): Map<string, { grades: string[]; slots: PlacementRecord[] }> {
  const groups = new Map<string, { grades: string[]; slots: PlacementRecord[] }>();
  for (const atSlot of groupBy(rows, (row) => `${row.weekday}|${row.hour}|${row.week}`).values()) {
    const { weekday, hour, week: ownWeek } = atSlot[0]!;
    for (const { classes, grades, rooms } of toParts(atSlot)) {
      let group = groups.get(classes);
      if (!group) {
        group = { grades, slots: [] };
        groups.set(classes, group);
      }
      const weeks = toWeeks(week || ownWeek);
      group.slots.push({ weekday, hour, begins_at: null, ends_at: null, bookables: distinct(rooms), weeks });
    }
  }
  return groups;
}

/** Rows that differ in the class only are one placement; rooms with the same classes are one placement too. */
function toParts(atSlot: readonly PlacementRow[]): { classes: string; grades: string[]; rooms: string[] }[] {
  const [only, second] = atSlot;
  if (only && !second) {
    const grades = distinct([only.grade]);
    return [{ classes: grades.join('~'), grades, rooms: [only.room] }];
  }
  const byRoom = [...groupBy(atSlot, (row) => row.room)].map(([room, inRoom]) => ({
    room,
    grades: distinct(inRoom.map((row) => row.grade)).sort(),
  }));
  return [...groupBy(byRoom, (part) => part.grades.join('~'))].map(([classes, parts]) => ({
    classes,
    grades: parts[0]!.grades,
    rooms: parts.map((part) => part.room),
  }));
}

/**
 * One lesson for each coupling line (number, subject, teacher). Where a line has other classes in some slots, those are
 * a separate lesson: the one with the most slots has the line's plain id, the others have their classes in it. Lines
 * that only GPU002 lists are lessons without a placement.
 */
export function toLessons(placements: readonly PlacementRow[], lessons: readonly LessonRow[]): LessonRecord[] {
  const described = groupBy(lessons, (row) => row.key);
  const placed = groupBy(placements, (row) => row.key);
  const records: LessonRecord[] = [];
  for (const key of new Set([...placed.keys(), ...described.keys()])) {
    const rows = placed.get(key) ?? [];
    const facts = described.get(key) ?? [];
    const any = rows[0] ?? facts[0]!;
    const common = {
      subject: orNull(any.subject),
      teachers: distinct([any.teacher]),
      course: orNull(facts[0]?.course ?? ''),
      begins_at: facts[0]?.begins_at ?? null,
      ends_at: facts[0]?.ends_at ?? null,
      comment: facts[0]?.comment ?? null,
    };
    if (rows.length === 0) {
      records.push({
        external_id: key,
        ...common,
        grades: distinct(facts.map((row) => row.grade)).sort(),
        placements: [],
      });
      continue;
    }
    const groups = [...toSlots(rows, facts[0]?.week ?? '')].sort(
      ([a, left], [b, right]) => right.slots.length - left.slots.length || (a < b ? -1 : 1),
    );
    for (const [index, [classes, { grades, slots }]] of groups.entries()) {
      records.push({ external_id: index === 0 ? key : toPartKey(key, classes), ...common, grades, placements: slots });
    }
  }
  return records;
}

/** The student groups of GPU002 (field 42): one course each, with all classes and teachers of its rows. */
export function toCourses(lessons: readonly LessonRow[]): CourseRecord[] {
  const named = lessons.filter((row) => row.course.trim() !== '');
  return [...groupBy(named, (row) => row.course)].map(([code, rows]) => ({
    external_id: null,
    code,
    name: rows.find((row) => row.course_name !== null)?.course_name ?? null,
    subject: orNull(rows[0]!.subject),
    grades: distinct(rows.map((row) => row.grade)),
    teachers: distinct(rows.map((row) => row.teacher)),
    is_required: false,
  }));
}
