import { channelEvents, channelsApi } from '@kreide/core/features/channels';
import { contentMoveApi } from '@kreide/core/features/content-move';
import { useMutation, useQuery } from '@tanstack/react-query';
import { invalidateQueries, mutationOf, queryOf } from '../../kernel/data.ts';
import { useRealtime } from '../../kernel/realtime.ts';

/** So often it is asked how far a move is, ms. */
const LOOK = 1_000;

const refresh = () => void invalidateQueries(contentMoveApi.get);

/** How a channel stands; while something moves it is looked at again. */
export function useSituation(id: string) {
  useRealtime(channelEvents.channelChanged, refresh, refresh);
  return useQuery({
    ...queryOf(contentMoveApi.get, { params: { id } }, { staleTime: 0 }),
    refetchInterval: ({ state: { data } }) =>
      data?.move?.state === 'MOVING' || data?.move?.state === 'UNDOING' ? LOOK : false,
  });
}

const TOUCHED = [
  contentMoveApi.get,
  contentMoveApi.listRelated,
  contentMoveApi.listSingle,
  channelsApi.listOwn,
  channelsApi.get,
];
const options = { messages: false, touches: TOUCHED } as const;

/** What can be done with the content of a channel. */
export function useMoveActions() {
  return {
    move: useMutation(mutationOf(contentMoveApi.move, options)),
    undo: useMutation(mutationOf(contentMoveApi.undo, options)),
    startEmpty: useMutation(mutationOf(contentMoveApi.startEmpty, options)),
    archive: useMutation(mutationOf(contentMoveApi.archive, options)),
  };
}
export type MoveActions = ReturnType<typeof useMoveActions>;
