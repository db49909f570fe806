import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALGORITHMS, DIGITS, isKey, type KeyDraft, keyProblems, parseOtpAddress, toPlainKey } from './rules.ts';

const KEY = 'GEZDGNBVGY3TQOJQ';
const DRAFT: KeyDraft = { issuer: 'Bank', account: 'ada', key: KEY, algorithm: 'SHA1', digits: 6, period: 30 };

describe('a key that is typed', () => {
  it('is taken as services print it: in groups, in small letters, with padding [P-2.32]', () => {
    for (const typed of ['gezd gnbv gy3t qojq', 'GEZD-GNBV-GY3T-QOJQ', ' GEZDGNBVGY3TQOJQ== ', 'gezdgnbvgy3tqojq\n'])
      expect(toPlainKey(typed)).toBe(KEY);
  });

  it.each([
    ['', 'required'],
    ['   ', 'required'],
    ['GEZDGNBVGY3TQOJ1', 'letters'],
    ['GEZDGNBVGY3TQOJ0', 'letters'],
    ['GEZDGNBVÜY3TQOJQ', 'letters'],
    ['GEZDGNBVGY3TQOJ', 'short'],
    [`${KEY}A`, 'cut'],
    [`${KEY}AAA`, 'cut'],
    ['A'.repeat(104), 'long'],
    [KEY, undefined],
    ['A'.repeat(103), undefined],
  ])('%j is %s [P-2.32]', (key, problem) => {
    expect(keyProblems({ ...DRAFT, key })).toEqual(problem ? { key: problem } : {});
    expect(isKey(toPlainKey(key))).toBe(problem === undefined);
  });

  it('needs the name of its service and numbers that there are; all problems are told at once [P-2.32]', () => {
    const nothing = { ...DRAFT, issuer: ' ', account: '', key: '', digits: 5, period: 0 };
    expect(keyProblems(nothing)).toEqual({ issuer: 'required', key: 'required', digits: 'range', period: 'range' });
    expect(keyProblems({ ...DRAFT, account: '', digits: 8, period: 120 })).toEqual({});
    expect(keyProblems({ ...DRAFT, issuer: 'x'.repeat(101), account: 'x'.repeat(101), period: 14 })).toEqual({
      issuer: 'long',
      account: 'long',
      period: 'range',
    });
    for (const period of [14, 121, 30.5, Number.NaN])
      expect(keyProblems({ ...DRAFT, period })).toEqual({ period: 'range' });
  });
});

describe('what a QR code says', () => {
  it('is an account with all that it names [P-2.32]', () => {
    const address = `otpauth://totp/Alte%20Bank:ada%40bank.example?secret=${KEY}&issuer=Bank%20%26%20Co&algorithm=SHA256&digits=8&period=60`;
    expect(parseOtpAddress(address)).toEqual({
      issuer: 'Bank & Co',
      account: 'ada@bank.example',
      key: KEY,
      algorithm: 'SHA256',
      digits: 8,
      period: 60,
    });
  });

  it.each([
    [`otpauth://totp/Bank:ada?secret=${KEY}`, 'Bank', 'ada'],
    [`otpauth://totp/Bank%3A%20ada?secret=${KEY}`, 'Bank', 'ada'],
    [`otpauth://totp/ada?secret=${KEY}&issuer=Bank`, 'Bank', 'ada'],
    [`otpauth://totp/ada?secret=${KEY}`, 'ada', ''],
    [`OTPAUTH://TOTP/Bank:ada?secret=${KEY.toLowerCase()}%3D%3D`, 'Bank', 'ada'],
    [`otpauth://totp/100%25%zz:ada?secret=${KEY}`, '100%25%zz', 'ada'],
  ])('%s: the usual numbers where it names none [P-2.32]', (address, issuer, account) => {
    expect(parseOtpAddress(address)).toEqual({ ...DRAFT, issuer, account });
  });

  it.each([
    ['https://bank.example/otpauth://totp/', 'other'],
    ['WIFI:S:Lehrerzimmer;;', 'other'],
    ['', 'other'],
    [`otpauth://hotp/Bank:ada?secret=${KEY}&counter=1`, 'counter'],
    [`otpauth://steam/Bank:ada?secret=${KEY}`, 'unusable'],
    ['otpauth://totp/Bank:ada', 'unusable'],
    ['otpauth://totp/Bank:ada?secret=123', 'unusable'],
    [`otpauth://totp/Bank:ada?secret=${KEY}&algorithm=MD5`, 'unusable'],
    [`otpauth://totp/Bank:ada?secret=${KEY}&digits=4`, 'unusable'],
    [`otpauth://totp/Bank:ada?secret=${KEY}&period=abc`, 'unusable'],
    ['otpauth-migration://offline?data=abc', 'other'],
  ])('%s is %s [P-2.32]', (address, problem) => {
    expect(parseOtpAddress(address)).toBe(problem);
  });

  it('comes back as it was written, whatever the names are [P-2.32]', () => {
    const name = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).filter((text) => text.trim() === text);
    const draft = fc.record({
      issuer: name,
      account: name.filter((text) => !text.includes(':')),
      algorithm: fc.constantFrom(...ALGORITHMS),
      digits: fc.constantFrom(...DIGITS),
      period: fc.integer({ min: 15, max: 120 }),
    });
    fc.assert(
      fc.property(draft, ({ issuer, account, ...numbers }) => {
        const query = new URLSearchParams({
          secret: KEY,
          issuer,
          ...Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, String(value)])),
        });
        const found = parseOtpAddress(`otpauth://totp/${encodeURIComponent(account)}?${query}`);
        expect(found).toEqual({ issuer, account, key: KEY, ...numbers });
      }),
    );
  });
});
