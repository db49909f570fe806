/**
 * The codes that belong to no feature, with their HTTP status. Each code has a text in every language
 * (`locales/<lang>/errors.json`). Source: docs/architecture.md, P-8.30, T-8.16.
 */
const KERNEL_ERRORS = {
  malformed: 400,
  unauthenticated: 401,
  session_expired: 401,
  forbidden: 403,
  /** The school wants a second step of this account: until there is one, nothing else can be done. */
  second_step_missing: 403,
  not_found: 404,
  no_such_endpoint: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  duplicate: 409,
  too_large: 413,
  unsupported_media: 415,
  invalid: 422,
  idempotency_key_reused: 422,
  too_many: 429,
  internal: 500,
  not_ready: 503,
  /** The server's disk or database is full. */
  storage_full: 507,
  /** Never sent by the server: the client could not reach it. */
  unreachable: 0,
  /** Never sent by the server: no answer within the timeout. */
  timeout: 0,
  /** Never sent by the server: the answer does not fit the contract. */
  unexpected_answer: 0,
  /** Never sent by the server: an answer without the content that the contract requires (P-8.18). */
  empty_answer: 0,
} as const;

/** The codes of all features. A feature adds its own in its `errors.ts`: `interface FeatureErrors extends Codes {}`. */
// biome-ignore lint/suspicious/noEmptyInterface: features merge their codes into it
export interface FeatureErrors {}

/** The closed list of codes. */
export type ErrorCode = keyof typeof KERNEL_ERRORS | keyof FeatureErrors;

const statuses: Record<string, number> = { ...KERNEL_ERRORS };

/** Every code with its HTTP status. */
export const ERROR_STATUS = statuses as Readonly<Record<ErrorCode, number>>;

/**
 * Adds the codes of one feature with their HTTP status; called once by the feature's `errors.ts`, which its `api.ts`
 * imports. A code that another feature has with another status throws.
 */
export function declareErrors<const Codes extends Readonly<Record<string, number>>>(codes: Codes): Codes {
  for (const [code, status] of Object.entries(codes)) {
    if ((statuses[code] ?? status) !== status) throw new Error(`The error code ${code} is declared twice`);
    statuses[code] = status;
  }
  return codes;
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.keys(statuses).includes(value);
}

/** Codes that every endpoint may answer without declaring them. */
export const COMMON_ERRORS = [
  'malformed',
  'unauthenticated',
  'session_expired',
  'forbidden',
  'second_step_missing',
  'too_large',
  'unsupported_media',
  'not_acceptable',
  'invalid',
  'idempotency_key_reused',
  'too_many',
  'internal',
  'not_ready',
  'storage_full',
] as const satisfies readonly ErrorCode[];

/**
 * One problem of the input. `path` leads to the field (`body.username`, `query.begins_at`),
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

/**
 * The only error class of client and server. Unknown errors reveal nothing: `ApiError.from` turns them into `internal`.
 */
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
