import { ApiError } from '@kreide/core/kernel';
import type { TextKey, Translate } from './texts.ts';

/** Exit codes (D-3.03). */
export const EXIT = { done: 0, failed: 1, wrongUse: 2, rejectedRows: 3, interrupted: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What went wrong, for programs: `error` of `--json` (D-3.03). */
export interface ErrorReport {
  code: string;
  message: string;
  /** The file that it is about. */
  file: string | null;
}

/** An error with a sentence for people and its exit code. */
export class Failure extends Error {
  readonly exitCode: ExitCode;
  readonly code: string;
  readonly file: string | null;
  constructor(message: string, exitCode: ExitCode = EXIT.failed, about: Partial<Omit<ErrorReport, 'message'>> = {}) {
    super(message);
    this.name = 'Failure';
    this.exitCode = exitCode;
    this.code = about.code ?? 'failed';
    this.file = about.file ?? null;
  }
}

/** Wrong usage: exit code 2. */
export function wrongUse(message: string, file: string | null = null): Failure {
  return new Failure(message, EXIT.wrongUse, { code: 'wrong_use', file });
}

/** Ctrl-C or SIGTERM. */
export function interrupted(message: string): Failure {
  return new Failure(message, EXIT.interrupted, { code: 'interrupted' });
}

const CAUSES: Record<string, TextKey> = {
  ECONNREFUSED: 'network.refused',
  ENOTFOUND: 'network.unknownHost',
  EAI_AGAIN: 'network.unknownHost',
  ECONNRESET: 'network.reset',
  EPIPE: 'network.reset',
  UND_ERR_SOCKET: 'network.reset',
  ETIMEDOUT: 'network.noAnswer',
  UND_ERR_CONNECT_TIMEOUT: 'network.noAnswer',
  UND_ERR_HEADERS_TIMEOUT: 'network.noAnswer',
  EHOSTUNREACH: 'network.noRoute',
  ENETUNREACH: 'network.noRoute',
  CERT_HAS_EXPIRED: 'network.certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'network.certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'network.certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'network.certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'network.certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'network.certificate',
  ERR_SSL_WRONG_VERSION_NUMBER: 'network.noTls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'network.noTls',
};

/** Was the connection broken off? That is a bad line, and worth another try at once. */
export function isBrokenOff(code: string): boolean {
  return CAUSES[code] === 'network.reset';
}

/** Code and message of a network error; fetch hides them in the causes of its own error. */
export function toWireCause(thrown: unknown): { code: string | null; message: string } {
  let message = '';
  let current: unknown = thrown;
  for (let depth = 0; current instanceof Error && depth < 8; depth += 1) {
    if (current.message) message = current.message;
    const code = (current as NodeJS.ErrnoException).code;
    if (typeof code === 'string') return { code, message };
    current = current instanceof AggregateError ? current.errors[0] : current.cause;
  }
  return { code: null, message };
}

/** One line with address and cause for a server that could not be reached (D-3.12). */
export function toNetworkLine(error: ApiError, address: string, t: Translate): string {
  if (error.code === 'timeout') return t('network.line', { address, cause: t('network.noAnswer') });
  const { code, message } = toWireCause(error.cause);
  const key = code === null ? undefined : CAUSES[code];
  const words = key ? t(key) : message.split('\n')[0] || t('network.unknown');
  return t('network.line', { address, cause: code ? `${words} (${code})` : words });
}

/** The message of the server or client as plain sentences, never with secrets. */
export function toSentence(error: ApiError, address: string, t: Translate): string {
  if (error.code === 'unreachable' || error.code === 'timeout') return toNetworkLine(error, address, t);
  if (error.code === 'unexpected_answer' || error.code === 'empty_answer')
    return t('network.foreignAnswer', { address });
  if (error.code === 'not_ready' && error.message === error.code) return t('network.notReady', { address });
  if (error.code === 'unauthenticated' || error.code === 'session_expired') return t('session.lost', { address });
  if (error.code === 'needs_replace') return t('upload.needsReplaceServer');
  const said = error.message === error.code ? t('failure.code', { code: error.code }) : error.message;
  // The server's sentence for too many calls says it itself.
  const isSaid = error.retryAfter === undefined || error.code === 'too_many';
  const wait = isSaid ? '' : ` ${t('failure.waitSeconds', { count: error.retryAfter ?? 0 })}`;
  const issues = error.issues.map((issue) => `\n  ${issue.path}: ${issue.message}`).join('');
  return `${said}${wait}${issues}`;
}

/** How a command ends: text for stderr, exit code, and the same for programs. */
export interface Ending {
  text: string;
  exitCode: ExitCode;
  error: ErrorReport;
}

const ended = (code: string, message: string, file: string | null = null): Ending => ({
  text: message,
  exitCode: EXIT.failed,
  error: { code, message, file },
});

/** Any thrown value as the end of a command; an unknown one shows its stack with KREIDE_DEBUG only. */
export function toEnding(thrown: unknown, address: string, t: Translate): Ending {
  if (thrown instanceof Failure)
    return { ...ended(thrown.code, thrown.message, thrown.file), exitCode: thrown.exitCode };
  if (thrown instanceof ApiError && thrown.code !== 'internal')
    return ended(thrown.code, toSentence(thrown, address, t));
  if (thrown instanceof ApiError && thrown.status === 500) {
    const request = thrown.requestId ? ` (${thrown.requestId})` : '';
    return ended('internal', `${t('failure.server', { address })}${request}`);
  }
  const code = (thrown as NodeJS.ErrnoException | null)?.code;
  const path = (thrown as NodeJS.ErrnoException | null)?.path;
  if (typeof code === 'string' && typeof path === 'string')
    return ended('file', t('failure.file', { path, code }), path);
  return ended('unknown', t('failure.unknown'));
}
