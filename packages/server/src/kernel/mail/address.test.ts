import { describe, expect, it } from 'vitest';
import { isMailAddress, parseSmtpUrl } from './address.ts';

describe('the address of the mail server', () => {
  it('says how it is reached; a password travels through TLS only', () => {
    expect(parseSmtpUrl('smtps://mail.example.org')).toEqual({
      host: 'mail.example.org',
      port: 465,
      tls: 'implicit',
      user: null,
      password: null,
    });
    expect(parseSmtpUrl('smtp://school%40x:p%2F%3F@mail.example.org:2525/')).toEqual({
      host: 'mail.example.org',
      port: 2525,
      tls: 'starttls',
      user: 'school@x',
      password: 'p/?',
    });
    for (const host of ['localhost', '127.0.0.1', '[::1]']) expect(parseSmtpUrl(`smtp://${host}`)?.tls).toBe('none');
    expect(parseSmtpUrl('smtp://relay.lan:25?tls=off')).toMatchObject({ tls: 'none', port: 25 });
    expect(parseSmtpUrl('smtp://127.school.example')?.tls).toBe('starttls');
  });

  it.each([
    'mail.example.org',
    'http://mail.example.org',
    'smtp://',
    'smtp://mail.example.org/path',
    'smtp://user@mail.lan',
    'smtp://mail.lan?tls=on',
    'smtps://mail.lan?tls=off',
    'smtp://mail.lan#x',
    'smtp://u:%E0%A4@mail.lan',
  ])('%s is none', (text) => {
    expect(parseSmtpUrl(text)).toBeUndefined();
  });
});

it.each([
  ['ada@school.example', true],
  ['a.b+c@x.y.example', true],
  ['ada', false],
  ['Ada <ada@school.example>', false],
  ['ada@school.example, bo@school.example', false],
  ['ada@school.example\r\nBcc: x@y.example', false],
  [`${'a'.repeat(65)}@school.example`, false],
])('%j is one address: %s', (text, is) => {
  expect(isMailAddress(text)).toBe(is);
});
