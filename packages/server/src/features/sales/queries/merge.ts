import { type Merge, moves } from '../../../kernel/data/merge.ts';

/** Schools that somebody recommended. */
export const salesMerge: Merge = {
  'referrals.user_id': moves(),
};
