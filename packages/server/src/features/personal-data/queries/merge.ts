import { type Merge, moves } from '../../../kernel/data/merge.ts';

/** Archives of two accounts that become one. */
export const personalDataMerge: Merge = {
  'personal_archives.user_id': moves(),
  'personal_archives.created_by': moves(),
};
