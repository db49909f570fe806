import { CLASSBOOK_PAGE } from '@kreide/core/features/classbook';

/** The query of a list, checked against what there is. */
export interface Filter {
  readonly begins_at: string | null;
  readonly ends_at: string | null;
  readonly limit: number;
  readonly offset: number;
  readonly words: readonly string[];
  readonly with_deleted: boolean;
  readonly is_open: boolean;
  readonly course_id: number | null;
  readonly grade_id: number | null;
  readonly user_id: number | null;
  /** Only what has to do with any course, or any grade. */
  readonly kind: 'courses' | 'grades' | null;
  readonly member_grade_id: number | null;
  readonly categories: readonly string[] | null;
  readonly absence_types: readonly string[] | null;
  readonly states: readonly string[] | null;
}

/** Everything that somebody sees. */
export const ALL: Filter = {
  begins_at: null,
  ends_at: null,
  limit: CLASSBOOK_PAGE,
  offset: 0,
  words: [],
  with_deleted: false,
  is_open: false,
  course_id: null,
  grade_id: null,
  user_id: null,
  kind: null,
  member_grade_id: null,
  categories: null,
  absence_types: null,
  states: null,
};
