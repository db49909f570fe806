import type { CourseRecord, LessonRecord, PlacementRecord } from '@kreide/core/features/timetable-import';
import type { PlanDay } from '../day-order.ts';
import { toStableId } from '../stable-id.ts';
import { hasLongCode, listChildren } from '../xml-node.ts';
import { cell, type FetRow, type Place, type Reject } from './places.ts';
import type { StudentSet } from './students.ts';

export interface FetGrid {
  days: ReadonlyMap<string, PlanDay>;
  /** Names of periods in order, and their keys. */
  names: readonly string[];
  hours: readonly string[];
  /** The keys of periods of half days after noon; empty where the days are whole. */
  afternoon: readonly string[];
}

interface Activity {
  id: string;
  subject: string | null;
  teachers: string[];
  students: string[];
  duration: number;
}

const listTexts = (row: FetRow, name: string) => [
  ...new Set(
    listChildren(row.node, name)
      .map(({ text }) => text.trim())
      .filter(Boolean),
  ),
];

function readActivity(row: FetRow, seen: ReadonlySet<string>, reject: Reject): Activity | null {
  const id = cell(row.node, 'Id');
  const duration = cell(row.node, 'Duration') ?? '1';
  const activity = {
    id: id ?? '',
    subject: cell(row.node, 'Subject'),
    teachers: listTexts(row, 'Teacher'),
    students: listTexts(row, 'Students'),
    duration: Number(duration),
  };
  if (id === null) reject(row, 'Id', 'missing_value');
  else if (seen.has(id)) reject(row, 'Id', 'duplicate_id', id);
  else if (!/^\d{1,2}$/.test(duration) || Number(duration) < 1) reject(row, 'Duration', 'bad_number', duration);
  else if (hasLongCode([id, activity.subject ?? ''], activity.teachers, activity.students)) {
    reject(row, 'Subject', 'too_long', activity.subject);
  } else return activity;
  return null;
}

/** The places of an activity in the week, one for each of its periods; null (and reported) when there is no such place. */
function toPlacements(activity: Activity, place: Place & { row: FetRow }, grid: FetGrid, reject: Reject) {
  const day = grid.days.get(place.day);
  const first = grid.names.indexOf(place.hour);
  if (!day) reject(place.row, 'Day', 'unknown_weekday', place.day);
  else if (first < 0) reject(place.row, 'Hour', 'bad_period', place.hour);
  else if (first + activity.duration > grid.hours.length) reject(place.row, 'Hour', 'bad_range', place.hour);
  else if (hasLongCode(place.rooms)) reject(place.row, 'Room', 'too_long', place.rooms[0] ?? null);
  else {
    const hours = day.isAfternoon ? grid.afternoon : grid.hours;
    return hours.slice(first, first + activity.duration).map(
      (hour): PlacementRecord => ({
        weekday: day.weekday,
        hour,
        begins_at: null,
        ends_at: null,
        bookables: place.rooms,
        weeks: { kind: 'every' },
      }),
    );
  }
  return null;
}

/** Activities of the same class, subject and teachers are one lesson with several places in the week. */
export function collectLessons(
  rows: readonly FetRow[],
  places: ReadonlyMap<string, Place & { row: FetRow }>,
  sets: ReadonlyMap<string, StudentSet>,
  grid: FetGrid,
  reject: Reject,
) {
  const lessons = new Map<string, LessonRecord>();
  const courses = new Map<string, CourseRecord>();
  const seen = new Set<string>();
  for (const row of rows) {
    const activity = readActivity(row, seen, reject);
    if (!activity) continue;
    seen.add(activity.id);
    if (cell(row.node, 'Active') === 'false') {
      reject(row, 'Active', 'unsupported_row', activity.id);
      continue;
    }
    const { subject, teachers, students } = activity;
    const grades = [...new Set(students.map((name) => sets.get(name)?.grade ?? name))];
    const parts = students.filter((name) => sets.get(name)?.is_part);
    const course = parts.length === 0 ? null : toStableId(subject, parts);
    if (course !== null && !courses.has(course)) {
      const code = [subject, ...parts].filter(Boolean).join(' ').slice(0, 200);
      courses.set(course, { external_id: course, code, name: null, subject, grades, teachers, is_required: false });
    }
    const key = toStableId(students, subject, teachers);
    const common = { external_id: key, subject, grades, teachers, course, begins_at: null, ends_at: null };
    const lesson = lessons.get(key) ?? { ...common, comment: null, placements: [] };
    lessons.set(key, lesson);
    const place = places.get(activity.id);
    lesson.placements.push(...((place && toPlacements(activity, place, grid, reject)) ?? []));
  }
  for (const [id, { row }] of places) if (!seen.has(id)) reject(row, 'Id', 'unknown_reference', id);
  return { lessons: [...lessons.values()], courses: [...courses.values()], activities: seen.size };
}
