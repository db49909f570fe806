import { type JoinedAccount, joiningApi, type LoginAnswer } from '@kreide/core/features/auth';
import { readAccounts, selectAccount } from '../../kernel/accounts.ts';
import { client, sessionStore } from '../../kernel/client.ts';
import { queryOf } from '../../kernel/data.ts';
import { keepSignIn } from '../../kernel/sign-in.ts';
import { SELF } from './factor-wish.ts';

/** The accounts that are joined with the selected one, whether or not this device has them. */
export const joinedQuery = queryOf(joiningApi.listJoinedAccounts, SELF, { staleTime: 60_000 });

/**
 * Shows a joined account: the session that this device has of it, or a new one. Answers what opens its second step where
 * one is asked for; null: it is shown. Throws ApiError.
 */
export async function switchTo(account: Pick<JoinedAccount, 'uuid' | 'displayname'>): Promise<LoginAnswer | null> {
  const { uuid, displayname } = account;
  if (readAccounts()?.users.some((user) => user.uuid === uuid)) {
    await selectAccount(uuid);
    return null;
  }
  const answer = await client.call(joiningApi.switchAccount, { body: { uuid } }, { messages: false });
  if (answer.tfa_mode !== '') return answer;
  await keepSwitched(answer, displayname);
  return null;
}

/** Adds the session of a joined account to those of the device; it stays for as long as the one that it came from. */
export const keepSwitched = (answer: LoginAnswer, displayname: string): Promise<void> =>
  keepSignIn(answer, { username: displayname, stayLoggedIn: sessionStore.stays() });
