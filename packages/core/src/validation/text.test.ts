import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBase32, isPhoneNumber, PHONE_DIGITS } from './formats.ts';
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
  ])('%s accepts valid and rejects invalid samples [P-5.01]', (_, holds, valid, invalid) => {
    for (const value of valid) expect(holds(value), JSON.stringify(value)).toBe(true);
    for (const value of invalid) expect(holds(value), JSON.stringify(value)).toBe(false);
  });

  it('regex gives the same answer each time, with a global expression too', () => {
    const expression = /b/g;
    expect([1, 2, 3].map(() => regex('ab', expression))).toEqual([true, true, true]);
  });

  it('lengthNoSpaces counts without any white space [P-5.07]', () => {
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

describe('an empty value', () => {
  it('passes every rule but required, lengthNoSpaces and isBase32', () => {
    for (const value of ['', '  ', null, undefined, [], false]) {
      const passed = [
        min(value, 3),
        max(value, 0),
        length(value, 4),
        is(value, 'x'),
        regex(value, /x/),
        url(value),
        email(value),
        numeric(value),
        min_value(value, 3),
        max_value(value, -1),
      ];
      expect(passed, JSON.stringify(value)).toEqual(passed.map(() => true));
      expect(isBase32(value), JSON.stringify(value)).toBe(false);
    }
    for (const value of ['', '  ', null, undefined]) {
      expect([lengthNoSpaces(value, 0), lengthNoSpaces(value, 1)]).toEqual([true, false]);
    }
  });
});

describe('an address', () => {
  it('has http or https as its whole scheme, and may stand between blanks', () => {
    for (const value of ['xhttps://a.b', 'httpx://a.b', 'mailto:a@b.org', 'javascript:alert(1)'])
      expect(url(value), value).toBe(false);
    expect(url(' https://example.org ')).toBe(true);
  });

  it('of e-mail has 254 characters at most, 64 of them before the at sign', () => {
    const domain = `${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.org`;
    expect(email(`${'a'.repeat(64)}@${domain}`)).toBe(true);
    expect(email(`${'a'.repeat(64)}@b${domain}`)).toBe(false);
    expect(email(`${'a'.repeat(64)}@${domain.replace('.org', 'd.org')}`)).toBe(false);
    expect(email(`${'a'.repeat(65)}@example.org`)).toBe(false);
  });
});

describe('isBase32', () => {
  it('takes A to Z and 2 to 7, padding at the end, blanks ignored [P-5.08]', () => {
    for (const key of ['JBSWY3DPEHPK3PXP', 'JBSW Y3DP', 'ABC234====', 'A']) expect(isBase32(key)).toBe(true);
    for (const key of ['', '=', 'A0', 'A1', 'A8', 'A9', 'abc', 'A=B', 'Ä']) expect(isBase32(key)).toBe(false);
  });
});

describe('isPhoneNumber', () => {
  it('passes an empty value [P-5.09]', () => {
    for (const value of ['', '  ', null, undefined]) expect(isPhoneNumber(value)).toBe(true);
  });

  it('needs +, 00 or 0 and then 4 to 20 digits, without blanks and parentheses [P-5.10] [P-9.07]', () => {
    expect(PHONE_DIGITS).toEqual({ minimum: 4, maximum: 20 });
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
