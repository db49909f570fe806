import type { Signal } from '@kreide/core/features/conferences';

/** How long a connection may be interrupted before a new way is looked for, ms. */
const RESTART_AFTER = 5_000;
/** How long an offer waits for its answer before it is made again: words can be lost while a device sleeps, ms. */
const OFFER_AGAIN_AFTER = 4_000;
/** How long two browsers look for each other before they begin anew, ms. */
const SEARCH_AGAIN_AFTER = 12_000;
/** What one picture may take of the line, bits a second: three of them leave a home, three come. */
const PICTURE_BITS = 400_000;
const PICTURE_FRAMES = 20;

/** How the connection to somebody is. */
export type PeerState = 'connecting' | 'connected' | 'unstable';

export interface PeerOptions {
  iceServers: readonly RTCIceServer[];
  /** Gives way when both offer at the same time. */
  isPolite: boolean;
  send: (signal: Signal) => void;
  onChange: () => void;
}

/** What is sent: at most one sound and one picture. */
export interface SentTracks {
  audio: MediaStreamTrack | null;
  video: MediaStreamTrack | null;
}

/** The connection to the browser of one other person. */
export interface Peer {
  readonly stream: MediaStream;
  state(): PeerState;
  setTracks(tracks: SentTracks): void;
  receive(signal: Signal): Promise<void>;
  close(): void;
}

const toCandidate = ({
  candidate,
  sdp_mid,
  sdp_line,
}: Extract<Signal, { type: 'candidate' }>): RTCIceCandidateInit => ({
  ...{ candidate, sdpMid: sdp_mid, sdpMLineIndex: sdp_line },
});

/**
 * Connects with one other browser. The first offer comes from the one who does not give way; after it both may offer at any
 * time, and when they do so at once, one gives way ("perfect negotiation", WebRTC 1.0, 10.7), so that it does not matter
 * who turns a camera on.
 */
export function openPeer({ iceServers, isPolite, send, onChange }: PeerOptions): Peer {
  const connection = new RTCPeerConnection({ iceServers: [...iceServers] });
  const stream = new MediaStream();
  const senders: { audio: RTCRtpSender | null; video: RTCRtpSender | null } = { audio: null, video: null };
  let makesOffer = false;
  let ignoresOffer = false;
  let awaitsAnswer = false;
  let isClosed = false;
  let restart: ReturnType<typeof setTimeout> | undefined;
  let offered: ReturnType<typeof setTimeout> | undefined;
  const isConnected = () => ['connected', 'completed'].includes(connection.iceConnectionState);
  const search = setInterval(() => {
    if (!isConnected() && connection.signalingState === 'stable' && connection.remoteDescription)
      connection.restartIce();
  }, SEARCH_AGAIN_AFTER);

  const describe = () => {
    const { type, sdp } = connection.localDescription ?? {};
    if (isClosed || !sdp || (type !== 'offer' && type !== 'answer')) return;
    send({ type, sdp });
    clearTimeout(offered);
    if (type === 'offer')
      offered = setTimeout(() => connection.signalingState === 'have-local-offer' && describe(), OFFER_AGAIN_AFTER);
  };

  connection.onnegotiationneeded = async () => {
    // The first offer is never made by both: taking it back before there is a way leaves some browsers without one.
    if (isPolite && connection.remoteDescription === null) return;
    try {
      makesOffer = true;
      await connection.setLocalDescription();
      describe();
    } catch {
      // Closed meanwhile, or the other one was first: their offer is answered.
    } finally {
      makesOffer = false;
    }
  };
  connection.onicecandidate = ({ candidate }) => {
    if (!candidate || isClosed) return;
    const { candidate: text, sdpMid, sdpMLineIndex } = candidate;
    send({ type: 'candidate', candidate: text, sdp_mid: sdpMid, sdp_line: sdpMLineIndex });
  };
  connection.ontrack = ({ track }) => {
    for (const old of stream.getTracks()) if (old.kind === track.kind) stream.removeTrack(old);
    stream.addTrack(track);
    onChange();
  };
  connection.oniceconnectionstatechange = () => {
    clearTimeout(restart);
    const { iceConnectionState: state } = connection;
    if (state === 'failed') connection.restartIce();
    else if (state === 'disconnected') restart = setTimeout(() => !isClosed && connection.restartIce(), RESTART_AFTER);
    onChange();
  };

  async function limit(sender: RTCRtpSender): Promise<void> {
    const parameters = sender.getParameters();
    const [encoding] = parameters.encodings;
    if (!encoding) return;
    encoding.maxBitrate = PICTURE_BITS;
    encoding.maxFramerate = PICTURE_FRAMES;
    // A browser that cannot limit sends what it likes.
    await sender.setParameters(parameters).catch(() => {});
  }

  function put(kind: 'audio' | 'video', track: MediaStreamTrack | null): void {
    const sender = senders[kind];
    if (sender) {
      if (sender.track !== track) sender.replaceTrack(track).catch(() => {});
    } else if (track) {
      const added = connection.addTrack(track, new MediaStream([track]));
      senders[kind] = added;
      if (kind === 'video') void limit(added);
    }
  }

  async function receive(signal: Signal): Promise<void> {
    if (isClosed) return;
    if (signal.type === 'candidate') {
      await connection.addIceCandidate(toCandidate(signal)).catch((error: unknown) => {
        if (!ignoresOffer && !isClosed) throw error;
      });
      return;
    }
    const isReady = !makesOffer && (connection.signalingState === 'stable' || awaitsAnswer);
    const collides = signal.type === 'offer' && !isReady;
    ignoresOffer = !isPolite && collides;
    if (ignoresOffer) return;
    // An answer that comes twice answers nothing any more.
    if (signal.type === 'answer' && connection.signalingState !== 'have-local-offer') return;
    awaitsAnswer = signal.type === 'answer';
    await connection.setRemoteDescription(signal);
    awaitsAnswer = false;
    if (signal.type === 'answer') return;
    await connection.setLocalDescription();
    describe();
  }

  return {
    stream,
    state() {
      const { iceConnectionState: state } = connection;
      if (isConnected()) return 'connected';
      return state === 'new' || state === 'checking' ? 'connecting' : 'unstable';
    },
    setTracks({ audio, video }) {
      if (isClosed) return;
      put('audio', audio);
      put('video', video);
      // Whoever makes the first offer makes it also with nothing to send: the other one waits for it.
      if (isPolite || connection.getTransceivers().length > 0) return;
      for (const kind of ['audio', 'video']) connection.addTransceiver(kind, { direction: 'recvonly' });
    },
    receive,
    close() {
      isClosed = true;
      clearTimeout(restart);
      clearTimeout(offered);
      clearInterval(search);
      connection.close();
    },
  };
}
