import type { FastifyInstance } from 'fastify';

/**
 * Bodies are JSON and nothing else (P-7.01); forms come in through the upload endpoints. Every call of our clients names JSON
 * as its content (P-7.02), so an empty body is no body.
 */
export function mountBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body, done);
  });
}
