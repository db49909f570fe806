import { describe, expect, it, vi } from 'vitest';
import { afterFirst } from './first-answer.ts';

const url = '/v1/users/self';
const headers = { accept: 'application/json', authorization: 'Bearer one' };
const init = { method: 'GET', headers: { ...headers } };
const early = new Response('early');

function fetching(answer: Promise<Response> = Promise.resolve(early)) {
  const send = vi.fn(async (..._: Parameters<typeof fetch>) => new Response('sent'));
  return { send, ask: afterFirst({ url, headers, answer }, send) };
}

describe('a call that was sent before the app was there', () => {
  it('is not asked for again, and serves once', async () => {
    const { send, ask } = fetching();
    expect(await ask(url, init)).toBe(early);
    expect(send).not.toHaveBeenCalled();
    expect(await (await ask(url, init)).text()).toBe('sent');
  });

  it.each([
    ['another address', '/v1/users/7', init],
    ['another way', url, { ...init, method: 'PUT' }],
    ['another account', url, { ...init, headers: { ...headers, authorization: 'Bearer two' } }],
    ['a known version', url, { ...init, headers: { ...headers, 'if-none-match': '"1"' } }],
    ['fewer words', url, { method: 'GET', headers: { accept: 'application/json' } }],
  ])('does not serve for %s', async (_, address, asked) => {
    const { send, ask } = fetching();
    expect(await (await ask(address, asked)).text()).toBe('sent');
    expect(send).toHaveBeenCalledWith(address, asked);
  });

  it('is asked for in the usual way when it did not come', async () => {
    const { ask } = fetching(Promise.reject(new TypeError('no network')));
    expect(await (await ask(url, init)).text()).toBe('sent');
  });

  it('is waited for as long as the app waits for any answer', async () => {
    const { ask } = fetching(new Promise(() => {}));
    const end = new AbortController();
    const asked = ask(url, { ...init, signal: end.signal });
    end.abort(new Error('too long'));
    await expect(asked).rejects.toThrow('too long');
  });

  it('changes nothing where nothing was asked for', async () => {
    const send = vi.fn(async (..._: Parameters<typeof fetch>) => early);
    expect(await afterFirst(undefined, send)(url, init)).toBe(early);
    expect(send).toHaveBeenCalledTimes(1);
  });
});
