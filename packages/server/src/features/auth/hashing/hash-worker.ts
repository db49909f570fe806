/** Runs in a worker thread: derives one key after the other. Started by hasher.ts only. */
import { argon2Sync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { Derivation } from '../passwords.ts';

parentPort?.on('message', ({ password, nonce, cost }: Derivation) => {
  const key = argon2Sync('argon2id', { message: password, nonce, ...cost });
  parentPort?.postMessage(key);
});
