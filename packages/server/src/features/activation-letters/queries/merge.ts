import { ends, type Merge, moves } from '../../../kernel/data/merge.ts';

/** Letters for two accounts that become one: the code of the one that goes opens nothing. */
export const lettersMerge: Merge = {
  'letter_runs.created_by': moves(),
  'letter_entries.user_id': ends(),
};
