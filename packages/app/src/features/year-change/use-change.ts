import { structureApi } from '@kreide/core/features/structure';
import { usersApi } from '@kreide/core/features/users';
import { yearChangeApi } from '@kreide/core/features/year-change';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { useSelf } from '../../kernel/session.ts';

/** The parameters of every call: the school of the session. */
export function useOwnSchool() {
  return { id: String(useSelf().school.id) };
}

/** The change as it would be made now; whoever comes back from a page where something is put right sees it. */
export function useYearChange() {
  const change = queryOf(yearChangeApi.get, { params: useOwnSchool() }, { staleTime: 0 });
  return useQuery({ ...change, refetchOnWindowFocus: 'always' });
}

const SHOWN = [yearChangeApi.get, yearChangeApi.listPeople];

/** What can be done with it. Who is in which grade and which year is active is known elsewhere too. */
export function useChangeActions() {
  const moved = { messages: false, touches: [...SHOWN, structureApi.listYears, usersApi.getSelf] };
  return {
    update: useMutation(mutationOf(yearChangeApi.update, { messages: false, touches: SHOWN })),
    repeat: useMutation(mutationOf(yearChangeApi.repeat, { messages: false, touches: SHOWN })),
    apply: useMutation(mutationOf(yearChangeApi.apply, moved)),
    revert: useMutation(mutationOf(yearChangeApi.revert, moved)),
  };
}
