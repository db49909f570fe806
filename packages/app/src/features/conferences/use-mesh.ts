import {
  type Conference,
  conferencesApi,
  conferencesEvents,
  type JoinedConference,
} from '@kreide/core/features/conferences';
import { ApiError } from '@kreide/core/kernel';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../kernel/client.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { createMesh, type Mesh, type RemoteView } from './mesh.ts';
import type { OwnMedia } from './use-own-media.ts';

/** What refuses a word for good: the other one, or this one, is not there any more. */
const GONE = ['conference_elsewhere', 'not_found', 'forbidden', 'conference_ended'];

/** The pictures and sounds of all others in a conference of browsers. */
export function useMesh(
  conference: Conference,
  { ice_servers }: JoinedConference,
  me: { user_id: number; connection: string },
  { camera, microphone, screen }: OwnMedia,
): RemoteView[] {
  const [remotes, setRemotes] = useState<RemoteView[]>([]);
  const mesh = useRef<Mesh | null>(null);
  const { user_id, connection } = me;
  const { channel_id, uuid, participants } = conference;
  const servers = JSON.stringify(ice_servers);
  const others = participants.filter((one) => one.state === 'in' && one.user_id !== user_id);
  const list = JSON.stringify(others.map((one) => ({ user_id: one.user_id, connection: one.connection })));
  const picture = screen ?? camera;

  useEffect(() => {
    const opened = createMesh({
      me: { user_id, connection },
      iceServers: JSON.parse(servers),
      onChange: setRemotes,
      send: async (to, signals) => {
        const params = { id: String(channel_id), cid: uuid };
        const body = { connection, to_user_id: to.user_id, to_connection: to.connection, signals };
        try {
          await client.call(conferencesApi.signal, { params, body }, { messages: false });
          return true;
        } catch (thrown) {
          if (GONE.includes(ApiError.from(thrown).code)) return false;
          throw thrown;
        }
      },
    });
    mesh.current = opened;
    return () => {
      opened.close();
      mesh.current = null;
    };
  }, [user_id, connection, channel_id, uuid, servers]);
  // What is sent first, so that the first offer names it; both again for a mesh that has just begun.
  const place = `${user_id} ${connection} ${channel_id} ${uuid} ${servers}`;
  useEffect(() => {
    if (place) mesh.current?.setTracks({ audio: microphone, video: picture });
  }, [place, microphone, picture]);
  useEffect(() => {
    if (place) mesh.current?.setRemotes(JSON.parse(list));
  }, [place, list]);
  useRealtime(
    conferencesEvents.conferenceSignal,
    ({ conference_uuid, to_connection, from_user_id, from_connection, signals }) => {
      if (conference_uuid !== uuid || to_connection !== connection) return;
      mesh.current?.receive({ user_id: from_user_id, connection: from_connection }, signals);
    },
    () => {},
  );
  return remotes;
}
