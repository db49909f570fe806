import { argon2Sync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { type Derive, verifyPassword } from '../../../packages/server/src/features/auth/passwords.ts';

/** Straight in this thread, without a queue and without a message. */
const derive: Derive = async ({ password, nonce, cost }) =>
  argon2Sync('argon2id', { message: password, nonce, ...cost });

/** A thread that does nothing but verify a password, for so many milliseconds; it answers how often. */
parentPort?.on('message', async ({ password, stored, ms }: { password: string; stored: string; ms: number }) => {
  const end = performance.now() + ms;
  let count = 0;
  for (; performance.now() < end; count += 1)
    if (!(await verifyPassword(password, stored, derive))) throw new Error('the password is wrong');
  parentPort?.postMessage(count);
});
