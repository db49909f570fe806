import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import {
  ApiError,
  type ApiErrorDetails,
  ERROR_STATUS,
  type ErrorCode,
  isErrorCode,
  type Language,
  toLanguage,
  writeWait,
} from '@kreide/core/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Log, reasonOf } from '../log.ts';
import type { Texts } from '../text/texts.ts';

/** Errors of Fastify and PostgreSQL mapped to our codes. Anything unknown is `internal` and reveals nothing. */
const FOREIGN_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_BAD_URL: 'malformed',
  FST_ERR_MAX_PARAM_LENGTH: 'malformed',
  FST_ERR_ASYNC_CONSTRAINT: 'malformed',
  /** PostgreSQL: a character that it does not store, in a text that no schema has seen. */
  '22021': 'malformed',
  '22P05': 'malformed',
  /** PostgreSQL: the connection is lost, or the server is shutting down or starting up. */
  ECONNREFUSED: 'not_ready',
  ECONNRESET: 'not_ready',
  ECONNABORTED: 'not_ready',
  ENOTCONN: 'not_ready',
  EPIPE: 'not_ready',
  ETIMEDOUT: 'not_ready',
  EHOSTUNREACH: 'not_ready',
  ENETUNREACH: 'not_ready',
  '08000': 'not_ready',
  '08003': 'not_ready',
  '08006': 'not_ready',
  '25P03': 'not_ready',
  '57P01': 'not_ready',
  '57P02': 'not_ready',
  '57P03': 'not_ready',
  '57P05': 'not_ready',
  '53300': 'not_ready',
  /** PostgreSQL: the database accepts no connections at the moment. */
  '55000': 'not_ready',
  /** The disk is full: of the files, of an upload, of the database. */
  ENOSPC: 'storage_full',
  EDQUOT: 'storage_full',
  '53100': 'storage_full',
  /** Serialisation failure and deadlock: worth a retry. */
  '40001': 'not_ready',
  '40P01': 'not_ready',
  /** A statement or a wait for a lock that took too long: so is the database now. */
  '57014': 'not_ready',
  '55P03': 'not_ready',
};

/** The database is there and refuses: a line for each. Of a broken connection its pool says one (`database.ts`). */
const REFUSALS = new Set(['40001', '40P01', '53300', '55000', '55P03', '57014']);

/** How the driver's messages begin when there is no connection, or when it ended. */
const AWAY = /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed and))/;

/** No connection or a broken one: the driver's error has no code, the system's names the call that failed. */
function isDatabaseAway(thrown: unknown): boolean {
  const { syscall, message = '' } = (thrown ?? {}) as { syscall?: string; message?: string };
  return syscall === 'connect' || AWAY.test(message);
}

/** The client disconnected in the middle of the body: Node reports `aborted` with the code of a broken connection. */
function isCallerGone(thrown: unknown): boolean {
  const { code, message } = (thrown ?? {}) as { code?: string; message?: string };
  return code === 'ECONNRESET' && message === 'aborted';
}

/** Any thrown value as an ApiError of the closed list. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isCallerGone(thrown)) return new ApiError({ code: 'malformed', cause: thrown });
  const { code, statusCode, name } = (thrown ?? {}) as { code?: string; statusCode?: number; name?: string };
  const known = isDatabaseAway(thrown) ? 'not_ready' : code === undefined ? undefined : FOREIGN_CODES[code];
  if (known) return new ApiError({ code: known, cause: thrown, retry_after: known === 'not_ready' ? 2 : undefined });
  if (name === 'SyntaxError' && statusCode === 400) return new ApiError({ code: 'malformed', cause: thrown });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ApiError({ code: 'malformed', cause: thrown });
  return ApiError.from(thrown);
}

/** How long to wait where nobody names a time, seconds. */
const USUAL_WAIT = 60;

/** The error answer: `{ error: { code, message, issues?, request_id }, meta }`. */
export function toErrorBody(error: ApiError, texts: Texts, language: Language, requestId: string) {
  const code: ErrorCode = isErrorCode(error.code) ? error.code : 'internal';
  const { retryAfter = USUAL_WAIT } = error;
  const message = texts.for(language)(`errors:${code}`, { when: writeWait(language, retryAfter), ...error.params });
  return {
    error: {
      code,
      message,
      ...(error.issues.length > 0 ? { issues: error.issues } : {}),
      ...(error.retryAfter === undefined ? {} : { retry_after: error.retryAfter }),
      request_id: requestId,
    },
    meta: { errors: [message] },
  };
}

/** For handlers: an ApiError that is thrown at once. */
export function fail(code: ErrorCode, details: Omit<ApiErrorDetails, 'code'> = {}): never {
  throw new ApiError({ ...details, code });
}

/** The path of a call for the log; where the path itself is a secret (`{secret}` in the contract), its template. */
function toLoggedAddress(request: FastifyRequest): string {
  const template = request.routeOptions?.url;
  return template?.includes(':secret') ? template : (request.url.split('?')[0] ?? '');
}

/**
 * The error handler of the server: known errors are explained, unknown ones are logged and reported as `internal` only.
 */
export function answerFailures(texts: Texts, log: Log) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const error = toApiError(thrown);
    const call = { request_id: request.id, url: toLoggedAddress(request) };
    if (error.code === 'not_ready') {
      // A bound that refuses is no failure: a flood does not fill the log as well.
      const reason = error.cause === undefined ? null : reasonOf(error.cause);
      if (reason) log[REFUSALS.has(reason.code ?? '') ? 'warn' : 'debug']({ ...reason, ...call }, 'request put off');
    } else if (error.status >= 500) log.error({ err: error.cause ?? error, ...call }, 'request failed');
    if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
    const language = request.actor?.language ?? toLanguage(request.headers['accept-language']);
    reply.header('cache-control', 'no-store');
    reply
      .code(error.status || 500)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(toErrorBody(error, texts, language, request.id)));
  };
}

/** Answers bytes that are not an HTTP request, before there is a request: the same shape, in the default language. */
export function answerClientErrors(texts: Texts) {
  return (thrown: Error & { code?: string }, socket: Socket): void => {
    if (thrown.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy(thrown);
      return;
    }
    const code: ErrorCode = thrown.code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'malformed';
    const body = JSON.stringify(toErrorBody(new ApiError({ code }), texts, toLanguage(null), randomUUID()));
    const head = [
      `HTTP/1.1 ${ERROR_STATUS[code]} ${code}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  };
}
