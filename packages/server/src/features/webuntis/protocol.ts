import { ApiError } from '@kreide/core/kernel';
import * as z from 'zod/mini';

/** The error codes of WebUntis and of JSON-RPC 2.0 itself. */
export const RPC_CODES = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_params: -32602,
  internal: -32603,
  /** A date outside of every school year, or a range that is too long. */
  no_allowed_date: -7004,
  no_such_element: -7002,
  invalid_schoolname: -8500,
  bad_credentials: -8504,
  no_right: -8509,
  not_authenticated: -8520,
  /** Also during the wait after failed sign-ins. */
  user_blocked: -8998,
} as const;
export type RpcCode = keyof typeof RPC_CODES;

const MESSAGES: Record<RpcCode, string> = {
  parse_error: 'Parse error',
  invalid_request: 'Invalid Request',
  method_not_found: 'Method not found',
  invalid_params: 'Invalid params',
  internal: 'Internal error',
  no_allowed_date: 'no allowed date',
  no_such_element: 'no such element',
  invalid_schoolname: 'invalid schoolname',
  bad_credentials: 'bad credentials',
  no_right: 'no right for this method',
  not_authenticated: 'not authenticated',
  user_blocked: 'user blocked',
};

/** An error with the message of the protocol; programs read them, so they are the same in every language. */
export class RpcError extends Error {
  readonly code: RpcCode;
  /** Seconds to wait. */
  readonly retryAfter: number | undefined;

  constructor(code: RpcCode, message: string = MESSAGES[code], retryAfter?: number) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

const BY_API_CODE: Partial<Record<ApiError['code'], RpcCode>> = {
  malformed: 'parse_error',
  too_large: 'invalid_request',
  unsupported_media: 'invalid_request',
  forbidden: 'no_right',
  not_found: 'no_such_element',
  wrong_credentials: 'bad_credentials',
  school_locked: 'user_blocked',
  user_locked: 'user_blocked',
  user_expired: 'user_blocked',
  too_many: 'user_blocked',
};

/** Errors of our own functions as errors of the protocol; null for unexpected ones. */
export function toRpcError(thrown: unknown): RpcError | null {
  if (thrown instanceof RpcError) return thrown;
  if (!(thrown instanceof ApiError)) return null;
  const code = BY_API_CODE[thrown.code];
  return code ? new RpcError(code, MESSAGES[code], thrown.retryAfter) : null;
}

/** Clients match answers to calls by it. */
export type RpcId = string | number | null;
const rpcId = z.nullable(z.union([z.string().check(z.maxLength(200)), z.number()]));

const envelope = z.object({
  jsonrpc: z.optional(z.literal('2.0')),
  id: z.optional(rpcId),
  method: z.string().check(z.minLength(1), z.maxLength(100)),
  params: z.optional(z.unknown()),
});

export interface RpcCall {
  id: RpcId;
  method: string;
  params: unknown;
}

/** The id of a call, if it has one that can be returned. */
export function idOf(body: unknown): RpcId {
  const { id } = (typeof body === 'object' && body !== null ? body : {}) as { id?: unknown };
  const parsed = rpcId.safeParse(id);
  return parsed.success ? parsed.data : null;
}

/** One call. Throws `invalid_request`; batches are not supported, as in WebUntis. */
export function parseCall(body: unknown): RpcCall {
  if (Array.isArray(body)) throw new RpcError('invalid_request', 'Batch requests are not served');
  const parsed = envelope.safeParse(body);
  if (!parsed.success) throw new RpcError('invalid_request');
  const { id = null, method, params } = parsed.data;
  return { id, method, params };
}

/** Parameters by name; clients without any omit them or send an empty list. Throws `invalid_params`. */
export function parseParams<T>(schema: z.ZodMiniType<T>, params: unknown): T {
  const isNone = params === undefined || params === null || (Array.isArray(params) && params.length === 0);
  const parsed = schema.safeParse(isNone ? {} : params);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.join('.');
  throw new RpcError('invalid_params', path ? `Invalid params: ${path}` : undefined);
}
