import { describe, expect, it } from 'vitest';
import { writeLength } from '../../kernel/length.ts';
import {
  chooseVoiceType,
  nextSpeed,
  readWave,
  toWave,
  VOICE_TYPES,
  voiceExtensionOf,
  writeClock,
  writeWave,
} from './voice.ts';

describe('a voice message', () => {
  it('is recorded as what everything plays, else as what the browser has [C-7.51]', () => {
    const asked: string[] = [];
    const only = (...types: string[]) =>
      chooseVoiceType((type) => {
        asked.push(type);
        return types.includes(type);
      });
    expect(only()).toBeUndefined();
    expect(asked).toEqual(['audio/mp4;codecs=mp4a.40.2', 'audio/webm;codecs=opus', 'audio/ogg;codecs=opus']);
    expect(only(...VOICE_TYPES)).toBe('audio/mp4;codecs=mp4a.40.2');
    expect(only('audio/ogg;codecs=opus', 'audio/webm;codecs=opus')).toBe('audio/webm;codecs=opus');
    expect(['audio/mp4;codecs=mp4a.40.2', 'audio/webm; codecs="opus"', 'AUDIO/OGG', ''].map(voiceExtensionOf)).toEqual([
      'm4a',
      'webm',
      'ogg',
      'bin',
    ]);
  });

  it('is drawn by the loudest of each of its 64 parts, the loudest of all at 255 [C-7.51]', () => {
    const samples = Float32Array.from({ length: 6400 }, (_, index) => (index % 2 === 0 ? 1 : -1) * (index / 12_800));
    const wave = toWave(samples);
    expect(wave).toHaveLength(64);
    expect(wave[63]).toBe(255);
    expect([...wave]).toEqual([...wave].toSorted((one, other) => one - other));
    expect(wave[31]).toBeCloseTo(128, -1);
    // Silence, and next to nothing, is flat; what is shorter than the drawing is drawn too.
    expect(Math.max(...toWave(new Float32Array(1000)))).toBe(0);
    expect(Math.max(...toWave(new Float32Array(1000).fill(0.001)))).toBeLessThan(16);
    expect(toWave(Float32Array.of(0.5, 0.25))).toHaveLength(64);
    expect(toWave(new Float32Array(0))).toEqual(new Uint8Array(64));
    const text = writeWave(wave);
    expect(text).toMatch(/^[A-Za-z0-9+/]{85}[AQgw]==$/);
    expect(readWave(text)).toEqual([...wave]);
    expect(readWave('%')).toEqual(Array.from({ length: 64 }, () => 0));
  });

  it('says how long it is', () => {
    expect([0, 7, 67.9, 300].map(writeClock)).toEqual(['0:00', '0:07', '1:07', '5:00']);
    expect([0, 1, 60, 67].map((seconds) => writeLength('de', seconds))).toEqual([
      '0 Sekunden',
      '1 Sekunde',
      '1 Minute',
      '1 Minute 7 Sekunden',
    ]);
    expect(writeLength('en', 300)).toBe('5 minutes');
  });

  it('is heard at once, one and a half and twice the speed, and at once again [C-7.51]', () => {
    expect([1, 1.5, 2, 7].map(nextSpeed)).toEqual([1.5, 2, 1, 1]);
  });
});
