import type { Signal } from '@kreide/core/features/conferences';

/** How long a connection may be interrupted before a new way is looked for, ms. */
const RESTART_AFTER = 5_000;
/** How long an offer waits for its answer, and a wish for its offer, before it is said again: words can be lost, ms. */
const SAY_AGAIN_AFTER = 4_000;
/** How long two browsers look for each other before they begin anew, ms. */
const SEARCH_AGAIN_AFTER = 12_000;
/** What one picture may take of the line, bits a second: three of them leave a home, three come. */
const PICTURE_BITS = 400_000;
const PICTURE_FRAMES = 20;

/** How the connection to somebody is. */
export type PeerState = 'connecting' | 'connected' | 'unstable';

export interface PeerOptions {
  iceServers: readonly RTCIceServer[];
  /** Makes all offers; the other one asks for them and answers. */
  isOffering: boolean;
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
  candidate,
  sdpMid: sdp_mid,
  sdpMLineIndex: sdp_line,
});

/**
 * Connects with one other browser. One of the two makes all offers, so that there are never two at once: where Chromium
 * takes an offer back, the pictures that it gets stay still for good, and a network that breaks makes both look for a new
 * way at the same time.
 */
export function openPeer({ iceServers, isOffering, send, onChange }: PeerOptions): Peer {
  const connection = new RTCPeerConnection({ iceServers: [...iceServers] });
  const stream = new MediaStream();
  const senders: { audio: RTCRtpSender | null; video: RTCRtpSender | null } = { audio: null, video: null };
  let isClosed = false;
  /** The offer that waits for its answer looks for a new way. */
  let isRestarting = false;
  /** Another offer has been asked for since it was made. */
  let isWanted = false;
  let restart: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  const isConnected = () => ['connected', 'completed'].includes(connection.iceConnectionState);

  const describe = () => {
    const { type, sdp } = connection.localDescription ?? {};
    if (isClosed || !sdp || (type !== 'offer' && type !== 'answer')) return;
    send({ type, sdp });
    clearTimeout(again);
    if (type === 'offer')
      again = setTimeout(() => connection.signalingState === 'have-local-offer' && describe(), SAY_AGAIN_AFTER);
  };

  function ask(restarts: boolean): void {
    if (isClosed) return;
    send({ type: 'renegotiate', restarts });
    clearTimeout(again);
    again = setTimeout(() => ask(restarts), SAY_AGAIN_AFTER);
  }

  function lookForWay(): void {
    if (isClosed || isRestarting) return;
    if (isOffering) {
      isRestarting = true;
      connection.restartIce();
    } else ask(true);
  }

  const search = setInterval(() => {
    if (!isConnected() && connection.signalingState === 'stable' && connection.remoteDescription) lookForWay();
  }, SEARCH_AGAIN_AFTER);

  async function offer(): Promise<void> {
    try {
      await connection.setLocalDescription();
      describe();
    } catch {
      // Closed meanwhile.
      isRestarting = false;
    }
  }

  connection.onnegotiationneeded = () => {
    if (isOffering) void offer();
    // The first offer comes by itself.
    else if (connection.remoteDescription !== null) ask(false);
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
    if (state === 'failed') lookForWay();
    else if (state === 'disconnected') restart = setTimeout(lookForWay, RESTART_AFTER);
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
    if (signal.type === 'candidate') return connection.addIceCandidate(toCandidate(signal));
    if (signal.type === 'renegotiate') {
      if (!isOffering) return;
      if (signal.restarts) lookForWay();
      // What waits for its answer is offered again after it, where it lacks something.
      else if (connection.signalingState === 'stable') await offer();
      else isWanted = true;
      return;
    }
    if (signal.type !== (isOffering ? 'answer' : 'offer')) return;
    // An answer that comes twice answers nothing any more.
    if (isOffering && connection.signalingState !== 'have-local-offer') return;
    clearTimeout(again);
    await connection.setRemoteDescription(signal);
    if (isOffering) {
      isRestarting = false;
      if (isWanted) await offer();
      isWanted = false;
      return;
    }
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
      if (!isOffering) return;
      // Whoever makes the offers has a place for what comes, also with nothing to send: the other one only answers.
      const kinds = connection.getTransceivers().map(({ receiver }) => receiver.track.kind);
      for (const kind of ['audio', 'video'])
        if (!kinds.includes(kind)) connection.addTransceiver(kind, { direction: 'recvonly' });
    },
    receive,
    close() {
      isClosed = true;
      clearTimeout(restart);
      clearTimeout(again);
      clearInterval(search);
      connection.close();
    },
  };
}
