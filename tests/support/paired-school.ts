import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type DirectoryPeer, startDirectoryPeer } from './directory-peer.ts';
import { DIRECTORY_PASSWORD, directoryDraft, resetPeer } from './directory-school.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from './people.ts';
import { ENTRIES, SOURCES, toPeerEntries } from './people-directory.ts';
import { startTestServer, type TestServer } from './server.ts';

/** Accounts as people name them; the pupils of the directory are p1, p2, p3, its teacher is t1. */
const ACCOUNTS = [
  ['p1', 'STUDENT', 'Öztürk', 'Ayşe'],
  ['bblum', 'STUDENT', 'Blum', 'Berta'],
  ['t1', 'TEACHER', 'Zander', 'Zoe'],
  ['left', 'TEACHER', '=1+1', 'Formel'],
] as const;
const HEAD = 'Wer [account];x [connect];Nr [entry]';

/** A school with a directory, new for each test; its administrator asks. */
export function withPairedSchool(env: Record<string, string> = {}) {
  let server: TestServer;
  let peer: DirectoryPeer;
  let school: BuiltSchool;
  let token: string;
  let schools = 0;

  beforeAll(async () => {
    peer = await startDirectoryPeer({ isTls: true });
    server = await startTestServer({ env: { KREIDE_OUTBOUND_ALLOW: '127.0.0.0/8', ...env } });
  });
  afterAll(async () => {
    await server?.stop();
    await peer?.[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    resetPeer(peer);
    peer.entries = toPeerEntries(ENTRIES);
    schools += 1;
    const { kysely } = server.test.database;
    school = await buildSchool(kysely, `lark-${schools}`);
    await buildUser(kysely, school.id, 'admin', 'ADMIN');
    for (const [username, type, lastname, firstname] of ACCOUNTS)
      await name((await buildUser(kysely, school.id, username, type)).id, { lastname, firstname });
    await askAs('admin');
    const driver = directoryDraft(`ldaps://127.0.0.1:${peer.port}`);
    const body = {
      ...driver,
      subject_attribute: 'uid',
      is_on: true,
      passwords: 'EVERYBODY',
      password: PASSWORD,
      updated_at: null,
    };
    expect((await call('PUT', '/auth-driver/settings', body)).status).toBe(200);
    const sources = [SOURCES.pupils, SOURCES.teachers];
    expect((await call('PUT', '/auth-driver/sources', { sources, updated_at: null })).status).toBe(200);
  });

  const name = (id: number, values: { lastname: string; firstname: string }) =>
    server.test.database.kysely
      .updateTable('users')
      .set(values)
      .where('school_id', '=', school.id)
      .where('id', '=', id)
      .execute();
  async function askAs(username: string): Promise<void> {
    token = await signIn(server, school.slink, username);
  }
  const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object) =>
    server.request(method, `/v1/schools/${school.id}${path}`, { token, ...(body && { body }) });
  const generate = async () => {
    const answer = await call('POST', '/ldap-migration/generate');
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };
  const take = (text: string, isDry = false) => {
    const body = new FormData();
    body.append('is_dry_run', `${isDry}`);
    body.append('files', new Blob([text]), 'pairs.csv');
    return server.request('POST', `/v1/schools/${school.id}/ldap-migration/import`, { token, body });
  };
  const rows = (...lines: string[]) => [HEAD, ...lines].join('\r\n');
  const enter = (username: string) =>
    server.request('POST', '/v1/auth/login-idm', {
      body: { slink: school.slink, username, password: DIRECTORY_PASSWORD, stayLoggedIn: false },
    });
  const pairing = async () => (await call('GET', '/auth-driver/sources')).body.data.pairing;
  return {
    get server() {
      return server;
    },
    get peer() {
      return peer;
    },
    get school() {
      return school;
    },
    askAs,
    call,
    generate,
    take,
    rows,
    enter,
    pairing,
  };
}
