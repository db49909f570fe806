import type {
  DividedLessonShown,
  OpenLesson,
  PlanCosts,
  ProposalProgress,
  ProposalSettings,
  RailProgress,
  RailSettings,
  RailWhen,
} from '@kreide/core/features/planner';
import type { StoredLesson } from '../timetable/index.ts';

/** A lesson of a version as stored. */
export interface DraftLesson extends StoredLesson {
  /** Counts its changes in this version. */
  version: number;
  /** In periods. */
  length: number;
  /** No proposal moves it. */
  is_pinned: boolean;
  /** Wished whole; a proposal may make two of it. */
  is_divisible: boolean;
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

/** What a lesson is in a version, without its identity and the count of its changes. */
export type LessonState = Omit<DraftLesson, 'lesson_id' | 'version'>;

/**
 * What one push did with a lesson: of one that stays, what became another, before and after; null: it was not there, or is
 * gone. Of one that is removed `version` is known too, so that none is counted twice when it comes back.
 */
export interface LessonChange {
  lesson_id: number;
  before: (Partial<LessonState> & { version?: number }) | null;
  after: Partial<LessonState> | null;
}

/** What came of putting courses on rails, by ids: names are those of the day on which somebody looks. */
export interface StoredRails {
  courses: {
    id: number;
    rail: number;
    /** Missing in what was made before a course could run in a part of the year. */
    when?: RailWhen;
    group: number;
    capacity: number;
    pupils: number;
    former: number;
  }[];
  clashes: { rail: number; teacher_id: number; course_ids: number[] }[];
  pupils: number;
  open: number;
  moved: number;
  steps: number;
}

declare module '../../kernel/data/json.ts' {
  interface JsonColumns {
    'planner_edits.before': NonNullable<LessonChange['before']>;
    'planner_edits.after': NonNullable<LessonChange['after']>;
    'planner_proposals.settings': ProposalSettings;
    'planner_proposals.progress': ProposalProgress;
    'planner_rails.settings': RailSettings;
    'planner_rails.progress': RailProgress;
    'planner_rails.outcome': StoredRails;
    'planner_proposals.outcome': {
      before: PlanCosts;
      after: PlanCosts;
      moves: number;
      open: OpenLesson[];
      /** Left out: of a time when nothing was divided. */
      divided?: DividedLessonShown[];
    };
  }
}
