/** The embedded database cannot be used; the message says why and what helps, for the person at the terminal. */
export class PostgresError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PostgresError';
  }
}

/** The code of a system error (`ENOENT`, `EACCES` …), or an empty string. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
