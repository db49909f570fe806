import type { ChangeCounts } from '@kreide/core/features/year-change';
import type { Membership } from '../structure/index.ts';

/** Where the pupils of a grade go; null: they leave. */
export interface StoredTarget {
  readonly grade_id: number;
  readonly to: string | null;
}

/** How somebody stood before or after a change. */
export interface StoredPlace {
  readonly memberships: readonly Membership[];
  readonly expire_at: string | null;
  readonly read_only_from: string | null;
  readonly deleted_at: string | null;
}

declare module '../../kernel/data/json.ts' {
  interface JsonColumns {
    'year_change_drafts.targets': readonly StoredTarget[];
    'year_changes.counts': ChangeCounts;
    'year_changes.new_grades': readonly { readonly id: number; readonly shortcut: string }[];
    'year_change_people.before': StoredPlace;
    'year_change_people.after': StoredPlace;
  }
}
