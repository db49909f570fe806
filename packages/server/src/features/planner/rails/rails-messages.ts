import type { RailProgress } from '@kreide/core/features/planner';
import type { RailInput, RailPlan } from '@kreide/core/features/planner/rails';

/** What the search for rails is told. */
export type RailsOrder =
  | { readonly kind: 'start'; readonly input: RailInput; readonly seed: number; readonly steps: number }
  | { readonly kind: 'stop' };

/** What it says. */
export type RailsMessage = { readonly kind: 'progress'; readonly progress: RailProgress } | RailsResult;

export interface RailsResult extends RailPlan {
  readonly kind: 'done';
  readonly steps: number;
}
