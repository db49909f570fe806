import { afterEach, describe, expect, it, vi } from 'vitest';
import { TEXT_BYTES, textQuery, toText } from './file-text.ts';

describe('the text of a file', () => {
  it('is read as it was written: UTF-8, what begins with a mark, and what programs of Windows write', () => {
    const bytes = (...values: number[]) => new Uint8Array(values);
    expect(toText(new TextEncoder().encode('Grüße, 校'))).toBe('Grüße, 校');
    expect(toText(bytes(0xef, 0xbb, 0xbf, 0x61))).toBe('a');
    expect(toText(bytes(0x47, 0x72, 0xfc, 0xdf, 0x65, 0x20, 0x80))).toBe('Grüße €');
    expect(toText(bytes(0xff, 0xfe, 0xfc, 0x00, 0x61, 0x00))).toBe('üa');
    expect(toText(bytes(0xfe, 0xff, 0x00, 0xfc, 0x00, 0x61))).toBe('üa');
  });

  it('ends before a character that is cut off, and is not taken for that of Windows by it', () => {
    expect(toText(new TextEncoder().encode('Grü校').subarray(0, 5))).toBe('Grü');
    expect(toText(new Uint8Array([0xff, 0xfe, 0x61, 0x00, 0x62]))).toBe('a');
  });
});

describe('what is asked for it', () => {
  afterEach(() => vi.unstubAllGlobals());
  const ask = (answer: () => Response | Promise<Response>) => {
    const fetched = vi.fn(async (..._: unknown[]) => answer());
    vi.stubGlobal('fetch', fetched);
    const read = textQuery('/v1/files/x/a.txt').queryFn as unknown as (by: object) => Promise<unknown>;
    return { fetched, text: read({ signal: new AbortController().signal }) };
  };
  const part = (length: number, size: number) =>
    new Response('a'.repeat(length), { status: 206, headers: { 'content-range': `bytes 0-${length - 1}/${size}` } });

  it('is the beginning alone, and says whether that is all', async () => {
    const { fetched, text } = ask(() => part(TEXT_BYTES, TEXT_BYTES));
    expect(await text).toEqual({ text: 'a'.repeat(TEXT_BYTES), isWhole: true });
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ headers: { range: 'bytes=0-65535' } });
    expect(await ask(() => part(TEXT_BYTES, TEXT_BYTES + 1)).text).toMatchObject({ isWhole: false });
    // Who does not know of parts sends everything.
    const whole = (await ask(() => new Response('b'.repeat(TEXT_BYTES + 1))).text) as {
      text: string;
      isWhole: boolean;
    };
    expect([whole.text.length, whole.isWhole]).toEqual([TEXT_BYTES, false]);
    expect(await ask(() => new Response('', { status: 416 })).text).toEqual({ text: '', isWhole: true });
  });

  it('fails with a reason: it is gone, it cannot be reached, or something else', async () => {
    await expect(ask(() => new Response('', { status: 404 })).text).rejects.toMatchObject({ code: 'not_found' });
    await expect(ask(() => new Response('', { status: 500 })).text).rejects.toMatchObject({ code: 'internal' });
    await expect(ask(() => Promise.reject(new TypeError('no network'))).text).rejects.toMatchObject({
      code: 'unreachable',
    });
  });
});
