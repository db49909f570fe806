import { describe, expect, it } from 'vitest';
import { isPasswordConfirmed, PASSWORD_MINIMUM, PASSWORD_OPTIMAL, toPasswordStrength } from './password.ts';

describe('a new password', () => {
  it('has at least 8 and at best 10 characters [P-9.08]', () => {
    expect([PASSWORD_MINIMUM, PASSWORD_OPTIMAL]).toEqual([8, 10]);
  });

  it('needs both fields, equal and of at least 8 characters [P-5.19] [P-5.20]', () => {
    expect(isPasswordConfirmed('1234567', '1234567')).toBe(false);
    expect(isPasswordConfirmed('12345678', '12345678')).toBe(true);
    for (const [password, confirmation] of [
      ['', ''],
      ['12345678', ''],
      ['', '12345678'],
      ['12345678', '12345679'],
    ] as const)
      expect(isPasswordConfirmed(password, confirmation)).toBe(false);
  });

  it('says how many characters are missing, then moderate, then strong [P-5.21] [P-5.22] [P-5.23]', () => {
    const notes = [0, 1, 7, 8, 9, 10, 30].map((size) => toPasswordStrength('ä'.repeat(size)));
    expect(notes.map((note) => [note.note, note.missing])).toEqual([
      ['missing', 8],
      ['missing', 7],
      ['missing', 1],
      ['moderate', 0],
      ['moderate', 0],
      ['strong', 0],
      ['strong', 0],
    ]);
  });

  it('is red below 30, yellow to 94 and green from 95 percent of ten characters [P-5.24]', () => {
    for (let size = 0; size <= 40; size += 1) {
      const { percent, colour } = toPasswordStrength('x'.repeat(size));
      expect(percent).toBe(Math.min(100, size * 10));
      expect(colour).toBe(size < 3 ? 'red' : size < 10 ? 'yellow' : 'green');
    }
  });
});
