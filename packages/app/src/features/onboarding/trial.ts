import { onboardingApi, type TrialPerson } from '@kreide/core/features/onboarding';
import { useQuery } from '@tanstack/react-query';
import { addAccount, readAccounts, removeAccount, selectAccount } from '../../kernel/accounts.ts';
import { client, sessionStore } from '../../kernel/client.ts';
import { toOnboarding } from '../../kernel/guards.ts';
import { queryOf } from '../../kernel/reading.ts';
import { useSelf } from '../../kernel/session.ts';
import { shelves } from '../../kernel/storage.ts';

/** Which account of this device looks around in an invented school, and where it came from. */
const FROM_KEY = 'trial_from';
/** How often it is looked how far an invented school is made, ms. */
const LOOK_EVERY = 700;

interface From {
  uuid: string;
  page: string;
}

/** Asks again and again while an invented school is made. */
export function useTrial() {
  const params = { id: `${useSelf().school.id}` };
  return useQuery({
    ...queryOf(onboardingApi.getTrial, { params }, { staleTime: 0 }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'making' ? LOOK_EVERY : false),
  });
}

/** Shows the invented school as somebody in it, beside the account of whoever looks around. Throws ApiError. */
export async function enterTrial(school: { id: number; uuid: string }, as: TrialPerson, name: string): Promise<void> {
  const before = readAccounts();
  if (!before) return;
  const path = { params: { id: `${school.id}` }, body: { as } };
  const answer = await client.call(onboardingApi.enterTrial, path, { messages: false });
  const from: From = { uuid: before.selected, page: toOnboarding(school.uuid, 'trial') };
  shelves.local.setItem(FROM_KEY, JSON.stringify(from));
  const { access_token, uuid } = answer;
  // Neither the school of the next sign-in, nor a reason to end the session of a parent of the same device.
  sessionStore.keep({ access_token, uuid }, sessionStore.stays(), true);
  await addAccount(before, name, { ...answer.data, purpose: 'trial' });
}

/** Whose the invented school is on this device; null: it is not known, or that account has left. */
export function readFrom(): From | null {
  try {
    const from = JSON.parse(shelves.local.getItem(FROM_KEY) ?? 'null') as Partial<From> | null;
    const users = readAccounts()?.users ?? [];
    return from?.uuid && from.page && users.some(({ uuid }) => uuid === from.uuid)
      ? { uuid: from.uuid, page: from.page }
      : null;
  } catch {
    return null;
  }
}

export const leaveTrial = ({ uuid, page }: From) => selectAccount(uuid, page);

/** Nobody of an invented school stays among the accounts of this device. */
export async function forgetVisits(): Promise<void> {
  shelves.local.removeItem(FROM_KEY);
  for (const { uuid, school } of readAccounts()?.users ?? [])
    if (school?.purpose === 'trial') await removeAccount(uuid);
}
