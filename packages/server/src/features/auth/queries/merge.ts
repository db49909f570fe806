import { ends, type Merge } from '../../../kernel/data/merge.ts';

/** Nobody signs in with the account that goes. */
export const authMerge: Merge = {
  'sessions.user_id': ends(),
  'app_passwords.user_id': ends(),
  'password_resets.user_id': ends(),
  'known_senders.user_id': ends(),
  'second_factors.user_id': ends(),
  'second_steps.user_id': ends(),
  'passkeys.user_id': ends(),
  'joined_accounts.user_id': ends(),
};
