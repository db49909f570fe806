import { joins, type Merge, moves } from '../../../kernel/data/merge.ts';

/** What a change of the year did with two accounts that become one. */
export const yearChangeMerge: Merge = {
  'year_changes.created_by': moves(),
  'year_change_people.user_id': joins('year_change_people.user_id', { within: ['change_id'] }),
  'year_change_repeaters.user_id': joins('year_change_repeaters.user_id', { within: [] }),
};
