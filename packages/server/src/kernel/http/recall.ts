import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { checkPrepared } from './check.ts';
import type { Actor } from './context.ts';
import type { Transport } from './headers.ts';
import type { Implemented } from './implement.ts';
import { bearerOf, refusalOf, toRoute } from './mount.ts';
import { writePrepared } from './send.ts';

export interface RecallParts {
  /** The actor of an access token, if this process knows it. */
  readonly recognise: (token: string) => Actor | undefined;
  readonly transport: () => Transport;
  /** In tests and development: checks cached bytes against their schema here too. */
  readonly checkAnswers: boolean;
  /** Told of each answer when it is sent, with the template of its path. */
  readonly observe: (request: { method: string; route: string; status: number; seconds: number }) => void;
}

/** The template of the path, and how every address of it begins. */
function placesOf(path: string) {
  const route = toRoute(path);
  return { route, start: route.split(':', 1)[0] ?? route };
}

/**
 * Answers what is cached for a known reader before the framework routes the call: half a school requests its plan in
 * the same minute. Whatever is not that simple takes the usual way: an unknown session, a missing right, another method,
 * a page of another origin, an end in progress.
 */
export function mountRecalls(app: FastifyInstance, parts: RecallParts, implemented: readonly Implemented[]): void {
  const recalling = implemented.flatMap(({ endpoint, recall }) =>
    recall && endpoint.auth === 'user' && !endpoint.anyOrigin ? [{ endpoint, recall, ...placesOf(endpoint.path) }] : [],
  );
  let isEnding = false;
  app.addHook('preClose', (done) => {
    isEnding = true;
    done();
  });

  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '', headers } = request;
    if (isEnding || method !== 'GET' || headers.origin !== undefined) return false;
    const found = recalling.find(({ start }) => url.startsWith(start));
    if (!found) return false;
    const token = bearerOf(request);
    const actor = token === null ? undefined : parts.recognise(token);
    if (!actor || refusalOf(found.endpoint, actor)) return false;
    const kept = found.recall(actor, url);
    if (!kept) return false;
    if (parts.checkAnswers) checkPrepared(found.endpoint, kept);
    const begin = performance.now();
    writePrepared(request, response, {}, found.endpoint, kept, parts.transport());
    response.once('finish', () => {
      const seconds = (performance.now() - begin) / 1000;
      parts.observe({ method, route: found.route, status: response.statusCode, seconds });
    });
    return true;
  }

  if (!app.server.listeners('request').includes(app.routing)) throw new Error('the server does not call the framework');
  app.server.off('request', app.routing).on('request', (request: IncomingMessage, response: ServerResponse) => {
    let isAnswered = false;
    try {
      isAnswered = answer(request, response);
    } catch {
      // The framework meets the same failure, and reports it.
    }
    if (!isAnswered && !response.headersSent) app.routing(request, response);
  });
}
