import type { ApiError } from '@kreide/core/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FeatureParts } from '../../../kernel/feature.ts';
import { toApiError } from '../../../kernel/http/failures.ts';
import { LockConflict } from './locks.ts';

/**
 * The status that the protocol has for a refusal: 413 for what does not fit, wherever there is no room for it. The protocol answers a
 * wrong signature with 500; we say 401, as for a wrong token, since 500 is a fault of ours.
 */
function toStatus({ code, status, issues }: ApiError): number {
  if (code === 'storage_full') return 413;
  if (code !== 'invalid') return status;
  return issues.some(({ rule }) => rule.startsWith('quota')) ? 413 : 400;
}

/** A header is of ASCII. */
export const toHeader = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .slice(0, 500);

/** Refusals as an office server reads them: the lock that collides, a name that cannot be taken, else a status and a word. */
export function answerFailure({ log }: Pick<FeatureParts, 'log'>) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    if (thrown instanceof LockConflict) {
      reply
        .code(409)
        .header('x-wopi-lock', thrown.lock)
        .header('x-wopi-lockfailurereason', thrown.lock === '' ? 'not locked' : 'another lock')
        .send('{}');
      return;
    }
    const error = toApiError(thrown);
    const [issue] = error.issues;
    if (issue?.path === 'name') reply.header('x-wopi-invalidfilenameerror', toHeader(issue.message));
    // Without its query, which holds the token.
    if (error.status >= 500 && error.code !== 'not_ready')
      log.error({ err: error.cause ?? error, request_id: request.id, url: request.routeOptions.url }, 'request failed');
    reply.header('x-wopi-servererror', issue?.rule ?? error.code);
    reply.code(toStatus(error) || 500).send('{}');
  };
}
