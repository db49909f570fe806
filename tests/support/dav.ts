import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type BuiltChannel, buildChannel } from './channels.ts';
import { basic, callDav, type DavRequest, makeFilesPassword } from './dav-client.ts';
import { type BuiltSchool, type BuiltUser, buildSchool, buildUser, signIn } from './people.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';

export let server: TestServer;
export let school: BuiltSchool;
export let channel: BuiltChannel;
export const people: Record<string, BuiltUser> = {};
const passwords: Record<string, string> = {};
export const db = () => server.test.database.kysely;
export const idOf = (who: string) => people[who]?.id ?? 0;

/** A school whose people have their clouds on their computers: ada manages the channel `Chor`, ben and cem are in it, dora is not. */
export function withDav(options: TestServerOptions = {}): void {
  beforeAll(async () => {
    server = await startTestServer(options);
    school = await buildSchool(db(), 'amsel');
    for (const name of ['ada', 'ben', 'cem', 'dora']) {
      people[name] = await buildUser(db(), school.id, name, name === 'ada' ? 'TEACHER' : 'STUDENT');
      passwords[name] = await makeFilesPassword(server, 'amsel', name);
    }
  });
  afterAll(async () => server.stop());
  beforeEach(async () => {
    await db().deleteFrom('cloud_dav_locks').execute();
    if (channel)
      await db().updateTable('channels').set({ is_disabled: true, name: 'Old' }).where('id', '=', channel.id).execute();
    if (channel) await db().deleteFrom('channel_members').where('channel_id', '=', channel.id).execute();
    channel = await buildChannel(db(), school.id, { admins: [idOf('ada')], members: [idOf('ben'), idOf('cem')] });
  });
}

export const authOf = (who: string) => basic(who, passwords[who] ?? '');

/** A call to something in the cloud of the channel, by its path to the letter. */
export const dav = (who: string, method: string, path: string, request: DavRequest = {}) =>
  callDav(server.url, method, `/dav/files/amsel/Chor${path}`, {
    ...request,
    headers: { ...authOf(who), ...request.headers },
  });

/** The paths that a folder shows, itself first, decoded and without what is the same in all. */
export async function listed(who: string, path = '/'): Promise<string[]> {
  const answer = await dav(who, 'PROPFIND', path, { headers: { depth: '1' } });
  expect(answer.status).toBe(207);
  return [...answer.text.matchAll(/<D:response><D:href>([^<]*)</g)].map(([, href = '']) =>
    decodeURIComponent(href.replace('/dav/files/amsel/Chor', '')),
  );
}

export const api = async (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/cloud/${channel.id}${path}`, {
    token: await signIn(server, 'amsel', who),
    body,
  });

export const destination = (path: string, more: Record<string, string> = {}) => ({
  headers: { destination: `${server.url}/dav/files/amsel/Chor${path}`, ...more },
});
