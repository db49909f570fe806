import { describe, expect, it } from 'vitest';
import type { Playable } from './autoplay.ts';
import { createSounds, makeSound, SOUND_VOLUME, TONES } from './sounds.ts';

function open(device: { isMobile?: boolean; isUsed?: boolean } = {}) {
  const heard: { sound: Uint8Array; volume: number }[] = [];
  const clock = { now: 0 };
  const opened = new Map<Playable, { sound: Uint8Array; volume: number }>();
  const sound = createSounds({
    isMobile: () => device.isMobile === true,
    isUsed: () => device.isUsed !== false,
    open: (bytes) => {
      const audio = { sound: bytes, volume: 1, play: async () => {} };
      opened.set(audio, audio);
      return audio;
    },
    play: async (audio) => {
      const { sound: played, volume } = opened.get(audio) ?? { sound: new Uint8Array(), volume: 0 };
      heard.push({ sound: played, volume });
      return true;
    },
    now: () => clock.now,
  });
  return { sound, heard, clock, opened };
}

describe('the sounds of messages', () => {
  it('are two, at a volume of 0.8 [C-9.12] [C-9.13]', async () => {
    const { sound, heard, clock, opened } = open();
    await sound('received', false);
    await sound('sent', false);
    clock.now = 5_000;
    await sound('received', false);
    expect(SOUND_VOLUME).toBe(0.8);
    expect(heard.map(({ volume }) => volume)).toEqual([0.8, 0.8, 0.8]);
    expect(heard.map((one) => one.sound)).toEqual([
      makeSound(TONES.received),
      makeSound(TONES.sent),
      makeSound(TONES.received),
    ]);
    expect(makeSound(TONES.received)).not.toEqual(makeSound(TONES.sent));
    // Each is made once.
    expect(opened.size).toBe(2);
  });

  it('are silent on phones, for those who want none, and before the page was used [C-9.12]', async () => {
    const phone = open({ isMobile: true });
    const unused = open({ isUsed: false });
    const off = open();
    for (const name of ['received', 'sent'] as const) {
      await phone.sound(name, false);
      await unused.sound(name, false);
      await off.sound(name, true);
    }
    expect([phone, unused, off].map(({ heard, opened }) => [heard.length, opened.size])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
  });

  it('are heard once for what comes together', async () => {
    const { sound, heard, clock } = open();
    for (const now of [0, 10, 999, 1000, 1500]) {
      clock.now = now;
      await sound('received', false);
    }
    expect(heard).toHaveLength(2);
  });

  it('are files that begin and end in silence', () => {
    const bytes = makeSound([440]);
    const read = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString();
    expect([read(0, 4), read(8, 16), read(36, 40)]).toEqual(['RIFF', 'WAVEfmt ', 'data']);
    expect(new DataView(bytes.buffer).getUint32(40, true)).toBe(bytes.length - 44);
    expect([bytes[44], bytes.at(-1)]).toEqual([128, 128]);
    expect(Math.max(...bytes.subarray(44))).toBeGreaterThan(220);
    expect(bytes.length).toBeLessThan(4_000);
  });
});
