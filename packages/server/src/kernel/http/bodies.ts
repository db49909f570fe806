import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const FORM = 'multipart/form-data';

/** The body of a call that does not take the form which it was sent. */
const UNREAD_FORM = Symbol('form');

/**
 * Bodies are JSON only (P-7.01); forms come in through the upload endpoints. Our clients send a JSON content type with
 * every call (P-7.02), so an empty body counts as no body.
 */
export function mountBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body, done);
  });
  app.addContentTypeParser(FORM, (_request, _payload, done) => done(null, UNREAD_FORM));
}

/** Was a form sent to a call that takes none? */
export const isUnreadForm = ({ body }: FastifyRequest): boolean => body === UNREAD_FORM;

/**
 * Mounts the calls that take forms. What reads forms follows each of its calls until the answer is sent, so the other
 * calls are kept apart from it.
 */
export function takeForms(app: FastifyInstance, mountCalls: (app: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.removeContentTypeParser(FORM);
    await scope.register(fastifyMultipart);
    mountCalls(scope);
  });
}

/** A body that somebody without a session sends is a few hundred bytes: it has arrived after this time, ms. */
const SMALL_BODY_PATIENCE = 10_000;

/** A body without files has arrived after this time, whoever sends it, ms: longer than any client of ours waits. */
export const BODY_PATIENCE = 660_000;

/** An upload goes on for as long as the line is slow (T-9.21), but not when nothing of it has come for this time, ms. */
export const STALL_PATIENCE = 120_000;

type Raw = FastifyRequest['raw'];

// Reads first what arrived while this process was busy.
const cut = (raw: Raw) => setImmediate(() => raw.complete || raw.socket.destroy());

function clearAtEnd(raw: Raw, timer: NodeJS.Timeout): void {
  for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer));
}

/** Cuts the connection of a call whose body has not arrived in time. */
export function cutSlowBody({ raw }: FastifyRequest, patience = SMALL_BODY_PATIENCE): void {
  if (raw.complete || raw.method === 'GET') return;
  clearAtEnd(
    raw,
    setTimeout(() => cut(raw), patience),
  );
}

/** Cuts the connection of an upload of which nothing arrives any more. */
export function cutStalledBody({ raw }: FastifyRequest, patience = STALL_PATIENCE): void {
  if (raw.complete) return;
  let before = raw.socket.bytesRead;
  const look = () => {
    const now = raw.socket.bytesRead;
    if (now === before) cut(raw);
    before = now;
  };
  clearAtEnd(raw, setInterval(look, patience));
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body carries files, which may take long: as the parts of a form, or `body` as one. */
    takesFiles?: boolean | 'body';
  }
}

/** The body of every call has to end: one with files may go on as long as bytes arrive, every other has a time limit. */
export function mountBodyPatience(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isForm = request.headers['content-type']?.startsWith('multipart/') ?? false;
    const { takesFiles } = request.routeOptions.config ?? {};
    if (takesFiles === 'body' || (isForm && takesFiles)) cutStalledBody(request);
    else cutSlowBody(request, BODY_PATIENCE);
    done();
  });
}
