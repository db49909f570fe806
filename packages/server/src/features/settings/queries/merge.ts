import { ends, type Merge } from '../../../kernel/data/merge.ts';

/** What was asked for the account that goes is nothing the other has asked for. */
export const settingsMerge: Merge = {
  'deletion_requests.user_id': ends(),
  'email_changes.user_id': ends(),
};
