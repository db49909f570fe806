import { sql } from 'kysely';
import { joins, type Merge, moves } from '../../../kernel/data/merge.ts';

/** Wishes and places of two accounts that become one: a place is worth more than none. */
export const choicesMerge: Merge = {
  'choices.created_by': moves(),
  'choice_wishes.user_id': joins('choice_wishes.user_id', { within: ['choice_id'], kind: 'choices' }),
  'choice_places.user_id': joins('choice_places.user_id', {
    within: ['choice_id'],
    kind: 'choices',
    stronger: sql`gone.option_id is not null and stays.option_id is null`,
  }),
};
