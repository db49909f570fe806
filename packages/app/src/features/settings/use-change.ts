import { type PersonSettings, profileApi } from '@kreide/core/features/settings';
import { usersApi } from '@kreide/core/features/users';
import { ApiError, type ArgsOf } from '@kreide/core/kernel';
import { useState } from 'react';
import { client } from '../../kernel/client.ts';
import { invalidateQueries, queryOf, writeQuery } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';

export const SELF = { params: { id: 'self' } } as const;
export const settingsQuery = queryOf(profileApi.getSettings, SELF, { staleTime: 0 });

/** The endpoints that change something of the person and answer all of it. */
type Change = (typeof profileApi)[
  | 'updateSettings'
  | 'updateName'
  | 'updateEmail'
  | 'updateUsername'
  | 'changeStatistics'];

/** Saves a part of the own settings; what the server finds wrong stands at its field, everything else as one problem. */
export function useChange<D extends Change>(endpoint: D) {
  const { t } = useTranslation('errors');
  const [isPending, setPending] = useState(false);
  const [issues, setIssues] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);

  async function save(body: ArgsOf<D>['body']): Promise<PersonSettings | null> {
    setPending(true);
    setIssues({});
    setProblem(null);
    try {
      const args = { ...SELF, body } as ArgsOf<D>;
      const { data } = (await client.call(endpoint, args, { messages: false })) as { data: PersonSettings };
      await writeQuery(profileApi.getSettings, SELF, data);
      await invalidateQueries(usersApi.getSelf);
      return data;
    } catch (thrown) {
      const error = ApiError.from(thrown);
      setIssues(Object.fromEntries(error.issues.map(({ path, message }) => [path.replace('body.', ''), message])));
      if (error.issues.length === 0) setProblem(t(error.code));
      return null;
    } finally {
      setPending(false);
    }
  }

  return { save, isPending, issues, problem };
}
