import { type CallOptions, createClient } from '../../client/client.ts';
import * as api from './api.ts';
import { TWO_FACTOR_RETRIES } from './rules.ts';
import type { NewKey } from './schema.ts';

export interface TwoFactorServiceOptions {
  /** Origin and path before `/v1`, no trailing slash; empty for the page's origin (T-7.157). */
  baseUrl: string;
  fetch?: typeof fetch;
  /** Waits between retries; tests pass their own. */
  pause?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * The two-factor service, which knows accounts by their secret ids and no people: calls carry neither cookies nor a
 * token (T-7.158), and are repeated up to five times with growing pauses while it cannot be reached or answers 503
 * (T-7.159, P-8.07). A key that was sent twice leaves a record that nobody asks for, and that goes by itself. Throws
 * ApiError.
 */
export function createTwoFactorService(options: TwoFactorServiceOptions) {
  const client = createClient({ ...options, plain: true });
  const toInit = (signal?: AbortSignal): CallOptions => ({
    ...(signal && { signal }),
    retries: TWO_FACTOR_RETRIES,
    isRepeatable: true,
  });
  return {
    /** Hands over a key; answers its id. */
    create: async (body: NewKey) => (await client.call(api.create, { body }, toInit())).data.id,
    remove: async (id: string) => void (await client.call(api.remove, { params: { secret: id } }, toInit())),
    getCode: async (id: string, signal?: AbortSignal) =>
      (await client.call(api.getCode, { params: { secret: id } }, toInit(signal))).data,
    /** In the order of the ids; null: the service has no such key any more. */
    listCodes: async (ids: readonly string[], signal?: AbortSignal) =>
      (await client.call(api.listCodes, { body: { ids: [...ids] } }, toInit(signal))).data,
  };
}

export type TwoFactorService = ReturnType<typeof createTwoFactorService>;
