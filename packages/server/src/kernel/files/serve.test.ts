import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sniffContentType } from './content-type.ts';
import { toFileName } from './file-name.ts';
import { openFileAnswer, planFileAnswer, type ServedFile, toDisposition } from './serve.ts';
import { createLocalStore, type FileStore } from './store.ts';

const NOW = new Date('2026-11-18T09:20:00Z');
const CONTENT = '0123456789';
const FILE: ServedFile = {
  uuid: randomUUID(),
  name: 'Elternbrief.pdf',
  mime: 'application/pdf',
  size: CONTENT.length,
  sha256: createHash('sha256').update(CONTENT).digest(),
};
const GRANT = { audience: 'school:3', expires: new Date('2026-11-18T10:00:00Z') } as const;
const ETAG = `"${FILE.sha256.toString('base64url')}"`;

let folder: string;
let store: FileStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kreide-serve-'));
  store = await createLocalStore(folder, NOW);
  await store.put(
    FILE.uuid,
    (async function* () {
      yield Buffer.from(CONTENT);
    })(),
    100,
  );
});
afterAll(() => rm(folder, { recursive: true }));

function plan(request: { range?: string; ifRange?: string; ifNoneMatch?: string } = {}, file = FILE) {
  return planFileAnswer(file, GRANT, { method: 'GET', ...request }, NOW);
}

describe('serving files', () => {
  it('a document is saved, never opened by its type, and keeps until the address expires [D-4.10] [D-4.14]', () => {
    const { status, headers } = plan();
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'private, max-age=2400, immutable',
      'content-disposition': `attachment; filename="Elternbrief.pdf"; filename*=UTF-8''Elternbrief.pdf`,
      'content-length': '10',
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  it('only raster images are shown in place; SVG, HTML and unknown types are bytes to save [D-4.14]', () => {
    for (const mime of ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']) {
      expect(plan({}, { ...FILE, mime }).headers).toMatchObject({ 'content-type': mime });
      expect(plan({}, { ...FILE, mime }).headers['content-disposition']).toMatch(/^inline;/);
    }
    for (const mime of ['image/svg+xml', 'text/html', 'application/xhtml+xml', 'text/javascript', 'nonsense\r\nx: y']) {
      const { headers } = plan({}, { ...FILE, mime });
      expect(headers['content-type']).toBe('application/octet-stream');
      expect(headers['content-disposition']).toMatch(/^attachment;/);
    }
  });

  it('shared caches may keep public files; only the person may keep all others', () => {
    const answer = planFileAnswer(FILE, { ...GRANT, audience: 'public' }, { method: 'GET' }, NOW);
    expect(answer.headers['cache-control']).toMatch(/^public,/);
  });

  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=-99', CONTENT, 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ])('the range %s gets just these bytes', async (range, bytes, contentRange) => {
    const answer = plan({ range });
    expect(answer.status).toBe(206);
    expect(answer.headers).toMatchObject({ 'content-range': contentRange, 'content-length': String(bytes.length) });
    const body = await openFileAnswer(store, FILE, answer);
    expect(body && (await text(body))).toBe(bytes);
  });

  it.each(['bytes=10-', 'bytes=-0'])('the range %s outside the file is told so', (range) => {
    expect(plan({ range })).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */10' }, range: null });
  });

  it.each(['bytes=3-1', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-', 'x'])('the range %s is ignored', (range) => {
    expect(plan({ range })).toMatchObject({ status: 200, range: { start: 0, end: 9 } });
  });

  it('an unchanged file is not sent again, and a range only of the file that was meant', () => {
    expect(plan({ ifNoneMatch: `W/"x", ${ETAG}` })).toMatchObject({ status: 304, range: null });
    expect(plan({ range: 'bytes=0-3', ifRange: ETAG }).status).toBe(206);
    expect(plan({ range: 'bytes=0-3', ifRange: '"older"' }).status).toBe(200);
  });

  it('HEAD and empty files have headers and no body', async () => {
    const head = planFileAnswer(FILE, GRANT, { method: 'HEAD' }, NOW);
    expect(head.headers['content-length']).toBe('10');
    expect(await openFileAnswer(store, FILE, head)).toBeNull();
    const empty = plan({ range: 'bytes=0-1' }, { ...FILE, size: 0 });
    expect(empty).toMatchObject({ status: 416, range: null });
    expect(plan({}, { ...FILE, size: 0 })).toMatchObject({ status: 200, range: null });
  });
});

describe('file names', () => {
  it('keep their letters for new clients and are plain for old ones', () => {
    expect(toDisposition('attachment', 'Übung "5" – (neu).pdf')).toBe(
      `attachment; filename="Ubung _5_ _ (neu).pdf"; filename*=UTF-8''%C3%9Cbung%20%225%22%20%E2%80%93%20%28neu%29.pdf`,
    );
    expect(toDisposition('inline', '\u{e0100}')).toMatch(/^inline; filename="file"; /);
  });

  it('whatever they are, the header stays one header and names no folder [D-4.14]', () => {
    const nasty = fc.constantFrom('\r\n', '"', ';', '/', '\\', '..', '\u202e', '\0', '%00', '\ud800', 'ß', '😀', 'a');
    const name = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(nasty).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(name, (value) => {
        const header = toDisposition('attachment', value);
        expect(header).toMatch(/^attachment; filename="[^"\\%;/]+"; filename\*=UTF-8''[A-Za-z0-9%._~!$&+^`|#-]+$/);
        expect(['.', '..']).not.toContain(toFileName(value));
      }),
    );
  });

  it('are cut in front of the extension', () => {
    expect(toFileName(`C:\\fakepath\\${'ä'.repeat(300)}.pdf`)).toBe(`${'ä'.repeat(176)}.pdf`);
    expect(toFileName('..')).toBe('file');
    expect(toFileName('bild\u202Egpj.exe')).toBe('bildgpj.exe');
  });
});

describe('content types', () => {
  it('come from the bytes, not from the sender [D-4.10]', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    expect(await sniffContentType(png)).toBe('image/png');
    expect(await sniffContentType(Buffer.from('%PDF-1.7\n'))).toBe('application/pdf');
    for (const content of [
      '<html><script>1</script>',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
      'MZ',
      '',
    ]) {
      expect(await sniffContentType(Buffer.from(content))).toBe('application/octet-stream');
    }
  });
});
