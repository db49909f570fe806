import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { BuiltChannel } from './channels.ts';
import { buildChannel } from './channels.ts';
import { type OfficeServer, startOfficeServer, type WopiCall } from './office-server.ts';
import { type BuiltSchool, type BuiltUser, buildSchool, buildUser, signIn } from './people.ts';
import { startTestServer, type TestServer } from './server.ts';

export let office: OfficeServer;
export let server: TestServer;
export let school: BuiltSchool;
export let channel: BuiltChannel;
export const people: Record<string, BuiltUser> = {};
export const tokens: Record<string, string> = {};
export const db = () => server.test.database.kysely;
export const idOf = (who: string) => people[who]?.id ?? 0;

/** A school with four teachers whose files an office server edits, with little room; a new channel for each test. */
export function withOffice(): void {
  beforeAll(async () => {
    office = await startOfficeServer();
    server = await startTestServer({
      env: {
        KREIDE_OFFICE_URL: office.url,
        KREIDE_OUTBOUND_ALLOW: `127.0.0.0/8 ${office.url}`,
        KREIDE_QUOTA_PERSON_MB: '2',
        KREIDE_QUOTA_CHANNEL_MB: '3',
      },
    });
    school = await buildSchool(db(), 'amsel');
    for (const name of ['ada', 'ben', 'cem', 'dora']) people[name] = await buildUser(db(), school.id, name, 'TEACHER');
  });
  afterAll(async () => {
    await server.stop();
    await office[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    for (const name of ['ada', 'ben', 'cem', 'dora']) tokens[name] = await signIn(server, 'amsel', name);
    channel = await buildChannel(db(), school.id, { admins: [idOf('ada')], members: [idOf('ben'), idOf('cem')] });
  });
}

export const api = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/cloud/${channel.id}${path}`, { token: tokens[who], body });

export async function bring(who: string, name: string, content = 'first', parent?: string): Promise<string> {
  const form = new FormData();
  if (parent) form.append('parent', parent);
  form.append('files[]', new Blob([content]), name);
  const answer = await server.request('POST', `/v1/channels/cloud/${channel.id}/upload`, {
    token: tokens[who],
    body: form,
  });
  expect(answer.status).toBe(200);
  return answer.body.data[0].uuid;
}
export const details = async (who: string, uuid: string) => (await api(who, 'GET', `/files/${uuid}`)).body.data;
export const share = (who: string, uuid: string, is_collaborative = true) =>
  api(who, 'PUT', `/files/${uuid}/change`, { is_collaborative });

/** What an editor was given for a file. */
export async function edit(who: string, uuid: string) {
  const { meta } = await details(who, uuid);
  const source = new URL(meta.edit_uri).searchParams.get('WOPISrc') ?? '';
  const given = { source, token: meta.edit_access_token as string };
  const call = (request: Partial<WopiCall> = {}) => office.call({ ...given, now: server.clock.now(), ...request });
  return {
    ...given,
    call,
    info: (request: Partial<WopiCall> = {}) => call(request),
    operate: (override: string, headers: Record<string, string> = {}) =>
      call({ method: 'POST', headers: { 'x-wopi-override': override, ...headers } }),
    read: () => call({ source: `${source}/contents` }),
    put: (body: NonNullable<WopiCall['body']>, lock?: string, request: Partial<WopiCall> = {}) =>
      call({
        source: `${source}/contents`,
        method: 'POST',
        body,
        ...request,
        headers: { 'x-wopi-override': 'PUT', ...(lock === undefined ? {} : { 'x-wopi-lock': lock }) },
      }),
  };
}
export const lockOf = ({ headers }: { headers: Headers }) => headers.get('x-wopi-lock');
