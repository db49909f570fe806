import type { StoredLesson } from '../timetable/index.ts';

/** A lesson of a version as stored. */
export interface DraftLesson extends StoredLesson {
  /** Counts its changes in this version. */
  version: number;
  /** In periods. */
  length: number;
}

/** When a lesson is; all null: not yet. */
export interface Times {
  weekday: number | null;
  hour: string | null;
  time_begins_at: string | null;
  time_ends_at: string | null;
}

export interface VersionKey {
  school_id: number;
  id: number;
}
