import { type Merge, moves } from '../../../kernel/data/merge.ts';

/** Who moved the content of channels. */
export const contentMoveMerge: Merge = {
  'content_moves.created_by': moves(),
};
