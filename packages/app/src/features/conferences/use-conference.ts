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
import { realtime, useRealtime } from '../../kernel/realtime.ts';

/** How long joining waits for the connection over which the others are heard, ms. */
const CONNECTED_WITHIN = 8_000;

/** Waits until events are heard, or for as long as anybody waits. */
function whenConnected(): Promise<void> {
  return new Promise((resolve) => {
    let end = () => {};
    const timer = setTimeout(done, CONNECTED_WITHIN);
    function done() {
      clearTimeout(timer);
      // Told at once, it ends after it was given its end.
      queueMicrotask(() => end());
      resolve();
    }
    end = realtime.onState((state) => state === 'connected' && done());
  });
}

export interface Sent {
  media: 'video' | 'sound';
  is_muted: boolean;
  is_sharing: boolean;
}

/** The state of this tab: not joined, in the conference or waiting, or another tab has taken over. */
export type Attendance = 'outside' | 'inside' | 'elsewhere';

/** One conference as it is now: read, heard, joined, kept and left. */
export function useConference(id: string, cid: string) {
  const params = { id, cid };
  const options = queryOf(conferencesApi.get, { params });
  const query = useQuery({ ...options, staleTime: 0, gcTime: 0 });
  const { refetch } = query;
  const [attendance, setAttendance] = useState<Attendance>('outside');
  const [joined, setJoined] = useState<JoinedConference | null>(null);
  // Another one each time: what was said to a connection that is over is not taken for a new one.
  const [connection, setConnection] = useState('');
  const latest = useRef('');
  const key = JSON.stringify(options.queryKey);
  const put = useCallback((conference: Conference) => queries.setQueryData(JSON.parse(key), conference), [key]);

  useRealtime(
    conferencesEvents.conferenceChanged,
    ({ conference_uuid }) => conference_uuid === cid && void refetch(),
    () => void refetch(),
  );

  const join = useCallback(
    async (media: Sent['media']): Promise<ApiError | null> => {
      const fresh = crypto.randomUUID();
      try {
        // What the others say comes over it: whoever cannot hear yet would be greeted in vain.
        await whenConnected();
        const args = { params: { id, cid }, body: { connection: fresh, media } };
        const { data } = await client.call(conferencesApi.join, args);
        put(data.conference);
        latest.current = fresh;
        setConnection(fresh);
        setJoined(data);
        setAttendance('inside');
        return null;
      } catch (thrown) {
        void refetch();
        return ApiError.from(thrown);
      }
    },
    [id, cid, put, refetch],
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
        if (latest.current !== connection) return null;
        put(data);
        // Taken for lost while the device slept.
        if (data.own_state === null && data.ended_at === null) void join(sent.media);
        return null;
      } catch (thrown) {
        const error = ApiError.from(thrown);
        if (latest.current !== connection) return null;
        if (error.code === 'conference_elsewhere') setAttendance('elsewhere');
        if (['conference_ended', 'forbidden', 'not_found'].includes(error.code)) void refetch();
        return error;
      }
    },
    [id, cid, connection, put, refetch, join],
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
  {
    attendance,
    joined,
    tell,
    join,
    query,
  }: Pick<ReturnType<typeof useConference>, 'attendance' | 'joined' | 'tell' | 'join' | 'query'>,
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

  const { own_state = null } = query.data ?? {};
  const isWaiting = joined !== null && joined.url === null;
  useEffect(() => {
    // Let in: only now is there something to connect with.
    if (attendance === 'inside' && isWaiting && own_state === 'in') void join(media);
  }, [attendance, isWaiting, own_state, join, media]);
}
