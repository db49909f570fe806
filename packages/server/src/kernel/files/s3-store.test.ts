import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentsOf, type S3Service, startS3Service } from '../../../../../tests/support/s3-service.ts';
import { startScriptedServer } from '../../../../../tests/support/scripted-server.ts';
import { createS3Store } from './s3-store.ts';
import type { FileStore } from './store.ts';

const MB = 1024 * 1024;
let service: S3Service;
let store: FileStore;

beforeAll(async () => {
  service = await startS3Service();
  store = createS3Store(service.settings);
});
afterAll(() => service[Symbol.asyncDispose]());

async function* chunks(...parts: (string | Buffer)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part as string);
}

it('a content is put, read whole and in part, listed, and removed', async () => {
  const [uuid, empty] = [randomUUID(), randomUUID()];
  const stored = await store.put(uuid, chunks('chalk', '', ' and board'), 15);
  expect(stored).toEqual({ size: 15, sha256: createHash('sha256').update('chalk and board').digest() });
  expect((await store.put(empty, chunks(), 0)).size).toBe(0);
  expect(await text(await store.open(uuid))).toBe('chalk and board');
  expect(await text(await store.open(uuid, { start: 6, end: 8 }))).toBe('and');
  expect(await contentsOf(store)).toEqual([
    { uuid: empty, size: 0 },
    { uuid, size: 15 },
  ]);
  expect([await store.has(uuid), await store.has(empty)]).toEqual([true, true]);
  for (const one of [uuid, uuid, empty]) await store.remove(one);
  expect(await store.has(uuid)).toBe(false);
  await expect(store.open(uuid)).rejects.toMatchObject({ code: 'not_found' });
  expect(await contentsOf(store)).toEqual([]);
});

it('a large content goes in parts, and is the same bytes', async () => {
  const uuid = randomUUID();
  const parts = [7, 2, 8, 3].map((size) => randomBytes(size * MB));
  const whole = Buffer.concat(parts);
  const { size, sha256 } = await store.put(uuid, chunks(...parts), whole.length);
  expect([size, sha256]).toEqual([whole.length, createHash('sha256').update(whole).digest()]);
  expect((await buffer(await store.open(uuid))).equals(whole)).toBe(true);
  const across = { start: 9 * MB - 2, end: 9 * MB + 1 };
  expect(await buffer(await store.open(uuid, across))).toEqual(whole.subarray(across.start, across.end + 1));
  await store.remove(uuid);
});

it('what is too large or breaks off leaves nothing behind, and the old content stays', async () => {
  const uuid = randomUUID();
  await store.put(uuid, chunks('old'), 3);
  await expect(store.put(uuid, chunks('1234', '567'), 5)).rejects.toMatchObject({ code: 'too_large' });
  async function* broken() {
    yield randomBytes(9 * MB);
    throw new Error('connection lost');
  }
  await expect(store.put(uuid, broken(), 20 * MB)).rejects.toThrow('connection lost');
  expect(await text(await store.open(uuid))).toBe('old');
  await store.remove(uuid);
});

it.each(['../../etc/passwd', '', 'ABCDEF00-0000-4000-8000-000000000000', `${randomUUID()}/..`])(
  'nothing but a uuid becomes a key: %s',
  async (uuid) => {
    await expect(store.put(uuid, chunks('x'), 10)).rejects.toMatchObject({ code: 'not_found' });
    await expect(store.open(uuid)).rejects.toMatchObject({ code: 'not_found' });
    await expect(store.remove(uuid)).rejects.toMatchObject({ code: 'not_found' });
    expect(await store.has(uuid)).toBe(false);
  },
);

it('a service that goes away in the midst of it leaves nothing half, is said as such, and is taken up again', async () => {
  const uuid = randomUUID();
  async function* interrupted() {
    yield randomBytes(9 * MB);
    await service.stop();
    yield randomBytes(9 * MB);
  }
  const away = { code: 'not_ready' };
  await expect(store.put(uuid, interrupted(), 20 * MB)).rejects.toMatchObject(away);
  await expect(store.put(uuid, chunks('small'), 5)).rejects.toMatchObject(away);
  await expect(store.open(uuid)).rejects.toMatchObject(away);
  await expect(store.has(uuid)).rejects.toMatchObject(away);
  await expect(store.remove(uuid)).rejects.toMatchObject(away);
  await expect(store.check()).rejects.toMatchObject(away);
  await expect(contentsOf(store)).rejects.toMatchObject(away);
  await service.start();
  await store.check();
  expect([await store.has(uuid), await contentsOf(store)]).toEqual([false, []]);
  await store.put(uuid, chunks('again'), 5);
  expect(await text(await store.open(uuid))).toBe('again');
  await store.remove(uuid);
});

it('a key or a bucket that is not the right one is no missing content', async () => {
  const wrong = createS3Store({ ...service.settings, access_key: 'NOBODY' });
  await expect(wrong.open(randomUUID())).rejects.toMatchObject({ code: 'not_ready' });
  const elsewhere = createS3Store({ ...service.settings, bucket: 'nowhere' });
  await expect(elsewhere.open(randomUUID())).rejects.toMatchObject({ code: 'not_ready' });
  await expect(elsewhere.check()).rejects.toMatchObject({ code: 'not_ready' });
});

// The real peer cannot do what follows: these answers are written from the protocol.
it('a bucket is listed page by page, and what else lies in it is left out', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  const page = (keys: string[], more: string) =>
    `<ListBucketResult>${keys.map((key) => `<Contents><Key>${key}</Key><Size>7</Size></Contents>`).join('')}${more}</ListBucketResult>`;
  await using peer = await startScriptedServer(({ path }, response) => {
    const { searchParams } = new URL(path, 'http://peer');
    const isSecond = searchParams.get('continuation-token') === 'further';
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(
      isSecond
        ? page([`schools/${second}`], '<IsTruncated>false</IsTruncated>')
        : page(
            [`schools/${first}`, 'schools/readme.txt', `schools/old/${randomUUID()}`],
            '<IsTruncated>true</IsTruncated><NextContinuationToken>further</NextContinuationToken>',
          ),
    );
  });
  const scripted = createS3Store({ ...service.settings, endpoint: peer.url });
  expect(await contentsOf(scripted)).toEqual([
    { uuid: first, size: 7 },
    { uuid: second, size: 7 },
  ]);
  expect(peer.seen.map(({ path }) => new URL(path, peer.url).searchParams.get('prefix'))).toEqual([
    'schools/',
    'schools/',
  ]);
});

it('parts that came to nothing are thrown away: at once, and after a day those of a process that has ended', async () => {
  const now = new Date('2026-11-18T07:00:00Z');
  const upload = (id: string, initiated: string) =>
    `<Upload><Key>schools/${randomUUID()}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`;
  const answers: Record<string, string> = {
    GET: `<ListMultipartUploadsResult>${upload('old', '2026-11-17T06:59:00Z')}${upload('new', '2026-11-17T07:00:00Z')}</ListMultipartUploadsResult>`,
    POST: '<InitiateMultipartUploadResult><UploadId>begun</UploadId></InitiateMultipartUploadResult>',
  };
  const ended: string[] = [];
  await using peer = await startScriptedServer(async ({ method }, response) => {
    if (method === 'PUT') await setTimeout(50);
    ended.push(method);
    response.writeHead(method === 'DELETE' ? 204 : 200, { 'content-type': 'application/xml', etag: '"1"' });
    response.end(answers[method] ?? '');
  });
  const scripted = createS3Store({ ...service.settings, endpoint: peer.url });
  const thrownAway = () =>
    peer.seen.flatMap(({ method, path }) => {
      const { searchParams } = new URL(path, peer.url);
      return method === 'DELETE' ? [searchParams.get('uploadId')] : [];
    });
  await scripted.removeLeftovers(now);
  expect(thrownAway()).toEqual(['old']);
  const { searchParams } = new URL(peer.seen[0]?.path ?? '', peer.url);
  expect(searchParams.get('prefix'), 'those of others in the bucket are left alone').toBe('schools/');
  const tooMuch = scripted.put(randomUUID(), chunks(randomBytes(9 * MB), 'more'), 9 * MB);
  await expect(tooMuch).rejects.toMatchObject({ code: 'too_large' });
  expect(thrownAway()).toEqual(['old', 'begun']);
  // A part that arrives after its end would lie there for good.
  expect(ended.slice(-2)).toEqual(['PUT', 'DELETE']);
});

it('parts are as each service takes them: of 5 MB and more, counted from 1, in order, and signed for its region', async () => {
  await using peer = await startScriptedServer(({ path }, response) => {
    const part = new URL(path, 'http://peer').searchParams.get('partNumber');
    response.writeHead(200, { 'content-type': 'application/xml', etag: `"${part}"` });
    const answer = path.includes('uploads') ? 'InitiateMultipartUploadResult' : 'CompleteMultipartUploadResult';
    response.end(part ? '' : `<${answer}><UploadId>begun</UploadId></${answer}>`);
  });
  const scripted = createS3Store({ ...service.settings, endpoint: peer.url, region: 'garage' });
  const zeros = [5, 3, 1, 7].map((size) => Buffer.alloc(size * MB));
  await scripted.put(randomUUID(), chunks(...zeros), 16 * MB);
  await (await scripted.open(randomUUID())).toArray();
  const sent = peer.seen.flatMap(({ method, path, headers }) => {
    const part = new URL(path, peer.url).searchParams.get('partNumber');
    return method === 'PUT' ? [[part, Number(headers['content-length']) / MB]] : [];
  });
  expect(sent).toEqual([
    ['1', 8],
    ['2', 8],
  ]);
  const [, , , completed] = peer.seen;
  expect(completed?.body.match(/(?<=<PartNumber>)\d+/g)).toEqual(['1', '2']);
  expect(peer.seen).toHaveLength(5);
  for (const { headers } of peer.seen) {
    expect(headers.authorization).toMatch(/Credential=S3RVER\/\d+\/garage\/s3\//);
    expect(Object.keys(headers).join(' ')).not.toContain('checksum');
  }
});

it('who reads slowly keeps nobody else waiting', async () => {
  const uuid = randomUUID();
  await store.put(uuid, chunks('chalk'), 5);
  // More than the driver would open by itself.
  const unread = await Promise.all(Array.from({ length: 60 }, () => store.open(uuid)));
  expect(await text(await store.open(uuid))).toBe('chalk');
  for (const stream of unread) stream.destroy();
  await store.remove(uuid);
});
