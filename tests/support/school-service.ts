import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type CraftedService, startCraftedService } from './crafted-service.ts';
import { OPENID } from './drivers.ts';
import { type OpenIdPeer, startOpenIdPeer } from './openid-peer.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from './people.ts';
import { startTestServer, type TestAnswer, type TestServer } from './server.ts';

const APP = 'https://app.school.example';
const SETTINGS = 'auth-driver/settings';

/**
 * A school with a service at which its people sign in, another service whose answers are crafted, and another school. It stands from
 * `beforeAll` to `afterAll`; before each test nobody is connected, and the driver is as `draft` says.
 */
export function withSchoolService() {
  let peer: OpenIdPeer;
  let crafted: CraftedService;
  let server: TestServer;
  let school: BuiltSchool;
  let other: BuiltSchool;
  let admin: string;

  beforeAll(async () => {
    peer = await startOpenIdPeer([`${APP}/sso-verify/amsel`]);
    crafted = await startCraftedService();
    const allowed = ['127.0.0.0/8', peer.issuer, crafted.issuer].join(' ');
    server = await startTestServer({ env: { KREIDE_OUTBOUND_ALLOW: allowed, KREIDE_URL: APP } });
    const { kysely, pool } = server.test.database;
    school = await buildSchool(kysely, 'amsel');
    other = await buildSchool(kysely, 'drossel');
    await buildUser(kysely, school.id, 'admin', 'ADMIN');
    for (const name of ['ada', 'ben', 'cem']) await buildUser(kysely, school.id, name, 'TEACHER');
    await pool.query("update users set email = username || '@school.example' where role = 'TEACHER'");
  });
  afterAll(async () => {
    await server.stop();
    await peer[Symbol.asyncDispose]();
    await crafted[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    later(1);
    crafted.craft = (token) => token;
    await server.test.database.pool.query('delete from auth_driver_people; delete from sign_in_failures');
    // The clock goes on from test to test, longer than a session lasts.
    admin = await signIn(server, 'amsel', 'admin');
    await save();
  });

  const later = (minutes: number) => server.clock.set(new Date(server.clock.now().getTime() + minutes * 60_000));
  const draft = () => ({
    ...OPENID,
    name: 'Schulportal',
    issuer: peer.issuer,
    client: peer.client,
    client_secret: peer.secret as string | null | undefined,
    scope: 'openid profile email',
    match_claim: 'email',
    match_field: 'email',
    is_on: true,
    passwords: 'EVERYBODY',
  });
  const ask = (method: string, path: string, body?: object) =>
    server.request(method, `/v1/schools/${school.id}/${path}`, { token: admin, ...(body && { body }) });
  const getDriver = async () => (await ask('GET', SETTINGS)).body.data;
  async function save(change: object = {}): Promise<TestAnswer> {
    const updated_at = (await getDriver()).driver?.updated_at ?? null;
    later(1);
    return ask('PUT', SETTINGS, { ...draft(), password: PASSWORD, updated_at, ...change });
  }
  /** What a browser keeps of the begin of a sign-in. */
  async function begin(slink = 'amsel', stayLoggedIn = true) {
    const answer = await server.request('POST', '/v1/auth/service/begin', { body: { slink, stayLoggedIn } });
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    return { answer, url: answer.body.data?.url as string, cookie };
  }
  const finish = (back: URL | Record<string, string>, cookie: string, slink = 'amsel') =>
    server.request('POST', '/v1/auth/service/finish', {
      body: { slink, ...(back instanceof URL ? Object.fromEntries(back.searchParams) : back) },
      headers: { cookie },
    });
  /** The whole way of somebody through the service. */
  async function come(who: string) {
    peer.who = who;
    const { url, cookie } = await begin();
    return finish(await peer.visit(url), cookie);
  }
  async function nameOf(answer: TestAnswer): Promise<string> {
    expect(answer.status, answer.text).toBe(200);
    return (await server.request('GET', '/v1/users/self', { token: answer.body.access_token })).body.data.username;
  }
  return {
    get peer() {
      return peer;
    },
    get crafted() {
      return crafted;
    },
    get server() {
      return server;
    },
    get school() {
      return school;
    },
    get other() {
      return other;
    },
    get admin() {
      return admin;
    },
    later,
    draft,
    ask,
    getDriver,
    save,
    begin,
    finish,
    come,
    nameOf,
  };
}
