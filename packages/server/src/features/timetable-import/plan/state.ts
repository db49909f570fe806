import type { Kind } from '@kreide/core/features/timetable';
import type { Weekday } from '@kreide/core/kernel';

/** The five kinds of master data that a plan refers to. */
export const MASTERS = ['grade', 'teacher', 'bookable', 'subject', 'course'] as const;
export type Master = (typeof MASTERS)[number];
/** Their tables, which are the lists of a parsed plan too. */
export const MASTER_TABLES = {
  grade: 'grades',
  teacher: 'teachers',
  bookable: 'bookables',
  subject: 'subjects',
  course: 'courses',
} as const satisfies Record<Master, string>;

/** A record of ours, as far as an import compares and changes it. Ids below zero stand for records yet to be made. */
export interface MasterRow {
  id: number;
  shortcut: string;
  name: string | null;
  source: string;
  ended: boolean;
  /** Further columns that an import may set: `firstname`, `color`, `subject_id` … */
  extra: Record<string, unknown>;
}

/** A row of the version in force, or of the next one. */
export interface LessonRow {
  lesson_id: number;
  source: string;
  external_lesson: string;
  course_id: number | null;
  subject_id: number | null;
  weekday: Weekday | null;
  hour: string | null;
  time_begins_at: string | null;
  time_ends_at: string | null;
  begins_at: string;
  ends_at: string;
  /** Name and Mondays; null = every week. */
  pattern: { name: string; weeks: string[] } | null;
  dates: string[] | null;
  comment: string | null;
  grade_ids: number[];
  teacher_ids: number[];
  bookable_ids: number[];
}

export interface SubstitutionRow {
  /** Below zero: yet to be made. */
  id: number;
  source: string;
  external_key: string;
  kind: Kind | null;
  is_hidden: boolean;
  date: string;
  hour: string | null;
  time_begins_at: string;
  time_ends_at: string;
  from_subject_id: number | null;
  from_grade_ids: number[];
  from_teacher_ids: number[];
  from_bookable_ids: number[];
  course_id: number | null;
  subject_id: number | null;
  grade_ids: number[];
  teacher_ids: number[];
  bookable_ids: number[];
  comment: string | null;
  moved_comment: string | null;
  target_date: string | null;
  target_hour: string | null;
  target_time_begins_at: string | null;
  target_time_ends_at: string | null;
  replaces: { lesson_id: number; lesson_date: string }[];
}

export interface TimeRow {
  weekday: Weekday | null;
  hour: string;
  begins_at: string;
  ends_at: string;
  type: 'LESSON' | 'BREAK';
}

export interface HolidayRow {
  name: string;
  shortcut: string | null;
  begins_at: string;
  ends_at: string;
  is_public: boolean;
}

/** What is in force, as a publication finds it. */
export interface ImportState {
  year: { id: number; name: string; begins_at: string; ends_at: string; anchor: string | null; revision: number };
  masters: Record<Master, MasterRow[]>;
  /** `<entity> <external key>` of this source → our id. */
  keys: Map<string, number>;
  lessons: LessonRow[];
  /** Current ones of the whole school year. */
  substitutions: SubstitutionRow[];
  times: TimeRow[];
  holidays: HolidayRow[];
}

export function keyOf(entity: Master | 'lesson', external: string): string {
  return `${entity} ${external}`;
}
