import { native } from '../../kernel/native.ts';
import { type Playable, play } from './autoplay.ts';

/** How loud the sounds of messages are, of 1 (C-9.12). */
export const SOUND_VOLUME = 0.8;

/** A message has come, or the own one has gone (C-9.13). */
export type SoundName = 'received' | 'sent';

/** The tones of each, Hz: what comes rises, what goes is one low one. */
export const TONES: Readonly<Record<SoundName, readonly number[]>> = { received: [659, 880], sent: [440] };
const RATE = 16_000;
const TONE_SECONDS = 0.11;
/** What arrives together sounds once, ms. */
const PAUSE = 1_000;

/** A sound as a WAV file of our own making: soft tones, one after the other, that begin and end in silence. */
export function makeSound(tones: readonly number[]): Uint8Array<ArrayBuffer> {
  const length = Math.round(RATE * TONE_SECONDS);
  const samples = length * tones.length;
  const bytes = new Uint8Array(44 + samples);
  const head = new DataView(bytes.buffer);
  const write = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  write(0, 'RIFF');
  head.setUint32(4, 36 + samples, true);
  write(8, 'WAVEfmt ');
  head.setUint32(16, 16, true);
  // PCM, one channel, a byte a sample.
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    head.setUint16(at, value, true);
  for (const at of [24, 28]) head.setUint32(at, RATE, true);
  write(36, 'data');
  head.setUint32(40, samples, true);
  for (let at = 0; at < samples; at += 1) {
    const within = (at % length) / length;
    const tone = tones[Math.floor(at / length)] ?? 0;
    const loudness = Math.sin(Math.PI * within) ** 2;
    bytes[44 + at] = 128 + Math.round(110 * loudness * Math.sin((2 * Math.PI * tone * at) / RATE));
  }
  return bytes;
}

/** What sounds need of the device. */
export interface SoundDevice {
  /** Phones and tablets make no sound of ours: they have their own for messages. */
  isMobile: () => boolean;
  /** Something on the page was pressed: before that no browser lets it sound, and that is nothing to be told of. */
  isUsed: () => boolean;
  open: (sound: Uint8Array<ArrayBuffer>) => Playable & { volume: number };
  play: (audio: Playable) => Promise<boolean>;
  now: () => number;
}

/** Plays the sounds of messages; each is made when it is heard for the first time. */
export function createSounds({ isMobile, isUsed, open, play: begin, now }: SoundDevice) {
  const made = new Map<SoundName, ReturnType<SoundDevice['open']>>();
  const last = new Map<SoundName, number>();
  /** @param isOff the person wants none */
  return async (name: SoundName, isOff: boolean): Promise<void> => {
    if (isOff || isMobile() || !isUsed() || now() - (last.get(name) ?? -PAUSE) < PAUSE) return;
    last.set(name, now());
    const audio = made.get(name) ?? open(makeSound(TONES[name]));
    made.set(name, audio);
    audio.volume = SOUND_VOLUME;
    await begin(audio);
  };
}

export const playSound = createSounds({
  isMobile: () => native.platform !== 'web' || matchMedia('(pointer: coarse)').matches,
  isUsed: () => navigator.userActivation?.hasBeenActive !== false,
  open: (sound) => new Audio(URL.createObjectURL(new Blob([sound], { type: 'audio/wav' }))),
  play,
  now: () => performance.now(),
});
