import { createHash } from 'node:crypto';
import { ApiError } from '@kreide/core/kernel';
import type { FastifyRequest } from 'fastify';
import type { FeatureParts } from '../../../kernel/feature.ts';
import type { Actor } from '../../../kernel/http/context.ts';
import { fail } from '../../../kernel/http/failures.ts';
import { toNetwork } from '../../../kernel/http/network.ts';
import { acceptProgram, checkProgramCredentials, clearAttempt, createIdleSessions } from '../../auth/index.ts';
import { dutyOf } from '../../schools/index.ts';

/** Most sessions that one process remembers by their passwords; the oldest makes room. */
const REMEMBERED = 5000;

/** Name and password of a call; null: it has none that can be read. */
function credentialsOf({ headers }: FastifyRequest): { username: string; password: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]{1,2000})$/i.exec(headers.authorization ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1 || text.includes('\0')) return null;
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/**
 * Programs send name and app password with each call and many calls at once. The first opens a session, as a timetable program has one;
 * the others use it, so that no call but the first is counted, and all end in every process when the password goes.
 */
export function createSignIn({ database: { kysely }, clock }: Pick<FeatureParts, 'database' | 'clock'>) {
  const sessions = createIdleSessions({ kysely, clock, kind: 'webdav' });
  const opened = new Map<string, Promise<string>>();

  async function open(request: FastifyRequest, slink: string, given: { username: string; password: string }) {
    const now = clock.now();
    const { ip } = request;
    const credentials = { slink, ...given, ip, network: toNetwork(ip), device: null };
    const { attempt, appPassword } = await checkProgramCredentials(kysely, credentials, now, 'files');
    if (dutyOf(attempt.account, attempt.account.school, now) === 'due') {
      await clearAttempt(kysely, attempt);
      return fail('second_step_missing');
    }
    await acceptProgram(kysely, { attempt, appPassword, address: ip, request_id: request.id }, now);
    const agent = request.headers['user-agent']?.slice(0, 300) ?? null;
    return sessions.open(attempt.account, appPassword, agent);
  }

  /** The actor of a call. Throws `unauthenticated`, and what `checkProgramCredentials` throws. */
  return async function signIn(request: FastifyRequest, slink: string): Promise<Actor> {
    const given = credentialsOf(request);
    if (given === null) return fail('unauthenticated');
    const key = createHash('sha256')
      .update(JSON.stringify([slink, given.username, given.password]))
      .digest('base64');
    for (const isAgain of [false, true]) {
      const token = opened.get(key) ?? open(request, slink, given);
      opened.set(key, token);
      const actor = await token.then(sessions.authenticate).catch((thrown: unknown) => {
        if (opened.get(key) === token) opened.delete(key);
        throw thrown;
      });
      if (actor) {
        const [oldest] = opened.keys();
        if (opened.size > REMEMBERED && oldest !== undefined) opened.delete(oldest);
        return actor;
      }
      if (opened.get(key) === token) opened.delete(key);
      if (isAgain) break;
    }
    throw new ApiError({ code: 'unauthenticated' });
  };
}
