import { expect, it } from 'vitest';
import { claimTexts } from './claims.ts';
import { DIRECTORY_PRESETS } from './presets.ts';
import { asksProof, driverProblems, isDirectoryFilter, toDirectoryAddress, toIssuer } from './rules.ts';

const NO_STEP = { second_step: false, second_step_values: '' };
const NO_SAML = { name_id_format: null, metadata_url: null, metadata: null, ...NO_STEP } as const;

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
    method: 'OIDC',
    base_dn: null,
    user_filter: null,
    subject_attribute: null,
    authority: null,
    ...NO_SAML,
    client: 'kreide',
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

it('the address of a directory says nothing but where it is', () => {
  expect(toDirectoryAddress(' ldaps://dc.school.example/ ')).toEqual({
    host: 'dc.school.example',
    port: 636,
    isTls: true,
  });
  expect(toDirectoryAddress('ldap://dc.school.example:3389')).toMatchObject({ port: 3389, isTls: false });
  expect(toDirectoryAddress('ldap://dc.school.example')).toMatchObject({ port: 389, isTls: false });
  expect(toDirectoryAddress('ldaps://[fd00::1]:7636')).toMatchObject({ host: 'fd00::1', port: 7636 });
  for (const none of [
    'dc.school.example',
    'https://dc.school.example',
    'ldaps://<host>',
    'ldaps://a:b@dc',
    'ldap://dc/ou=x',
  ])
    expect(toDirectoryAddress(none), none).toBeNull();
});

it('a filter has a place for the name, within one comparison of whole brackets', () => {
  for (const fine of [
    '(uid={username})',
    '(&(a=b)(|(uid={username})(mail={username})))',
    '(mail={username}@school.example)',
  ])
    expect(isDirectoryFilter(fine), fine).toBe(true);
  for (const wrong of [
    'uid={username}',
    '(uid=ada)',
    '({username}=x)',
    '(uid={username}',
    '(a=b)(uid={username})',
    ')(uid={username})(',
  ])
    expect(isDirectoryFilter(wrong), wrong).toBe(false);
});

it('every preset of a directory is whole once what is in brackets is filled in', () => {
  for (const [name, preset] of Object.entries(DIRECTORY_PRESETS)) {
    const fill = (text = '') => text.replace(/<\w+>/g, 'school');
    const { issuer, base_dn = '', user_filter = null, subject_attribute = null, ...rest } = preset;
    const given = { ...rest, issuer: fill(issuer), base_dn: fill(base_dn ?? ''), user_filter, subject_attribute };
    const whole = { ...given, ...NO_SAML, client: given.client ?? '', method: 'LDAP', authority: null } as const;
    expect(driverProblems(whole), name).toEqual([]);
  }
});

it('a claim is read by its own name before its parts, of each in a list, and as text alone', () => {
  expect(claimTexts({ 'a.b': 'own', a: { b: 'part' } }, 'a.b')).toEqual(['own']);
  expect(claimTexts({ a: [{ b: 'x' }, { b: ['y ', ' ', 7] }, 'z', null] }, 'a.b')).toEqual(['x', 'y', '7']);
  for (const given of [{}, { a: true }, { a: {} }, { a: '' }]) expect(claimTexts(given, 'a')).toEqual([]);
  expect(claimTexts({}, 'constructor')).toEqual([]);
});

it('a second step is none of a directory, and has words of the school with SAML [T-7.119]', () => {
  const rules = (change: object) =>
    driverProblems({
      method: 'OIDC',
      issuer: 'https://portal.example',
      client: 'kreide',
      scope: 'openid',
      match_claim: 'sub',
      match_field: 'external_id',
      base_dn: null,
      user_filter: null,
      subject_attribute: null,
      authority: null,
      ...NO_SAML,
      second_step: true,
      ...change,
    }).map(({ rule }) => rule);
  expect(rules({})).toEqual([]);
  expect(rules({ second_step_values: 'x'.repeat(201) })).toEqual(['stepValues']);
  const saml = { method: 'SAML', metadata_url: 'https://idp.example', name_id_format: 'persistent' };
  expect(rules({ ...saml, second_step_values: ' ' })).toEqual(['stepValuesMissing']);
  expect(rules({ ...saml, second_step_values: 'gold' })).toEqual([]);
  expect(rules({ ...saml, second_step: false })).toEqual([]);
  for (const change of [{}, { second_step: false, second_step_values: 'gold' }])
    expect(rules({ method: 'LDAP', ...change })).toContain('notStep');
  expect(rules({ method: 'LDAP', second_step: false })).not.toContain('notStep');
});

it('whoever says another address proves who they are: also what a service is believed by, and whatever comes after none [T-7.119]', () => {
  const openId = {
    method: 'OIDC',
    issuer: 'https://id.example',
    authority: null,
    metadata_url: null,
    metadata: null,
    second_step: false,
    second_step_values: '',
  } as const;
  expect(asksProof(null, openId)).toBe(true);
  expect(asksProof(openId, { ...openId, issuer: ' https://id.example ' })).toBe(false);
  for (const change of [{ issuer: 'https://other.example' }, { authority: 'PEM' }, { method: 'LDAP' as const }])
    expect(asksProof(openId, { ...openId, ...change })).toBe(true);
  const saml = {
    ...openId,
    method: 'SAML',
    issuer: 'said by its metadata',
    metadata_url: 'https://idp.example',
  } as const;
  expect(asksProof(saml, { ...saml, issuer: '', metadata: 'as it was read last' })).toBe(false);
  for (const change of [{ metadata_url: 'https://other.example' }, { metadata_url: null, metadata: '<xml/>' }])
    expect(asksProof(saml, { ...saml, ...change })).toBe(true);
  const counted = { ...openId, second_step: true, second_step_values: 'gold silver' };
  expect(asksProof(openId, counted)).toBe(true);
  expect(asksProof(counted, { ...counted, second_step_values: 'silver gold mfa' })).toBe(true);
  expect(asksProof({ ...counted, second_step: false }, counted)).toBe(true);
  for (const change of [{ second_step_values: 'gold' }, { second_step: false }])
    expect(asksProof(counted, { ...counted, ...change })).toBe(false);
});
