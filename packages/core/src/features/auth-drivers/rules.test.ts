import { expect, it } from 'vitest';
import { driverProblems, toIssuer } from './rules.ts';

it('the address of a service is taken as it names itself, and nothing that is none', () => {
  const realm = 'https://portal.example/realms/school';
  expect(toIssuer(` ${realm} `)).toBe(realm);
  expect(toIssuer(`${realm}/.well-known/openid-configuration`)).toBe(realm);
  expect(toIssuer(`${realm}/`)).toBe(`${realm}/`);
  for (const none of [
    'portal',
    'ftp://portal.example',
    'https://a:b@portal.example',
    'https://<host>/realms/a',
    'https://portal.example/?x=1',
    'https://portal.example/#x',
  ])
    expect(toIssuer(none), none).toBeNull();
});

it('settings need the scope openid, and compare no other claim than email with addresses', () => {
  const fine = {
    issuer: 'https://portal.example',
    scope: 'profile openid',
    match_claim: 'email',
    match_field: 'email',
  } as const;
  const rules = (change: object) => driverProblems({ ...fine, ...change }).map(({ rule }) => rule);
  expect(rules({})).toEqual([]);
  expect(rules({ scope: 'openidx email' })).toEqual(['openid']);
  expect(rules({ match_claim: 'upn' })).toEqual(['unconfirmed']);
  expect(rules({ match_claim: 'upn', match_field: 'username' })).toEqual([]);
  expect(rules({ issuer: 'portal' })).toEqual(['address']);
});
