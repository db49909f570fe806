import { timetableImportApi, type WebUntisConnection } from '@kreide/core/features/timetable-import';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf, queryOf, writeQuery } from '../../kernel/data.ts';
import { queries } from '../../kernel/query.ts';

/** Pause between two looks at a connection that WebUntis is just asked over, ms. */
const LOOK_EVERY = 1_500;

/** Is the first look still to come? */
const isFirst = ({ is_on, checked_at }: WebUntisConnection) => is_on && checked_at === null;

/** The connection of the school to its WebUntis, followed while it is being read. */
export function useWebUntis(schoolId: number) {
  const params = { id: `${schoolId}` };
  /** The last look when somebody asked for another one; undefined: nobody has. */
  const [asked, setAsked] = useState<string | null | undefined>();
  const [removals, setRemovals] = useState(0);
  const query = useQuery({
    ...queryOf(timetableImportApi.getWebUntis, { params }, { staleTime: 0 }),
    refetchInterval: ({ state: { data } }) =>
      data && (data.checked_at === asked || isFirst(data)) ? LOOK_EVERY : false,
  });
  const show = (connection: WebUntisConnection | null) =>
    writeQuery(timetableImportApi.getWebUntis, { params }, connection);
  return {
    /** The connection as the server has it now. */
    newest: async (): Promise<WebUntisConnection> => {
      const found = await queries.fetchQuery(queryOf(timetableImportApi.getWebUntis, { params }, { staleTime: 0 }));
      if (!found) throw new Error('The connection was removed.');
      return found;
    },
    params,
    query,
    /** How often a connection was removed here. */
    removals,
    isAsked: query.data != null && query.data.checked_at === asked,
    save: useMutation({ ...mutationOf(timetableImportApi.setWebUntis, { messages: false }), onSuccess: show }),
    remove: useMutation({
      ...mutationOf(timetableImportApi.removeWebUntis, { messages: false }),
      onSuccess: () => {
        show(null);
        setRemovals(removals + 1);
      },
    }),
    check: useMutation(mutationOf(timetableImportApi.checkWebUntis, { messages: false })),
    fetch: useMutation({
      ...mutationOf(timetableImportApi.fetchWebUntis, { messages: false }),
      onSuccess: (connection) => {
        setAsked(connection.checked_at);
        show(connection);
      },
    }),
  };
}

export type WebUntisActions = ReturnType<typeof useWebUntis>;
