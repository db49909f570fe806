import { isOpenState } from '@kreide/core/features/schools';
import { toLocal } from '@kreide/core/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/clock.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { isUnreadForm } from '../../kernel/http/bodies.ts';
import { toApiError } from '../../kernel/http/failures.ts';
import type { Log } from '../../kernel/log.ts';
import { hashToken } from '../auth/index.ts';
import { getSchool } from '../schools/index.ts';
import type { Asking, Hearers } from './asking.ts';
import { answerBulk } from './bulk.ts';
import { type Answer, dispatch } from './dispatch.ts';
import { invalidValue, type Json, MEDIA_TYPE, refuseDeep, ScimError, taken, toErrorBody } from './protocol.ts';
import { findToken, noteTokenUse } from './queries.ts';
import { groupsOf, usersOf } from './resources.ts';

export interface ScimParts {
  readonly kysely: Kysely<DB>;
  readonly clock: Clock;
  readonly log: Log;
  readonly hearers: Hearers;
  /** Where the resources of a school are. */
  readonly baseOf: (schoolUuid: string) => string;
}

/** Below it is the uuid of the school. */
export const SCIM_PATH = '/v1/scim/v2';

/** The last use of a token is noted this often, ms: services call hundreds of times in a row. */
const USE_NOTED = 60_000;

/** Another change of the same moment was first. */
const isTwice = (thrown: unknown) =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === '23505';

/** Whatever goes wrong, in the words of the protocol. */
function toScimError(thrown: unknown): ScimError {
  if (thrown instanceof ScimError) return thrown;
  if (isTwice(thrown)) return taken('Somebody else has this name, address or key by now.');
  const { status, code } = toApiError(thrown);
  switch (status) {
    case 413:
      return new ScimError(413, 'The body is too large.');
    case 503:
      return new ScimError(503, 'The server is not ready. Please try again.');
    case 507:
      return new ScimError(503, 'The server has no room left.');
    default:
      if (code === 'unsupported_media') return new ScimError(415, `The body must be ${MEDIA_TYPE}.`);
      if (status >= 400 && status < 500) return new ScimError(400, 'The call cannot be read.', 'invalidSyntax');
      return new ScimError(500, 'The server has failed. Its log says why.');
  }
}

/**
 * SCIM 2.0 (RFC 7643, RFC 7644) for services that bring people and classes by themselves (D-6.10). A token opens one school and
 * nothing else; it is sent as a header, so that no page of another site can use it.
 */
export function mountScim(app: FastifyInstance, { kysely, clock, log, hearers, baseOf }: ScimParts): void {
  const kinds = { Users: usersOf(kysely, hearers), Groups: groupsOf(kysely, hearers) };

  /** Who calls; 401 without a token that is good, 403 with that of another school. */
  async function authenticate(request: FastifyRequest): Promise<Asking> {
    const [, secret] = /^Bearer +(\S{20,200})$/i.exec(request.headers.authorization ?? '') ?? [];
    const token = secret === undefined ? undefined : await findToken(kysely, hashToken(secret));
    if (!token) throw new ScimError(401, 'The call has no token, or one that is not known or was revoked.');
    const now = clock.now();
    const school = await getSchool(kysely, token.school_id);
    const today = toLocal(now, school.time_zone).date;
    if (token.ends_on < today) throw new ScimError(401, `The token "${token.name}" ended on ${token.ends_on}.`);
    const { school: uuid } = request.params as { school: string };
    if (uuid.toLowerCase() !== school.uuid) throw new ScimError(403, 'The token is that of another school.');
    if (school.is_locked || !isOpenState(school.state)) throw new ScimError(403, 'The school is closed.');
    const isNoted = token.last_used_at !== null && now.getTime() - Date.parse(token.last_used_at) < USE_NOTED;
    if (!isNoted) await noteTokenUse(kysely, token, now);
    const { 'if-match': version = null } = request.headers;
    return {
      db: kysely,
      school_id: token.school_id,
      base: baseOf(school.uuid),
      today,
      now,
      token: token.name,
      address: request.ip,
      request_id: request.id,
      version,
    };
  }

  async function answer(request: FastifyRequest): Promise<Answer> {
    const asking = await authenticate(request);
    if (isUnreadForm(request)) throw new ScimError(415, `The body must be ${MEDIA_TYPE}.`);
    const { '*': path = '' } = request.params as { '*'?: string };
    const { method, body } = request;
    refuseDeep(body);
    if (/\p{Cc}/u.test(path)) throw invalidValue('The address contains a control character.');
    if (path === 'Bulk' && method === 'POST')
      return { status: 200, body: await answerBulk(kinds, asking, body, note(request)) };
    const call = { method: method === 'HEAD' ? 'GET' : method, path, query: request.query as Json, body };
    return dispatch(kinds, asking, call);
  }

  /** The refusal, and a line in the log of the server for what is no refusal. */
  const note = (request: FastifyRequest) => (thrown: unknown) => {
    const error = toScimError(thrown);
    if (error.status === 500) log.error({ err: thrown, request_id: request.id, url: SCIM_PATH }, 'request failed');
    return error;
  };

  function refuse(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const error = note(request)(thrown);
    if (error.status === 401) reply.header('www-authenticate', 'Bearer realm="SCIM"');
    if (error.status === 503) reply.header('retry-after', '2');
    return send(reply.code(error.status), toErrorBody(error));
  }

  app.register(async (scope) => {
    const parse = scope.getDefaultJsonParser('error', 'error');
    scope.addContentTypeParser<string>(MEDIA_TYPE, { parseAs: 'string' }, (request, body, done) => {
      if (body === '') done(null, undefined);
      else parse(request, body, done);
    });
    scope.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: `${SCIM_PATH}/:school/*`,
      errorHandler: (thrown, request, reply) => {
        refuse(thrown, request, reply);
      },
      handler: async (request, reply) => {
        try {
          const { status, body, location, version } = await answer(request);
          if (location !== undefined) reply.header('location', location);
          if (version !== undefined) {
            reply.header('etag', version);
            if (request.method === 'GET' && request.headers['if-none-match'] === version) return reply.code(304).send();
          }
          return body === undefined ? reply.code(status).send() : send(reply.code(status), body);
        } catch (thrown) {
          return refuse(thrown, request, reply);
        }
      },
    });
  });
}

function send(reply: FastifyReply, answer: object): FastifyReply {
  return reply.header('cache-control', 'no-store').type(`${MEDIA_TYPE}; charset=utf-8`).send(JSON.stringify(answer));
}
