import { afterEach, describe, expect, it } from 'vitest';
import { type Derive, hashPassword, verifyPassword } from '../passwords.ts';
import { createFairQueue } from './fair-queue.ts';
import { createHasher, type Hasher } from './hasher.ts';

let hasher: Hasher;
afterEach(() => hasher.end());

/** A cheap hash. */
const hashWith = (derive: Derive) =>
  derive({ password: 'x', nonce: Buffer.alloc(16), cost: { memory: 64, passes: 1, parallelism: 1, tagLength: 16 } });

describe('the hasher', () => {
  it('makes and checks the same hashes as the runtime [D-4.09]', async () => {
    hasher = createHasher({ threads: 2 });
    const derive = hasher.deriveFor({ lane: 'a', isKnownDevice: false });
    const stored = await hashPassword('Grüße', derive);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword('Grüße', stored)).toBe(true);
    expect(await verifyPassword('Gru\u0308ße', stored, derive)).toBe(true);
    expect(await verifyPassword('grüße', stored, derive)).toBe(false);
    expect(await verifyPassword('Grüße', null, derive)).toBe(false);
  });

  it('refuses with 503 and a time what would wait too long, and takes it again afterwards [D-4.09]', async () => {
    hasher = createHasher({ threads: 1, limits: { lane: 3, total: 4 } });
    const ask = (lane: string) => hashWith(hasher.deriveFor({ lane, isKnownDevice: false }));
    const first = [1, 2, 3, 4].map(() => ask('a'));
    await expect(ask('a')).rejects.toMatchObject({ code: 'not_ready', status: 503, retryAfter: 1 });
    const second = ask('b');
    await expect(ask('c')).rejects.toMatchObject({ code: 'not_ready' });
    expect(await Promise.all([...first, second])).toHaveLength(5);
    expect(await ask('a')).toHaveLength(16);
  });

  it('lets known devices go first, and everybody else one lane after the other [D-4.09]', async () => {
    hasher = createHasher({ threads: 1 });
    const done: string[] = [];
    const ask = (lane: string, isKnownDevice = false) =>
      hashWith(hasher.deriveFor({ lane, isKnownDevice })).then(() => done.push(lane));
    await Promise.all([...['a', 'a', 'a', 'a', 'b', 'b'].map((lane) => ask(lane)), ask('known', true)]);
    expect(done).toEqual(['a', 'known', 'a', 'b', 'a', 'b', 'a']);
  });

  it('goes on after a thread has ended', async () => {
    hasher = createHasher({ threads: 1 });
    const derive = hasher.deriveFor({ lane: 'a', isKnownDevice: false });
    const broken = derive({
      password: 'x',
      nonce: Buffer.alloc(16),
      cost: { memory: 1, passes: 0, parallelism: 1, tagLength: 16 },
    });
    await expect(broken).rejects.toThrow();
    expect(await hashWith(derive)).toHaveLength(16);
  });
});

describe('the queue', () => {
  it('gives every lane its turn and knows its bounds', () => {
    const queue = createFairQueue<number>({ lane: 2, total: 3 });
    expect([queue.push('a', 1), queue.push('a', 2), queue.push('a', 3)]).toEqual([true, true, false]);
    expect([queue.push('b', 4), queue.push('c', 5)]).toEqual([true, false]);
    expect([queue.take(), queue.take(), queue.take(), queue.take()]).toEqual([1, 4, 2, undefined]);
    expect(queue.size()).toBe(0);
  });
});
