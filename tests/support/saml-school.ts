import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createLog } from '../../packages/server/src/kernel/log.ts';
import { SAML } from './drivers.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from './people.ts';
import {
  type AnswerParts,
  attribute,
  nameId,
  signElement,
  writeAssertion,
  writeIdpMetadata,
  writeResponse,
} from './saml-answers.ts';
import { SAML_KEYS } from './saml-keys.ts';
import { startTestServer, TEST_NOW, type TestAnswer, type TestServer } from './server.ts';

export const APP = 'https://app.school.example';
export const IDP = 'https://idp.school.example/metadata';
const SETTINGS = 'auth-driver/settings';

export const addressOf = (slink: string, what: 'acs' | 'metadata' | 'logout') => `${APP}/v1/auth/saml/${slink}/${what}`;

/** What a browser keeps of the begin of a sign-in, and what the service was asked. */
export interface BegunSaml {
  url: URL;
  cookie: string;
  relay: string;
  request: string;
  request_id: string;
}

/** A school whose people sign in at a service of SAML that the test itself plays, and another school. */
export function withSamlSchool() {
  let server: TestServer;
  let school: BuiltSchool;
  let other: BuiltSchool;
  let admin: string;
  const lines: string[] = [];
  const keys = SAML_KEYS;

  beforeAll(async () => {
    server = await startTestServer({
      env: { KREIDE_URL: APP },
      log: createLog({ json: true, write: (line) => void lines.push(line) }),
    });
    const { kysely, pool } = server.test.database;
    school = await buildSchool(kysely, 'amsel');
    other = await buildSchool(kysely, 'drossel');
    await buildUser(kysely, school.id, 'admin', 'ADMIN');
    for (const name of ['ada', 'ben', 'cem']) await buildUser(kysely, school.id, name, 'TEACHER');
    await buildUser(kysely, other.id, 'ada', 'TEACHER');
    await pool.query("update users set email = username || '@school.example' where role = 'TEACHER'");
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    server.clock.set(new Date(TEST_NOW));
    const { pool } = server.test.database;
    await pool.query('delete from auth_driver_people; delete from sign_in_failures; delete from auth_driver_requests');
    admin = await signIn(server, 'amsel', 'admin');
    await save();
  });

  const draft = () => ({
    ...SAML,
    name: 'Schulportal',
    metadata: writeIdpMetadata(IDP, [keys.good]) as string | null,
    match_claim: 'uid',
    match_field: 'username',
    is_on: true,
    passwords: 'EVERYBODY',
  });
  const ask = (method: string, path: string, body?: object) =>
    server.request(method, `/v1/schools/${school.id}/${path}`, { token: admin, ...(body && { body }) });
  const getDriver = async () => (await ask('GET', SETTINGS)).body.data;
  async function save(change: object = {}): Promise<TestAnswer> {
    const updated_at = (await getDriver()).driver?.updated_at ?? null;
    server.clock.advance(1000);
    return ask('PUT', SETTINGS, { ...draft(), password: PASSWORD, updated_at, ...change });
  }
  const test = async (change: object = {}) => {
    const { is_on: _, passwords: __, ...settings } = draft();
    const answer = await ask('POST', 'auth-driver/test', { ...settings, ...change });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data as {
      steps: { step: string; is_fine: boolean; message: string }[];
      trial: { uuid: string; url: string } | null;
    };
  };

  /** What stands in the address to which the browser goes. */
  function readRequest(address: string): Omit<BegunSaml, 'cookie'> {
    const url = new URL(address);
    const request = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    const [, request_id = ''] = / ID="([^"]+)"/.exec(request) ?? [];
    return { url, request, request_id, relay: url.searchParams.get('RelayState') ?? '' };
  }

  async function begin(slink = 'amsel', stayLoggedIn = false): Promise<BegunSaml> {
    const answer = await server.request('POST', '/v1/auth/service/begin', { body: { slink, stayLoggedIn } });
    expect(answer.status, answer.text).toBe(200);
    const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
    return { ...readRequest(answer.body.data.url), cookie: cookie.join('; ') };
  }

  /** What the service says, as a good one would. */
  function partsOf({ request_id }: Pick<BegunSaml, 'request_id'>, change: Partial<AnswerParts> = {}): AnswerParts {
    const now = server.clock.now().getTime();
    return {
      issuer: IDP,
      destination: addressOf('amsel', 'acs'),
      recipient: addressOf('amsel', 'acs'),
      audience: addressOf('amsel', 'metadata'),
      in_response_to: request_id,
      confirmed_for: request_id,
      issued: new Date(now),
      begins: new Date(now - 5000),
      ends: new Date(now + 300_000),
      status: 'Success',
      name_id: nameId('person-1'),
      attributes: attribute('uid', 'ada'),
      prolog: '',
      ...change,
    };
  }
  const signed = (parts: AnswerParts) =>
    signElement(writeResponse(parts, writeAssertion(parts)), 'Assertion', keys.good);

  /** The form that the service makes the browser send, from another site: without a cookie. Answers where it leads. */
  async function post(fields: Record<string, string> | string, slink = 'amsel') {
    const answer = await fetch(`${server.url}/v1/auth/saml/${slink}/acs`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://idp.school.example' },
      body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
    });
    const location = answer.headers.get('location');
    return { status: answer.status, headers: answer.headers, to: location === null ? null : new URL(location) };
  }
  const send = (xml: string, { relay }: Pick<BegunSaml, 'relay'>, slink = 'amsel') =>
    post({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relay }, slink);

  const finish = (to: URL | null, cookie: string, slink = 'amsel') =>
    server.request('POST', '/v1/auth/service/finish', {
      body: { slink, code: to?.searchParams.get('code') ?? '-', state: to?.searchParams.get('state') ?? '-' },
      headers: { cookie },
    });
  /** The whole way of an answer, to what the browser is told. */
  async function come(write: (begun: BegunSaml) => string = (begun) => signed(partsOf(begun))): Promise<TestAnswer> {
    const begun = await begin();
    return finish((await send(write(begun), begun)).to, begun.cookie);
  }
  async function nameOf(answer: TestAnswer): Promise<string> {
    expect(answer.status, answer.text).toBe(200);
    return (await server.request('GET', '/v1/users/self', { token: answer.body.access_token })).body.data.username;
  }
  /** Tries settings, and answers as the service would: what is said of it. */
  async function tryOut(write: (begun: Omit<BegunSaml, 'cookie'>) => string, change: object = {}) {
    const { trial } = await test(change);
    const begun = readRequest(trial?.url ?? '');
    const { to } = await send(write(begun), begun);
    const answer = await ask('GET', `auth-driver/trials/${trial?.uuid}`);
    expect(answer.status, answer.text).toBe(200);
    const { steps, values } = answer.body.data;
    return { to, steps: steps as { step: string; is_fine: boolean; message: string }[], values: values as object[] };
  }
  /** Why the last answer was refused, as the log of the server says it. */
  const reason = (): string | undefined => {
    const last = lines.findLast((line) => line.includes('a service signed nobody in'));
    return last && JSON.parse(last).reason;
  };
  return {
    lines,
    reason,
    get server() {
      return server;
    },
    get school() {
      return school;
    },
    get other() {
      return other;
    },
    keys,
    get admin() {
      return admin;
    },
    draft,
    ask,
    getDriver,
    save,
    test,
    begin,
    readRequest,
    partsOf,
    signed,
    post,
    send,
    finish,
    come,
    nameOf,
    tryOut,
  };
}
