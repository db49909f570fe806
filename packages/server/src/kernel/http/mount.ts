import type { IncomingHttpHeaders } from 'node:http';
import {
  API_BASE,
  ApiError,
  DEFAULT_LANGUAGE,
  type EndpointDeclaration,
  isClosedToLeavers,
  type Language,
  toLanguage,
} from '@kreide/core/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { openUnit, type UnitParts } from '../data/unit.ts';
import { asWork } from '../data/work.ts';
import type { Texts } from '../text/texts.ts';
import { CommittedAnswer, FileAnswer, PreparedAnswer } from './answers.ts';
import { cutSlowBody, isUnreadForm, takeForms } from './bodies.ts';
import { checkCode, checkPrepared } from './check.ts';
import type { Actor } from './context.ts';
import { fail } from './failures.ts';
import type { Transport } from './headers.ts';
import { findStoredAnswer, storeAnswer } from './idempotency.ts';
import type { Implemented } from './implement.ts';
import { parseInput, toKeyedCall } from './input.ts';
import { toReadable } from './leavers.ts';
import { toNetwork } from './network.ts';
import { answerPreflight, isPreflight } from './origins.ts';
import { type Sendable, send, sendPrepared, sendStored } from './send.ts';
import { serialiserOf } from './serialise.ts';
import { receiveForm } from './uploads.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
}

export interface MountParts extends UnitParts {
  readonly texts: Texts;
  readonly clock: Clock;
  /** The actor of an access token; null when it is unknown or expired. Synchronous when it is cached. */
  readonly authenticate: (token: string) => Actor | null | Promise<Actor | null>;
  /** The same for the token of a program that brings plans. */
  readonly authenticateUpload: (token: string) => Promise<Actor | null>;
  /** Reject answers and error codes that the contract does not declare (tests, development). */
  readonly checkAnswers: boolean;
  readonly temporaryFolder: string;
  readonly secureCookies: () => boolean;
  readonly transport: () => Transport;
}

/** `{name}` in the contract is `:name` for the router. */
export function toRoute(path: string): string {
  return API_BASE + path.replace(/\{(\w+)\}/g, ':$1');
}

export function bearerOf({ headers }: { headers: IncomingHttpHeaders }): string | null {
  const header = headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice(7) : null;
}

/** The language of this call: the user's own, else the browser's. */
export function languageOf(request: FastifyRequest): Language {
  return request.actor?.language ?? toLanguage(request.headers['accept-language'], DEFAULT_LANGUAGE);
}

/** Joins the contract with its handlers; a declared endpoint without a handler fails at start (D-1.03). */
export function mount(
  app: FastifyInstance,
  parts: MountParts,
  declared: readonly { name: string; endpoint: EndpointDeclaration }[],
  implemented: readonly Implemented[],
): void {
  const missing = declared.filter(({ endpoint }) => !implemented.some((one) => one.endpoint === endpoint));
  if (missing.length > 0) throw new Error(`No handler for: ${missing.map(({ name }) => name).join(', ')}`);
  app.decorateRequest('actor', null);
  // By it devices learn how far off their own clock is.
  app.addHook('onRequest', (_, reply, done) => {
    void reply.header('date', parts.clock.now().toUTCString());
    done();
  });
  const { forms = [], others = [] } = Object.groupBy(implemented, ({ endpoint }) =>
    endpoint.upload ? 'forms' : 'others',
  );
  for (const one of others) mountOne(app, parts, one);
  takeForms(app, (scope) => {
    for (const one of forms) mountOne(scope, parts, one);
  });
}

function mountOne(app: FastifyInstance, parts: MountParts, implemented: Implemented): void {
  const { endpoint, recall } = implemented;
  const serialise = serialiserOf(endpoint, parts.checkAnswers);
  const call = toCall(parts, implemented, serialise);
  app.route({
    method: endpoint.method,
    url: toRoute(endpoint.path),
    config: { takesFiles: endpoint.upload !== undefined },
    onRequest: (request, reply, done) => {
      if (isPreflight(request)) return void answerPreflight(reply);
      // Without credentials, also for origins that may send them elsewhere.
      if (endpoint.anyOrigin)
        reply.header('access-control-allow-origin', '*').removeHeader('access-control-allow-credentials');
      if (endpoint.auth === 'public') cutSlowBody(request);
      // The handler of a secret address decides what it may read, since it knows the owner.
      if (endpoint.auth === 'public' || endpoint.auth === 'feed') return done();
      const token = bearerOf(request);
      if (token === null) return done(new ApiError({ code: 'unauthenticated' }));
      const next = (actor: Actor | null) => {
        if (actor === null) return done(new ApiError({ code: 'session_expired' }));
        request.actor = actor;
        const refused = refusalOf(endpoint, actor);
        const kept = refused || !recall ? null : recall(actor, request.url);
        if (kept && parts.checkAnswers) checkPrepared(endpoint, kept);
        if (kept) sendPrepared(request, reply, endpoint, kept, parts.transport());
        else done(refused);
      };
      const found = endpoint.auth === 'upload' ? findUploader(parts, token) : parts.authenticate(token);
      if (found instanceof Promise) found.then(next, done);
      else next(found);
    },
    handler: call,
  });
}

/** A person's session, else that of a program with upload credentials. */
async function findUploader({ authenticate, authenticateUpload }: MountParts, token: string): Promise<Actor | null> {
  return (await authenticate(token)) ?? (await authenticateUpload(token));
}

/** Checks the coarse permission; returns the error if there is one. */
export function refusalOf(endpoint: EndpointDeclaration, actor: Actor): ApiError | undefined {
  if (actor.lacks_second_step && !endpoint.beforeSecondStep) return new ApiError({ code: 'second_step_missing' });
  // Before the permission, which leavers have lost: this says why.
  if (actor.reads_only && isClosedToLeavers(endpoint)) return new ApiError({ code: 'reading_only' });
  const { needs } = endpoint;
  if (typeof needs === 'object' && 'permission' in needs && !actor.permissions.has(needs.permission))
    return new ApiError({ code: 'forbidden' });
  return undefined;
}

function toCall(
  parts: MountParts,
  { endpoint, handler, isTogether, isWork }: Implemented,
  serialise: (value: unknown) => string,
) {
  const call = async (request: FastifyRequest, reply: FastifyReply) => {
    const language = languageOf(request);
    const t = parts.texts.for(language);
    const now = parts.clock.now();
    const { upload } = endpoint;
    if (isUnreadForm(request)) throw new ApiError({ code: 'unsupported_media' });
    const isForm = upload && (request.isMultipart() || !upload.is_optional);
    const form = isForm ? await receiveForm(request, upload, parts.temporaryFolder) : null;
    try {
      const input = parseInput(endpoint, request, form ? form.fields : request.body, t);
      const keyed = toKeyedCall(endpoint, request, input, form?.files ?? [], t);
      const unit = openUnit(parts, request, endpoint.audit, now);
      // What is written together finds an answer to its key when it stores its own, and is not asked for it before.
      if (keyed && (form || !isTogether)) {
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
          record: unit.record,
          alone: unit.alone,
          afterCommit: unit.afterCommit,
          joining: {
            keyed,
            now,
            deliver: parts.deliver,
            toText: (written: object) => serialise({ meta: {}, ...written }),
          },
          fail,
          now,
          language,
          t,
          request: toFacts(request),
          reply: toReplyTools(reply, parts.secureCookies()),
        } as never);
        const answer = toSendable(endpoint, request.actor?.reads_only ? toReadable(result) : result, serialise);
        if (parts.checkAnswers) checkPrepared(endpoint, answer);
        if (parts.checkAnswers && unit.isUnrecorded()) throw new Error(`${endpoint.path} records nothing`);
        if (keyed && typeof answer === 'string' && !(result instanceof CommittedAnswer)) {
          const isFirst = await storeAnswer(await unit.write(), keyed, { status: 200, answer }, now);
          if (!isFirst) throw new ApiError({ code: 'not_ready', retry_after: 1 });
        }
        await unit.commit();
        return send(request, reply, endpoint, answer, parts.transport());
      } catch (thrown) {
        await unit.rollback();
        // A concurrent call with the same key was first: its answer counts, whatever happened to this one.
        const stored = keyed ? await findStoredAnswer(parts.kysely, keyed, now) : null;
        if (stored) return sendStored(reply, stored);
        if (parts.checkAnswers) checkCode(endpoint, thrown);
        throw thrown;
      }
    } finally {
      await form?.discard();
    }
  };
  return isWork ? asWork(call) : call;
}

function toFacts(request: FastifyRequest) {
  return {
    id: request.id,
    url: request.url,
    ip: request.ip,
    get network() {
      return toNetwork(request.ip);
    },
    method: request.raw.method ?? 'GET',
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

function toSendable(endpoint: EndpointDeclaration, result: unknown, serialise: (value: unknown) => string): Sendable {
  if (result instanceof PreparedAnswer || result instanceof FileAnswer) return result;
  if (result instanceof CommittedAnswer) return result.text;
  if (endpoint.answer === null) return null;
  return serialise({ meta: {}, ...(result as object) });
}
