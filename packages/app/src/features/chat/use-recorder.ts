import { VOICE_MAXIMUM_BYTES, VOICE_MAXIMUM_SECONDS } from '@kreide/core/features/channels';
import { useCallback, useEffect, useRef, useState } from 'react';
import { hasDevices, type MediaProblem, toMediaProblem } from '../../kernel/media-problem.ts';
import { type Recorded, type Recording, startRecording } from './recording.ts';

/** Why there is nothing to send. */
export type RecorderProblem = MediaProblem | 'unsupported' | 'empty' | 'tooLarge';

export type RecorderState =
  | { step: 'opening' | 'reading' }
  | { step: 'recording'; seconds: number }
  | { step: 'ready'; recorded: Recorded; url: string; isFull: boolean }
  | { step: 'failed'; problem: RecorderProblem };

/** How often the seconds are counted, ms. */
const TICK = 200;

function problemOf({ content }: Recorded): RecorderProblem | null {
  if (content.size === 0) return 'empty';
  return content.size > VOICE_MAXIMUM_BYTES ? 'tooLarge' : null;
}

/** Records from the moment on in which it is mounted, until somebody ends it; unmounted, the microphone is off. */
export function useRecorder() {
  const [state, setState] = useState<RecorderState>({ step: 'opening' });
  const running = useRef<Recording | null>(null);

  useEffect(() => {
    let isOver = false;
    let url: string | null = null;
    let timer = 0;
    const finish = (recorded: Recorded) => {
      window.clearInterval(timer);
      if (isOver) return;
      const problem = problemOf(recorded);
      if (problem) return setState({ step: 'failed', problem });
      url = URL.createObjectURL(recorded.content);
      setState({ step: 'ready', recorded, url, isFull: recorded.seconds >= VOICE_MAXIMUM_SECONDS });
    };
    async function begin(): Promise<void> {
      setState({ step: 'opening' });
      if (!hasDevices()) return setState({ step: 'failed', problem: 'insecure' });
      if (!('MediaRecorder' in window)) return setState({ step: 'failed', problem: 'unsupported' });
      try {
        const recording = await startRecording(finish);
        if (isOver) return recording.abort();
        running.current = recording;
        const tell = () => {
          const seconds = Math.floor(recording.elapsed());
          setState((known) => (known.step === 'reading' ? known : { step: 'recording', seconds }));
        };
        timer = window.setInterval(tell, TICK);
        tell();
      } catch (error) {
        if (!isOver) setState({ step: 'failed', problem: toMediaProblem(error) });
      }
    }
    void begin();
    return () => {
      isOver = true;
      window.clearInterval(timer);
      running.current?.abort();
      running.current = null;
      if (url) URL.revokeObjectURL(url);
    };
  }, []);

  const stop = useCallback(() => {
    setState({ step: 'reading' });
    running.current?.stop();
  }, []);
  return { state, stop };
}
