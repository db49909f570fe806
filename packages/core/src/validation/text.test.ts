import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBase32, isPhoneNumber } from './formats.ts';
import { max_value, min_value, numeric } from './numbers.ts';
import { email, is, length, lengthNoSpaces, max, min, regex, required, url } from './text.ts';

describe('the form rules', () => {
  it.each<[string, (value: unknown) => boolean, unknown[], unknown[]]>([
    ['required', required, ['a', 0, ['a'], true], ['', '  ', null, undefined, [], false]],
    ['min', (value) => min(value, 3), ['abc', 'äöü', [1, 2, 3]], ['ab', '😀😀', [1]]],
    ['max', (value) => max(value, 3), ['abc', '😀😀😀', [1]], ['abcd', [1, 2, 3, 4]]],
    ['min_value', (value) => min_value(value, 3), [3, '3', 4.5], [2, '2.9', 'x']],
    ['max_value', (value) => max_value(value, 3), [3, '3', -4], [4, '3.1', 'x']],
    ['is', (value) => is(value, 'yes'), ['yes'], ['no', 'Yes']],
    [
      'url',
      url,
      ['https://example.org/a?b=c', 'http://localhost:3000'],
      ['example.org', 'ftp://a.b', 'https://', 'http://a b'],
    ],
    [
      'email',
      email,
      ['a@example.org', 'a.b+c@sub.example.org'],
      ['a', 'a@b', 'a@@b.org', 'a b@c.org', '@b.org', 'a@-b.org'],
    ],
    ['regex', (value) => regex(value, /^[a-f]+$/g), ['abc', 'f'], ['g', 'abcx']],
    ['numeric', numeric, ['0', '0123', 12], ['1.5', '-1', 'a', '1 2']],
    ['length', (value) => length(value, 4), ['abcd', '1234'], ['abc', 'abcde']],
  ])('%s accepts valid and rejects invalid samples', (_, holds, valid, invalid) => {
    for (const value of valid) expect(holds(value), JSON.stringify(value)).toBe(true);
    for (const value of invalid) expect(holds(value), JSON.stringify(value)).toBe(false);
  });

  it('regex gives the same answer each time, with a global expression too', () => {
    const expression = /b/g;
    expect([1, 2, 3].map(() => regex('ab', expression))).toEqual([true, true, true]);
  });

  it('lengthNoSpaces counts without any white space', () => {
    const blanks = fc.constantFrom(' ', '\t', '\n', '\u00a0');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', '7', 'ß'), fc.array(blanks, { maxLength: 3 })), { maxLength: 9 }),
        (parts) => {
          const text = parts.map(([character, between]) => character + between.join('')).join('');
          expect(lengthNoSpaces(text, parts.length)).toBe(true);
          expect(lengthNoSpaces(text, parts.length + 1)).toBe(false);
        },
      ),
    );
  });
});

describe('isBase32', () => {
  it('takes A to Z and 2 to 7, padding at the end, blanks ignored', () => {
    for (const key of ['JBSWY3DPEHPK3PXP', 'JBSW Y3DP', 'ABC234====', 'A']) expect(isBase32(key)).toBe(true);
    for (const key of ['', '=', 'A0', 'A1', 'A8', 'A9', 'abc', 'A=B', 'Ä']) expect(isBase32(key)).toBe(false);
  });
});

describe('isPhoneNumber', () => {
  it('passes an empty value', () => {
    for (const value of ['', '  ', null, undefined]) expect(isPhoneNumber(value)).toBe(true);
  });

  it('needs +, 00 or 0 and then 4 to 20 digits, without blanks and parentheses', () => {
    fc.assert(
      fc.property(fc.constantFrom('+', '00', '0'), fc.integer({ min: 1, max: 25 }), (start, digits) => {
        const number = `${start}(${'7'.repeat(digits)}) `;
        expect(isPhoneNumber(number)).toBe(digits >= 4 && digits <= 20);
      }),
    );
    for (const value of ['491234', '(0)123', '00123', '+49-123456', '0 12a45', '++491234'])
      expect(isPhoneNumber(value)).toBe(false);
    expect(isPhoneNumber('+49 (0) 1234 567')).toBe(true);
  });
});
