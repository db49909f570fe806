import type { PlanSubstitution } from './snapshot.ts';

/** Name and Mondays of the weeks in which a lesson is held. */
export interface LessonPattern {
  name: string;
  weeks: string[];
}

/** A lesson as stored in a version of the plan. */
export interface StoredLesson {
  lesson_id: number;
  source: string;
  external_lesson: string;
  course_id: number | null;
  subject_id: number | null;
  /** 1 = Monday … 7. */
  weekday: number | null;
  hour: string | null;
  time_begins_at: string | null;
  time_ends_at: string | null;
  begins_at: string;
  ends_at: string;
  /** Null = every week. */
  pattern: LessonPattern | null;
  dates: string[] | null;
  comment: string | null;
  grade_ids: number[];
  teacher_ids: number[];
  bookable_ids: number[];
}

/** A substitution as its source knows it. */
export interface StoredSubstitution extends Omit<PlanSubstitution, 'uuid'> {
  source: string;
  external_key: string;
}

/** A post at one break of the week, as stored. */
export interface StoredSupervision {
  uuid: string;
  source: string;
  area: string;
  /** Null: nobody yet. */
  teacher_id: number | null;
  /** 1 = Monday … 7. */
  weekday: number;
  /** The break before this period. */
  before_hour: string;
  minutes: number | null;
  time_begins_at: string;
  time_ends_at: string;
  /** Mondays; null = every week. */
  weeks: string[] | null;
  /** Exactly these dates; weekday and weeks are then ignored. */
  dates: string[] | null;
}
