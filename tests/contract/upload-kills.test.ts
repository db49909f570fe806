import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../support/channels.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';
import { requestAt, TEST_NOW, TEST_SECRET } from '../support/server.ts';
import { createInstallation } from '../support/server-process.ts';

const PART = 256 * 1024;
const FILES = 6;
const PARTS = 12;

let place: Awaited<ReturnType<typeof createInstallation>>;
let test: TestDatabase;
let channel: BuiltChannel;
beforeAll(async () => {
  [place, test] = await Promise.all([createInstallation(), createTestDatabase()]);
  const db = test.database.kysely;
  const school = await buildSchool(db, 'amsel');
  const { id } = await buildUser(db, school.id, 'ada', 'TEACHER');
  channel = await buildChannel(db, school.id, { admins: [id] });
});
afterAll(async () => {
  await place.remove();
  await test.drop();
});

async function start() {
  const server = place.start({
    DATABASE_URL: test.connectionString,
    DATABASE_OWNER_URL: test.ownerConnectionString,
    KREIDE_SECRET: TEST_SECRET,
    KREIDE_CLOCK: TEST_NOW,
  });
  const url = await server.ready();
  return { ...server, url, request: requestAt(url) };
}
type Server = Awaited<ReturnType<typeof start>>;

const cloud = () => `/v1/channels/cloud/${channel.id}`;

it('of large files that were on their way when the process was killed every acknowledged byte is there, and they go on at another process', async () => {
  const first = await start();
  const signed = await first.request('POST', '/v1/auth/login', {
    body: { slink: 'amsel', username: 'ada', password: PASSWORD, stayLoggedIn: true },
  });
  const token = signed.body.access_token as string;
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const sendPart = ({ url }: Server, uri: string, content: Buffer, offset: number) =>
    fetch(url + uri, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
      body: new Uint8Array(content.subarray(offset, offset + PART)),
    });
  const files = await Promise.all(
    Array.from({ length: FILES }, async (_, at) => {
      const content = randomBytes(PART * PARTS);
      const body = { parent: null, name: `${at}.bin`, size: content.length };
      const { data } = (await first.request('POST', `${cloud()}/uploads`, { token, body })).body;
      return { content, uri: data.uri as string, uuid: data.uuid as string, acknowledged: 0 };
    }),
  );
  // Killed in the middle, while parts of all of them are on their way.
  let parts = 0;
  await Promise.all(
    files.map(async (file) => {
      while (file.acknowledged < file.content.length) {
        const answer = await sendPart(first, file.uri, file.content, file.acknowledged).catch(() => null);
        if (answer?.status !== 204) return;
        file.acknowledged = Number(answer.headers.get('upload-offset'));
        parts += 1;
        if (parts === (FILES * PARTS) / 2) first.process.kill('SIGKILL');
      }
    }),
  );
  await first.ended;
  expect(files.some(({ acknowledged, content }) => acknowledged < content.length)).toBe(true);

  const second = await start();
  for (const { content, uri, uuid, acknowledged } of files) {
    const head = await fetch(second.url + uri, { method: 'HEAD', headers });
    let offset = Number(head.headers.get('upload-offset'));
    expect(offset).toBeGreaterThanOrEqual(acknowledged);
    while (offset < content.length) {
      const answer = await sendPart(second, uri, content, offset);
      expect(answer.status).toBe(204);
      offset = Number(answer.headers.get('upload-offset'));
    }
    const done = await second.request('POST', `${cloud()}/uploads/${uuid}`, { token, body: { parent: null } });
    expect(done.status).toBe(200);
    const stored = await fetch(second.url + done.body.data.meta.download_uri);
    expect(Buffer.from(await stored.arrayBuffer()).equals(content)).toBe(true);
  }
  expect(await readdir(join(place.dataFolder, 'files', 'partial'))).toEqual([]);
  second.process.kill('SIGKILL');
  await second.ended;
});
