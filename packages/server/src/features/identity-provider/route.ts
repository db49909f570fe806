import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cutSlowBody } from '../../kernel/http/bodies.ts';
import { addressesOf, PROVIDER_PATH, type ProviderParts, type Providers } from './provider.ts';
import { findTenantOn, type TenantOn } from './queries/tenants.ts';
import { type LeaveParts, leave } from './sign-out.ts';

export interface RouteParts extends ProviderParts, LeaveParts {
  readonly providers: Providers;
}

const SCHOOL = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** What programs send is a few hundred bytes. */
const BODY_LIMIT = 20_000;
/** What the library reads of a call. Where it was reached it hears from us alone, never from the call. */
const READ = ['accept', 'accept-language', 'authorization', 'content-type', 'cookie', 'origin'] as const;
/** What belongs to the connection. */
const OWN_HEADERS = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

type Call = FastifyRequest<{ Params: { school: string; '*': string } }>;

/**
 * The provider of OpenID Connect of each school, for programs and for browsers that they send. A call is handed to the library as
 * a request of its own, and what it answers is sent as every other answer: with our headers, limits and patience.
 */
export function mountProvider(app: FastifyInstance, parts: RouteParts): void {
  const { kysely, providers, appUrl, explain } = parts;

  /** A value that a query has once. */
  const onceIn = (query: URLSearchParams, name: string): string | null => {
    const values = query.getAll(name);
    return values.length === 1 ? (values[0] ?? null) : null;
  };

  async function signOut(call: Call, reply: FastifyReply, tenant: TenantOn, query: URLSearchParams) {
    const read = (name: string) => onceIn(query, name);
    const asked = {
      hint: read('id_token_hint') ?? '',
      back: read('post_logout_redirect_uri'),
      state: read('state'),
      client: read('client_id'),
    };
    const cause = { address: call.ip, request_id: call.id };
    const way = await leave(await providers.of(tenant), tenant, asked, parts, cause);
    if (way !== null) return reply.redirect(way, 303);
    return reply.code(400).type('text/plain; charset=utf-8').send(explain('logout', call.headers['accept-language']));
  }

  async function answer(call: Call, reply: FastifyReply): Promise<FastifyReply> {
    const { school, '*': path } = call.params;
    const tenant = SCHOOL.test(school) ? await findTenantOn(kysely, school) : null;
    if (!tenant) return reply.callNotFound() as unknown as FastifyReply;
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    const query = call.url.indexOf('?') < 0 ? '' : call.url.slice(call.url.indexOf('?'));
    if (path === 'logout' && call.method === 'GET') return signOut(call, reply, tenant, new URLSearchParams(query));
    // The library would ask by pages of its own.
    if (path.split('/')[0] === 'logout') return reply.callNotFound() as unknown as FastifyReply;
    const { callback } = await providers.of(tenant);
    const { default: inject } = await import('light-my-request');
    const at = new URL(addressesOf(appUrl(), tenant.uuid).issuer);
    const url = `/${path}${query}`;
    const headers = Object.fromEntries(
      READ.flatMap((name) => (call.headers[name] ? [[name, call.headers[name]]] : [])),
    );
    const reached = { host: at.host, 'x-forwarded-proto': at.protocol.slice(0, -1) };
    const heard = await inject(
      (request, response) => {
        Object.assign(request, { originalUrl: `${at.pathname}${url}`, baseUrl: at.pathname });
        callback(request as IncomingMessage, response);
      },
      {
        method: call.method,
        url,
        headers: { ...headers, ...reached },
        remoteAddress: call.ip,
        ...(typeof call.body === 'string' && { payload: call.body }),
      },
    );
    for (const [name, value] of Object.entries(heard.headers))
      if (value !== undefined && !OWN_HEADERS.includes(name)) reply.header(name, value);
    return reply.code(heard.statusCode).send(heard.rawPayload);
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_, body, done) => done(null, body));
    scope.route<{ Params: { school: string; '*': string } }>({
      method: ['GET', 'POST'],
      url: `${PROVIDER_PATH}/:school/*`,
      onRequest: async (request) => cutSlowBody(request),
      handler: answer,
    });
  });
}
