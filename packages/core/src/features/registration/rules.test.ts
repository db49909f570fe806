import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CODE_LENGTH,
  CODE_LETTERS,
  codeOf,
  isCode,
  isSameName,
  isUsername,
  registrationStepsOf,
  suggestUsername,
  toCode,
  toShortName,
  writeCode,
} from './rules.ts';

describe('a code', () => {
  it('has ten of 32 letters, 50 bits, none of which looks like another', () => {
    expect(new Set(CODE_LETTERS).size).toBe(32);
    expect(CODE_LETTERS).not.toMatch(/[01OI]/);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: CODE_LENGTH, maxLength: 20 }), (bytes) => {
        const code = codeOf(bytes);
        expect(isCode(code)).toBe(true);
        expect(toCode(writeCode(code).toLowerCase())).toBe(code);
      }),
    );
    const seen = new Set(Array.from({ length: 256 }, (_, byte) => codeOf(new Uint8Array(CODE_LENGTH).fill(byte))));
    expect(seen.size).toBe(32);
  });

  it('is none with another number of letters, or one that codes do not have', () => {
    for (const text of ['', 'ABCDE-FGHJ', 'ABCDE-FGHJKL', 'ABCDE-FGHJ0', 'ABCDE-FGHJI', 'ÄBCDE-FGHJK'])
      expect(isCode(text), text).toBe(false);
  });
});

describe('the way of a registration', () => {
  const steps = (who: Parameters<typeof registrationStepsOf>[0]) => registrationStepsOf(who).slice(8);
  const nothing = { hasGrade: false, hasShortcut: false };

  it('asks each type for its own, and never for what the school knows [P-2.55] [P-2.48]', () => {
    expect(steps({ kind: 'child', type: 'PARENT', ...nothing })).toEqual([
      'child-credentials',
      'child-confirmation',
      'grade',
      'confirmation',
    ]);
    expect(steps({ kind: 'child', type: 'PARENT', hasGrade: true, hasShortcut: false })).toEqual([
      'child-credentials',
      'child-confirmation',
      'confirmation',
    ]);
    expect(steps({ kind: 'account', type: 'PARENT', ...nothing })).toEqual(['confirmation']);
    expect(steps({ kind: 'account', type: 'STUDENT', ...nothing })).toEqual(['grade', 'confirmation']);
    expect(steps({ kind: 'account', type: 'STUDENT', hasGrade: true, hasShortcut: false })).toEqual(['confirmation']);
    expect(steps({ kind: 'account', type: 'TEACHER', ...nothing })).toEqual(['shortcuts', 'teaching', 'confirmation']);
    expect(steps({ kind: 'account', type: 'TEACHER', hasGrade: false, hasShortcut: true })).toEqual([
      'teaching',
      'confirmation',
    ]);
    expect(registrationStepsOf({ kind: 'account', type: 'EMPLOYEE', ...nothing })).toEqual([
      'intro-teacher-1',
      'intro-teacher-2',
      'intro-teacher-3',
      'disclaimer',
      'credentials',
      'email',
      'username',
      'password',
      'confirmation',
    ]);
  });
});

describe('a name', () => {
  it('becomes a username in any script, without accents', () => {
    expect(suggestUsername('Şükrü', 'Bäumler-Weiß')).toBe('suekrue.baeumlerweiss');
    expect(suggestUsername('Олена', 'Коваль')).toBe('олена.коваль');
    expect(suggestUsername('Anne Marie', '')).toBe('annemarie');
    expect(isUsername(suggestUsername('a'.repeat(99), 'b'.repeat(99)))).toBe(true);
  });

  it('of a username has 3 to 64 letters, digits and signs between, and is no address', () => {
    for (const name of ['abc', 'a.b-c_9', 'олена', 'x'.repeat(64)]) expect(isUsername(name), name).toBe(true);
    for (const name of ['', 'ab', '.abc', 'a b c', 'a@b.de', 'x'.repeat(65), 'a\nbc'])
      expect(isUsername(name), name).toBe(false);
  });

  it('is the same however it is spelled, and two empty ones are not', () => {
    expect(isSameName('Jean-Luc', 'jean luc')).toBe(true);
    expect(isSameName('Müller', 'MUELLER')).toBe(true);
    expect(isSameName('Müller', 'Möller')).toBe(false);
    expect(isSameName('', '')).toBe(false);
  });

  it('in short is the first one and a letter of the last', () => {
    expect(toShortName('Ada', 'Berg')).toBe('Ada B.');
    expect(toShortName('Ada', ' ')).toBe('Ada');
  });
});
