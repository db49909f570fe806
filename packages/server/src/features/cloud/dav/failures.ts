import { type ApiError, DEFAULT_LANGUAGE, type ErrorCode } from '@kreide/core/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FeatureParts } from '../../../kernel/feature.ts';
import { toApiError } from '../../../kernel/http/failures.ts';
import { escapeXml, XML_HEAD } from './xml.ts';

/** What the protocol calls its conditions; left out where it has no word. */
export type DavCondition =
  | 'propfind-finite-depth'
  | 'lock-token-submitted'
  | 'lock-token-matches-request-uri'
  | 'no-conflicting-lock'
  | 'cannot-modify-protected-property';

/** A refusal of the protocol itself: a status, the condition that was not met, and the addresses that it is about. */
export class DavRefusal extends Error {
  readonly status: number;
  readonly condition: DavCondition | null;
  readonly hrefs: readonly string[];

  constructor(status: number, condition: DavCondition | null = null, hrefs: readonly string[] = []) {
    super(`refused with ${status}`);
    this.name = 'DavRefusal';
    this.status = status;
    this.condition = condition;
    this.hrefs = hrefs;
  }
}

export const refuse = (status: number, condition?: DavCondition, hrefs?: readonly string[]): never => {
  throw new DavRefusal(status, condition, hrefs);
};

/** The statuses that the protocol has for our codes, where they are not those of the app. */
const STATUS: Partial<Record<ErrorCode, number>> = {
  document_open: 423,
  storage_full: 507,
  wrong_credentials: 401,
  unauthenticated: 401,
  session_expired: 401,
};
/** What there is no room for; every other refusal of what was sent is one that nobody mends by sending it again. */
const NO_ROOM = /^(quota|tooManyEntries)/;

function toStatus({ code, status, issues }: ApiError): number {
  if (code === 'invalid') return issues.some(({ rule }) => NO_ROOM.test(rule)) ? 507 : 403;
  return STATUS[code as ErrorCode] ?? status;
}

const bodyOf = (inner: string) => `${XML_HEAD}<D:error xmlns:D="DAV:">${inner}</D:error>`;

/** Refusals as programs read them: a status, and a `DAV:error` with the condition or with why, in words. */
export function answerFailure({ log, texts }: Pick<FeatureParts, 'log' | 'texts'>) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    reply.header('cache-control', 'no-store').type('application/xml; charset=utf-8');
    if (thrown instanceof DavRefusal) {
      const { status, condition, hrefs } = thrown;
      const inner = hrefs.map((href) => `<D:href>${escapeXml(href)}</D:href>`).join('');
      reply.code(status).send(condition === null ? '' : bodyOf(`<D:${condition}>${inner}</D:${condition}>`));
      return;
    }
    const error = toApiError(thrown);
    const status = toStatus(error);
    if (status === 401) reply.header('www-authenticate', 'Basic realm="Kreide", charset="UTF-8"');
    if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
    if (error.status >= 500 && error.code !== 'not_ready')
      log.error({ err: error.cause ?? error, request_id: request.id, url: request.routeOptions.url }, 'request failed');
    const t = texts.for(request.actor?.language ?? DEFAULT_LANGUAGE);
    const words = error.issues[0]?.message ?? t(`errors:${error.code as ErrorCode}`, { when: '', ...error.params });
    reply.code(status).send(bodyOf(`<K:refused xmlns:K="urn:kreide">${escapeXml(words)}</K:refused>`));
  };
}
