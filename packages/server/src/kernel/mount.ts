import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  API_BASE,
  ApiError,
  DEFAULT_LANGUAGE,
  type EndpointDeclaration,
  type Issue,
  isChanging,
  type Language,
  toLanguage,
} from '@kreide/core/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { etagOf, FileAnswer, isGzipAccepted, isNotModified, JSON_TYPE, PreparedAnswer } from './answers.ts';
import type { Clock } from './clock.ts';
import type { Actor, Audience, ReceivedFile } from './context.ts';
import type { DB } from './database.generated.ts';
import { fail } from './failures.ts';
import { headersOf, ownHeadersOf, varyOf } from './headers.ts';
import { findStoredAnswer, fingerprintOf, isIdempotencyKey, type KeyedCall, storeAnswer } from './idempotency.ts';
import type { Implemented } from './implement.ts';
import { serialiserOf } from './serialise.ts';
import type { Texts } from './texts.ts';
import { receiveForm } from './uploads.ts';
import { parsePart, refuseIssues, type Translate } from './validate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
}

export interface MountParts {
  readonly kysely: Kysely<DB>;
  readonly texts: Texts;
  readonly clock: Clock;
  /** The actor of an access token; null when it is unknown or over. Answers at once when it is remembered. */
  readonly authenticate: (token: string) => Actor | null | Promise<Actor | null>;
  /** Writes an event beside the change and gives its outbox id. */
  readonly append: (
    db: Kysely<DB>,
    entry: { school_id: number | null; event: string; audience: readonly string[]; payload: unknown },
  ) => Promise<number>;
  /** Delivers committed events. */
  readonly deliver: (ids: number[]) => void;
  /** Refuse answers that differ from the contract (tests, development). */
  readonly checkAnswers: boolean;
  readonly temporaryFolder: string;
  readonly secureCookies: () => boolean;
}

/** `{name}` in the contract is `:name` for the router. */
function toRoute(path: string): string {
  return API_BASE + path.replace(/\{(\w+)\}/g, ':$1');
}

/** Answers shorter than this are not worth compressing, bytes. */
const COMPRESS_FROM = 1024;
const compress = promisify(gzip);
const PRIVATE_CACHE = 'private, no-cache';
const PUBLIC_CACHE = 'public, max-age=5';

function bearerOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice(7) : null;
}

/** The language of this call: the user's own, else the browser's. */
export function languageOf(request: FastifyRequest): Language {
  return request.actor?.language ?? toLanguage(request.headers['accept-language'], DEFAULT_LANGUAGE);
}

/** Joins the contract with its handlers; a declared endpoint without a handler is refused at start (D-1.03). */
export function mount(
  app: FastifyInstance,
  parts: MountParts,
  declared: readonly { name: string; endpoint: EndpointDeclaration }[],
  implemented: readonly Implemented[],
): void {
  const missing = declared.filter(({ endpoint }) => !implemented.some((one) => one.endpoint === endpoint));
  if (missing.length > 0) throw new Error(`No handler for: ${missing.map(({ name }) => name).join(', ')}`);
  app.decorateRequest('actor', null);
  for (const one of implemented) mountOne(app, parts, one);
}

function mountOne(app: FastifyInstance, parts: MountParts, { endpoint, handler, recall }: Implemented): void {
  const serialise = serialiserOf(endpoint, parts.checkAnswers);
  const call = toCall(parts, endpoint, handler, serialise);
  app.route({
    method: endpoint.method,
    url: toRoute(endpoint.path),
    onRequest: (request, reply, done) => {
      if (endpoint.anyOrigin) reply.header('access-control-allow-origin', '*');
      // What a secret address may read is decided by its handler, which knows whose it is.
      if (endpoint.auth === 'public' || endpoint.auth === 'feed') return done();
      const token = bearerOf(request);
      if (token === null) return done(new ApiError({ code: 'unauthenticated' }));
      const next = (actor: Actor | null) => {
        const refused = admit(request, endpoint, actor);
        const kept = refused || !recall || !actor ? null : recall(actor, request.url);
        if (kept) sendPrepared(request, reply, endpoint, kept, parts.secureCookies());
        else done(refused);
      };
      const found = parts.authenticate(token);
      if (found instanceof Promise) found.then(next, done);
      else next(found);
    },
    handler: call,
  });
}

/** Sets the actor and checks the coarse right; the error where there is one. */
function admit(request: FastifyRequest, endpoint: EndpointDeclaration, actor: Actor | null): ApiError | undefined {
  if (actor === null) return new ApiError({ code: 'session_expired' });
  request.actor = actor;
  const { needs } = endpoint;
  if (typeof needs === 'object' && 'permission' in needs && !actor.permissions.has(needs.permission))
    return new ApiError({ code: 'forbidden' });
  return undefined;
}

interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
}

function parseInput(endpoint: EndpointDeclaration, request: FastifyRequest, body: unknown, t: Translate): Input {
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
    issues.push({
      path: 'body',
      rule: 'unknown',
      message: t('kernel:rules.unknown', { field: 'body', names: 'body' }),
    });
  }
  refuseIssues(issues);
  return input;
}

function toCall(
  parts: MountParts,
  endpoint: EndpointDeclaration,
  handler: Implemented['handler'],
  serialise: (value: unknown) => string,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const language = languageOf(request);
    const t = parts.texts.for(language);
    const now = parts.clock.now();
    if (!endpoint.upload && request.isMultipart()) throw new ApiError({ code: 'unsupported_media' });
    const form = endpoint.upload ? await receiveForm(request, endpoint.upload, parts.temporaryFolder) : null;
    try {
      const input = parseInput(endpoint, request, form ? form.fields : request.body, t);
      const keyed = toKeyedCall(endpoint, request, input, form?.files ?? [], t);
      const unit = openUnit(parts, request);
      if (keyed) {
        const stored = await findStoredAnswer(parts.kysely, keyed, now);
        if (stored) return sendStored(reply, stored);
      }
      let result: unknown;
      try {
        result = await handler({
          ...input,
          files: form?.files ?? [],
          actor: request.actor,
          get db() {
            return unit.current();
          },
          write: unit.write,
          emit: unit.emit,
          afterCommit: unit.afterCommit,
          fail,
          now,
          language,
          t,
          request: toFacts(request),
          reply: toReplyTools(reply, parts.secureCookies()),
        } as never);
        const answer = toSendable(endpoint, result, serialise);
        if (keyed && typeof answer === 'string') {
          const isFirst = await storeAnswer(await unit.write(), keyed, { status: 200, answer }, now);
          if (!isFirst) throw new ApiError({ code: 'conflict' });
        }
        await unit.commit();
        return send(request, reply, endpoint, answer, parts.secureCookies());
      } catch (thrown) {
        await unit.rollback();
        // A call with the same key came at the same time and was first: whatever this one ran into is that one's doing.
        const stored = keyed ? await findStoredAnswer(parts.kysely, keyed, now) : null;
        if (stored) return sendStored(reply, stored);
        throw thrown;
      }
    } finally {
      await form?.discard();
    }
  };
}

function toKeyedCall(
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

/** The transaction of one call: opened by the first write, committed with its events. */
function openUnit(parts: MountParts, request: FastifyRequest) {
  type Open = Awaited<ReturnType<ReturnType<typeof parts.kysely.startTransaction>['execute']>>;
  let opening: Promise<Open> | null = null;
  let open: Open | null = null;
  const events: number[] = [];
  const later: (() => void | Promise<void>)[] = [];
  const write = async () => {
    opening ??= parts.kysely.startTransaction().execute();
    open = await opening;
    return open;
  };
  return {
    write,
    current: (): Kysely<DB> => open ?? parts.kysely,
    emit: async (event: { name: string }, audience: Audience, payload: unknown) => {
      const school_id = 'school' in audience ? audience.school : (request.actor?.school_id ?? null);
      const rooms = 'school' in audience ? [`school:${audience.school}`] : audience.users.map((id) => `user:${id}`);
      events.push(await parts.append(await write(), { school_id, event: event.name, audience: rooms, payload }));
    },
    afterCommit: (action: () => void | Promise<void>) => void later.push(action),
    commit: async () => {
      if (open) await open.commit().execute();
      open = null;
      opening = null;
      if (events.length > 0) parts.deliver(events);
      for (const action of later) {
        try {
          await action();
        } catch (thrown) {
          request.log.error({ err: thrown }, 'after commit');
        }
      }
    },
    rollback: async () => {
      const pending = opening;
      opening = null;
      open = null;
      if (pending)
        await pending
          .then((transaction) => transaction.rollback().execute())
          .catch((thrown) => request.log.warn({ err: thrown }, 'rollback'));
    },
  };
}

function toFacts(request: FastifyRequest) {
  return {
    id: request.id,
    url: request.url,
    ip: request.ip,
    user_agent: request.headers['user-agent']?.slice(0, 300) ?? null,
    header: (name: string) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
    cookies: request.cookies,
  };
}

function toReplyTools(reply: FastifyReply, secure: boolean) {
  return {
    header: (name: string, value: string) => void reply.header(name, value),
    setCookie: (name: string, value: string, options: { path: string; httpOnly: boolean; maxAge?: number }) =>
      void reply.setCookie(name, value, { ...options, sameSite: 'lax', secure }),
    clearCookie: (name: string, path: string) => void reply.clearCookie(name, { path }),
  };
}

function toSendable(
  endpoint: EndpointDeclaration,
  result: unknown,
  serialise: (value: unknown) => string,
): string | PreparedAnswer | FileAnswer | null {
  if (result instanceof PreparedAnswer || result instanceof FileAnswer) return result;
  if (endpoint.answer === null) return null;
  return serialise({ meta: {}, ...(result as object) });
}

function sendStored(reply: FastifyReply, stored: { status: number; answer: string | null }) {
  return reply
    .code(stored.status)
    .header('idempotent-replayed', 'true')
    .type('application/json; charset=utf-8')
    .send(stored.answer);
}

function isGzipWanted(request: FastifyRequest, length: number): boolean {
  return length >= COMPRESS_FROM && isGzipAccepted(request.headers['accept-encoding']);
}

/**
 * Sends kept bytes, or 304 when the caller has them. Straight to the connection: everything is decided, and half a school
 * asks for its plan in the same minute.
 */
function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: EndpointDeclaration,
  answer: PreparedAnswer,
  isSecure: boolean,
): FastifyReply {
  const isKnown = isNotModified(request.headers['if-none-match'], answer.etag);
  // A 304 has no content to protect: the caller keeps the headers that came with it (RFC 9110, 15.4.5).
  const headers = isKnown ? ownHeadersOf(reply) : headersOf(request.url, reply, isSecure);
  headers['cache-control'] = endpoint.anyOrigin ? PUBLIC_CACHE : PRIVATE_CACHE;
  headers.etag = answer.etag;
  headers.vary = varyOf(reply);
  if (isKnown) {
    reply.hijack();
    reply.raw.writeHead(304, headers).end();
    return reply;
  }
  headers['content-type'] = answer.type;
  if (request.method === 'HEAD' && !answer.isMade) {
    reply.hijack();
    reply.raw.writeHead(200, headers).end();
    return reply;
  }
  const { bytes } = answer;
  const isGzipped = isGzipWanted(request, bytes.length);
  const sent = isGzipped ? answer.gzipped() : bytes;
  if (isGzipped) headers['content-encoding'] = 'gzip';
  headers['content-length'] = sent.length;
  reply.hijack();
  reply.raw.writeHead(200, headers).end(sent);
  return reply;
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: EndpointDeclaration,
  answer: string | PreparedAnswer | FileAnswer | null,
  isSecure: boolean,
) {
  if (answer === null) return reply.code(204).send();
  if (answer instanceof FileAnswer) {
    return reply
      .code(answer.status)
      .headers(answer.headers)
      .send(answer.stream ?? undefined);
  }
  if (answer instanceof PreparedAnswer) return sendPrepared(request, reply, endpoint, answer, isSecure);
  if (endpoint.method === 'GET') {
    const etag = etagOf(answer);
    reply.headers({ 'cache-control': endpoint.anyOrigin ? PUBLIC_CACHE : PRIVATE_CACHE, etag });
    if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send();
  }
  reply.headers({ 'content-type': JSON_TYPE, vary: varyOf(reply) });
  if (!isGzipWanted(request, answer.length)) return reply.send(answer);
  return reply.header('content-encoding', 'gzip').send(await compress(answer));
}
