import { type Merge, moves } from '../../../kernel/data/merge.ts';

/** Calendars that programs read go on. */
export const subscriptionsMerge: Merge = {
  'subscriptions.owner_id': moves('calendar'),
  'subscriptions.user_id': moves(),
};
