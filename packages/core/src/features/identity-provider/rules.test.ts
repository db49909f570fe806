import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressProblems, asksPassword, lacksPkce, PASSED, passedOf, SCOPES, scopesFor } from './rules.ts';

const problemOf = (...redirect_uris: string[]) =>
  addressProblems({ redirect_uris, logout_uris: [], backchannel_uri: null })[0]?.rule ?? null;

describe('what a program may be told', () => {
  it('is what it asks for and may have, in one order', () => {
    expect(passedOf('openid profile email', ['email', 'name'])).toEqual(['name', 'email']);
    expect(passedOf('openid', PASSED)).toEqual([]);
    expect(passedOf('profile constructor toString', PASSED)).toEqual(['name', 'username']);
  });

  it('never goes beyond either, and is asked for whole by the scopes that are named for it', () => {
    const some = fc.subarray([...PASSED]);
    const scopes = fc.subarray(Object.keys(SCOPES)).map((names) => names.join(' '));
    fc.assert(
      fc.property(some, scopes, (allowed, scope) => {
        expect(allowed).toEqual(expect.arrayContaining(passedOf(scope, allowed)));
        expect(passedOf(scopesFor(allowed).join(' '), allowed)).toEqual(allowed);
      }),
    );
  });
});

describe('an address to which people are sent back', () => {
  it('is whole, encrypted or on the machine itself, and means one place', () => {
    for (const fine of [
      'https://lms.example/callback',
      'https://lms.example:8443/a?b=c',
      'http://127.0.0.1:8080/',
      'http://localhost/x',
      'http://[::1]/x',
    ])
      expect(problemOf(fine), fine).toBeNull();
    for (const wrong of [
      '',
      'lms.example',
      '//lms.example/',
      'javascript:alert(1)',
      'data:text/html,x',
      'https://lms.example/#x',
      'https://*.example/',
      'https://user@lms.example/',
      'https://:secret@lms.example/',
      'https://lms.example\\@evil.example/',
      'HTTPS://lms.example/ x',
      'kreide://callback',
    ])
      expect(problemOf(wrong), wrong).toBe('address');
    expect(problemOf('http://lms.example/')).toBe('https');
    expect(problemOf('http://localhost.evil.example/')).toBe('https');
    expect(problemOf('http://evil-localhost/')).toBe('https');
    expect(problemOf()).toBe('required');
    expect(problemOf('https://a.example/', 'https://b.example/')).toBe('host');
    expect(problemOf('https://a.example/', 'https://a.example:8443/')).toBe('host');
    expect(problemOf('https://a.example/', 'https://a.example/x')).toBeNull();
    expect(problemOf('https://a.example/', 'http://a.example/')).toBe('https');
  });

  it('and PKCE are changed with a password; what makes a program safer is not', () => {
    const before = { redirect_uris: ['https://a.example/'], needs_pkce: true };
    expect(asksPassword(before, { ...before })).toBe(false);
    expect(asksPassword(before, { ...before, redirect_uris: ['https://a.example/x'] })).toBe(true);
    expect(asksPassword(before, { ...before, needs_pkce: false })).toBe(true);
    expect(asksPassword({ ...before, needs_pkce: false }, before)).toBe(false);
    expect(lacksPkce({ is_confidential: false, needs_pkce: false })).toBe(true);
    expect(lacksPkce({ is_confidential: true, needs_pkce: false })).toBe(false);
  });
});
