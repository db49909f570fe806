import { type PersonSettings, profileApi } from '@kreide/core/features/settings';
import { usersApi } from '@kreide/core/features/users';
import type { ArgsOf } from '@kreide/core/kernel';
import { client } from '../../kernel/client.ts';
import { invalidateQueries, queryOf, writeQuery } from '../../kernel/data.ts';

export const SELF = { params: { id: 'self' } } as const;
export const settingsQuery = queryOf(profileApi.getSettings, SELF, { staleTime: 0 });

/** The endpoints that change something of the person and answer all of it. */
type Change = (typeof profileApi)[
  | 'updateSettings'
  | 'updateName'
  | 'updateEmail'
  | 'updateUsername'
  | 'changeStatistics'];

/** Saves a part of the own settings, and shows the answer everywhere. */
export async function saveChange<D extends Change>(endpoint: D, body: ArgsOf<D>['body']): Promise<PersonSettings> {
  const args = { ...SELF, body } as ArgsOf<D>;
  const { data } = (await client.call(endpoint, args, { messages: false })) as { data: PersonSettings };
  await writeQuery(profileApi.getSettings, SELF, data);
  await invalidateQueries(usersApi.getSelf);
  return data;
}
