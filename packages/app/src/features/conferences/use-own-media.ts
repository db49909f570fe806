import { useCallback, useEffect, useRef, useState } from 'react';
import { hasDevices, type MediaProblem, toMediaProblem } from '../../kernel/media-problem.ts';
import { type Device, listDevices, type MediaKind, openDevice, openScreen } from './media.ts';

type DeviceKind = 'camera' | 'microphone';

export interface OwnMedia {
  camera: MediaStreamTrack | null;
  microphone: MediaStreamTrack | null;
  screen: MediaStreamTrack | null;
  isMuted: boolean;
  problems: Partial<Record<MediaKind, MediaProblem>>;
  devices: Record<DeviceKind, Device[]>;
  chosen: Record<DeviceKind, string | null>;
}

const NOTHING: OwnMedia = {
  camera: null,
  microphone: null,
  screen: null,
  isMuted: false,
  problems: {},
  devices: { camera: [], microphone: [] },
  chosen: { camera: null, microphone: null },
};

/** Camera, microphone and screen of this device, from the lobby to the end; whoever leaves the page turns them off. */
export function useOwnMedia() {
  const [media, setMedia] = useState<OwnMedia>(NOTHING);
  const latest = useRef(media);
  const isOver = useRef(false);
  const change = useCallback((values: Partial<OwnMedia>) => {
    latest.current = { ...latest.current, ...values };
    if (!isOver.current) setMedia(latest.current);
  }, []);
  const say = useCallback(
    (kind: MediaKind, problem: MediaProblem | undefined) => {
      const { [kind]: _, ...others } = latest.current.problems;
      change({ problems: problem === undefined ? others : { ...others, [kind]: problem } });
    },
    [change],
  );
  const close = useCallback(
    (kind: MediaKind) => {
      latest.current[kind]?.stop();
      change({ [kind]: null });
    },
    [change],
  );

  /** Opens a device in place of the one that is open; says in words why it cannot. */
  const open = useCallback(
    async (kind: MediaKind, deviceId: string | null = null): Promise<boolean> => {
      if (!hasDevices()) {
        say(kind, 'insecure');
        return false;
      }
      try {
        const track = kind === 'screen' ? await openScreen() : await openDevice(kind, deviceId);
        if (isOver.current) {
          track.stop();
          return false;
        }
        latest.current[kind]?.stop();
        if (kind === 'microphone') track.enabled = !latest.current.isMuted;
        // Unplugged, or ended in the browser's own bar.
        track.addEventListener('ended', () => latest.current[kind] === track && close(kind));
        const id = kind === 'screen' ? null : (track.getSettings().deviceId ?? deviceId);
        change({ [kind]: track, ...(kind !== 'screen' && { chosen: { ...latest.current.chosen, [kind]: id } }) });
        say(kind, undefined);
        const devices = await listDevices().catch(() => null);
        if (devices) change({ devices });
        return true;
      } catch (error) {
        const problem = toMediaProblem(error);
        // Whoever closes the choice of screens has decided so.
        say(kind, kind === 'screen' && problem === 'denied' ? undefined : problem);
        return false;
      }
    },
    [change, close, say],
  );

  const setMuted = useCallback(
    (isMuted: boolean) => {
      const { microphone } = latest.current;
      if (microphone) microphone.enabled = !isMuted;
      change({ isMuted });
    },
    [change],
  );

  const closeAll = useCallback(() => {
    for (const kind of ['camera', 'microphone', 'screen'] as const) close(kind);
  }, [close]);

  useEffect(() => {
    isOver.current = false;
    return () => {
      isOver.current = true;
      for (const kind of ['camera', 'microphone', 'screen'] as const) latest.current[kind]?.stop();
      latest.current = NOTHING;
    };
  }, []);
  return { media, open, close, closeAll, setMuted };
}

export type OwnMediaControl = ReturnType<typeof useOwnMedia>;
