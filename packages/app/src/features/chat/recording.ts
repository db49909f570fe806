import { VOICE_MAXIMUM_SECONDS, WAVE_BYTES } from '@kreide/core/features/channels';
import { chooseVoiceType, toWave, VOICE_BITS, writeWave } from './voice.ts';

/** Something said, before it is sent. */
export interface Recorded {
  content: Blob;
  /** By the clock of the device. */
  seconds: number;
  wave: string;
}

export interface Recording {
  /** Since it began, seconds. */
  elapsed: () => number;
  /** Ends it; the answer comes once all of it is there. */
  stop: () => void;
  /** Ends it and forgets it. */
  abort: () => void;
}

/** Rate at which a recording is read for its wave form: the least that browsers take, so that it stays small in memory. */
const READING_RATE = 8_000;
/** How often the browser hands over what there is, ms: what was said is kept if it stops by itself. */
const SLICE = 1_000;

/** The wave form of a recording; flat where the browser cannot read what it has made. */
async function readWaveOf(content: Blob): Promise<string> {
  try {
    const reader = new OfflineAudioContext(1, 1, READING_RATE);
    const decoded = await reader.decodeAudioData(await content.arrayBuffer());
    return writeWave(toWave(decoded.getChannelData(0)));
  } catch {
    return writeWave(new Uint8Array(WAVE_BYTES));
  }
}

/** Keeps the screen on, where the device can: many stop a recording with it. */
async function stayAwake(): Promise<() => void> {
  const lock = await navigator.wakeLock?.request('screen').catch(() => null);
  return () => void lock?.release().catch(() => {});
}

/**
 * Begins to record. A stream of its own each time: some phones give none to a second recording. It ends by `stop`, after
 * five minutes, or when the device takes the microphone away, as for a call: what there is by then is kept.
 * @param onEnd is given what was recorded, never after `abort`
 */
export async function startRecording(onEnd: (recorded: Recorded) => void): Promise<Recording> {
  const audio = { channelCount: 1, echoCancellation: true, noiseSuppression: true };
  const stream = await navigator.mediaDevices.getUserMedia({ audio });
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  const chunks: Blob[] = [];
  let isAborted = false;
  try {
    const mimeType = chooseVoiceType((type) => MediaRecorder.isTypeSupported(type));
    const recorder = new MediaRecorder(stream, { audioBitsPerSecond: VOICE_BITS, ...(mimeType && { mimeType }) });
    const sleep = stayAwake();
    const began = performance.now();
    const elapsed = () => Math.min(VOICE_MAXIMUM_SECONDS, (performance.now() - began) / 1000);
    const stop = () => recorder.state !== 'inactive' && recorder.stop();
    const limit = setTimeout(stop, VOICE_MAXIMUM_SECONDS * 1000);
    recorder.ondataavailable = ({ data }) => void chunks.push(data);
    recorder.onstop = async () => {
      const seconds = Math.max(1, Math.round(elapsed()));
      clearTimeout(limit);
      release();
      (await sleep)();
      if (isAborted) return;
      const content = new Blob(chunks, { type: recorder.mimeType || chunks[0]?.type || '' });
      onEnd({ content, seconds, wave: await readWaveOf(content) });
    };
    recorder.onerror = stop;
    recorder.start(SLICE);
    const abort = () => {
      isAborted = true;
      stop();
    };
    return { elapsed, stop: () => void stop(), abort };
  } catch (error) {
    release();
    throw error;
  }
}
