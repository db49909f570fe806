import { BULKS_PAGE, type ImportRun, type RunOrder, userImportApi } from '@kreide/core/features/user-import';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { infiniteQueryOf, invalidateQueries, mutationOf, queryOf, writeQuery } from '../../kernel/data.ts';
import { useSelf } from '../../kernel/session.ts';

/** Pause between two looks at an import that the server is at, ms. */
const LOOK_EVERY = 1_000;

/** Is the server still at it? */
export const isWorkedOn = ({ state }: Pick<ImportRun, 'state'>): boolean =>
  state === 'QUEUED' || state === 'PROCESSING' || state === 'SAVING' || state === 'UNDOING';

/** Does it wait for somebody, or for the server? */
export const isOpen = (run: Pick<ImportRun, 'state'>): boolean =>
  isWorkedOn(run) || run.state === 'OPEN' || run.state === 'READY' || run.state === 'FAILED';

/** The lists that show an import. */
const LISTS = [userImportApi.duplicatedUsers, userImportApi.search, userImportApi.listBulks, userImportApi.getBulk];

/** The parameters of every call: the school of the session. */
export function useOwnSchool() {
  return { id: String(useSelf().school.id) };
}

/** The newest import, followed while the server is at it; whoever comes back to the page sees it as it is by then. */
export function useNewestRun() {
  const query = useQuery({
    ...queryOf(userImportApi.status, { params: useOwnSchool() }, { staleTime: 0, refetchOnWindowFocus: 'always' }),
    refetchInterval: ({ state: { data } }) => (data && isWorkedOn(data) ? LOOK_EVERY : false),
  });
  const { data: run } = query;
  const seen = run ? `${run.id} ${run.state} ${run.revision}` : '';
  useEffect(() => {
    if (seen !== '') for (const list of LISTS) void invalidateQueries(list);
  }, [seen]);
  return query;
}

/** One that was saved, followed while the server takes it back. */
export function useSavedRun(id: string) {
  const params = { ...useOwnSchool(), bulkId: id };
  return useQuery({
    ...queryOf(userImportApi.getBulk, { params }, { staleTime: 0 }),
    refetchInterval: ({ state: { data } }) => (data && isWorkedOn(data) ? LOOK_EVERY : false),
  });
}

/** Imports that were saved, followed while one of them is taken back. */
export function useSavedRuns(order: RunOrder) {
  const list = infiniteQueryOf(
    userImportApi.listBulks,
    { params: useOwnSchool(), query: { kind: 'import', order } },
    BULKS_PAGE,
  );
  return useInfiniteQuery({
    ...list,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.pages.flat().some(isWorkedOn) ? LOOK_EVERY : false),
  });
}

interface Heard {
  onCreated?: (run: ImportRun) => void;
}

/**
 * What can be done with an import; the answer is shown at once. What is to happen after it is said here, as whoever asked
 * may not be on the page any more by then.
 */
export function useRunActions({ onCreated }: Heard = {}) {
  const params = useOwnSchool();
  const onSuccess = (run: ImportRun) => writeQuery(userImportApi.status, { params }, run);
  const options = { messages: false, touches: [userImportApi.status, ...LISTS] };
  // What is shown again anyway: the newest import, with its lists by its revision.
  const decided = { messages: false, touches: [userImportApi.search] };
  return {
    create: useMutation({
      ...mutationOf(userImportApi.create, options),
      onSuccess: async (run: ImportRun) => {
        await onSuccess(run);
        onCreated?.(run);
      },
    }),
    discard: useMutation(mutationOf(userImportApi.discard, options)),
    merge: useMutation({ ...mutationOf(userImportApi.merge, decided), onSuccess }),
    importUsers: useMutation({ ...mutationOf(userImportApi.importUsers, decided), onSuccess }),
    compare: useMutation({ ...mutationOf(userImportApi.compare, options), onSuccess }),
    readDirectory: useMutation({ ...mutationOf(userImportApi.readDirectory, options), onSuccess }),
    enterStep: useMutation({ ...mutationOf(userImportApi.enterStep, decided), onSuccess }),
    removeUser: useMutation({ ...mutationOf(userImportApi.removeUser, options), onSuccess }),
    settleUsers: useMutation({ ...mutationOf(userImportApi.settleUsers, options), onSuccess }),
    takeNewIds: useMutation({ ...mutationOf(userImportApi.takeNewIds, decided), onSuccess }),
    keepParents: useMutation({ ...mutationOf(userImportApi.keepParents, decided), onSuccess }),
    extract: useMutation(mutationOf(userImportApi.extractTimetableEntities, { messages: false })),
    publish: useMutation({ ...mutationOf(userImportApi.publishTimetableEntities, decided), onSuccess }),
    keep: useMutation({ ...mutationOf(userImportApi.keep, decided), onSuccess }),
    save: useMutation({ ...mutationOf(userImportApi.save, options), onSuccess }),
    revert: useMutation(mutationOf(userImportApi.revertBulk, options)),
  };
}
