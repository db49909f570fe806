import { expect, it } from 'vitest';
import { createPlaces } from './places.ts';

it('refuses at once what does not fit, lane by lane, and gives places back after work that failed too [D-4.09]', async () => {
  const within = createPlaces({ lane: 2, total: 3 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const ask = (lane: string, work = () => promise) => within(lane, work);
  const running = [ask('a'), ask('a')];
  const refusal = { code: 'not_ready', status: 503, retryAfter: 1 };
  await expect(ask('a')).rejects.toMatchObject(refusal);
  const third = ask('b', () => promise.then(() => Promise.reject(new Error('wrong'))));
  await expect(ask('c')).rejects.toMatchObject(refusal);
  resolve();
  await Promise.all(running);
  await expect(third).rejects.toThrow('wrong');
  await Promise.all([ask('a'), ask('a'), ask('b')]);
});
