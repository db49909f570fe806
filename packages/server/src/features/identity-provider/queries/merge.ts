import { ends, type Merge } from '../../../kernel/data/merge.ts';

/** No program stays signed in with the account that goes. */
export const identityMerge: Merge = {
  'identity_grants.user_id': ends(),
};
