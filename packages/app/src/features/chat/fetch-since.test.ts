import type { Message } from '@kreide/core/features/channels';
import { ApiError } from '@kreide/core/kernel';
import { expect, it } from 'vitest';
import { fetchSince } from './fetch-since.ts';

it('asking for what has happened since says how many messages came; 0 when it fails, and throws nothing [C-8.03]', async () => {
  const asked: unknown[] = [];
  const messages = [{ id: 1 }, { id: 2 }] as Message[];
  const fetched = { answer: { messages, change_seq: 9, visible_from_seq: 0, has_more: false }, reset: false };
  const ask = async (query: object) => {
    asked.push(query);
    return fetched;
  };
  expect(await fetchSince({ change_seq: 7 }, ask)).toEqual({ came: 2, fetched, error: null });
  expect(await fetchSince(null, ask)).toEqual({ came: 2, fetched, error: null });
  expect(asked).toEqual([{ after_change: '7' }, {}]);
  const error = new ApiError({ code: 'unreachable' });
  expect(await fetchSince({ change_seq: 7 }, () => Promise.reject(error))).toEqual({ came: 0, fetched: null, error });
});
