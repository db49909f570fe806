/**
 * The closed list of error codes with their HTTP status. Each code has a text in every language
 * (`locales/<lang>/errors.json`). Source: architecture.md §2, P-8.30, T-8.16.
 */
export const ERROR_STATUS = {
  malformed: 400,
  unauthenticated: 401,
  session_expired: 401,
  xsrf_mismatch: 403,
  forbidden: 403,
  school_locked: 403,
  user_locked: 403,
  not_found: 404,
  no_such_endpoint: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  duplicate: 409,
  needs_replace: 409,
  superseded: 409,
  wrong_state: 409,
  too_large: 413,
  unsupported_media: 415,
  invalid: 422,
  wrong_credentials: 422,
  invalid_user_id: 422,
  idempotency_key_reused: 422,
  unreadable_file: 422,
  unknown_format: 422,
  too_many: 429,
  internal: 500,
  not_ready: 503,
  /** Never sent by the server: the client could not reach it. */
  unreachable: 0,
  /** Never sent by the server: no answer within the timeout. */
  timeout: 0,
  /** Never sent by the server: the answer was not what the contract says. */
  unexpected_answer: 0,
  /** Never sent by the server: an answer without content where the contract says one (P-8.18). */
  empty_answer: 0,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && value in ERROR_STATUS;
}

/** Codes that every endpoint may answer without declaring them. */
export const COMMON_ERRORS = [
  'malformed',
  'unauthenticated',
  'session_expired',
  'forbidden',
  'too_large',
  'unsupported_media',
  'not_acceptable',
  'invalid',
  'idempotency_key_reused',
  'too_many',
  'internal',
  'not_ready',
] as const satisfies readonly ErrorCode[];

/**
 * One thing that is wrong with the input. `path` leads to the field (`body.username`, `query.begins_at`),
 * `rule` names the broken rule (`required`, `max`, `date` …), `params` its numbers.
 */
export interface Issue {
  path: string;
  rule: string;
  message: string;
  params?: Record<string, string | number>;
}

export interface ApiErrorDetails {
  code: ErrorCode;
  /** A sentence for people; localised where it comes from the server. */
  message?: string | undefined;
  issues?: Issue[] | undefined;
  /** Seconds to wait, with `too_many` and `not_ready`. */
  retry_after?: number | undefined;
  request_id?: string | undefined;
  /** Values for the localised text of the code. */
  params?: Record<string, string | number> | undefined;
  status?: number | undefined;
  cause?: unknown;
}

/** The one error class of client and server. Unknown errors reveal nothing: `ApiError.from` turns them into `internal`. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues: Issue[];
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;
  readonly params: Record<string, string | number>;

  constructor(details: ApiErrorDetails) {
    super(details.message ?? details.code, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ApiError';
    this.code = details.code;
    this.status = details.status ?? ERROR_STATUS[details.code];
    this.issues = details.issues ?? [];
    this.retryAfter = details.retry_after;
    this.requestId = details.request_id;
    this.params = details.params ?? {};
  }

  /** Any thrown value as an ApiError; the original is kept as `cause` and never shown. */
  static from(thrown: unknown): ApiError {
    if (thrown instanceof ApiError) return thrown;
    return new ApiError({ code: 'internal', cause: thrown });
  }
}
