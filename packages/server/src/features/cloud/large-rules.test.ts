import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PartialUpload } from '@kreide/core/features/cloud';
import { LARGE_FILE_MAXIMUM_BYTES, LARGE_UPLOAD_MS, LARGE_UPLOADS_MAXIMUM } from '@kreide/core/features/files';
import { type Kysely, sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../tests/support/channels.ts';
import { buildEntry } from '../../../../../tests/support/clouds.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { partialFolder } from '../files/partial/folder.ts';
import { prunePartials } from '../files/partial/prune.ts';
import { holdPartial, partialData, releasePartial, takePartial } from '../files/queries/partial.ts';

const MB = 1024 * 1024;
let server: TestServer;
let school: BuiltSchool;
let channel: BuiltChannel;
let beside: BuiltChannel;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const idOf = (who: string) => ids[who] ?? 0;

beforeAll(async () => {
  server = await startTestServer({ env: { KREIDE_QUOTA_PERSON_MB: '200', KREIDE_QUOTA_CHANNEL_MB: '300' } });
  school = await buildSchool(db(), 'amsel');
  for (const name of ['ada', 'ben', 'cem']) {
    ids[name] = (await buildUser(db(), school.id, name, 'STUDENT')).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
  const people = { admins: [idOf('ada')], members: [idOf('ben'), idOf('cem')] };
  channel = await buildChannel(db(), school.id, people);
  beside = await buildChannel(db(), school.id, people);
});
afterAll(() => server.stop());
afterEach(async () => {
  await db().deleteFrom('file_uploads').execute();
  await db().deleteFrom('file_limits').execute();
});

const cloud = () => `/v1/channels/cloud/${channel.id}`;
const call = (who: string, method: string, path: string, body?: object) =>
  server.request(method, path, { token: tokens[who], body });
const begin = (who: string, name: string, size: number) =>
  call(who, 'POST', `${cloud()}/uploads`, { parent: null, name, size });
const finish = (who: string, uuid: string, body: object = {}) =>
  call(who, 'POST', `${cloud()}/uploads/${uuid}`, { parent: null, ...body });
const used = async (who: string) => (await call(who, 'GET', '/v1/channels/cloud/usage')).body.data.person.used;
const ask = (who: string, method: 'HEAD' | 'PATCH', uri: string, body?: Buffer) =>
  fetch(server.url + uri, {
    method,
    headers: {
      authorization: `Bearer ${tokens[who]}`,
      'tus-resumable': '1.0.0',
      ...(body && { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }),
    },
    ...(body && { body: new Uint8Array(body) }),
  });
async function bring(who: string, name: string, content: Buffer): Promise<PartialUpload> {
  const begun = (await begin(who, name, content.length)).body.data as PartialUpload;
  expect((await ask(who, 'PATCH', begun.uri, content)).status).toBe(204);
  return begun;
}
/** Waits until so many statements wait for a table. */
async function waitFor(trx: Kysely<DB>, table: string, count: number): Promise<void> {
  const waiting = sql<{ count: string }>`select count(*) from pg_locks
    where relation = ${table}::regclass and not granted`;
  await expect.poll(async () => Number((await waiting.execute(trx)).rows[0]?.count)).toBe(count);
}
/** What somebody is about to bring, of which nothing has come. */
const coming = (who: string, size: number, count = 1, of = channel) =>
  db()
    .insertInto('file_uploads')
    .values(
      Array.from({ length: count }, () => ({
        school_id: school.id,
        user_id: idOf(who),
        room: `cloud:${of.id}`,
        name: 'Film.mp4',
        size,
        expires_at: '2099-01-01T00:00:00Z',
      })),
    )
    .returning('uuid')
    .executeTakeFirstOrThrow();
const limit = async (person_bytes: number | null) => {
  await db().deleteFrom('file_limits').execute();
  if (person_bytes !== null)
    await db().insertInto('file_limits').values({ school_id: school.id, person_bytes }).execute();
};
const ruleOf = ({ status, body }: Awaited<ReturnType<typeof begin>>) => [status, body.error?.issues?.[0]?.rule];
function piecesOf(content: Buffer): string {
  const all = createHash('sha256');
  for (let at = 0; at < content.length; at += 8 * MB)
    all.update(
      createHash('sha256')
        .update(content.subarray(at, at + 8 * MB))
        .digest(),
    );
  return all.digest('hex');
}

describe('the beginning of a large file', () => {
  it('is refused to who brings many of them, not to others; and it is known until when', async () => {
    await coming('ben', 1, LARGE_UPLOADS_MAXIMUM - 1);
    const last = await begin('ben', 'a.bin', 1);
    const end = server.clock.now().getTime() + LARGE_UPLOAD_MS;
    expect([last.status, Date.parse(last.body.data.expires_at)]).toEqual([200, end]);
    expect(ruleOf(await begin('ben', 'b.bin', 1))).toEqual([422, 'uploadsMany']);
    expect((await begin('cem', 'c.bin', 1)).status).toBe(200);
  });

  it('knows what comes into its channel, not into others, and of two at once none slips through; what is refused takes no room', async () => {
    const full = 300_000_000;
    await coming('cem', full, 1, beside);
    expect((await begin('ben', 'a.bin', 1)).status).toBe(200);
    await coming('ada', full - 100);
    await db().deleteFrom('file_uploads').where('user_id', '=', idOf('cem')).execute();
    // Both have looked before either is known.
    const answers = await db()
      .transaction()
      .execute(async (trx) => {
        await sql`lock table file_uploads in exclusive mode`.execute(trx);
        const asked = ['ben', 'cem'].map((who) => begin(who, 'b.bin', 60));
        await waitFor(trx, 'file_uploads', 2);
        return { asked };
      })
      .then(({ asked }) => Promise.all(asked));
    const come = answers.filter(({ status }) => status === 200).length;
    expect(come).toBeLessThanOrEqual(1);
    expect((await used('ben')) + (await used('cem'))).toBe(come * 60 + 1 + (await storedBy('ben', 'cem')));
  });

  it('is for who may bring something there, also at the top of a cloud', async () => {
    const people = { admins: [idOf('ada')], members: [idOf('ben')] };
    const told = await buildChannel(db(), school.id, people, { is_twoway: false });
    const body = { parent: null, name: 'a.bin', size: 5 };
    const statusOf = async (who: string) =>
      (await call(who, 'POST', `/v1/channels/cloud/${told.id}/uploads`, body)).status;
    expect([await statusOf('ben'), await statusOf('ada')]).toEqual([403, 200]);
  });

  it('is too large at one byte more than may be', async () => {
    expect((await begin('ben', 'a.bin', LARGE_FILE_MAXIMUM_BYTES + 1)).status).toBe(413);
    expect(ruleOf(await begin('ben', 'a.bin', LARGE_FILE_MAXIMUM_BYTES))[0]).toBe(422);
  });
});

async function storedBy(...people: string[]): Promise<number> {
  const rows = await db().selectFrom('files').select('size').where('created_by', 'in', people.map(idOf)).execute();
  return rows.reduce((sum, { size }) => sum + size, 0);
}

describe('a large file that is whole', () => {
  it('needs its room once, also where there is hardly any left: that of its person and of its channel', async () => {
    const before = await used('ben');
    const picture = await sharp(randomBytes(200 * 200 * 3), { raw: { width: 200, height: 200, channels: 3 } })
      .png()
      .toBuffer();
    await limit(before + picture.length + 90_000);
    await coming('ada', 300_000_000 - picture.length - 1000 - (await filledOf()));
    const { uuid } = await bring('ben', 'Hof.png', picture);
    const done = await finish('ben', uuid, { alt_name: 'Der Hof' });
    expect([done.status, done.body.data]).toMatchObject([200, { alt_name: 'Der Hof', can_show_preview: true }]);
    expect(done.body.data.thumbnail).not.toBeNull();
  });

  it('is refused where its words are too long, or its folder takes others, before it is looked through', async () => {
    const folder = await buildEntry(db(), school.id, channel.id, 'Noten', {
      isFolder: true,
      allowed_extensions: ['pdf'],
    });
    const { uuid } = await bring('ben', 'a.bin', Buffer.alloc(7));
    const before = await used('ben');
    const long = await finish('ben', uuid, { alt_name: 'x'.repeat(201) });
    expect([long.status, long.body.error.issues[0]]).toMatchObject([422, { path: 'body.alt_name', rule: 'altMax' }]);
    expect(ruleOf(await finish('ben', uuid, { parent: folder.uuid }))).toEqual([422, 'fileExtension']);
    expect(await used('ben')).toBe(before);
    expect((await finish('ben', uuid, { alt_name: 'x'.repeat(200) })).status).toBe(200);
  });

  it('takes the place of one of the same name where that is wished, and of none else', async () => {
    const [first, second, third] = await Promise.all(
      [5, 6, 7].map((size) => bring('cem', 'Lied.txt', Buffer.alloc(size))),
    );
    const file = (await finish('cem', first?.uuid ?? '')).body.data;
    const replaced = (await finish('cem', second?.uuid ?? '', { is_replacing: true })).body.data;
    expect(replaced).toMatchObject({ uuid: file.uuid, size: 6 });
    expect((await finish('cem', third?.uuid ?? '')).body.data.name).not.toBe('Lied.txt');
  });

  it.each(['by its person', 'at night'])('becomes none if it is let go of meanwhile %s', async (how) => {
    const before = await used('ben');
    const { uuid } = await bring('ben', 'weg.bin', Buffer.alloc(7));
    const finishing = await db()
      .transaction()
      .execute(async (trx) => {
        await sql`lock table files in exclusive mode`.execute(trx);
        const asked = finish('ben', uuid);
        await waitFor(trx, 'files', 1);
        if (how === 'at night') await db().deleteFrom('file_uploads').where('uuid', '=', uuid).execute();
        else expect((await call('ben', 'DELETE', `${cloud()}/uploads/${uuid}`)).status).toBe(204);
        return { asked };
      });
    expect([(await finishing.asked).status, await used('ben')]).toEqual([404, before]);
    expect((await call('ben', 'GET', `${cloud()}/files?search=weg`)).body.data).toEqual([]);
  });

  it.each(['in parts', 'in a form'])(
    'takes no room if it comes %s and is refused when it is to be placed',
    async (how) => {
      const folder = await buildEntry(db(), school.id, channel.id, `Zu ${how}`, { isFolder: true });
      const { uuid } = await bring('ben', 'zu.bin', Buffer.alloc(7));
      const before = await used('ben');
      const form = new FormData();
      form.append('parent', folder.uuid);
      form.append('files', new Blob(['1234567']), 'zu.txt');
      const placing = await db()
        .transaction()
        .execute(async (trx) => {
          await sql`lock table files in exclusive mode`.execute(trx);
          const asked =
            how === 'in parts'
              ? finish('ben', uuid, { parent: folder.uuid })
              : call('ben', 'POST', `${cloud()}/upload`, form);
          await waitFor(trx, 'files', 1);
          await db()
            .updateTable('cloud_files')
            .set({ is_protected_folder: true })
            .where('id', '=', folder.id)
            .execute();
          return { asked };
        });
      expect([(await placing.asked).status, await used('ben')]).toEqual([403, before]);
    },
  );

  it('that could not become one at first does so later, though a film has lost its place meanwhile', async () => {
    const box = (type: string, content: Buffer) => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(content.length + 8);
      head.write(type, 4, 'latin1');
      return Buffer.concat([head, content]);
    };
    const film = Buffer.concat([
      box('ftyp', Buffer.from('isom\0\0\0\0isom')),
      box('mdat', Buffer.alloc(26 * MB, 'x')),
      box('uuid', Buffer.from('maker: +52.5200+013.4050/')),
    ]);
    const { uuid } = await bring('ben', 'Ausflug.mp4', film);
    const pieces = piecesOf(film);
    await limit(1);
    expect(ruleOf(await finish('ben', uuid, { pieces }))).toEqual([422, 'quotaPerson']);
    await limit(null);
    expect(ruleOf(await finish('ben', uuid, { pieces }))).toEqual([200, undefined]);
    expect(existsSync(join(server.dataFolder, 'files', 'partial', uuid))).toBe(false);
  });
});

async function filledOf(): Promise<number> {
  const path = `/v1/channels/cloud/usage?channel_id=${channel.id}`;
  return (await call('ada', 'GET', path)).body.data.channel.used;
}

describe('an upload', () => {
  it('that nobody can have is not found, and who only reads brings nothing', async () => {
    for (const uuid of ['-'.repeat(36), 'f'.repeat(36), randomUUID()])
      expect((await ask('ben', 'HEAD', `/v1/uploads/${uuid}`)).status, uuid).toBe(404);
    const { uri } = (await begin('ben', 'a.bin', 9)).body.data as PartialUpload;
    const head = await ask('ben', 'HEAD', uri);
    expect([head.status, head.headers.get('cache-control')]).toEqual([200, 'no-store']);
    ids.dora = (await buildUser(db(), school.id, 'dora', 'STUDENT')).id;
    const left = { read_only_from: '2020-01-01T00:00:00Z', expire_at: '2099-01-01T00:00:00Z' };
    await db().updateTable('users').set(left).where('id', '=', idOf('dora')).execute();
    tokens.dora = await signIn(server, 'amsel', 'dora');
    const { uuid } = await coming('dora', 9);
    expect((await ask('dora', 'PATCH', `/v1/uploads/${uuid}`, Buffer.alloc(9))).status).toBe(403);
  });
});

describe('the holds of an upload', () => {
  it('are one at a time: who waits is seen by the holder, and a holder that is gone is forgotten', async () => {
    const { uuid } = await coming('cem', 5);
    const key = { school_id: school.id, uuid };
    expect(await takePartial(db(), key, randomUUID())).toBe('taken');
    const [holder, other] = [randomUUID(), randomUUID()];
    const free = { lock_token: null, locked_until: null };
    await db().updateTable('file_uploads').set(free).execute();
    expect(await takePartial(db(), key, holder)).toBe('taken');
    expect(await holdPartial(db(), key, holder)).toBe(false);
    expect(await takePartial(db(), key, other)).toBe('held');
    expect(await holdPartial(db(), key, holder)).toBe(true);
    await releasePartial(db(), key, other);
    expect(await takePartial(db(), key, other)).toBe('held');
    await db().updateTable('file_uploads').set({ locked_until: '2020-01-01T00:00:00Z' }).execute();
    expect(await takePartial(db(), key, other)).toBe('taken');
    // Whoever was late has it no more.
    expect([await holdPartial(db(), key, holder), await holdPartial(db(), key, other)]).toEqual([true, false]);
    await releasePartial(db(), key, other);
    expect(await takePartial(db(), key, holder)).toBe('taken');
    expect(await takePartial(db(), { ...key, uuid: randomUUID() }, other)).toBe('gone');
  });

  it('and its prints are those of whole pieces too', async () => {
    const folder = partialFolder(join(server.dataFolder, 'prints'));
    for (const content of [randomBytes(8 * MB), randomBytes(8 * MB + 1)]) {
      const uuid = randomUUID();
      await folder.begin(uuid);
      await writeFile(folder.pathOf(uuid), content);
      expect((await folder.printsOf(uuid)).pieces).toBe(piecesOf(content));
    }
  });
});

it('what has expired goes to the minute with its bytes, and what belongs to nothing; what is known stays', async () => {
  const path = join(server.dataFolder, 'files', 'partial');
  await mkdir(path, { recursive: true });
  const [{ uuid: late }, { uuid: stays }] = [await coming('cem', 5), await coming('cem', 6)];
  const now = server.clock.now();
  await db().updateTable('file_uploads').set({ expires_at: now.toISOString() }).where('uuid', '=', late).execute();
  const nobodys = randomUUID();
  for (const name of [late, stays, nobodys, `${randomUUID()}.pieces`]) await writeFile(join(path, name), '');
  await prunePartials({ database: server.test.database, folder: partialFolder(path) }, now);
  expect([late, stays, nobodys].map((uuid) => existsSync(join(path, uuid)))).toEqual([false, true, false]);
  expect((await readdir(path)).filter((name) => name.endsWith('.pieces'))).toEqual([]);
  const rows = await db().selectFrom('file_uploads').select('uuid').execute();
  expect(rows.map(({ uuid }) => uuid)).toEqual([stays]);
});

it('of somebody who is erased nothing is to come any more; what others bring is neither theirs to read nor to lose', async () => {
  await coming('ben', 5);
  await coming('cem', 6);
  const person = { school_id: school.id, user_id: idOf('cem') };
  const told = await partialData.file_uploads?.(db(), person as never, String as never);
  expect(told).toMatchObject([{ size: 6 }]);
  for (const feature of server.server.features.all) await feature.erase?.(db(), person, server.server.clock.now());
  const rows = await db().selectFrom('file_uploads').select('user_id').execute();
  expect(rows).toEqual([{ user_id: idOf('ben') }]);
});
