import { isOffering, SIGNALS_MAXIMUM, type Signal } from '@kreide/core/features/conferences';
import { openPeer, type Peer, type PeerState, type SentTracks } from './peer.ts';

/** How long somebody is kept whom the list does not name yet, ms: their first word may be faster than the list. */
const YOUNG = 10_000;
/** Pause before words are sent again that did not get through, ms. */
const PAUSE = 1_000;

/** The browser of somebody: of two tabs of one person only the newer is in a conference. */
export interface Remote {
  user_id: number;
  connection: string;
}

export interface RemoteView extends Remote {
  stream: MediaStream;
  state: PeerState;
}

interface MeshOptions {
  me: Remote;
  iceServers: readonly RTCIceServer[];
  /** False: they are not there any more; fails when the network does. */
  send: (to: Remote, signals: Signal[]) => Promise<boolean>;
  onChange: (remotes: RemoteView[]) => void;
}

interface Known extends Remote {
  peer: Peer;
  since: number;
  queue: Signal[];
  isSending: boolean;
  receiving: Promise<void>;
}

const keyOf = ({ user_id, connection }: Remote) => `${user_id} ${connection}`;

/** Connects the browser with those of all others in a small conference (C-7.31). */
export function createMesh({ me, iceServers, send, onChange }: MeshOptions) {
  const known = new Map<string, Known>();
  let tracks: SentTracks = { audio: null, video: null };
  let isClosed = false;

  const tell = () => {
    if (isClosed) return;
    const views = [...known.values()].map(({ user_id, connection, peer }) => ({
      user_id,
      connection,
      stream: peer.stream,
      state: peer.state(),
    }));
    onChange(views);
  };

  /** What one browser says arrives in its order: one call after the other. */
  async function flush(one: Known): Promise<void> {
    if (one.isSending) return;
    one.isSending = true;
    while (one.queue.length > 0 && !isClosed && known.get(keyOf(one)) === one) {
      const signals = one.queue.slice(0, SIGNALS_MAXIMUM);
      try {
        const isThere = await send(one, signals);
        one.queue.splice(0, signals.length);
        if (!isThere) one.queue.length = 0;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }
    one.isSending = false;
  }

  function open(remote: Remote): Known {
    const opened = known.get(keyOf(remote));
    if (opened) return opened;
    for (const [key, one] of known) if (one.user_id === remote.user_id) drop(key);
    const one = {
      user_id: remote.user_id,
      connection: remote.connection,
      since: performance.now(),
      queue: [] as Signal[],
      isSending: false,
      receiving: Promise.resolve(),
    } as unknown as Known;
    one.peer = openPeer({
      iceServers,
      isOffering: isOffering(me.user_id, remote.user_id),
      send: (signal) => {
        one.queue.push(signal);
        void flush(one);
      },
      onChange: tell,
    });
    known.set(keyOf(remote), one);
    one.peer.setTracks(tracks);
    return one;
  }

  function drop(key: string): void {
    known.get(key)?.peer.close();
    known.delete(key);
  }

  return {
    /** Who is in the conference now. */
    setRemotes(remotes: readonly Remote[]): void {
      if (isClosed) return;
      const wanted = new Set(remotes.map(keyOf));
      const now = performance.now();
      for (const [key, one] of known) if (!wanted.has(key) && now - one.since > YOUNG) drop(key);
      for (const remote of remotes) open(remote);
      tell();
    },
    /** What somebody's browser says, in the order in which it was said. */
    receive(from: Remote, signals: readonly Signal[]): void {
      if (isClosed) return;
      const one = open(from);
      for (const signal of signals) {
        one.receiving = one.receiving.then(() => one.peer.receive(signal)).catch(() => {});
      }
      tell();
    },
    setTracks(next: SentTracks): void {
      tracks = next;
      for (const { peer } of known.values()) peer.setTracks(tracks);
    },
    close(): void {
      isClosed = true;
      for (const key of [...known.keys()]) drop(key);
    },
  };
}

export type Mesh = ReturnType<typeof createMesh>;
