import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { memoryStore, shelves, UNFINISHED_KEY } from '../../kernel/storage.ts';

let large: typeof import('./large-upload.ts');
let unfinished: typeof import('./unfinished.ts');
beforeAll(async () => {
  vi.stubGlobal('__APP_VERSION__', '0');
  vi.stubGlobal('__RELEASED_AT__', '');
  vi.stubGlobal('document', { querySelector: () => null, cookie: '' });
  vi.stubGlobal('window', Object.assign(new EventTarget(), { setTimeout, clearTimeout }));
  shelves.local = memoryStore();
  large = await import('./large-upload.ts');
  unfinished = await import('./unfinished.ts');
});
beforeEach(() => unfinished.unfinishedUploads.setState({ all: [] }));
afterAll(() => vi.unstubAllGlobals());

const PIECE = 8 * 1024 * 1024;
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

it('the hash of a file is that of the hashes of its pieces, whether or not the last of them is whole', async () => {
  for (const size of [1, PIECE, 2 * PIECE + 5]) {
    const bytes = randomBytes(size);
    const prints: Buffer[] = [];
    for (let at = 0; at < size; at += PIECE) prints.push(hash(bytes.subarray(at, at + PIECE)));
    expect(await large.piecesOf(new Blob([bytes]))).toBe(hash(Buffer.concat(prints)).toString('hex'));
  }
});

it('a device knows a file again by name, size and time, in the place where somebody has begun to bring it', () => {
  const file = new File(['Kreide'], 'Film.bin', { lastModified: 5 });
  const place = { owner: 'ada', cloudId: '7', parent: null };
  const begun = { ...place, uuid: 'u', name: 'Film.bin', size: 6, offset: 3, modified: 5, alt_name: '' };
  unfinished.remember({ ...begun, hasPush: false, isReplacing: false });
  unfinished.remember({ ...begun, offset: 4, hasPush: false, isReplacing: false });
  expect(unfinished.findUnfinished(file, place)).toMatchObject({ uuid: 'u', offset: 4 });
  expect(JSON.parse(shelves.local.getItem(UNFINISHED_KEY) ?? '')).toHaveLength(1);
  const others = [
    unfinished.findUnfinished(file, { ...place, owner: 'ben' }),
    unfinished.findUnfinished(file, { ...place, cloudId: '8' }),
    unfinished.findUnfinished(file, { ...place, parent: 'x' }),
    unfinished.findUnfinished(new File(['Kreide'], 'Film.bin', { lastModified: 6 }), place),
    unfinished.findUnfinished(new File(['Kreid'], 'Film.bin', { lastModified: 5 }), place),
  ];
  expect(others).toEqual(Array.from(others, () => undefined));
  unfinished.forgetUnfinished('u');
  expect(unfinished.findUnfinished(file, place)).toBeUndefined();
});

it('whose last answer got lost has become a file, and does not come a second time', async () => {
  const file = new File(['Kreide'], 'Film.bin', { lastModified: 5 });
  const place = { owner: 'ada', cloudId: '7', alt_name: '', hasPush: false, isReplacing: false };
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    asked.push(`${method} ${address}`);
    return Response.json({ error: { code: 'not_found', message: '' }, meta: {} }, { status: 404 });
  });
  unfinished.remember({ ...place, parent: null, uuid: 'u', name: 'Film.bin', size: 6, offset: 6, modified: 5 });
  const signal = new AbortController().signal;
  await large.bringInParts({ ...place, file, parent: undefined }, signal, () => {});
  expect(asked).toEqual(['GET /v1/channels/cloud/7/uploads/u']);
  expect(unfinished.unfinishedUploads.getState().all).toEqual([]);
});
