import type { FastifyInstance, FastifyRequest } from 'fastify';

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
}

/** A body that somebody without a session sends is a few hundred bytes: it has arrived after this time, ms. */
const SMALL_BODY_PATIENCE = 10_000;

/** Cuts the connection of a call whose body has not arrived in time. */
export function cutSlowBody({ raw }: FastifyRequest, patience = SMALL_BODY_PATIENCE): void {
  if (raw.complete || raw.method === 'GET') return;
  // What has arrived while this process was busy is read first.
  const cut = () => setImmediate(() => raw.complete || raw.socket.destroy());
  const timer = setTimeout(cut, patience);
  for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer));
}
