import { WAVE_BYTES } from '@kreide/core/features/channels';

/**
 * What a voice message is recorded as, the best first. MP4 is played by everything; newer iPhones also offer WebM, and then
 * make files that nothing plays.
 */
export const VOICE_TYPES = ['audio/mp4;codecs=mp4a.40.2', 'audio/webm;codecs=opus', 'audio/ogg;codecs=opus'] as const;
/** Bits a second: enough to understand every word. */
export const VOICE_BITS = 32_000;
/** How fast one can listen. */
export const SPEEDS: readonly number[] = [1, 1.5, 2];

/** The first type that the browser records; undefined: it decides itself. */
export const chooseVoiceType = (isSupported: (type: string) => boolean): string | undefined =>
  VOICE_TYPES.find(isSupported);

const EXTENSIONS: Readonly<Record<string, string>> = { 'audio/mp4': 'm4a', 'audio/webm': 'webm', 'audio/ogg': 'ogg' };

/** The extension of a recording by the type that the browser says it is. */
export const voiceExtensionOf = (type: string): string =>
  EXTENSIONS[type.split(';')[0]?.trim().toLowerCase() ?? ''] ?? 'bin';

/** The loudest of each part of a recording, from 0 to 255; the loudest of all is 255, silence is 0 throughout. */
export function toWave(samples: Float32Array, count = WAVE_BYTES): Uint8Array {
  const peaks = new Float32Array(count);
  for (let at = 0; at < samples.length; at += 1) {
    const part = Math.floor((at * count) / samples.length);
    peaks[part] = Math.max(peaks[part] ?? 0, Math.abs(samples[at] ?? 0));
  }
  const loudest = peaks.reduce((most, peak) => Math.max(most, peak), 0);
  // Noise of the microphone alone is no wave.
  const whole = Math.max(loudest, 0.02);
  return Uint8Array.from(peaks, (peak) => Math.round((peak / whole) * 255));
}

/** As it travels. */
export const writeWave = (wave: Uint8Array): string => btoa(String.fromCharCode(...wave));
/** As it came; flat where it cannot be read. */
export function readWave(text: string): number[] {
  try {
    return Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return Array.from({ length: WAVE_BYTES }, () => 0);
  }
}

/** Seconds as players show them: 1:07. */
export function writeClock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${`${whole % 60}`.padStart(2, '0')}`;
}

/** The speed after this one, and from the last back to the first. */
export const nextSpeed = (speed: number): number => SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1;
