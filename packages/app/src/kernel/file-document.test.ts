import { afterEach, expect, it, vi } from 'vitest';
import { canShowDocuments, documentQuery } from './file-document.ts';

afterEach(() => vi.unstubAllGlobals());

const ask = (answer: () => Response | Promise<Response>) => {
  vi.stubGlobal('fetch', async () => answer());
  const read = documentQuery('/v1/files/x/a.pdf').queryFn as unknown as (by: object) => Promise<Blob>;
  return read({ signal: new AbortController().signal });
};

it('a document is a PDF file whatever it is said to be, so nothing of it runs as a page', async () => {
  const html = () => new Response('<script>', { headers: { 'content-type': 'text/html' } });
  const document = await ask(html);
  expect([document.type, await document.text()]).toEqual(['application/pdf', '<script>']);
});

it('that is gone, broken or away says which', async () => {
  await expect(ask(() => new Response('', { status: 404 }))).rejects.toMatchObject({ code: 'not_found' });
  await expect(ask(() => new Response('', { status: 500 }))).rejects.toMatchObject({ code: 'internal' });
  await expect(ask(() => Promise.reject(new TypeError('failed')))).rejects.toMatchObject({ code: 'unreachable' });
});

it('is shown where the browser has a viewer and a mouse points', () => {
  const can = (pdfViewerEnabled: boolean | undefined, matches: boolean) => {
    vi.stubGlobal('navigator', { pdfViewerEnabled });
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: matches && /hover: hover.*pointer: fine/.test(query) }));
    return canShowDocuments();
  };
  expect([can(true, true), can(true, false), can(false, true), can(undefined, true)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
