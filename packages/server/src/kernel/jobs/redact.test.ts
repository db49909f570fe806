import { describe, expect, it } from 'vitest';
import { redactText, toLoggedError } from './redact.ts';

describe('errors in the log', () => {
  it.each([
    [
      'connect postgres://kreide:p%40ss@db.example:5432/kreide failed',
      'connect postgres://[secret]@db.example:5432/kreide failed',
    ],
    ['401 for Authorization: Bearer abc.def-ghi', '401 for Authorization: [secret] [secret]'],
    ['GET /v1/feed?token=abc&week=3', 'GET /v1/feed?token=[secret]&week=3'],
    ['{"password":"two words","user":"ada"}', '{"password":[secret],"user":"ada"}'],
    ['client_secret=x; access_token = y', 'client_secret=[secret]; access_token = [secret]'],
  ])('%s keeps its sense and loses its secret', (text, redacted) => {
    expect(redactText(text)).toBe(redacted);
  });

  it.each(['Lesson 3b has no teacher', 'mail to office@school.example bounced', 'https://school.example/a@b failed'])(
    '%s stays as it is',
    (text) => {
      expect(redactText(text)).toBe(text);
    },
  );

  it('an error is named with its cause and code, and nothing else that hangs on it', () => {
    const cause = new Error('token=abc');
    const error = Object.assign(new TypeError('password: x', { cause }), { code: '42P01', parameters: ['hunter2'] });
    const logged = toLoggedError(error);
    expect(logged).toMatchObject({ name: 'TypeError', message: 'password: [secret]', code: '42P01' });
    expect(logged.stack).toContain('caused by Error: token=[secret]');
    expect(JSON.stringify(logged)).not.toMatch(/hunter2|abc/);
    expect(toLoggedError('just a text').message).toBe('just a text');
  });
});
