/** What looks like a secret within a sentence: the log's own redaction covers fields, not texts. */
const SECRETS: readonly [RegExp, string][] = [
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, '$1[secret]@'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [secret]'],
  [
    /\b([\w-]*(?:password|passwort|secret|token|signature|api_?key|authorization)["']?\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s,;&)}]+)/gi,
    '$1[secret]',
  ],
];

/** An error's text, safe for the log. */
export function redactText(text: string): string {
  return SECRETS.reduce((cleaned, [pattern, replacement]) => cleaned.replace(pattern, replacement), text);
}

export interface LoggedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: string;
}

/**
 * An error for the log: name, text and stack without secrets, and none of its other properties (queries, payloads,
 * answers).
 */
export function toLoggedError(thrown: unknown): LoggedError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const cause = error.cause instanceof Error ? `\ncaused by ${error.cause.stack ?? error.cause.message}` : '';
  return {
    name: error.name,
    message: redactText(error.message),
    stack: redactText(`${error.stack ?? ''}${cause}`),
    ...code,
  };
}
