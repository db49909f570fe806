import { ApiError, type EndpointDeclaration, type Issue, isChanging, type Translate } from '@kreide/core/kernel';
import type { FastifyRequest } from 'fastify';
import type { ReceivedFile } from './context.ts';
import { fingerprintOf, isIdempotencyKey, type KeyedCall } from './idempotency.ts';
import { parsePart, refuseIssues } from './validate.ts';

export interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Checks every part of the call against its schema; all issues are reported at once, also a body where none is
 * declared.
 */
export function parseInput(endpoint: EndpointDeclaration, request: FastifyRequest, body: unknown, t: Translate): Input {
  const issues: Issue[] = [];
  const input: Input = {
    params: endpoint.params ? parsePart('params', endpoint.params, request.params, issues, t) : undefined,
    query: endpoint.query ? parsePart('query', endpoint.query, request.query, issues, t) : undefined,
    body: endpoint.body ? parsePart('body', endpoint.body, body ?? {}, issues, t) : undefined,
  };
  if (
    !endpoint.body &&
    body !== undefined &&
    body !== null &&
    (typeof body !== 'object' || Object.keys(body).length > 0)
  ) {
    issues.push({ path: 'body', rule: 'unknown', message: t('kernel:rules.unknown', { names: 'body' }) });
  }
  refuseIssues(issues);
  return input;
}

/** The call as identified by its Idempotency-Key; null when its answer is not stored. */
export function toKeyedCall(
  endpoint: EndpointDeclaration,
  request: FastifyRequest,
  input: Input,
  files: readonly ReceivedFile[],
  t: Translate,
): KeyedCall | null {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !isChanging(endpoint) || endpoint.idempotent === false || !request.actor) return null;
  if (!isIdempotencyKey(key)) {
    throw new ApiError({
      code: 'invalid',
      issues: [
        {
          path: 'header.idempotency-key',
          rule: 'format',
          message: t('kernel:rules.format', { field: 'idempotency-key' }),
        },
      ],
    });
  }
  const content = [input.body, files.map((file) => [file.name, file.sha256.toString('hex')])];
  return {
    school_id: request.actor.school_id,
    user_id: request.actor.user_id,
    key,
    fingerprint: fingerprintOf(request.method, request.url, content),
  };
}
