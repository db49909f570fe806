import { newsApi } from '@kreide/core/features/news';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const asked: string[] = [];
let status = 200;
let module: typeof import('./export-size.ts');
beforeAll(async () => {
  vi.stubGlobal('__APP_VERSION__', '0');
  vi.stubGlobal('__RELEASED_AT__', '');
  vi.stubGlobal('document', { querySelector: () => null, cookie: '' });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    asked.push(`${method} ${address}`);
    return new Response(null, { status, headers: status === 200 ? { 'content-length': '12345' } : {} });
  });
  module = await import('./export-size.ts');
});
afterAll(() => vi.unstubAllGlobals());

const read = () =>
  module.readExportSize(
    newsApi.exportReaders,
    { params: { id: '7' }, query: { format: 'csv' } },
    new AbortController().signal,
  );

it('the size of an export is asked for by a HEAD, without the file; who may not have it learns no size [C-7.72]', async () => {
  expect(await read()).toBe(12345);
  expect(asked).toEqual(['HEAD /v1/channels/news/7/readers/export?format=csv']);
  status = 403;
  await expect(read()).rejects.toMatchObject({ status: 403 });
});
