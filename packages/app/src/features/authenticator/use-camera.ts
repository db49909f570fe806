import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { Decode } from './decoder.ts';

/** `denied`: the person or the browser does not allow it; `none`: there is none, or it is in use. */
export type CameraState = 'starting' | 'running' | 'denied' | 'none';

/** Time between two looks at the picture, ms. */
const PAUSE = 200;

/** Shows the camera in the video element and looks for a QR code, again and again, until the page is left. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  decode: Promise<Decode>,
  isOn: boolean,
  onText: (text: string) => void,
): { state: CameraState; restart: () => void } {
  const [state, setState] = useState<CameraState>('starting');
  const isTrying = isOn && (state === 'starting' || state === 'running');

  // Told to whoever waits at that moment.
  const tell = useEffectEvent(onText);

  useEffect(() => {
    if (!isTrying) return;
    let isOver = false;
    let stream: MediaStream | undefined;
    async function run() {
      try {
        setState('starting');
        if (!navigator.mediaDevices) throw new Error('No camera without https');
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
        const element = video.current;
        if (isOver || !element) return stop();
        element.srcObject = stream;
        await element.play();
        setState('running');
        const read = await decode;
        while (!isOver) {
          const text = await read(element);
          if (text !== null && !isOver) tell(text);
          await new Promise((resolve) => setTimeout(resolve, PAUSE));
        }
      } catch (error) {
        if (isOver) return;
        stop();
        setState(error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'none');
      }
    }
    function stop() {
      for (const track of stream?.getTracks() ?? []) track.stop();
    }
    void run();
    return () => {
      isOver = true;
      stop();
    };
  }, [isTrying, decode, video]);

  return { state, restart: () => setState('starting') };
}
