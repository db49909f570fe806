import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkFileAddress,
  type FileAudience,
  type SignedFile,
  signFileAddress,
  toExpiry,
  toFileKey,
} from './signed.ts';

const KEY = toFileKey('a secret of the server that is long enough');
const NOW = new Date('2026-11-18T09:20:00Z');
const FILE: SignedFile = {
  uuid: '0f3b2c9e-6a51-4d0e-9c53-8f1f6c1f2a10',
  name: 'Sommerfest & Brüder?.jpg',
  audience: 'school:3',
};

function read(address: string) {
  const url = new URL(address, 'https://kreide.example');
  const [, , , uuid = '', name = ''] = url.pathname.split('/');
  return { file: { uuid, name: decodeURIComponent(name) }, query: Object.fromEntries(url.searchParams) };
}

function later(hours: number): Date {
  return new Date(NOW.getTime() + hours * 3_600_000);
}

describe('signed file addresses', () => {
  it('open the file for whom they were made, until they expire [D-4.14]', () => {
    const { file, query } = read(signFileAddress(KEY, FILE, NOW));
    expect(file).toEqual({ uuid: FILE.uuid, name: FILE.name });
    const expires = new Date('2026-11-19T10:00:00Z');
    expect(checkFileAddress(KEY, file, query, NOW)).toEqual({ ok: true, audience: 'school:3', expires });
    expect(checkFileAddress(KEY, file, query, new Date(expires.getTime() - 1))).toMatchObject({ ok: true });
    expect(checkFileAddress(KEY, file, query, expires)).toEqual({ ok: false, reason: 'expired' });
  });

  it('stay the same within the hour, so that pictures stay in the cache [D-4.14]', () => {
    const first = signFileAddress(KEY, FILE, new Date('2026-11-18T09:00:01Z'));
    expect(signFileAddress(KEY, FILE, new Date('2026-11-18T10:00:00Z'))).toBe(first);
    expect(signFileAddress(KEY, FILE, new Date('2026-11-18T10:00:01Z'))).not.toBe(first);
  });

  it('last at least as long as asked and at most an hour longer', () => {
    fc.assert(
      fc.property(
        fc.date({ min: NOW, max: later(9999), noInvalidDate: true }),
        fc.integer({ min: 60, max: 1e6 }),
        (now, lifetime) => {
          const left = toExpiry(now, lifetime) - now.getTime() / 1000;
          expect(left).toBeGreaterThanOrEqual(lifetime);
          expect(left).toBeLessThan(lifetime + 3600);
        },
      ),
    );
  });

  it('are bound to file, name, audience, expiry and secret: any change is refused [D-4.14]', () => {
    const { file, query } = read(signFileAddress(KEY, FILE, NOW));
    const wrong = { ok: false, reason: 'wrong_signature' };
    const other = '1f3b2c9e-6a51-4d0e-9c53-8f1f6c1f2a10';
    expect(checkFileAddress(KEY, { ...file, uuid: other }, query, NOW)).toEqual(wrong);
    expect(checkFileAddress(KEY, { ...file, name: 'virus.exe' }, query, NOW)).toEqual(wrong);
    expect(checkFileAddress(KEY, file, { ...query, audience: 'school:4' }, NOW)).toEqual(wrong);
    expect(checkFileAddress(KEY, file, { ...query, audience: 'public' }, NOW)).toEqual(wrong);
    expect(checkFileAddress(KEY, file, { ...query, expires: '99999999999' }, NOW)).toEqual(wrong);
    expect(checkFileAddress(toFileKey('another secret'), file, query, NOW)).toEqual(wrong);
  });

  it('refuse whatever a query can hold without an exception', () => {
    const { file, query } = read(signFileAddress(KEY, FILE, NOW));
    const odd = fc.oneof(fc.string(), fc.constant(undefined), fc.array(fc.string()), fc.integer());
    fc.assert(
      fc.property(odd, fc.constantFrom('audience', 'expires', 'signature'), (value, field) => {
        fc.pre(value !== query[field]);
        expect(checkFileAddress(KEY, file, { ...query, [field]: value }, NOW).ok).toBe(false);
      }),
    );
  });

  it('cannot be mixed up by names that look like other parts', () => {
    const audience: FileAudience = 'user:1';
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, two) => {
        fc.pre(one !== two);
        const { query } = read(signFileAddress(KEY, { ...FILE, name: one, audience }, NOW));
        expect(checkFileAddress(KEY, { uuid: FILE.uuid, name: two }, query, NOW).ok).toBe(false);
      }),
    );
  });
});
