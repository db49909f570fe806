import type {
  Costs,
  DividedLesson,
  LessonPlace,
  OpenUnit,
  ProposalInput,
  SearchProgress,
} from '@kreide/core/features/planner/proposal';

/** What the search is told. */
export type SearchOrder =
  | {
      readonly kind: 'start';
      readonly input: ProposalInput;
      readonly seed: number;
      readonly seconds: number;
      readonly fromGiven: boolean;
    }
  | { readonly kind: 'stop' };

/** What it says. */
export type SearchMessage =
  | { readonly kind: 'progress'; readonly progress: SearchProgress; readonly open_ids: readonly number[] }
  | SearchResult;

export interface SearchResult {
  readonly kind: 'done';
  readonly places: readonly LessonPlace[];
  readonly divided: readonly DividedLesson[];
  readonly before: Costs;
  readonly after: Costs;
  readonly moves: number;
  readonly open: readonly OpenUnit[];
}
