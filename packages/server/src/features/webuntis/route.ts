import { ApiError, addDays, fields, mondayOf, toLocal } from '@kreide/core/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import { cutSlowBody, isUnreadForm } from '../../kernel/http/bodies.ts';
import { toApiError } from '../../kernel/http/failures.ts';
import { toNetwork } from '../../kernel/http/network.ts';
import type { Log } from '../../kernel/log.ts';
import { acceptProgram, checkProgramCredentials, clearAttempt, type IdleSessions } from '../auth/index.ts';
import { dutyOf, findSchoolBySlink, getSchool } from '../schools/index.ts';
import { personOf } from './elements.ts';
import { createMethods } from './methods.ts';
import { type PlanParts, readLessons } from './plan.ts';
import { idOf, parseCall, parseParams, RPC_CODES, type RpcCall, RpcError, type RpcId, toRpcError } from './protocol.ts';
import { credentials } from './schema.ts';
import { parseWeeklyQuery, toWeekly, toWeeklyError } from './weekly.ts';

export interface WebUntisParts extends PlanParts {
  sessions: IdleSessions;
  clock: Clock;
  log: Log;
}

/** The path that clients expect. */
const PATH = '/WebUntis';
const COOKIE = 'JSESSIONID';
/** For the programs' log: people read it there. */
/** These programs cannot do it, and without it the password opens nothing. */
const SECOND_STEP = 'this account has a second step: make an app password in the security settings and use that';
const SECOND_STEP_MISSING = 'the school wants a second step of this account: set one up in the app first';
const NOT_OPEN = 'the school has not opened this interface (school settings)';
/** Calls are small, bytes. */
const BODY_LIMIT = 16_384;
/** Errors that set the HTTP status too: no JSON, too large, of another content type, or the database is unavailable. */
const NO_CALL: ReadonlySet<number> = new Set([400, 413, 415, 503]);

/**
 * The WebUntis-compatible JSON-RPC endpoint (D-6.11), for schools that opened it. It requires a sign-in and answers
 * nothing that the same person would not see in the app. Other sites' pages cannot use it: it accepts JSON only, allows
 * no other origins, and its cookie, HttpOnly and for this path alone, is not sent from other sites.
 */
export function mountWebUntis(app: FastifyInstance, parts: WebUntisParts, isSecure: () => boolean): void {
  const methods = createMethods(parts);
  const cookie = () => ({ path: PATH, httpOnly: true, sameSite: 'strict' as const, secure: isSecure() });

  async function authenticate(call: RpcCall, request: FastifyRequest, reply: FastifyReply) {
    const slink = schoolOf(request);
    const now = parts.clock.now();
    const school = slink ? await findSchoolBySlink(parts.kysely, slink) : null;
    if (!slink || !school) throw new RpcError('invalid_schoolname');
    if (!school.webuntis_open) throw new RpcError('no_right', NOT_OPEN);
    const { ip } = request;
    const { user: username, password } = parseParams(credentials, call.params);
    const given = { slink, username, password, ip, network: toNetwork(ip), device: null };
    const { attempt, appPassword } = await checkProgramCredentials(parts.kysely, given, now);
    const { is_tfa_enabled } = attempt.account;
    if (is_tfa_enabled && !appPassword) {
      // No failure: a program tries again every few minutes, and must not keep its owner out.
      await clearAttempt(parts.kysely, attempt);
      throw new RpcError('no_right', SECOND_STEP);
    }
    if (dutyOf(attempt.account, school, now) === 'due') {
      await clearAttempt(parts.kysely, attempt);
      throw new RpcError('no_right', SECOND_STEP_MISSING);
    }
    await acceptProgram(parts.kysely, { attempt, appPassword, address: ip, request_id: request.id }, now);
    const agent = request.headers['user-agent']?.slice(0, 300) ?? null;
    const sessionId = await parts.sessions.open(attempt.account, appPassword, agent);
    const actor = await parts.sessions.authenticate(sessionId);
    if (!actor) throw new RpcError('not_authenticated');
    reply.setCookie(COOKIE, sessionId, cookie());
    return { sessionId, ...(await personOf(parts.kysely, actor, toLocal(now, actor.time_zone).date)) };
  }

  /** The session of the cookie, which belongs to one school. */
  async function actorOf(request: FastifyRequest) {
    const token = request.cookies[COOKIE];
    const actor = token ? await parts.sessions.authenticate(token) : null;
    const slink = schoolOf(request);
    if (!actor || (slink !== undefined && slink !== actor.slink)) return null;
    return (await getSchool(parts.kysely, actor.school_id)).webuntis_open ? actor : null;
  }

  async function run(call: RpcCall, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (call.method === 'authenticate') return authenticate(call, request, reply);
    if (call.method === 'logout') {
      const actor = await actorOf(request);
      if (actor) await parts.sessions.end(actor);
      reply.clearCookie(COOKIE, cookie());
      return null;
    }
    const method = methods.get(call.method);
    if (!method) throw new RpcError('method_not_found');
    const actor = await actorOf(request);
    if (!actor) throw new RpcError('not_authenticated');
    if (method.needs !== null && !actor.permissions.has(method.needs))
      throw new RpcError('no_right', `no right for ${call.method}()`);
    return method.run({ params: call.params, actor, now: parts.clock.now() });
  }

  /**
   * Errors of the protocol are answers (200), as clients expect them; requests that are no call get a matching status.
   */
  function refuse(thrown: unknown, id: RpcId, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const failure = thrown instanceof RpcError ? thrown : toApiError(thrown);
    const error = toRpcError(failure) ?? new RpcError('internal');
    if (error.code === 'internal')
      parts.log.error({ err: thrown, request_id: request.id, url: PATH }, 'request failed');
    if (failure instanceof ApiError && NO_CALL.has(failure.status)) reply.code(failure.status);
    if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter));
    return send(reply, { jsonrpc: '2.0', id, error: { code: RPC_CODES[error.code], message: error.message } });
  }

  /**
   * The week of an element, from Monday to Sunday: the one call of the web pages that programs use for timetables too.
   */
  app.get(`${PATH}/api/public/timetable/weekly/data`, async (request, reply) => {
    const actor = await actorOf(request);
    if (!actor) return send(reply.code(401), { isSessionTimeout: true });
    try {
      const { element, date } = parseWeeklyQuery(request.query);
      const begins_at = mondayOf(date);
      const lessons = await readLessons(parts, actor, element, { begins_at, ends_at: addDays(begins_at, 6) });
      return send(reply, toWeekly(element, lessons));
    } catch (thrown) {
      const error = toRpcError(thrown);
      if (!error) throw thrown;
      return send(reply, toWeeklyError(error.code));
    }
  });

  app.route({
    method: 'POST',
    url: `${PATH}/jsonrpc.do`,
    bodyLimit: BODY_LIMIT,
    onRequest: (request, _reply, done) => {
      cutSlowBody(request);
      done();
    },
    errorHandler: (thrown, request, reply) => {
      refuse(thrown, null, request, reply);
    },
    handler: async (request, reply) => {
      try {
        if (isUnreadForm(request)) throw new ApiError({ code: 'unsupported_media' });
        const call = parseCall(request.body);
        return send(reply, { jsonrpc: '2.0', id: call.id, result: await run(call, request, reply) });
      } catch (thrown) {
        return refuse(thrown, idOf(request.body), request, reply);
      }
    },
  });
}

function send(reply: FastifyReply, answer: object): FastifyReply {
  return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(JSON.stringify(answer));
}

/** The school of the address; undefined where it names none, empty where it names an impossible one. */
function schoolOf(request: FastifyRequest): string | undefined {
  const { school } = request.query as { school?: unknown };
  if (school === undefined) return undefined;
  const slink = typeof school === 'string' ? school.trim().toLowerCase() : '';
  return fields.slink.safeParse(slink).success ? slink : '';
}
