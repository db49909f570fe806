import {
  type Conference,
  conferencesApi,
  conferencesEvents,
  type JoinedConference,
  PRESENCE_SECONDS,
} from '@kreide/core/features/conferences';
import { ApiError } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../kernel/client.ts';
import { queryOf } from '../../kernel/data.ts';
import { queries } from '../../kernel/query.ts';
import { useRealtime } from '../../kernel/realtime.ts';

export interface Sent {
  media: 'video' | 'sound';
  is_muted: boolean;
  is_sharing: boolean;
}

/** Where this tab is: not joined, in it or waiting, or another tab has taken over. */
export type Attendance = 'outside' | 'inside' | 'elsewhere';

/** One conference as it is now: read, heard, joined, kept and left. */
export function useConference(id: string, cid: string) {
  const params = { id, cid };
  const options = queryOf(conferencesApi.get, { params });
  const query = useQuery({ ...options, staleTime: 0, gcTime: 0 });
  const { refetch } = query;
  const [attendance, setAttendance] = useState<Attendance>('outside');
  const [joined, setJoined] = useState<JoinedConference | null>(null);
  const connection = useRef(crypto.randomUUID()).current;
  const key = JSON.stringify(options.queryKey);
  const put = useCallback((conference: Conference) => queries.setQueryData(JSON.parse(key), conference), [key]);

  useRealtime(
    conferencesEvents.conferenceChanged,
    ({ conference_uuid }) => conference_uuid === cid && void refetch(),
    () => void refetch(),
  );

  const join = useCallback(
    async (media: Sent['media']): Promise<ApiError | null> => {
      try {
        const args = { params: { id, cid }, body: { connection, media } };
        const { data } = await client.call(conferencesApi.join, args);
        put(data.conference);
        setJoined(data);
        setAttendance('inside');
        return null;
      } catch (thrown) {
        void refetch();
        return ApiError.from(thrown);
      }
    },
    [id, cid, connection, put, refetch],
  );

  const leave = useCallback(() => {
    setAttendance('outside');
    setJoined(null);
  }, []);

  /** Says what is sent; an error says that it may not be. */
  const tell = useCallback(
    async (sent: Sent): Promise<ApiError | null> => {
      try {
        const args = { params: { id, cid }, body: { connection, ...sent } };
        const { data } = await client.call(conferencesApi.setPresence, args, { messages: false, isRepeatable: true });
        put(data);
        return null;
      } catch (thrown) {
        const error = ApiError.from(thrown);
        if (error.code === 'conflict') setAttendance('elsewhere');
        if (['conference_ended', 'forbidden', 'not_found'].includes(error.code)) void refetch();
        return error;
      }
    },
    [id, cid, connection, put, refetch],
  );

  // Whoever closes the tab is gone at once if the network lets them say so, else after a minute.
  useEffect(() => {
    if (attendance !== 'inside') return;
    const go = () => {
      const args = { params: { id, cid }, body: { connection } };
      client
        .call(conferencesApi.leave, args, { messages: false })
        .then(({ data }) => put(data))
        .catch(() => {});
    };
    globalThis.addEventListener('pagehide', go);
    return () => {
      globalThis.removeEventListener('pagehide', go);
      go();
    };
  }, [attendance, id, cid, connection, put]);

  return { query, attendance, joined, connection, join, leave, tell, put, setAttendance };
}

/** Says again and again that this tab is there, at once when something changes, and comes back after a sleep. */
export function usePresence(
  { attendance, tell, join, query }: Pick<ReturnType<typeof useConference>, 'attendance' | 'tell' | 'join' | 'query'>,
  { media, is_muted, is_sharing }: Sent,
  onRefused: () => void,
): void {
  const refused = useRef(onRefused);
  refused.current = onRefused;
  useEffect(() => {
    if (attendance !== 'inside') return;
    let isOver = false;
    const say = async () => {
      const error = await tell({ media, is_muted, is_sharing });
      if (!isOver && error?.code === 'conference_full') refused.current();
    };
    void say();
    const timer = setInterval(() => void say(), PRESENCE_SECONDS * 1000);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [attendance, tell, media, is_muted, is_sharing]);

  const { own_state = null, ended_at = null } = query.data ?? {};
  const before = useRef(own_state);
  useEffect(() => {
    const former = before.current;
    before.current = own_state;
    if (attendance !== 'inside' || ended_at !== null) return;
    // Let in, or taken for lost while the device slept: both join once more.
    const isLetIn = former === 'waiting' && own_state === 'in';
    const isLost = former === 'in' && own_state === null;
    if (isLetIn || isLost) void join(media);
  }, [attendance, own_state, ended_at, join, media]);
}
