import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toIdentityTarget, toRedirectTarget } from './redirect-target.ts';

const OWN = 'https://kreide.example';
const ALLOWED = ['https://www.school.example', 'https://moodle.school.example:8443'];
const to = (target: string | null) => toRedirectTarget(target, OWN, ALLOWED);

describe('the forwarding page', () => {
  it.each([
    ['/timetable', '/timetable'],
    ['/timetable/grades/3?week=2026-11-16#mo', '/timetable/grades/3?week=2026-11-16#mo'],
    ['/', '/'],
    ['/a/../settings', '/settings'],
    ['https://kreide.example/news/5', '/news/5'],
    ['HTTPS://Kreide.Example/news/5', '/news/5'],
    ['https://www.school.example/termine?x=1', 'https://www.school.example/termine?x=1'],
    ['https://WWW.school.example', 'https://www.school.example/'],
    ['https://www.school.example:443/', 'https://www.school.example/'],
    ['https://moodle.school.example:8443/a', 'https://moodle.school.example:8443/a'],
  ])('leads from %s to %s [P-2.23]', (target, expected) => {
    expect(to(target)).toBe(expected);
  });

  it.each([
    null,
    '',
    ' ',
    'timetable',
    '?target=/a',
    '#a',
    '.',
    '../a',
    // Another host without a scheme, and what browsers take for it.

    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/%2e//evil.example',
    '/a/..//evil.example',
    ' //evil.example',
    '//kreide.example/news',
    '/ /evil.example',
    '\u0000//evil.example',
    // Other schemes.
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',

    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://kreide.example/1',
    'http://www.school.example/',
    'http://kreide.example/',
    'ftp://www.school.example/',
    'https:/evil.example',
    'https:evil.example',
    'https:///evil.example',
    'https:\\\\evil.example',
    // Somebody before the host, a host that looks like another.
    'https://www.school.example@evil.example/',
    'https://kreide.example:x@evil.example/',

    'https://me@www.school.example/',
    'https://me:pass@kreide.example/feed',
    'https://www.school.example%40evil.example/',
    'https://www.school.example.evil.example/',
    'https://evilwww.school.example/',
    'https://school.example/',
    'https://x.www.school.example/',
    'https://www.school.example./',
    'https://www.school.example:8443/',

    'https://moodle.school.example/',
    'https://www.schооl.example/',
    'https://evil.example/https://www.school.example/',
    'https://evil.example#@www.school.example/',
    'https://evil.example?.www.school.example/',
    // Encoded once more than the query decodes.
    '%2F%2Fevil.example',
    '%5C%5Cevil.example',
    'https%3A%2F%2Fevil.example',
    'javascript%3Aalert(1)',
    // Round and round.

    '/redirect?target=/redirect',
    '/redirect',
    '/redirect/',
    'https://kreide.example/redirect?target=https://evil.example',
    `https://www.school.example/${'x'.repeat(2000)}`,
  ])('leads from %j to the default page [P-2.23]', (target) => {
    expect(to(target)).toBe('/feed');
  });

  it('leads to a named origin by https alone, also where one without was named [P-2.23]', () => {
    const lead = (scheme: string) =>
      toRedirectTarget(`${scheme}://lms.example/x`, 'https://kreide.example', [`${scheme}://lms.example`]);
    expect([lead('https'), lead('http')]).toEqual(['https://lms.example/x', '/feed']);
  });

  it('stays on the own origin or goes to a named one, whatever is asked for [P-2.23]', () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      '@',
      ':',
      '?',
      '#',
      '%2f',
      '%5c',
      '%2e',
      '\t',
      ' ',
      'https:',
      'http://',
      'javascript:',
      'evil.example',
      'www.school.example',
      'kreide.example',
      'https://www.school.example',
      'redirect',
      'a',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 8 }), (pieces) => {
        const target = to(pieces.join(''));
        const { origin } = new URL(target, OWN);
        expect([OWN, ...ALLOWED]).toContain(origin);
        if (origin === OWN) expect(target).toMatch(/^\/(?![/\\])/);
      }),
      { numRuns: 3000 },
    );
  });
});

it('an old address of a sign-in leads to the configured one, keeps what it asks, and changes nothing of that', () => {
  const target = 'https://id.example/return?client=kreide';
  expect(toIdentityTarget(target)).toBe(target);
  expect(toIdentityTarget(target, '?code=1&client=other')).toBe(`${target}&code=1`);
  for (const none of ['', 'id.example', 'http://id.example', 'javascript:alert(1)'])
    expect(toIdentityTarget(none), none).toBeNull();
  expect(toIdentityTarget(target, `?${'x'.repeat(2001)}`)).toBeNull();
});
