import { expect, it } from 'vitest';
import { createSeal } from '../../kernel/config/seal.ts';
import { wantedOf } from './openid/claims.ts';
import { openSecret, sealSecret } from './secret.ts';

it('the secret of a service opens for its school alone', () => {
  const seal = createSeal('a secret of the server that is long enough');
  const sealed_secret = sealSecret(seal, 1, 'secret');
  expect(openSecret(seal, { school_id: 1, sealed_secret })).toBe('secret');
  expect(() => openSecret(seal, { school_id: 2, sealed_secret })).toThrow();
});

it('what a service says of a person counts as an address only where it has verified just that', () => {
  const claims = { email: 'own@school.example', email_verified: true, preferred_username: 'ada@school.example' };
  const wanted = (match_claim: string, match_field: 'email' | 'username', given: object = claims) =>
    wantedOf({ ...given }, { match_claim, match_field });
  expect(wanted('preferred_username', 'email')).toBeNull();
  expect(wanted('email', 'email')).toBe('own@school.example');
  for (const email_verified of [false, 'false', 1, 'yes', [true], undefined])
    expect(wanted('email', 'email', { ...claims, email_verified }), `${email_verified}`).toBeNull();
  expect(wanted('email', 'email', { ...claims, email_verified: 'true' })).toBe('own@school.example');
  expect(wanted('preferred_username', 'username', { preferred_username: 'ada' })).toBe('ada');
  expect(wanted('sub', 'username', { sub: 7 })).toBe('7');
  expect(wanted('sub', 'username', { sub: ' ' })).toBeNull();
});
