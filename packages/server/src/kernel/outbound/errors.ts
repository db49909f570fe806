/**
 * Why a request to an address entered by a user was not made or not finished.
 * - `invalid_address`: no URL, another scheme, or with a user name or password in it
 * - `plain_refused`: http where https is required
 * - `address_refused`: the name resolves to a private or special address
 * - `unresolvable`, `unreachable`, `untrusted` (certificate), `timeout`: problems of the remote side
 * - `too_large`, `too_many_redirects`, `redirect_refused`: problems of the response
 */
export type OutboundReason =
  | 'address_refused'
  | 'invalid_address'
  | 'plain_refused'
  | 'redirect_refused'
  | 'timeout'
  | 'too_large'
  | 'too_many_redirects'
  | 'unreachable'
  | 'unresolvable'
  | 'untrusted';

/**
 * Holds the reason for the user and the detail for the log. The detail may name internal addresses: answers must show
 * the reason only, or the server would reveal the network behind it.
 */
export class OutboundError extends Error {
  readonly reason: OutboundReason;
  readonly detail: string;

  constructor(reason: OutboundReason, detail: string, cause?: unknown) {
    super(`outbound request: ${reason}`, cause === undefined ? undefined : { cause });
    this.name = 'OutboundError';
    this.reason = reason;
    this.detail = detail;
  }

  /** The meaning of a failed dial or read. */
  static from(thrown: unknown): OutboundError {
    const known = findIn(thrown, (error) => error instanceof OutboundError);
    if (known instanceof OutboundError) return known;
    const code = codeOf(thrown);
    const detail = thrown instanceof Error ? `${code ?? thrown.name}: ${thrown.message}` : String(thrown);
    return new OutboundError(reasonOf(code), detail, thrown);
  }
}

/** undici and happy eyeballs wrap errors: look through causes and aggregates. */
function findIn(thrown: unknown, matches: (error: Error) => boolean): Error | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if (matches(thrown)) return thrown;
  const inner = thrown instanceof AggregateError ? thrown.errors : [];
  for (const error of [...inner, thrown.cause]) {
    const found = findIn(error, matches);
    if (found) return found;
  }
  return undefined;
}

function codeOf(thrown: unknown): string | undefined {
  const coded = findIn(thrown, (error) => 'code' in error && typeof error.code === 'string');
  return coded && 'code' in coded ? String(coded.code) : undefined;
}

function reasonOf(code: string | undefined): OutboundReason {
  if (code === undefined) return 'unreachable';
  if (['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME', 'ENODATA', 'ESERVFAIL'].includes(code)) return 'unresolvable';
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return 'timeout';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code)) return 'untrusted';
  return 'unreachable';
}
