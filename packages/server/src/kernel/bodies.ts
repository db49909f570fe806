import type { FastifyInstance } from 'fastify';

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
