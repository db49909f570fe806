import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CraftedService, startCraftedService } from '../../../../../tests/support/crafted-service.ts';
import { OPENID } from '../../../../../tests/support/drivers.ts';
import { type OpenIdPeer, startOpenIdPeer } from '../../../../../tests/support/openid-peer.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

const APP = 'https://app.school.example';
let peer: OpenIdPeer;
let crafted: CraftedService;
let server: TestServer;
let path: string;
let token: string;

beforeAll(async () => {
  peer = await startOpenIdPeer([`${APP}/sso-verify/amsel`]);
  crafted = await startCraftedService();
  const allowed = ['127.0.0.0/8', peer.issuer, crafted.issuer].join(' ');
  server = await startTestServer({ env: { KREIDE_OUTBOUND_ALLOW: allowed, KREIDE_URL: APP } });
  const { kysely } = server.test.database;
  const { id } = await buildSchool(kysely, 'amsel');
  await buildUser(kysely, id, 'admin', 'ADMIN');
  token = await signIn(server, 'amsel', 'admin');
  path = `/v1/schools/${id}/auth-driver/test`;
});
afterAll(async () => {
  await server.stop();
  await peer[Symbol.asyncDispose]();
  await crafted[Symbol.asyncDispose]();
});

describe('the test of the driver', () => {
  const test = async (change: object = {}) => {
    const { issuer, client, secret: client_secret } = peer;
    const settings = { name: 'Schulportal', issuer, client, client_secret, scope: 'openid profile email' };
    const body = { ...OPENID, ...settings, match_claim: 'email', match_field: 'email', ...change };
    const answer = await server.request('POST', path, { token, body });
    return answer.body.data.steps as { step: string; is_fine: boolean; message: string }[];
  };

  it('finds description, abilities, keys and client, each in words [T-7.122]', async () => {
    const steps = await test({ issuer: `${peer.issuer}/.well-known/openid-configuration` });
    expect(steps.map(({ step, is_fine }) => [step, is_fine])).toEqual([
      ['description', true],
      ['abilities', true],
      ['keys', true],
      ['client', true],
      ['redirect', true],
    ]);
    expect(steps[0]?.message).toContain(peer.issuer);
  });

  it('names the problem and the remedy, and goes no further [T-7.122]', async () => {
    const last = async (change: object) => (await test(change)).at(-1);
    const otherName = peer.issuer.replace('127.0.0.1', '127.0.0.2');
    for (const [change, step, words] of [
      [{ issuer: 'https://service.invalid' }, 'description', /Schreibweise/],
      [{ issuer: 'http://127.0.0.1:1' }, 'description', /https:\/\//],
      [{ issuer: 'https://127.0.0.1:1' }, 'description', /antwortet niemand/],
      [{ issuer: `${peer.issuer}/other` }, 'description', /keine Beschreibung/],
      [{ issuer: otherName }, 'description', /https:\/\//],
      [{ scope: 'openid klasse' }, 'abilities', /klasse.*email/],
      [{ match_claim: 'klasse', match_field: 'username' }, 'abilities', /klasse.*preferred_username/],
      [{ client_secret: 'wrong' }, 'client', /Secret/],
      [{ client: 'wrong' }, 'client', /Client-ID/],
    ] as const) {
      const found = await last(change);
      expect(found, JSON.stringify(change)).toMatchObject({ step, is_fine: false });
      expect(found?.message, JSON.stringify(change)).toMatch(words);
    }
    const { description } = crafted;
    for (const [change, step, words] of [
      [{ issuer: 'https://portal.example' }, 'description', /https:\/\/portal\.example/],
      [{ token_endpoint: undefined }, 'abilities', /token_endpoint/],
      [{ response_types_supported: ['id_token'] }, 'abilities', /Code/],
      [{ code_challenge_methods_supported: ['plain'] }, 'abilities', /PKCE/],
      [{ jwks_uri: `${crafted.issuer}/token` }, 'keys', /keine Schlüssel/],
    ] as const) {
      crafted.description = { ...description, ...change };
      const found = await last({ issuer: crafted.issuer });
      expect(found, JSON.stringify(change)).toMatchObject({ step, is_fine: false });
      expect(found?.message, JSON.stringify(change)).toMatch(words);
    }
    crafted.description = description;
  });
});
