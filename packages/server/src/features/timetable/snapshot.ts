import type { CalendarView, Holiday, Period, SubjectUnit, Unit } from '@kreide/core/features/structure';
import type { Kind } from '@kreide/core/features/timetable';

/** A lesson of the version in force with all its dates of the school year, ascending, without free days. */
export interface PlanLesson {
  lesson_id: number;
  uuid: string;
  external_lesson: string;
  hour: string | null;
  time_begins_at: string;
  time_ends_at: string;
  kind: Kind | null;
  comment: string | null;
  course_id: number | null;
  subject_id: number | null;
  grade_ids: number[];
  teacher_ids: number[];
  bookable_ids: number[];
  dates: readonly string[];
}

/** A break supervision of one teacher with all its dates: shown like a lesson, to this teacher and to planners. */
export interface PlanSupervision extends Omit<PlanLesson, 'lesson_id' | 'external_lesson'> {
  lesson_id: null;
  kind: 'SUPERVISION';
  /** The break before this period. */
  before_hour: string;
}

export interface PlanSubstitution {
  id: number;
  uuid: string;
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
  /** The replaced occurrences. */
  replaces: { lesson_id: number; lesson_date: string }[];
}

export interface PlanCourse extends Unit {
  is_required: boolean;
  /** Somebody is enrolled: then only they see its lessons. */
  has_enrolments: boolean;
  /** Null: that of its subject. */
  color: string | null;
}

/** What is said of a room besides its name. */
export interface RoomFacts {
  description: string | null;
  is_confirmable: boolean;
  is_public: boolean;
}

export interface PlanTeacher extends Unit {
  lastname: string | null;
}

/** Measured sizes, bytes: of one lesson, substitution or unit with its lists and texts. */
const LESSON_BYTES = 500;
const SUBSTITUTION_BYTES = 1500;
const UNIT_BYTES = 300;

/** About the memory that a snapshot takes; what is written from it comes on top. */
export function sizeOf(snapshot: PlanSnapshot): number {
  const { lessons, supervisions, substitutions, grades, teachers, bookables, subjects, courses, times, holidays } =
    snapshot;
  const units = [grades, teachers, bookables, subjects, courses].reduce((sum, { size }) => sum + size, 0);
  return (
    (lessons.length + supervisions.length) * LESSON_BYTES +
    substitutions.length * SUBSTITUTION_BYTES +
    (units + times.length + holidays.length) * UNIT_BYTES
  );
}

/** Everything needed for the plans of one school year, at one revision; immutable once loaded. */
export interface PlanSnapshot {
  school_id: number;
  school_year_id: number;
  begins_at: string;
  ends_at: string;
  revision: number;
  time_zone: string;
  days_to_show: number;
  calendar_view: CalendarView;
  last_updated_at: string | null;
  lessons: PlanLesson[];
  lessonsById: Map<number, PlanLesson>;
  /** Ordered by time. */
  supervisions: PlanSupervision[];
  substitutions: PlanSubstitution[];
  grades: Map<number, Unit>;
  teachers: Map<number, PlanTeacher>;
  bookables: Map<number, Unit>;
  rooms: Map<number, RoomFacts>;
  subjects: Map<number, SubjectUnit>;
  courses: Map<number, PlanCourse>;
  times: Period[];
  holidays: Holiday[];
}
