import { isDeepStrictEqual } from 'node:util';
import { ApiError, COMMON_ERRORS, type EndpointDeclaration, type ErrorCode } from '@kreide/core/kernel';
import * as core from 'zod/v4/core';
import { JSON_TYPE, PreparedAnswer } from './answers.ts';
import type { Sendable } from './send.ts';

const nameOf = ({ method, path }: EndpointDeclaration) => `${method} ${path}`;

/** Throws when an answer is not exactly what the contract declares. */
export function checkAnswer(endpoint: EndpointDeclaration, plain: unknown): void {
  if (endpoint.answer === null) return;
  const parsed = core.safeParse(endpoint.answer, plain);
  const where = nameOf(endpoint);
  if (!parsed.success)
    throw new Error(
      `${where} answers what its contract does not say: ${JSON.stringify(parsed.error.issues).slice(0, 2000)}`,
    );
  if (!isDeepStrictEqual(parsed.data, plain))
    throw new Error(`${where} answers keys that its contract does not declare`);
}

/** Cached answers are checked against the contract once, when first seen: later ones are the same bytes. */
const checked = new WeakSet<PreparedAnswer>();

/** Throws when bytes that were produced elsewhere are not what the contract declares. */
export function checkPrepared(endpoint: EndpointDeclaration, answer: Sendable): void {
  if (!(answer instanceof PreparedAnswer) || answer.type !== JSON_TYPE || checked.has(answer)) return;
  checkAnswer(endpoint, JSON.parse(answer.bytes.toString()));
  checked.add(answer);
}

/**
 * Throws when a call fails with a code that its endpoint does not declare: `fail()` is typed, but helpers may throw
 * too.
 */
export function checkCode(endpoint: EndpointDeclaration, thrown: unknown): void {
  if (!(thrown instanceof ApiError)) return;
  const declared: readonly ErrorCode[] = [...COMMON_ERRORS, ...(endpoint.errors ?? [])];
  if (!declared.includes(thrown.code))
    throw new Error(`${nameOf(endpoint)} fails with "${thrown.code}", which its contract does not declare`, {
      cause: thrown,
    });
}
